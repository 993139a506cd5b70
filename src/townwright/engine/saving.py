"""Saving: a game as a record (seed and moves) or as a position, read back into a match."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

FORMAT = 1  # of records and positions

Seed = int | str
Code = Annotated[int, msgspec.Meta(ge=0)]
Seat = Annotated[int, msgspec.Meta(ge=0, le=15)]


class Deal(msgspec.Struct, kw_only=True):
    """How a deal was made: the secret behind the published commitment, and the entropy that each seat added.

    Every seat commits to its entropy before any seat reveals its own. Records of earlier versions have no commitments
    of seats, and no entropy of bots.
    """

    commitment: str  # SHA-256 of the secret, in hex
    commitments: list[str | None] = []  # by seat: SHA-256 of its entropy as text
    entropy: list[str | None]  # by seat
    secret: str | None = None  # 64 hex digits, once the game is over

    @property
    def seed(self) -> str:
        return ":".join([self.secret or "", *(part or "" for part in self.entropy)])


class RecordFile(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A game from its first to its last move: enough to play it again."""

    townwright: int = FORMAT
    game: str
    rules: int
    seats: int
    seed: Seed
    options: dict[str, Any] = {}
    box: dict[str, Any] | None = None  # the contents of a box that is not the game's own
    moves: list[tuple[Seat, Code]] = []
    deal: Deal | None = None  # in a game on a server: what its seed was made from


class PositionFile(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A whole position: everything on the table, and the generator."""

    townwright: int = FORMAT
    game: str
    rules: int | None = None
    options: dict[str, Any] = {}
    box: dict[str, Any] | None = None
    ply: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] = 0
    revealed: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] = 0
    generator: dict[str, Any] | None = None  # the dealing generator, to continue with the same cards
    position: Any
