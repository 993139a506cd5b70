"""PettingZoo: `env("copenhagen", seats=3)` is an AECEnv, `parallel_env(...)` a ParallelEnv.

An action is a move code. A move that is not legal ends the game: its player gets -1, the others nothing, as in
PettingZoo's TerminateIllegalWrapper. Where several seats must act at the same time, the AEC form asks them in turn.
Sealed choices stay hidden until all have chosen, and the order changes nothing.
"""

from __future__ import annotations

import functools
import secrets
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, NoReturn, Self, get_args

import numpy as np

from townwright.engine import chance
from townwright.engine.errors import BadCall, whole_number
from townwright.engine.tables import PENALTY

from . import extra_packages
from .render import Mode, render
from .setting import RESET, Numbering, Reward, Setting, Table, one_of

with extra_packages():
    import gymnasium
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv

Form = Literal["flat", "fields"]


class ParallelSnapshot(NamedTuple):
    """A parallel environment at one moment, for `restore`."""

    state: bytes
    agents: tuple[str, ...]


class Snapshot(NamedTuple):
    """An AEC environment at one moment, for `restore`."""

    state: bytes
    agents: tuple[str, ...]
    selection: str
    rewards: dict[str, float]
    cumulative: dict[str, float]
    terminations: dict[str, bool]


