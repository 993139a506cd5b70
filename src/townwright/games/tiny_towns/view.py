"""Tiny Towns: a known state as JSON for a person, the same form as a position."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from townwright.engine.texts import Texts

from .box import LETTERS, SQUARE_NAMES, TYPE_CODES, Face
from .moves import DECISIONS, named
from .sheet import total
from .state import (
    DECK,
    KEEPING,
    MARK,
    NAMING,
    NONE,
    OPEN,
    PILE,
    RESOURCES,
    ROUND,
    SEATS,
    SETTLE,
    SHARED,
    SIDE,
    SOLO,
    SQUARES,
    STANDARD,
    TOWN_HALL,
    TYPES,
    WATCHING,
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
    """What the others have seen last of a player who has acted since."""

    town: list[str] = []
    cavern: Small = 0
    watch: list[Type] = []


class Player(Struct, forbid_unknown_fields=True, kw_only=True):
    """What one player has before him."""

    # four rows, top first, four squares each: ".." empty, "W" a cube, "CO" a building, "FC(WG)" what lies on it
    town: list[str] = []
    monuments: Annotated[list[str], Meta(max_length=2)] = []  # the one kept first, as far as known
    cavern: Small = 0
    watch: list[Type] = []
    shrine: Small | None = None  # buildings when the monument was built; all of the town if not given
    hammers: Count = 0  # rounds as master builder
    place: Annotated[int, Meta(ge=1, le=SEATS)] | None = None  # in which the town was completed
    decision: Decision | None = None  # what is asked, if known
    holding: Resource | None = None
    making: str | None = None
    targets: list[str] = []
    spot: str | None = None
    exchanges: Annotated[int, Meta(ge=0, le=15)] = 0
    made: list[Type] = []
    due: list[Type] = []
    settled: list[Type] = []
    before: Before | None = None


class View(Struct, forbid_unknown_fields=True, kw_only=True):
    """The table as one observer knows it."""

    players: Annotated[list[Player], Meta(min_length=1, max_length=SEATS)]
    cards: list[str] = []  # the buildings of this game; by default those chosen or recommended
    phase: Literal["keep", "name", "round", "watch"] = "name"
    pending: list[Seat] | None = None  # who must act
    over: bool = False
    rounds: Count | None = None  # finished
    hammer: Seat = 0
    named: Resource | None = None
    open: Annotated[list[Resource], Meta(min_length=OPEN, max_length=OPEN)] | None = None  # Solo
    picked: Annotated[int, Meta(ge=1, le=OPEN)] | None = None
    picks: Count | None = None  # Solo: rounds finished
    pile: Annotated[list[Resource | None], Meta(max_length=DECK)] | None = None  # top first; null is unknown
    discards: Annotated[list[Resource | None], Meta(max_length=DECK)] | None = None  # Town Hall, in order
    rank: str | None = None  # Solo, at the end
    patterns: dict[str, list[str]] = {}  # of the cards in play and the monuments known, as printed


def mode_of(box: Any, seats: int) -> int:
    """How a table plays; the rules' `mode` for Python."""
    return TOWN_HALL if box.variant == TOWN_HALL else SOLO if seats == 1 else STANDARD


def letter(plus_one: int) -> Any:
    """A resource kept plus one as a letter, None for none."""
    return LETTERS[plus_one - 1] if plus_one else None


def types_in(mask: int) -> Any:
    return [TYPE_CODES[t] for t in range(SHARED) if mask >> t & 1]


def squares_in(mask: int) -> list[str]:
    return [SQUARE_NAMES[n] for n in range(SQUARES) if mask >> n & 1]


def show_square(k: Any, fields: str, p: int, square: int) -> str:
    """One square of a town; `fields` is "" or "shown_"."""
    cube, built = getattr(k, fields + "cube"), getattr(k, fields + "built")
    for r in range(RESOURCES):
        if cube[p, r] >> square & 1:
            return LETTERS[r]
    for t in range(TYPES):
        if built[p, t] >> square & 1:
            mark, store = getattr(k, fields + "mark")[p, square], getattr(k, fields + "store")[p, square]
            on = letter(mark) or "".join(LETTERS[r] * (store >> 2 * r & 3) for r in range(RESOURCES))
            return TYPE_CODES[t] + (f"({on})" if on else "")
    return EMPTY


