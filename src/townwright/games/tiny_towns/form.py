"""Tiny Towns: the Structs of a view, and how a known state fills them."""

from __future__ import annotations

from typing import Annotated, Any, Literal, cast

import numpy as np
from msgspec import Meta, Struct

from townwright.engine.shapes import CARD, CARDS, GRID, HIDDEN, SEAT, SIGN, SIGN_ROW

from .box import LETTERS, SQUARE_NAMES, TYPE_CODES, Box, Face
from .moves import DECISIONS
from .state import (
    DECK,
    KEEPING,
    MARK,
    OPEN,
    PILE,
    SEATS,
    SHARED,
    SIDE,
    SOLO,
    SQUARES,
    STANDARD,
    TOWN_HALL,
    State,
)

EMPTY = ".."
PHASES = ("keep", "name", "round", "watch")
Small = Annotated[int, Meta(ge=0, le=20)]
Count = Annotated[int, Meta(ge=0, le=9999)]
Seat = Annotated[int, Meta(ge=0, lt=SEATS)]
Resource = Literal["W", "Y", "B", "G", "S"]
Type = Literal["CO", "FD", "WL", "CH", "TV", "TH", "FC"]
Decision = Literal[
    "ready", "keep", "name", "pick", "handle", "swap", "build", "target", "mark", "exchange", "endow", "list", "settle"
]  # fmt: skip


class Before(Struct, forbid_unknown_fields=True, kw_only=True):
    """The last that the others saw of a player who has acted since."""

    town: Annotated[list[str], GRID] = []
    cavern: Small = 0
    watch: Annotated[list[Type], SIGN_ROW] = []


class Player(Struct, forbid_unknown_fields=True, kw_only=True):
    """What lies before one player."""

    # four rows, top first, four squares each: ".." empty, "W" a cube, "CO" a building, "FC(WG)" what lies on it
    town: Annotated[list[str], GRID] = []
    monuments: Annotated[list[str], Meta(max_length=2), CARDS] = []  # the two dealt, later the one kept, if known
    given_back: Annotated[str | None, HIDDEN] = None  # the other one, once one is kept, if known
    cavern: Small | None = None  # cubes put away, if the cavern is in play
    watch: Annotated[list[Type], SIGN_ROW] = []
    # buildings when the monument was built; by default all of the town
    shrine: Annotated[Small | None, HIDDEN] = None
    hammers: Count = 0  # rounds as master builder
    place: Annotated[int, Meta(ge=1, le=SEATS)] | None = None  # in which the town was completed
    decision: Annotated[Decision | None, HIDDEN] = None  # of this player, if known
    holding: Annotated[Resource | None, SIGN] = None  # the cube taken out of a Warehouse
    making: Annotated[str | None, CARD] = None  # the card whose square is to be chosen
    targets: Annotated[list[str], HIDDEN] = []
    spot: Annotated[str | None, HIDDEN] = None
    exchanges: Annotated[int, Meta(ge=0, le=15)] | None = None  # left to the builder of the Architect's Guild
    made: Annotated[list[Type], SIGN_ROW] = []
    due: Annotated[list[Type], SIGN_ROW] = []
    settled: Annotated[list[Type], HIDDEN] = []
    before: Annotated[Before | None, HIDDEN] = None


class View(Struct, forbid_unknown_fields=True, kw_only=True):
    """The table as one observer knows it."""

    players: Annotated[list[Player], Meta(min_length=1, max_length=SEATS)]
    cards: Annotated[list[str], CARDS] = []  # the buildings of this game; by default those chosen or recommended
    phase: Literal["keep", "name", "round", "watch"] = "name"
    pending: Annotated[list[Seat] | None, HIDDEN] = None  # who must act
    over: Annotated[bool, HIDDEN] = False
    rounds: Count | None = None  # finished
    hammer: Annotated[Seat | None, SEAT] = None  # in the standard game; by default the first player who may name
    named: Annotated[Resource | None, SIGN] = None
    open: Annotated[list[Resource], Meta(min_length=OPEN, max_length=OPEN), SIGN_ROW] | None = None  # Solo
    picked: Annotated[Annotated[int, Meta(ge=1, le=OPEN)] | None, HIDDEN] = None
    picks: Annotated[Count | None, HIDDEN] = None  # Solo: rounds finished
    # resource cards face down, top first; null is unknown
    pile: Annotated[list[Resource | None], Meta(max_length=DECK), SIGN_ROW] | None = None
    # Town Hall, in order
    discards: Annotated[list[Resource | None], Meta(max_length=DECK), SIGN_ROW] | None = None
    rank: Annotated[str | None, CARD] = None  # Solo, at the end


def mode_of(box: Box, seats: int) -> int:
    """The mode of a table; `mode` of the rules, for Python."""
    return TOWN_HALL if box.variant == TOWN_HALL else SOLO if seats == 1 else STANDARD


