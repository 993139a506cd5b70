"""Many games of one table, game after game from one seed. Game n is the same whoever plays it, and when."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
import numpy as np
from msgspec import Struct

from townwright import bots
from townwright.engine import chance
from townwright.engine.errors import BadCall
from townwright.engine.fields import blank
from townwright.engine.game import Game
from townwright.engine.loading import new_match
from townwright.engine.opened import OpenBox
from townwright.engine.sheets import scores
from townwright.games import load

from .chunks import Chunk, Log
from .things import Things
from .workers import Here

CHUNK = 1000  # games per call into compiled code


class Outcome(Struct, frozen=True):
    """One simulated game. `tw.new(game, seats, seed=seed)` deals it again."""

    seed: str
    moves: int
    totals: list[int]
    lines: list[list[int]]  # of every seat: the lines of the sheet, then the tie-breaks
    winners: list[int]


class Setup(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is played. Every game follows from this."""

    game: str
    version: int  # of the rules
    players: list[str]
    seed: int | str
    options: dict[str, Any] = {}
    box: dict[str, Any] | None = None  # the contents of a box that is not the game's own


class Wish(Struct, frozen=True):
    """What a chunk records besides results: things offered and taken, the moves, the options of every decision."""

    things: bool = False
    moves: bool = False
    options: bool = False


RESULTS = Wish()


