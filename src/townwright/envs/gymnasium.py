"""Gymnasium: one seat against bots, `gymnasium.make("Townwright/Copenhagen-v0", opponents="casual")`.

`gymnasium.make_vec("Townwright/Copenhagen-v0", num_envs=1024, opponents="greedy")` steps all tables in compiled code on
all cores. Importing this module registers the names with Gymnasium.

An action is a move code; `info["action_mask"]` marks the legal ones. A move that is not legal ends the game with -1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, get_args

import numpy as np

from townwright import bots, games
from townwright.engine.errors import BadCall, whole_number
from townwright.engine.known import Known
from townwright.engine.tables import GOES_ON, PENALTY

from . import extra_packages
from .render import Mode, render
from .setting import RESET, Numbering, Reward, Setting, Table, one_of, table_of
from .tables import RIVALS, Tables

with extra_packages():
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

VERSION = 0
ALL = "all"  # no opponents: the learner plays every seat (vector environments only)


def opponent_bots(opponents: str, others: int, seed: str) -> list[bots.Bot]:
    """The bots of the other seats: one name for all, or one for each, separated by commas."""
    if not isinstance(opponents, str):
        raise BadCall(f'opponents are one text ("casual", or "strong,casual"), not {opponents!r}')
    names = [name.strip() for name in opponents.split(",")]
    if len(names) == 1:
        names *= others
    if len(names) != others:
        raise BadCall(
            f"expected one opponent, or one for each of the {others} other seats, not {len(names)}: {opponents!r}"
        )
    return [bots.make(name, f"{seed}/{n}") for n, name in enumerate(names)]


def number_space(setting: Setting, whole: bool) -> spaces.Box:
    """The space of what a seat knows."""
    if whole:
        return spaces.Box(-127, 127, (setting.encoding.size,), np.int8)
    most = setting.bounds()
    return spaces.Box(-most, most, dtype=np.float32)


class OneSeat(gymnasium.Env[Any, Any]):
    """One seat against bots of any level. The observation is what the seat knows (docs/encoding.md)."""

    metadata = {"render_modes": list(get_args(Mode)), "render_fps": 1}

    def __init__(
        self,
        game: str,
        opponents: str = "greedy",
        seats: int | None = None,
        seat: int | None = None,
        options: Mapping[str, Any] | None = None,
        box: Mapping[str, Any] | str | None = None,
        reward: Reward = "win",
        dtype: Numbering = "float32",
        render_mode: Mode | None = None,
    ) -> None:
        """`opponents` is a level or a bot with a budget ("casual", "expert:200"), or one for each seat, separated by
        commas; without `seat` the learner gets a random one in every game."""
        self.setting = setting = Setting(game, seats, options, box, reward)
        self.table, self._chosen = Table(setting), None if seat is None else setting.check_seat(seat)
        self._opponents = opponents
        opponent_bots(opponents, setting.seats - 1, "")
        self._whole = one_of(dtype, "a dtype", Numbering) == "int8"
        self.render_mode: Mode | None = None if render_mode is None else one_of(render_mode, "a render mode", Mode)
        self.observation_space = number_space(setting, self._whole)
        self.action_space = spaces.Discrete(setting.actions)
        self.seat = 0
        self._over: bool | None = None  # None before the first game
        self._bots: dict[int, bots.Bot] = {}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        while True:
            deal = f"env/{self.np_random.integers(2**63)}"
            self.table.lay(deal)
            seats = self.setting.seats
            self.seat = int(self.np_random.integers(seats)) if self._chosen is None else self._chosen
            others = [n for n in range(seats) if n != self.seat]
            self._bots = dict(zip(others, opponent_bots(self._opponents, len(others), deal), strict=True))
            self._play_others()
            if self.table.pending:
                self._over = False
                return self._look()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if self._over is not False:
            raise BadCall(f"{'no game has begun' if self._over is None else 'the game is over'}; {RESET}")
        code = whole_number(action)
        legal = code is not None and self.table.play(self.seat, code)
        if legal:
            self._play_others()
        self._over = not legal or not self.table.pending
        seen, info = self._look()
        if self.render_mode == "human":
            self.render()
        gain = PENALTY if not legal else self.table.rewards()[self.seat] if self._over else 0.0
        return seen, gain, self._over, False, info

    def action_masks(self) -> Any:
        """The legal actions as booleans, under the name that sb3-contrib's MaskablePPO looks for."""
        return self._look()[1]["action_mask"].astype(bool)

    def render(self) -> Any:
        """The table as the seat sees it."""
        return render(self.table.match(), self.render_mode, self.seat)

    def _look(self) -> tuple[Any, dict[str, Any]]:
        seen, mask = self.table.look(self.seat)
        if self._over is not False:
            mask.fill(0)  # an illegal action can end a game in the middle
        return seen if self._whole else seen * self.setting.scale, {"action_mask": mask}

    def _play_others(self) -> None:
        """Bots play until the learner must act or the game is over. A bot gets what its seat knows."""
        while (pending := self.table.pending) and self.seat not in pending:
            seat = pending[0]
            known: Known = self.table.match().known(seat)
            self.table.play(seat, self._bots[seat].choose(known, seat))