def letter(plus_one: int) -> Any:
    """The letter of a resource that is stored plus one; None for none."""
    return LETTERS[plus_one - 1] if plus_one else None


def types_in(mask: int) -> Any:
    return [TYPE_CODES[t] for t in range(SHARED) if mask >> t & 1]


def squares_in(mask: int) -> list[str]:
    return [SQUARE_NAMES[n] for n in range(SQUARES) if mask >> n & 1]


def show_squares(k: State, p: int, shown: bool = False) -> list[str]:
    """The squares of a town as it is, or as everybody has last seen it."""
    cube, built = (k.shown_cube, k.shown_built) if shown else (k.cube, k.built)
    marks, stores = (k.shown_mark, k.shown_store) if shown else (k.mark, k.store)
    cells = [EMPTY] * SQUARES
    for resource, squares in zip(LETTERS, cube.row(p), strict=True):
        for square in bits(squares):
            cells[square] = resource
    for code, squares in zip(TYPE_CODES, built.row(p), strict=True):
        for square in bits(squares):
            store = stores[p, square]
            on = letter(marks[p, square]) or "".join(x * (store >> 2 * r & 3) for r, x in enumerate(LETTERS))
            cells[square] = f"{code}({on})" if on else code
    return cells


def bits(mask: int) -> list[int]:
    return [n for n in range(SQUARES) if mask >> n & 1]


def show_town(k: State, p: int, shown: bool = False) -> list[str]:
    """A town as four lines of text."""
    squares = show_squares(k, p, shown)
    return [" ".join(squares[SIDE * r : SIDE * (r + 1)]) for r in range(SIDE)]


def show_player(face: Face, k: State, p: int) -> Player:
    town = show_town(k, p)
    before = Before(town=show_town(k, p, True), cavern=k.shown_cavern[p], watch=types_in(k.shown_watch[p]))
    changed = before != Before(town=town, cavern=k.cavern[p], watch=types_in(k.watch[p]))
    dealt = [face.card_id(card - 1) for card in k.dealt.row(p) if card]
    choosing = len(dealt) == 2 and is_choosing(k, p)
    return Player(
        town=town,
        monuments=dealt if choosing else dealt[:1],
        given_back=dealt[1] if len(dealt) == 2 and not choosing else None,
        cavern=k.cavern[p] if face.options.cavern else None,
        watch=types_in(k.watch[p]),
        shrine=k.shrine[p] or None,
        hammers=k.hammers[p],
        place=k.place[p] or None,
        decision=None if k.unseen >> p & 1 else DECISIONS[k.decision[p]],  # type: ignore[arg-type]
        holding=letter(k.holding[p]),
        making=face.card_id(k.making[p] - 1) if k.making[p] else None,
        targets=squares_in(k.targets[p]),
        spot=SQUARE_NAMES[k.spot[p]] if k.decision[p] == MARK else None,
        exchanges=k.left[p] or None,
        made=types_in(k.made[p]),
        due=types_in(k.due[p]),
        settled=types_in(k.settled[p]),
        before=before if changed else None,
    )


def is_choosing(k: State, p: int) -> bool:
    """Whether a player still has to choose between two monuments."""
    return k.phase == KEEPING and bool(k.pending >> p & 1)


def show(face: Face, box: Box, k: State) -> View:
    """The view of a known state."""
    how = mode_of(box, k.seats)
    deck = [letter(k.deck[n]) for n in range(DECK)]
    top = k.drawn % PILE
    piles = {SOLO: deck[top:PILE] + deck[:top], TOWN_HALL: deck[k.drawn :], STANDARD: None}
    return View(
        players=[show_player(face, k, p) for p in range(k.seats)],
        cards=[face.card_id(k.card[t] - 1) for t in range(SHARED)],
        phase=PHASES[k.phase],  # type: ignore[arg-type]
        pending=[p for p in range(k.seats) if k.pending >> p & 1],
        over=bool(k.over),
        rounds=k.rounds,
        hammer=k.hammer if how == STANDARD else None,
        named=letter(k.named),
        open=[letter(k.open[n]) for n in range(OPEN)] if how == SOLO else None,
        picked=k.picked or None,
        picks=k.drawn if how == SOLO else None,
        pile=piles[how],
        discards=deck[: k.drawn] if how == TOWN_HALL else None,
        rank=face.rank(total(box, k)) if k.over and how == SOLO else None,
    )


def total(box: Box, k: State) -> int:
    """The points of the only player, counted by the compiled rules."""
    from . import GAME  # imported late, because the declaration imports this module

    lines = np.zeros(GAME.width, np.int32)
    GAME.entry_points.score(cast("Any", box).bytes, cast("Any", k).bytes, lines)
    return int(lines[: len(GAME.lines)].sum())
