"""Tiny Towns: a known state as JSON for a person, the same form as a position."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from townwright.engine.errors import BadPosition
from townwright.engine.texts import Texts

from .box import BUILDINGS, LETTERS, SQUARE_NAMES, TYPE_CODES, Face
from .moves import DECISIONS, named
from .sheet import total
from .state import (
    BUILD,
    CO,
    DECK,
    ENDOW,
    EXCHANGE,
    FC,
    HANDLE,
    KEEP,
    KEEPING,
    LIST,
    MARK,
    MO,
    NAME,
    NAMING,
    NONE,
    OPEN,
    PICK,
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
    SWAP,
    TARGET,
    TOWN_HALL,
    TYPES,
    UNKNOWN,
    WATCHING,
)

EMPTY = ".."
MARK_ON = re.compile(r"^([A-Z]{2})(?:\(([A-Z]*)\))?$")
PHASES = ("keep", "name", "round", "watch")
PHASE_DECISIONS = {
    KEEPING: (KEEP,),
    NAMING: (NAME, PICK),
    ROUND: (HANDLE, SWAP, BUILD, TARGET, MARK, EXCHANGE, ENDOW, LIST),
    WATCHING: (BUILD, TARGET, MARK, EXCHANGE, ENDOW, LIST, SETTLE),
}
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


# --- showing -------------------------------------------------------------------------------------


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
    """What is asked of a seat; of the others an observer sees no more than the phase."""
    if k.decision[seat] != NONE:
        return DECISIONS[k.decision[seat]]
    naming = "pick" if k.open[0] else "name"
    return {KEEPING: "keep", NAMING: naming, ROUND: "round", WATCHING: "settle"}[k.phase]


# --- reading -------------------------------------------------------------------------------------


def read(face: Face, box: Any, view: View, s: Any) -> None:
    """A view as a known state; what the view leaves out is as at the start, or dealt at random."""
    s.seats = seats = len(view.players)
    how = mode_of(box, seats)
    if box.variant == SOLO and seats > 1:
        raise BadPosition("field 'players': expected one player in the solo variant")
    if view.hammer >= seats:
        raise BadPosition(f"field 'hammer': expected a seat from 0 to {seats - 1}, got {view.hammer}")
    s.phase, s.hammer, s.over = PHASES.index(view.phase), view.hammer, view.over
    s.named = LETTERS.index(view.named) + 1 if view.named else 0
    read_cards(face, box, view, s)
    for p, player in enumerate(view.players):
        read_player(face, box, player, s, p)
    owned = [s.dealt[p, n] for p in range(seats) for n in range(2) if s.dealt[p, n]]
    if len(set(owned)) != len(owned):
        raise BadPosition("field 'monuments': expected each monument once")
    read_rounds(view, s, how)
    if how == TOWN_HALL:
        read_town_hall(box, view, s)
    elif how == SOLO:
        read_solo(view, s)
    elif view.pile or view.discards or view.open or view.picked or view.picks:
        raise BadPosition("fields 'pile', 'discards', 'open', 'picked' and 'picks' belong to Town Hall and Solo")
    if how != STANDARD and not all(s.deck[n] for n in range(DECK if how == TOWN_HALL else PILE)):
        s.unseen = s.unseen | UNKNOWN
    if view.over:
        s.unseen = s.unseen & UNKNOWN


def read_cards(face: Face, box: Any, view: View, s: Any) -> None:
    """The buildings in play: those given, else those the table chose, else the recommended ones."""
    for t in range(SHARED):
        s.card[t] = box.chosen[t] or face.recommended[t]
    given: set[int] = set()
    for n, name in enumerate(view.cards, 1):
        if name not in face.buildings:
            raise BadPosition(f"field 'cards', row {n}: expected a building such as 'farm', got {name!r}")
        card = face.buildings.index(name)
        if face.types[card] in given:
            raise BadPosition(f"field 'cards', row {n}: expected one card of type {TYPE_CODES[face.types[card]]}")
        given.add(face.types[card])
        s.card[face.types[card]] = card + 1


def read_rounds(view: View, s: Any, how: int) -> None:
    """Who must act, and in which round."""
    seats = s.seats
    free = how == TOWN_HALL and s.phase in (ROUND, WATCHING) and not view.named
    s.rounds = view.rounds if view.rounds is not None else 2 if free else 0
    active = [p for p in range(seats) if not s.place[p]]
    if view.over:
        if active or view.pending:
            raise BadPosition("field 'over': expected true only when every town has its place and nobody must act")
        return
    if not active:
        raise BadPosition("field 'over': expected true when every town has its place")
    if s.phase == NAMING and how == TOWN_HALL:
        raise BadPosition("field 'phase': expected 'keep', 'round' or 'watch' in Town Hall")
    if s.phase == NAMING and view.named:
        raise BadPosition("field 'named': expected none while a resource is about to be named")
    if s.phase in (ROUND, WATCHING) and not view.named and not free:
        raise BadPosition("field 'named': expected the resource of this round")
    if s.phase in (ROUND, WATCHING) and how == TOWN_HALL and free != (s.rounds % 3 == 2):
        raise BadPosition("field 'named': expected none exactly in every third round of Town Hall")
    defaults = {
        KEEPING: list(range(seats)),
        NAMING: [view.hammer],
        ROUND: active,
        WATCHING: [p for p in active if s.due[p]],
    }
    pending = sorted(set(defaults[s.phase] if view.pending is None else view.pending))
    if not pending or not set(pending) <= set(defaults[s.phase]) or not set(pending) <= set(active):
        raise BadPosition(f"field 'pending': expected seats among {defaults[s.phase]}, got {pending}")
    s.pending = sum(1 << p for p in pending)
    for p in range(seats):
        asked, decision = p in pending, s.decision[p]
        if s.unseen >> p & 1:
            continue
        if asked != (decision != NONE) or (asked and decision not in PHASE_DECISIONS[s.phase]):
            raise BadPosition(f"player {p}, field 'decision': does not fit the phase {view.phase!r} and who must act")
        if decision in (NAME, PICK) and (decision == PICK) != (how == SOLO):
            raise BadPosition(f"player {p}, field 'decision': expected 'pick' in Solo and 'name' otherwise")


def read_player(face: Face, box: Any, player: Player, s: Any, p: int) -> None:
    where = f"player {p}"
    read_town(face, player.town, s, "", p, f"{where}, field 'town'")
    s.cavern[p], s.watch[p] = player.cavern, mask_of(player.watch)
    before = player.before or Before(town=player.town, cavern=player.cavern, watch=player.watch)
    read_town(face, before.town, s, "shown_", p, f"{where}, field 'before.town'")
    s.shown_cavern[p], s.shown_watch[p] = before.cavern, mask_of(before.watch)
    s.hammers[p], s.place[p] = player.hammers, player.place or 0
    if player.monuments and not box.monuments:
        raise BadPosition(f"{where}, field 'monuments': expected none when the table plays without monuments")
    for n, name in enumerate(player.monuments):
        if name not in face.monuments:
            raise BadPosition(
                f"{where}, field 'monuments', row {n + 1}: expected a monument such as 'statue', got {name!r}"
            )
        s.dealt[p, n] = BUILDINGS + face.monuments.index(name) + 1
    if (s.built[p, MO] or s.shown_built[p, MO]) and not s.dealt[p, 0]:
        raise BadPosition(f"{where}, field 'monuments': expected the monument that stands in the town")
    if box.monuments and len(player.monuments) < 2:
        s.unseen = s.unseen | UNKNOWN
    buildings = sum(bin(s.built[p, t]).count("1") for t in range(TYPES))
    s.shrine[p] = player.shrine if player.shrine is not None else buildings if s.built[p, MO] else 0
    if player.decision is None:
        s.unseen = s.unseen | 1 << p
        if any(
            (player.holding, player.making, player.targets, player.spot, player.exchanges, player.made, player.settled)
        ):
            raise BadPosition(f"{where}, field 'decision': expected, because what it is about is given")
        s.due[p] = mask_of(player.due)
        check_due(s, p, where)
        return
    s.decision[p] = next(number for number, name in DECISIONS.items() if name == player.decision)
    read_decision(face, box, player, s, p, where)


def read_decision(face: Face, box: Any, player: Player, s: Any, p: int, where: str) -> None:
    """What a player is in the middle of."""
    decision = s.decision[p]
    s.holding[p] = LETTERS.index(player.holding) + 1 if player.holding else 0
    s.targets[p] = read_squares(player.targets, f"{where}, field 'targets'")
    s.left[p], s.made[p] = player.exchanges, mask_of(player.made)
    s.due[p], s.settled[p] = mask_of(player.due), mask_of(player.settled)
    free = sum(1 << n for n in range(SQUARES) if show_square(s, "", p, n) == EMPTY)
    if (decision == SWAP) != bool(player.holding):
        raise BadPosition(f"{where}, field 'holding': expected a resource exactly when the decision is 'swap'")
    if (decision == TARGET) != bool(player.making):
        raise BadPosition(f"{where}, field 'making': expected a card exactly when the decision is 'target'")
    if player.making:
        cards = [s.card[t] for t in range(SHARED)] + [0 if s.built[p, MO] else s.dealt[p, 0]]
        names = [face.card_id(card - 1) for card in cards if card]
        if player.making not in names:
            raise BadPosition(f"{where}, field 'making': expected one of {', '.join(names)}, got {player.making!r}")
        s.making[p] = cards[names.index(player.making)]
        if not s.targets[p] or s.targets[p] & ~free:
            raise BadPosition(f"{where}, field 'targets': expected empty squares")
    exchanging = player.exchanges > 0
    shared = sum(s.built[p, t] for t in range(SHARED))
    if exchanging and (decision not in (EXCHANGE, MARK) or s.targets[p] & ~shared):
        raise BadPosition(f"{where}, field 'exchanges': expected only while buildings of 'targets' are exchanged")
    if (decision == EXCHANGE and not (exchanging and s.targets[p])) or (
        s.targets[p] and decision not in (TARGET, EXCHANGE, MARK)
    ):
        raise BadPosition(f"{where}, field 'targets': expected exactly the squares to choose from")
    if (decision == MARK) != (player.spot is not None):
        raise BadPosition(f"{where}, field 'spot': expected a square exactly when the decision is 'mark'")
    if player.spot is not None:
        square = read_squares([player.spot], f"{where}, field 'spot'")
        s.spot[p] = square.bit_length() - 1
        ability = face.abilities[s.card[FC] - 1]
        if not s.built[p, FC] & square or ability not in ("bank", "factory") or s.mark[p, s.spot[p]]:
            raise BadPosition(f"{where}, field 'spot': expected a Factory or Bank without a marker")
    if decision == LIST and (not s.built[p, MO] or bin(s.watch[p]).count("1") >= box.listed):
        raise BadPosition(f"{where}, field 'decision': expected 'list' only while Opaleye's Watch wants types")
    if decision == SETTLE and not s.due[p] & ~s.settled[p]:
        raise BadPosition(f"{where}, field 'due': expected a type that is not settled yet")
    check_due(s, p, where)


def check_due(s: Any, p: int, where: str) -> None:
    if s.due[p] and (s.phase != WATCHING or not s.built[p, MO]):
        raise BadPosition(f"{where}, field 'due': expected only in the phase 'watch' for the owner of Opaleye's Watch")


def mask_of(types: Any) -> int:
    return sum(1 << TYPE_CODES.index(code) for code in set(types))


def read_squares(names: list[str], where: str) -> int:
    mask = 0
    for name in names:
        if name not in SQUARE_NAMES:
            raise BadPosition(f"{where}: expected squares from a1 to d4, got {name!r}")
        mask |= 1 << SQUARE_NAMES.index(name)
    return mask


def read_town(face: Face, lines: list[str], s: Any, fields: str, p: int, where: str) -> None:
    """Four lines of four squares; no lines are an empty town."""
    if lines and len(lines) != SIDE:
        raise BadPosition(f"{where}: expected {SIDE} rows, top row first, got {len(lines)}")
    monuments = 0
    for r, line in enumerate(lines):
        cells = line.split()
        if len(cells) != SIDE:
            raise BadPosition(f"{where}, row {r + 1}: expected {SIDE} squares, got {line!r}")
        for c, cell in enumerate(cells):
            monuments += cell == "MO"
            if not read_square(face, cell, s, fields, p, SIDE * r + c):
                raise BadPosition(
                    f"{where}, row {r + 1}: expected squares such as '..', 'W', 'CO' or 'FC(WG)' that fit the cards "
                    f"in play, got {cell!r}"
                )
    if monuments > 1:
        raise BadPosition(f"{where}: expected one monument at most")


def read_square(face: Face, cell: str, s: Any, fields: str, p: int, square: int) -> bool:
    """Puts what a cell says on a square; whether it makes sense."""
    cube, built = getattr(s, fields + "cube"), getattr(s, fields + "built")
    if cell == EMPTY:
        return True
    if len(cell) == 1 and cell in LETTERS:
        cube[p, LETTERS.index(cell)] = cube[p, LETTERS.index(cell)] | 1 << square
        return True
    found = MARK_ON.match(cell)
    if not found or found[1] not in TYPE_CODES:
        return False
    t, on = TYPE_CODES.index(found[1]), found[2] or ""
    built[p, t] = built[p, t] | 1 << square
    if not on:
        return True
    if set(on) - set(LETTERS) or t not in (CO, FC):
        return False
    ability = face.abilities[s.card[t] - 1]
    if t == CO or ability in ("bank", "factory"):
        marks = getattr(s, fields + "mark")
        same = any(built[p, FC] >> n & 1 and marks[p, n] == LETTERS.index(on[0]) + 1 for n in range(SQUARES))
        marks[p, square] = LETTERS.index(on[0]) + 1
        return len(on) == 1 and not (same and t == FC and ability == "bank")
    store = sum(1 << 2 * LETTERS.index(x) for x in on)
    getattr(s, fields + "store")[p, square] = store if len(on) <= 3 else 0
    return ability == "warehouse" and len(on) <= 3


def check_deck(s: Any, where: str) -> None:
    """No more cards of a resource than there are."""
    cards = s.deck.tolist() + s.open.tolist()
    for r in range(RESOURCES):
        if cards.count(r + 1) > DECK // RESOURCES:
            raise BadPosition(
                f"{where}: expected at most {DECK // RESOURCES} {LETTERS[r]} cards, got {cards.count(r + 1)}"
            )


def read_town_hall(box: Any, view: View, s: Any) -> None:
    """The resource cards of Town Hall; by default the first of them was drawn."""
    if view.open or view.picked or view.picks:
        raise BadPosition("fields 'open', 'picked' and 'picks' belong to Solo")
    discards: list[Any] = [None] * box.unseen + ([view.named] if view.named else [])
    discards = discards if view.discards is None else list(view.discards)
    pile: list[Any] = [None] * (DECK - len(discards)) if view.pile is None else list(view.pile)
    if len(discards) + len(pile) != DECK or len(discards) < box.unseen:
        raise BadPosition(
            f"fields 'discards' and 'pile': expected {DECK} cards together, {box.unseen} of them discarded first"
        )
    if view.named and (len(discards) == box.unseen or discards[-1] not in (None, view.named)):
        raise BadPosition("field 'discards': expected the resource of this round at the end")
    if view.named:
        discards[-1] = view.named
    s.drawn = len(discards)
    for n, card in enumerate(discards + pile):
        s.deck[n] = LETTERS.index(card) + 1 if card else 0
    check_deck(s, "fields 'discards' and 'pile'")


def read_solo(view: View, s: Any) -> None:
    """The resource cards of Solo; by default three different ones are open."""
    if view.discards is not None:
        raise BadPosition("field 'discards' belongs to Town Hall")
    rest = [x for x in LETTERS if x != view.named]
    first: list[Any] = [view.named] if view.named else []
    cards: list[Any] = list(view.open or first + rest)[:OPEN]
    for n, card in enumerate(cards):
        s.open[n] = LETTERS.index(card) + 1
    if view.named:
        s.picked = view.picked or (cards.index(view.named) + 1 if view.named in cards else 1)
        if cards[s.picked - 1] != view.named:
            raise BadPosition("field 'picked': expected the open card that shows the resource of this round")
    elif view.picked:
        raise BadPosition("field 'picked': expected only in a round")
    s.drawn = view.picks if view.picks is not None else s.rounds
    pile: list[Any] = [None] * PILE if view.pile is None else list(view.pile)
    if len(pile) != PILE:
        raise BadPosition(f"field 'pile': expected {PILE} cards, top first, got {len(pile)}")
    for n, card in enumerate(pile):
        s.deck[(s.drawn + n) % PILE] = LETTERS.index(card) + 1 if card else 0
    check_deck(s, "fields 'open' and 'pile'")