class ManyTables(VectorEnv[Any, Any, Any]):
    """Many tables in compiled code on all cores, against compiled bots, or with all seats played by the learner.

    Where a game ends, the next begins in the same step (`AutoresetMode.SAME_STEP`). Every step writes its changes into
    the same arrays of observations and masks, so do not alter them, unless `copy` is set.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": list(get_args(Mode))}

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        opponents: str = "greedy",
        seats: int | None = None,
        seat: int | None = None,
        options: Mapping[str, Any] | None = None,
        box: Mapping[str, Any] | str | None = None,
        reward: Reward = "win",
        dtype: Numbering = "int8",
        copy: bool = False,
        threads: int | None = None,
        render_mode: Mode | None = None,
    ) -> None:
        """`opponents` is "random", "greedy", or "all": then the learner plays all seats, a reward is that of the seat
        that moved, and `info["rewards"]` has those of all seats. With int8 the observations are whole numbers; times
        `scale` they are the shares that float32 gives."""
        if opponents not in (*RIVALS, ALL):
            raise BadCall(
                f"opponents at many tables are one of: {', '.join((*RIVALS, ALL))}; not {opponents!r}. "
                "Other bots play in gymnasium.make, one table at a time"
            )
        self.setting = setting = Setting(game, seats, options, box, reward)
        if opponents == ALL and seat is not None:
            raise BadCall(f"with opponents {ALL!r} the learner plays every seat; expected no seat, not {seat!r}")
        self.scale = setting.scale
        self._all, self._copy = opponents == ALL, copy
        self._whole = one_of(dtype, "a dtype", Numbering) == "int8"
        self.render_mode: Mode | None = None if render_mode is None else one_of(render_mode, "a render mode", Mode)
        self.tables = Tables(
            setting,
            num_envs,
            seat=None if self._all else "any" if seat is None else seat,
            rivals=RIVALS[0] if self._all else opponents,
            last=not self._all,
            threads=threads,
        )
        self.num_envs = num_envs
        self.single_observation_space = number_space(setting, self._whole)
        self.single_action_space = spaces.Discrete(setting.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._rows = np.arange(num_envs)
        self._none = np.zeros(num_envs, bool)
        self._begun = False

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """`seed` is one seed for all tables, or one for each."""
        self._open()
        if isinstance(seed, Sequence | np.ndarray) and not isinstance(seed, str):
            super().reset()
            self.tables.reset([f"env/{self._drawn(each)}" for each in seed])
        else:
            super().reset(seed=seed)
            self.tables.reset(f"env/{self._drawn(seed)}")
        self._begun = True
        return self._seen(), self._info()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        self._open()
        if not self._begun:
            raise BadCall(f"no game has begun; {RESET}")
        tables = self.tables
        movers = (tables.turn if self._all else tables.own).copy()
        tables.step(actions)
        info = self._info()
        ended = tables.ended != GOES_ON
        if self._all:
            info["rewards"] = self._given(tables.rewards)
        elif ended.any():
            info["final_obs"], info["_final_obs"] = self._numbers(tables.last), ended
        return self._seen(), tables.rewards[self._rows, movers], ended, self._none.copy(), info

    def render(self) -> Any:
        """All tables, each as a spectator sees it."""
        tables = (table_of(self.setting, state) for state in self.tables.states)
        return tuple(render(table.match(), self.render_mode) for table in tables)

    def close_extras(self, **kwargs: Any) -> None:
        self.tables.close()

    def _open(self) -> None:
        if self.closed:
            raise BadCall("these tables are closed; make new ones")

    def _drawn(self, seed: int | None) -> int:
        """The seed, or a random one."""
        return int(self.np_random.integers(2**63)) if seed is None else seed

    def _given(self, array: Any) -> Any:
        return array.copy() if self._copy else array

    def _numbers(self, seen: Any) -> Any:
        return self._given(seen) if self._whole else self.tables.shares(seen)

    def _seen(self) -> Any:
        return self._numbers(self.tables.seen)

    def _info(self) -> dict[str, Any]:
        """The mask of each table, and the seat to act."""
        return {"action_mask": self._given(self.tables.mask), "seat": self._given(self.tables.turn)}


def name_of(game: str) -> str:
    """The name of a game's environment: "Townwright/OldLondonBridge-v0"."""
    return f"Townwright/{''.join(word.capitalize() for word in game.split('-'))}-v{VERSION}"


for _game in games.names():
    gymnasium.register(
        name_of(_game),
        entry_point=f"{__name__}:OneSeat",
        vector_entry_point=f"{__name__}:ManyTables",
        kwargs={"game": _game},
    )
