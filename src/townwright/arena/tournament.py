"""The arena: bots against each other on the same deals, in every seat.

A tournament is a list of games that follows from its plan. Every finished game is a line of its file, so a tournament
can be stopped and resumed. The results do not depend on the order in which games end.
"""

from __future__ import annotations

import contextlib
import functools
import itertools
import math
import operator
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from townwright import bots
from townwright.bots.levels import LevelBot
from townwright.engine import chance
from townwright.engine.errors import BadCall, TownwrightError
from townwright.games import load

from .kept_lines import KeptLines
from .outside import FAILURES, cause, outside_bot
from .programs import Host, check_program
from .tables import play_table
from .workers import Here, Workers

Z = 1.96  # of a 95 % interval


class Plan(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is played. Every game follows from this."""

    game: str
    version: int  # of the rules
    bots: list[str]
    seats: int
    seed: str
    cpu: bool  # bots think by the CPU's time, not by the time that passes
    options: dict[str, Any] = {}
    programs: dict[str, str] = {}  # the commands that start programs, by the name of the bot

    def line_ups(self) -> list[tuple[int, ...]]:
        """Who sits where, as numbers of bots: every bot takes every seat equally often.

        With fewer bots than seats, the first bot meets the others, which fill the table in turn.
        """
        if self.seats == 1:
            return [(n,) for n in range(len(self.bots))]
        if len(self.bots) < self.seats:
            others = itertools.islice(itertools.cycle(range(1, len(self.bots))), self.seats - 1)
            tables: Iterator[tuple[int, ...]] = iter([(0, *others)])
        else:
            tables = itertools.combinations(range(len(self.bots)), self.seats)
        return [table[-turn:] + table[:-turn] for table in tables for turn in range(self.seats)]

    def __post_init__(self) -> None:
        if len(set(self.bots)) != len(self.bots) or (self.seats > 1 and len(self.bots) < 2):
            raise BadCall("an arena needs two or more different bots, or one and a game for one player")


class Played(Struct, frozen=True):
    """One game of a tournament."""

    number: int
    seed: str
    line_up: list[str]
    points: list[int]
    places: list[int]
    moves: int
    seconds: list[float]  # CPU seconds that each seat has thought; 0 for a program, whose time is not measured


class Standing(Struct, frozen=True):
    """The results of a bot."""

    bot: str
    games: int
    wins: float  # share; a tie counts in parts
    low: float  # the 95 % interval of the share
    high: float
    fair: float  # the share if all were equally strong
    points: float  # mean
    points_error: float  # 95 %: plus or minus
    rating: float  # OpenSkill
    uncertainty: float
    decision: float  # CPU seconds a move


class Tournament:
    """`for played in Tournament(plan, games, Path("results.jsonl")): ...`"""

    def __init__(
        self, plan: Plan, games: int, file: Path | None = None, jobs: int = 1, workers: Workers | None = None
    ) -> None:
        self.plan, self.workers = plan, workers or Here(jobs)
        if plan.programs and workers is not None:
            raise BadCall("programs play on this machine, not on a cluster")
        self.game = load(plan.game)
        self.game.check_seats(plan.seats)
        self.box = self.game.open_box(plan.options)
        chance.deal_key(plan.seed)
        for name in plan.bots:
            self._make(name, 0)
        self._host: Host | None = None
        self._line_ups = plan.line_ups()
        self.games = -(-games // len(self._line_ups)) * len(self._line_ups)  # whole rounds of mirrored deals
        self._stopped = False
        self._thinking: set[Timed] = set()  # bots of the games under way
        self._kept = None if file is None else KeptLines(file, plan, Played, "tournament")
        self.played = {} if self._kept is None else {game.number: game for game in self._kept.found}

    def __iter__(self) -> Iterator[Played]:
        """Plays the games that are missing; yields each when it ends."""
        missing = [number for number in range(self.games) if number not in self.played]
        if not isinstance(self.workers, Here):
            plan = msgspec.json.encode(self.plan)
            for game in self.workers.results(Turn.do, (Turn(plan, number) for number in missing), in_order=False):
                yield self._note(game)
            return
        for name in ("search", "greedy"):  # loaded before the threads start
            getattr(self.game.entry_points, name)
        with contextlib.ExitStack() as stack:
            if self.plan.programs:
                self._host = stack.enter_context(Host())
            self.workers.stop = self._stop
            results = stack.enter_context(contextlib.closing(self.workers.results(self.play, missing, in_order=False)))
            for game in results:
                yield self._note(game)

    def _stop(self) -> None:
        """Ends the running games: every bot stops thinking."""
        self._stopped = True
        for bot in list(self._thinking):
            bot.stop()

    def _note(self, game: Played) -> Played:
        """Keeps a finished game, also in the file."""
        self.played[game.number] = game
        if self._kept is not None:
            self._kept.add(game)
        return game

    def play(self, number: int) -> Played:
        """One game. The games of one deal differ only in who sits where."""
        deal, turn = divmod(number, len(self._line_ups))
        seed = f"{self.plan.seed}/{deal}"
        names = [self.plan.bots[n] for n in self._line_ups[turn]]
        players = [self._make(name, f"{seed}/{name}/{n}") for n, name in enumerate(names)]
        timed = [
            bot if isinstance(bot, str) else Timed(name, bot, self) for name, bot in zip(names, players, strict=True)
        ]
        if self._host is None:
            match = play_table(self.box, seed, [bot for bot in timed if not isinstance(bot, str)])
        else:
            match = self._host.play(self.game.name, self.plan.options, timed)
        sheets = match.sheet()
        return Played(
            number,
            seed,
            names,
            [sheet.total for sheet in sheets],
            [sheet.rank for sheet in sheets],
            match.ply,
            [0.0 if isinstance(bot, str) else round(bot.seconds, 3) for bot in timed],
        )

    def _make(self, name: str, seed: int | str) -> bots.Bot | str:
        """A bot of ours, one from outside, or the command of a program."""
        if name in self.plan.programs:
            return check_program(name, self.plan.programs[name])
        return bots.make(name, seed, self.plan.cpu) if bots.ours(name) else outside_bot(name, seed)

    def standings(self) -> list[Standing]:
        """The results of every bot, the best first."""
        games = [self.played[number] for number in sorted(self.played)]
        ratings = rate(self.plan.bots, games)
        standings = []
        for bot in self.plan.bots:
            mine = [(game, seat) for game in games for seat, name in enumerate(game.line_up) if name == bot]
            if not mine:
                continue
            wins = sum((game.places[seat] == 1) / game.places.count(1) for game, seat in mine)
            points = [game.points[seat] for game, seat in mine]
            mean = sum(points) / len(points)
            spread = math.sqrt(sum((n - mean) ** 2 for n in points) / max(1, len(points) - 1))
            low, high = interval(wins, len(mine))
            turns = sum(game.moves / len(game.line_up) for game, _ in mine)
            standings.append(
                Standing(
                    bot=bot,
                    games=len(mine),
                    wins=wins / len(mine),
                    low=low,
                    high=high,
                    fair=1 / self.plan.seats,
                    points=mean,
                    points_error=Z * spread / math.sqrt(len(points)),
                    rating=ratings[bot][0],
                    uncertainty=ratings[bot][1],
                    decision=sum(game.seconds[seat] for game, seat in mine) / max(1.0, turns),
                )
            )
        return sorted(standings, key=lambda standing: (standing.wins, standing.points), reverse=True)


class Turn(Struct, frozen=True):
    """One game of a tournament, for a worker anywhere."""

    plan: bytes
    number: int

    def do(self) -> Played:
        return tournament(self.plan).play(self.number)


@functools.lru_cache(4)
def tournament(plan: bytes) -> Tournament:
    """The tournament of an encoded plan, made once per process."""
    return Tournament(msgspec.json.decode(plan, type=Plan), 1)


class Timed:
    """A bot whose thinking time is measured and whose moves are checked."""

    def __init__(self, name: str, bot: bots.Bot, tournament: Tournament) -> None:
        self._name, self._bot, self._tournament, self.seconds = name, bot, tournament, 0.0

    def choose(self, known: Any, seat: int) -> int:
        legal, start = list(known.codes), time.thread_time()  # a copy: a bot from outside may change its own
        self._tournament._thinking.add(self)
        try:
            if self._tournament._stopped:
                raise TownwrightError("the tournament was stopped")
            choice: Any = self._bot.choose(known, seat)
        except FAILURES as problem:
            if bots.ours(self._name) or self._tournament._stopped:
                raise
            raise TownwrightError(f"the bot {self._name!r} failed: {cause(problem)}") from problem
        finally:
            self._tournament._thinking.discard(self)
        self.seconds += time.thread_time() - start
        with contextlib.suppress(TypeError):  # numbers of NumPy will do
            if (code := operator.index(choice)) in legal:
                return code
        played = repr(choice) if len(repr(choice)) <= 60 else f"a {type(choice).__name__}"
        refused = f"the bot {self._name!r} played {played}, which is not a legal move of seat {seat}"
        raise TownwrightError(f"{refused}; expected one of known.codes")

    def stop(self) -> None:
        """Ends the running search, from another thread."""
        if isinstance(self._bot, LevelBot):
            self._bot.stop()


def interval(wins: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share."""
    share = wins / games
    middle = (share + Z * Z / (2 * games)) / (1 + Z * Z / games)
    reach = Z * math.sqrt(share * (1 - share) / games + Z * Z / (4 * games * games)) / (1 + Z * Z / games)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def rate(names: Sequence[str], games: Sequence[Played]) -> dict[str, tuple[float, float]]:
    """OpenSkill ratings (Plackett-Luce) after all games: mean and uncertainty."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings = {name: model.rating(name=name) for name in names}
    for game in games:
        if len(set(game.line_up)) < 2:
            continue
        seats = {name: seat for seat, name in reversed(list(enumerate(game.line_up)))}  # a bot's first seat
        teams = [[ratings[name]] for name in seats]
        after = model.rate(teams, ranks=[float(game.places[seat]) for seat in seats.values()])
        for name, [rating] in zip(seats, after, strict=True):
            ratings[name] = rating
    return {name: (rating.mu, rating.sigma) for name, rating in ratings.items()}
