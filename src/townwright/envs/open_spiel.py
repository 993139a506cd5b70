"""OpenSpiel: every game as a Python game, `pyspiel.load_game("townwright_pier_18", {"players": 3, "rng_seed": 7})`.

Sequential, imperfect information, sampled stochastic: the first node is the deal, with one outcome that stands for all;
later draws appear with the moves that reveal them. Where several seats must act at the same time they are asked in
turn; sealed choices stay hidden until all have chosen. Importing this module registers the games.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Any

import msgspec
import numpy as np

from townwright import games
from townwright.engine import chance
from townwright.engine.known import Known

from . import extra_packages
from .setting import Reward, Setting, Table

with extra_packages():
    import pyspiel

DEAL = 0  # the outcome of the first node
MOST_MOVES = 6000  # every game is shorter
MOST_POINTS = 1000.0  # every lead is smaller
SECRET = "secret"
NOT_DEALT = "nothing is dealt yet"


def short_name(game: str) -> str:
    """The name of a game in OpenSpiel: "townwright_old_london_bridge"."""
    return f"townwright_{game.replace('-', '_')}"


def game_type(name: str, utility: Any = pyspiel.GameType.Utility.ZERO_SUM) -> Any:
    """What OpenSpiel must know about a game before it loads it."""
    game = games.load(name)
    return pyspiel.GameType(
        short_name=short_name(name),
        long_name=f"Townwright {game.title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        min_num_players=game.seats[0],
        max_num_players=game.seats[1],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": max(2, game.seats[0]), "rng_seed": -1, "reward": "win"},
    )


class TownwrightGame(pyspiel.Game):
    """A game. Every new state is another deal; the same `rng_seed` gives the same deals in the same order."""

    def __init__(self, name: str, params: Any = None, setting: Setting | None = None) -> None:
        given = params or {}
        reward: Reward = given.get("reward", "win")
        self.setting = setting = setting or Setting(name, given.get("players"), reward=reward)
        bound = MOST_POINTS if reward == "margin" or setting.seats == 1 else 1.0
        kinds = pyspiel.GameType.Utility
        info = pyspiel.GameInfo(
            num_distinct_actions=setting.actions,
            max_chance_outcomes=1,
            num_players=setting.seats,
            min_utility=-bound,
            max_utility=bound,
            utility_sum=0.0 if bound == 1 else None,
            max_game_length=MOST_MOVES,
        )
        super().__init__(game_type(name, kinds.ZERO_SUM if bound == 1 else kinds.GENERAL_SUM), info, given)
        seed = given.get("rng_seed", -1)
        self.seed: int | str = secrets.token_hex(16) if seed < 0 else seed
        self.deals = 0

    def new_initial_state(self) -> TownwrightState:
        self.deals += 1
        return TownwrightState(self)

    def max_chance_nodes_in_history(self) -> int:
        return 1

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> TownwrightObserver:
        return TownwrightObserver(
            self.setting, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params
        )


class TownwrightState(pyspiel.State):
    """A state, and what each seat has learned on the way to it."""

    def __init__(self, game: TownwrightGame) -> None:
        super().__init__(game)
        self.table = Table(game.setting)
        self._seed = f"{game.seed}/{game.deals}"
        self._dealt = False
        self._stories: list[str] = [""] * game.setting.seats  # the moves as each seat knows them
        self._traces: list[str] = [""] * game.setting.seats  # a digest of everything that each has ever known

    def current_player(self) -> int:
        if not self._dealt:
            return int(pyspiel.PlayerId.CHANCE)
        pending = self.table.pending
        return pending[0] if pending else int(pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        return self._dealt and not self.table.pending

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(DEAL, 1.0)]

    def _legal_actions(self, player: int) -> list[int]:
        return np.flatnonzero(self.table.look(player)[1]).tolist()  # type: ignore[no-any-return]

    def _apply_action(self, action: int) -> None:
        setting = self.table.setting
        if not self._dealt:
            if action != DEAL:
                raise pyspiel.SpielError(f"the deal is the only outcome here ({DEAL}), not {action}")
            self.table.lay(self._seed)
            self._dealt = True
        else:
            if not self.table.pending:
                raise pyspiel.SpielError("the game is over: there is nothing to play")
            seat = self.table.pending[0]
            if not self.table.play(seat, action):
                known = 0 <= action < setting.actions
                raise pyspiel.SpielError(f"{setting.box.words(action) if known else action} is not legal now")
            open_move = setting.game.moves.kind(action).secret is None
            for reader in range(setting.seats):
                words = setting.box.words(action) if open_move or reader == seat else SECRET
                self._stories[reader] += f"{seat}: {words}\n"
        for reader in range(setting.seats):
            self._traces[reader] = trace(self._traces[reader], self._known(reader))

    def _known(self, seat: int) -> bytes:
        """What a seat knows now."""
        setting = self.table.setting
        known = np.empty_like(self.table.state)
        setting.call.observe(setting.box.bytes, self.table.state, seat, known)
        return known.tobytes()

    def _action_to_string(self, player: int, action: int) -> str:
        return "deal" if player == pyspiel.PlayerId.CHANCE else self.table.setting.box.words(action)

    def returns(self) -> list[float]:
        return self.table.rewards() if self.is_terminal() else [0.0] * self.table.setting.seats

    def information_state_string(self, player: int | None = None) -> str:
        """The moves as a seat knows them, and a digest of everything it has seen between them."""
        seat = self._seat_of(player)
        return f"{self._stories[seat]}player {seat} knows {self._traces[seat]}"

    def observation_string(self, player: int | None = None) -> str:
        """The table as a seat sees it, as JSON, with a digest of everything it knows."""
        seat = self._seat_of(player)
        if not self._dealt:
            return f"player {seat} knows nothing: {NOT_DEALT}"
        return f"player {seat} knows {trace('', self._known(seat))} {view(self.table, seat)}"

    def observation_tensor(self, player: int | None = None) -> Any:
        return self.numbers(self._seat_of(player)).tolist()

    def numbers(self, seat: int) -> Any:
        """What a seat knows, as shares; all 0 before the deal."""
        setting = self.table.setting
        return self.table.look(seat)[0] * setting.scale if self._dealt else np.zeros(setting.encoding.size, np.float32)

    def _seat_of(self, player: int | None) -> int:
        """The seat of a player; without one, the seat to act."""
        if player is None:
            player = self.current_player()
        if player < 0:
            raise RuntimeError(f"player >= 0 is expected, not {player}")
        if player >= self.table.setting.seats:
            raise RuntimeError(f"player < {self.table.setting.seats} is expected, not {player}")
        return int(player)

    def resample_from_infostate(self, player: int, sampler: Any = None) -> TownwrightState:
        """A state with the same information for a player, and everything that it cannot know dealt at random.

        The knowledge that the other seats gained on the way is not imagined: for them the game begins here. Its
        `history()` holds the deal alone, because the real one has moves that the player has not seen.
        """
        player = self._seat_of(player)
        twin = TownwrightState(self.get_game())
        twin._seed = str(sampler() if callable(sampler) else secrets.randbits(62))
        if not self._dealt:
            return twin
        twin.apply_action(DEAL)
        setting = self.table.setting
        setting.call.observe(setting.box.bytes, self.table.state, player, twin.table.state)
        setting.call.resample(setting.box.bytes, twin.table.state, chance.generator(twin._seed))
        twin._stories = [self._stories[player]] * setting.seats
        twin._traces = [
            self._traces[player] if seat == player else trace("", twin._known(seat)) for seat in range(setting.seats)
        ]
        return twin

    def __str__(self) -> str:
        if not self._dealt:
            return NOT_DEALT
        return f"state {trace('', self.table.state.tobytes())} {view(self.table, None)}"


def view(table: Table, seat: int | None) -> str:
    """The table as a seat or a spectator sees it, as JSON: a drawing would take a hundred times as long."""
    return msgspec.json.encode(table.match().look(seat)).decode()


def trace(before: str, known: bytes) -> str:
    """A digest of earlier knowledge (itself a digest) and what is known now."""
    return hashlib.blake2b(before.encode() + known, digest_size=12).hexdigest()


class TownwrightObserver:
    """Observations for OpenSpiel's learners: the numbers of docs/encoding.md, by name and in one row.

    With perfect recall there are strings only: what a seat knows now is less than everything it has ever known.
    """

    def __init__(self, setting: Setting, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"an observer of Townwright takes no parameters, not {params}")
        self._setting, self._kind = setting, kind
        self.tensor = None if kind.perfect_recall else np.zeros(setting.encoding.size, np.float32)
        self.dict = {} if self.tensor is None else setting.encoding.fields(self.tensor)

    def set_from(self, state: TownwrightState, player: int) -> None:
        if self.tensor is None:
            raise ValueError("there is no information-state tensor of Townwright; ask for the string")
        self.tensor[:] = state.numbers(state._seat_of(player))

    def string_from(self, state: TownwrightState, player: int) -> str:
        perfect = self._kind.perfect_recall
        return state.information_state_string(player) if perfect else state.observation_string(player)


class IsMcts:
    """OpenSpiel's own information-set Monte-Carlo tree search as a player for the arena and for a table.

    `townwright arena pier-18 --bots townwright.envs.open_spiel:IsMcts,greedy`. It gets what its seat knows, and its
    search begins at a state imagined from that.
    """

    simulations = 60

    def __init__(self, seed: int | str) -> None:
        self._seed, self._decisions = seed, 0

    def choose(self, known: Known, seat: int) -> int:
        from open_spiel.python.algorithms import ismcts, mcts

        if len(known.codes) == 1:
            return known.codes[0]
        self._decisions += 1
        rng = np.random.RandomState(int(chance.generator(f"{self._seed}/{self._decisions}")[0]))
        setting = Setting(known.game.name, known.seats, known.box.options, known.box.own)
        game = TownwrightGame(known.game.name, {"players": known.seats}, setting)
        state = state_of(game, known, f"{self._seed}/{self._decisions}")
        bot = ismcts.ISMCTSBot(
            game,
            mcts.RandomRolloutEvaluator(1, rng),
            uct_c=1.0,
            max_simulations=self.simulations,
            random_state=rng,
            final_policy_type=ismcts.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        )
        # the bot's own resampler has no seed
        bot.set_resampler(lambda at, player: at.resample_from_infostate(player, rng.uniform))
        return int(bot.step(state))


def state_of(game: TownwrightGame, known: Known, seed: str) -> TownwrightState:
    """A state that agrees with everything a seat knows, for a search that begins there."""
    state = game.new_initial_state()
    state.apply_action(DEAL)
    imagined = known.state
    known.game.entry_points.resample(known.box.bytes, imagined, chance.generator(seed))
    state.table.put(imagined)
    for seat in range(known.seats):
        state._traces[seat] = trace("", state._known(seat))
    return state


def register() -> None:
    """Registers all games with OpenSpiel."""
    for name in games.names():
        kind = type(f"Game_{short_name(name)}", (TownwrightGame,), {"__init__": starts(name), "__module__": __name__})
        globals()[kind.__name__] = kind  # where pickle finds it
        pyspiel.register_game(game_type(name), kind)


def starts(name: str) -> Any:
    """A constructor with the arguments that OpenSpiel passes."""

    def start(self: TownwrightGame, params: Any = None) -> None:
        TownwrightGame.__init__(self, name, params)

    return start


register()