class Simulation:
    """Many games of one table: `for outcome in Simulation("copenhagen", ["greedy", "random"], games=1000)`."""

    def __init__(
        self,
        game: str,
        players: Sequence[str],
        games: int,
        seed: int | str = 0,
        options: Mapping[str, Any] | None = None,
        box: Mapping[str, Any] | str | None = None,
        jobs: int = 1,
    ) -> None:
        self.game: Game = load(game)
        self.players = [bots.check_budget(name) for name in players]
        self.seats = self.game.check_seats(len(self.players))
        if games < 1:
            raise BadCall(f"a simulation has at least 1 game, not {games}")
        self.games, self.seed, self.workers = games, seed, Here(jobs)
        self.compiled = all(name in bots.COMPILED for name in self.players)
        self.chunk = CHUNK if self.compiled else 1
        self._room = (0.0, 0.0)  # space for decisions and options of a game; the first chunk measures it
        chance.deal_key(seed)
        self.box: OpenBox = self.game.open_box(options, box)
        self.setup = Setup(
            game=self.game.name,
            version=self.game.version,
            players=self.players,
            seed=seed,
            options=self.box.options,
            box=self.box.own,
        )

    @functools.cached_property
    def things(self) -> Things:
        """The printed things that moves of this table take."""
        return Things(self.box, self.seats)

    def warm(self) -> None:
        """Loads what the games need, before threads start."""
        for name in ("contest",) if self.compiled else ("search", "greedy", "gets"):
            getattr(self.game.entry_points, name)

    def __iter__(self) -> Iterator[Outcome]:
        """The outcomes in order, as they are played."""
        self.warm()
        pieces = ((start, min(start + self.chunk, self.games)) for start in range(0, self.games, self.chunk))
        for chunk in self.workers.results(lambda piece: self.play(*piece), pieces):
            yield from self.outcomes(chunk)

    def outcomes(self, chunk: Chunk) -> Iterator[Outcome]:
        """The games of a chunk one by one."""
        for n in range(len(chunk)):
            winners = np.flatnonzero(chunk.winners[n]).tolist()
            lines, totals = chunk.lines[n].tolist(), chunk.totals[n].tolist()
            yield Outcome(self.seed_of(chunk.start + n), int(chunk.moves[n]), totals, lines, winners)

    def seed_of(self, number: int) -> str:
        """The seed of a game."""
        return f"{self.seed}/{number}"

    def play(self, start: int, stop: int, wish: Wish = RESULTS) -> Chunk:
        """The games `start` to `stop - 1`."""
        return self._contest(start, stop, wish) if self.compiled else self._think(start, stop, wish)

    def _contest(self, start: int, stop: int, wish: Wish) -> Chunk:
        """Games between compiled bots, without the GIL."""
        game, count, seats = self.game, stop - start, self.seats
        keys = np.stack([chance.deal_key(self.seed_of(n)) for n in range(start, stop)])
        players = np.array([bots.COMPILED.index(name) for name in self.players], np.int32)
        scores, moves = np.zeros((count, seats * game.width), np.int32), np.zeros(count, np.int32)
        things, first = len(self.things) if wish.things else 0, self.things.first if wish.things else 0
        named = self.things.named if wish.things else np.zeros((0, 0), np.int32)
        rows = 1 + int(count * self._room[0]) if wish.moves else 0
        listed = int(count * self._room[1]) if wish.options else 0
        while True:
            offered, taken = np.zeros((2, count, seats * things), np.uint8)
            log, options, sizes = np.zeros((rows, 3), np.int32), np.zeros(listed, np.int32), np.zeros(2, np.int32)
            game.entry_points.contest(
                self.box.bytes,
                seats,
                keys,
                players,
                *(blank(game.state_layout) for _ in range(4)),
                np.zeros(4, np.int64),
                np.zeros(game.moves.size, np.int32),
                np.zeros(seats),
                scores,
                moves,
                named,
                first,
                np.zeros(things, np.int32),
                offered,
                taken,
                log,
                options,
                sizes,
            )
            short = sizes[0] > rows or (wish.options and sizes[1] > listed)
            if not wish.moves or not short:
                break
            self._room = (1.2 * sizes[0] / count, 1.2 * sizes[1] / count)
            rows, listed = int(sizes[0]), int(sizes[1]) if wish.options else 0
        chunk = Chunk(start, moves, scores.reshape(count, seats, game.width), len(game.lines))
        if wish.things:
            chunk.offered, chunk.taken = (one.reshape(count, seats, things) for one in (offered, taken))
        if wish.moves:
            chunk.log = Log(log[: sizes[0]], options[: sizes[1]])
        return chunk

    def _think(self, start: int, stop: int, wish: Wish) -> Chunk:
        """Games in which at least one bot searches."""
        count, seats, things = stop - start, self.seats, len(self.things) if wish.things else 0
        moves, lines = np.zeros(count, np.int32), np.zeros((count, seats, self.game.width), np.int32)
        offered, taken = np.zeros((2, count, seats, things), np.uint8)
        log: list[tuple[int, int, int]] = []
        options: list[int] = []
        for n in range(count):
            seed = self.seed_of(start + n)
            players = [bots.make(name, f"{seed}/{seat}") for seat, name in enumerate(self.players)]
            match = new_match(self.game, seats, seed, opened=self.box)
            while not match.over:
                seat = match.pending[0]
                codes = match.codes(seat)
                code = players[seat].choose(match.known(seat), seat)
                if wish.things:
                    state = np.frombuffer(bytearray(match.state), np.uint8)
                    seen = [self.things.of(self.box, state, seat, one) for one in codes]
                    for thing in set().union(*seen):
                        offered[n, seat, thing] = min(255, offered[n, seat, thing] + 1)
                    for thing in self.things.of(self.box, state, seat, code):
                        taken[n, seat, thing] = min(255, taken[n, seat, thing] + 1)
                log.append((seat, code, len(codes)))
                options += codes if wish.options else ()
                match.play(seat, code)
            moves[n] = match.ply
            lines[n] = scores(self.box, np.frombuffer(bytearray(match.state), np.uint8), seats)
        chunk = Chunk(start, moves, lines, len(self.game.lines))
        if wish.things:
            chunk.offered, chunk.taken = offered, taken
        if wish.moves:
            chunk.log = Log(np.array(log, np.int32).reshape(-1, 3), np.array(options, np.int32))
        return chunk


@functools.lru_cache(4)
def opened(setup: bytes) -> Simulation:
    """The simulation of an encoded set-up, made once per process."""
    wanted = msgspec.json.decode(setup, type=Setup)
    run = Simulation(wanted.game, wanted.players, 1, wanted.seed, wanted.options, wanted.box)
    run.warm()
    return run