def show_town(k: Any, fields: str, p: int) -> list[str]:
    """A town as four lines of text."""
    rows = [range(SIDE * r, SIDE * (r + 1)) for r in range(SIDE)]
    return [" ".join(show_square(k, fields, p, square) for square in row) for row in rows]


def show_player(face: Face, k: Any, p: int) -> Player:
    town = show_town(k, "", p)
    before = Before(town=show_town(k, "shown_", p), cavern=k.shown_cavern[p], watch=types_in(k.shown_watch[p]))
    changed = before != Before(town=town, cavern=k.cavern[p], watch=types_in(k.watch[p]))
    return Player(
        town=town,
        monuments=[face.card_id(k.dealt[p, n] - 1) for n in range(2) if k.dealt[p, n]],
        cavern=k.cavern[p],
        watch=types_in(k.watch[p]),
        shrine=k.shrine[p] or None,
        hammers=k.hammers[p],
        place=k.place[p] or None,
        decision=None if k.unseen >> p & 1 else DECISIONS[k.decision[p]],  # type: ignore[arg-type]
        holding=letter(k.holding[p]),
        making=face.card_id(k.making[p] - 1) if k.making[p] else None,
        targets=squares_in(k.targets[p]),
        spot=SQUARE_NAMES[k.spot[p]] if k.decision[p] == MARK else None,
        exchanges=k.left[p],
        made=types_in(k.made[p]),
        due=types_in(k.due[p]),
        settled=types_in(k.settled[p]),
        before=before if changed else None,
    )


def show(face: Face, box: Any, k: Any) -> View:
    """The view of a known state."""
    how = mode_of(box, k.seats)
    deck = [letter(k.deck[n]) for n in range(DECK)]
    top = k.drawn % PILE
    piles = {SOLO: deck[top:PILE] + deck[:top], TOWN_HALL: deck[k.drawn :], STANDARD: None}
    players = [show_player(face, k, p) for p in range(k.seats)]
    cards = [face.card_id(k.card[t] - 1) for t in range(SHARED)]
    return View(
        players=players,
        cards=cards,
        phase=PHASES[k.phase],  # type: ignore[arg-type]
        pending=[p for p in range(k.seats) if k.pending >> p & 1],
        over=bool(k.over),
        rounds=k.rounds,
        hammer=k.hammer,
        named=letter(k.named),
        open=[letter(k.open[n]) for n in range(OPEN)] if how == SOLO else None,
        picked=k.picked or None,
        picks=k.drawn if how == SOLO else None,
        pile=piles[how],
        discards=deck[: k.drawn] if how == TOWN_HALL else None,
        rank=face.rank(total(box, k, 0)) if k.over and how == SOLO else None,
        patterns={name: face.patterns[name] for name in cards + [m for player in players for m in player.monuments]},
    )


def whole(k: Any) -> bool:
    """Whether nothing is unknown."""
    return not k.unseen


def verdict(face: Face, box: Any, s: Any, texts: Texts) -> str | None:
    """The rank reached in Solo (1.10)."""
    reached = show(face, box, s).rank
    return None if reached is None else texts("table.reached", rank=named(texts, "rank", reached))


def asks(k: Any, seat: int) -> str:
    """What is asked of a seat; of the others an observer sees no more than the phase, and what the Watch brings."""
    if k.decision[seat] not in (NONE, SETTLE):
        return DECISIONS[k.decision[seat]]
    due = types_in(k.due[seat] & ~k.settled[seat])
    settle = f"settle_{due[0]}" if len(due) == 1 else "settle"
    naming = "pick" if k.open[0] else "name"
    return {KEEPING: "keep", NAMING: naming, ROUND: "round", WATCHING: settle}[k.phase]