class Shared:
    """What both forms share: the table, the spaces, seeds, pictures, imagined games."""

    waits = 0  # 1 if there is an action for a seat with nothing to do
    snapshot: Any
    restore: Any

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        *,
        options: Mapping[str, Any] | None = None,
        box: Mapping[str, Any] | str | None = None,
        reward: Reward = "win",
        observation: Form = "flat",
        dtype: Numbering = "float32",
        render_mode: Mode | None = None,
    ) -> None:
        """`reward` is "win", "rank" or "margin"; `observation` is "flat" for one row of numbers or "fields" for a
        dictionary by field (docs/encoding.md); `dtype` is "float32" for shares or "int8" for whole numbers."""
        self.setting = setting = Setting(game, seats, options, box, reward)
        self.table = Table(setting)
        self._form: Form = one_of(observation, "an observation", Form)
        self._whole = one_of(dtype, "a dtype", Numbering) == "int8"
        self.render_mode: Mode | None = None if render_mode is None else one_of(render_mode, "a render mode", Mode)
        self.metadata: dict[str, Any] = {
            "name": f"{setting.game.name}_v{setting.game.version}",
            "render_modes": list(get_args(Mode)),
            "is_parallelizable": bool(self.waits),  # asked in turn, seats do not act in a fixed cycle
            "render_fps": 1,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(setting.seats)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._seed: int | str | None = None
        self._game = 0
        seen = self._observations()
        mask = spaces.Box(0, 1, (setting.actions + self.waits,), np.int8)
        # one space per agent, so that each can be seeded separately
        self.observation_spaces = {
            agent: spaces.Dict({"observation": seen, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(setting.actions + self.waits) for agent in self.possible_agents}
        self.state_space = self._box((setting.encoding.size,), 0)

    def _box(self, shape: tuple[int, ...], at: int) -> spaces.Box:
        """The space of `shape` numbers, the first at place `at`."""
        if self._whole:
            return spaces.Box(-127, 127, shape, np.int8)
        most = self.setting.bounds()[at : at + int(np.prod(shape))].reshape(shape)
        return spaces.Box(-most, most, shape, np.float32)

    def _observations(self) -> spaces.Space[Any]:
        encoding = self.setting.encoding
        if self._form == "flat":
            return self._box((encoding.size,), 0)
        return spaces.Dict({block.name: self._box(block.shape, block.at) for block in encoding.blocks})

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[self.possible_agents[self._seat(agent)]]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[self.possible_agents[self._seat(agent)]]

    def _seat(self, agent: str) -> int:
        """The seat of an agent."""
        try:
            return self._seats[agent]
        except (KeyError, TypeError):
            names = ", ".join(self.possible_agents)
            raise BadCall(f"there is no agent {agent!r}; expected one of: {names}") from None

    def _playing(self, agent: str) -> bool:
        """Whether the game still waits for moves of an agent, now or later."""
        raise NotImplementedError

    def _lay(self, seed: int | None) -> None:
        """A new game: the first of a seed, or the next."""
        if seed is not None:
            self._seed, self._game = seed, 0
        elif self._seed is None:
            self._seed = secrets.token_hex(16)
        else:
            self._game += 1
        self.table.lay(f"{self._seed}/{self._game}")

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent knows, and the mask of what it may play: all 0 if it need not act."""
        seat = self._seat(agent)
        seen, mask = self.table.look(seat)
        playing = self._playing(agent)
        if not playing:
            mask.fill(0)  # an illegal action can end a game in the middle
        if self.waits:
            mask = np.append(mask, np.int8(0 if playing and seat in self.table.pending else 1))
        numbers = seen if self._whole else seen * self.setting.scale
        observation: Any = numbers if self._form == "flat" else self.setting.encoding.fields(numbers)
        return {"observation": observation, "action_mask": mask}

    def state(self) -> Any:
        """The whole table from the first seat's side, hidden things included: for a critic, never for a player."""
        seen = self.setting.encoding.whole(self.table.state, 0)
        return seen if self._whole else seen * self.setting.scale

    def render(self) -> Any:
        """The table as a spectator sees it."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() shows nothing without a render_mode")
        return render(self.table.match(), self.render_mode)

    def clone(self) -> Self:
        """A separate environment in the same state, hidden things and coming deals included. The two share their
        spaces, and so the generators from which these sample."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.table = Table(self.setting)
        twin.restore(self.snapshot())
        return twin

    def imagine(self, agent: str, seed: int | str) -> Self:
        """A clone in which everything that an agent cannot know is dealt at random: an honest search plays on it."""
        seat, setting = self._seat(agent), self.setting
        twin = self.clone()
        setting.call.observe(setting.box.bytes, self.table.state, seat, twin.table.state)
        setting.call.resample(setting.box.bytes, twin.table.state, chance.generator(seed))
        return twin

    def close(self) -> None:
        """There is nothing to close."""


class Townwright(Shared, AECEnv[str, Any, Any]):
    """A game in turns."""

    def __getattr__(self, name: str) -> NoReturn:
        """Explains attributes that exist only once a game has begun."""
        if name in ("agent_selection", "rewards", "_cumulative_rewards", "terminations", "truncations", "infos"):
            raise AttributeError(f"there is no {name} before the first game; {RESET}")
        raise AttributeError(f"a PettingZoo environment has no {name!r}")

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._lay(seed)
        self.agents = list(self.possible_agents)
        self._none: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self.rewards, self._cumulative_rewards = dict(self._none), dict(self._none)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.table.pending[0]]

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        over = self.terminations.get(agent)
        if over:
            self._was_dead_step(action)
            return
        if over is None:  # every agent has taken its last step
            raise BadCall(f"the game is over; {RESET}")
        self._cumulative_rewards[agent] = 0.0
        code = action if type(action) is int else whole_number(action)
        legal = code is not None and self.table.play(self._seats[agent], code)
        pending = self.table.pending
        if legal and pending:
            self.agent_selection = self.possible_agents[pending[0]]
        else:
            gains = self.table.rewards() if legal else [PENALTY if other == agent else 0.0 for other in self.agents]
            self.rewards = dict(zip(self.agents, gains, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _playing(self, agent: str) -> bool:
        return not self.terminations.get(agent, True)

    def snapshot(self) -> Snapshot:
        """The environment as it stands, for `restore`."""
        return Snapshot(
            self.table.state.tobytes(),
            tuple(self.agents),
            self.agent_selection,
            dict(self.rewards),
            dict(self._cumulative_rewards),
            dict(self.terminations),
        )

    def restore(self, snapshot: Snapshot) -> None:
        """Goes back to a snapshot of this environment, or of another one with the same setting."""
        if not isinstance(snapshot, Snapshot):
            raise BadCall(f"expected a snapshot from snapshot(), not {type(snapshot).__name__}")
        self.table.put(snapshot.state)
        self.agents, self.agent_selection = list(snapshot.agents), snapshot.selection
        self.rewards, self._cumulative_rewards = dict(snapshot.rewards), dict(snapshot.cumulative)
        self.terminations = dict(snapshot.terminations)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}


class TownwrightParallel(Shared, ParallelEnv[str, Any, Any]):
    """All seats act in every step. One with nothing to do plays the last action; any other action of it is ignored."""

    waits = 1
    _begun = False

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        self._lay(seed)
        self._begun, self.agents = True, list(self.possible_agents)
        return {agent: self.observe(agent) for agent in self.agents}, {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        if not self._begun:
            raise BadCall(f"no game has begun; {RESET}")
        if not isinstance(actions, Mapping):
            raise BadCall(f"actions are a mapping of agents to actions, not {type(actions).__name__}")
        for agent in actions:
            self._seat(agent)
        agents, chosen = self.agents, dict[int, int | None]()
        for seat in self.table.pending if agents else ():
            agent = self.possible_agents[seat]
            if agent not in actions:
                raise BadCall(f"{agent} must act; expected its action")
            chosen[seat] = whole_number(actions[agent])
        culprits = [seat for seat, code in chosen.items() if code not in self.table.codes(seat)]
        for seat, code in chosen.items() if not culprits else ():
            assert code is not None
            self.table.play(seat, code)
        over = bool(culprits) or not self.table.pending
        gains = [0.0] * len(agents)
        if culprits:
            gains = [PENALTY if seat in culprits else 0.0 for seat in range(len(agents))]
        elif over and agents:
            gains = self.table.rewards()
        if over:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return (
            {agent: self.observe(agent) for agent in agents},
            dict(zip(agents, gains, strict=True)),
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, False),
            {agent: {} for agent in agents},
        )

    def _playing(self, agent: str) -> bool:
        return agent in self.agents

    def snapshot(self) -> ParallelSnapshot:
        """The environment as it stands, for `restore`."""
        if not self._begun:
            raise BadCall(f"no game has begun; {RESET}")
        return ParallelSnapshot(self.table.state.tobytes(), tuple(self.agents))

    def restore(self, snapshot: ParallelSnapshot) -> None:
        """Goes back to a snapshot of this environment, or of another one with the same setting."""
        if not isinstance(snapshot, ParallelSnapshot):
            raise BadCall(f"expected a snapshot from snapshot(), not {type(snapshot).__name__}")
        self.table.put(snapshot.state)
        self._begun, self.agents = True, list(snapshot.agents)


@functools.wraps(Shared.__init__, assigned=("__doc__",))
def env(game: str, seats: int | None = None, **more: Any) -> Townwright:
    return Townwright(game, seats, **more)


@functools.wraps(Shared.__init__, assigned=("__doc__",))
def parallel_env(game: str, seats: int | None = None, **more: Any) -> TownwrightParallel:
    return TownwrightParallel(game, seats, **more)
