"""Tiny Towns: a position written by hand, or a view, read into a state; a position that cannot occur is refused."""

from __future__ import annotations

from typing import Any

from townwright.engine.errors import BadPosition

from .box import FORT, LETTERS, TYPE_CODES, Box, Face
from .form import EMPTY, PHASES, View, mode_of, show_squares
from .moves import DECISIONS
from .state import (
    BUILD,
    CO,
    DECK,
    ENDOW,
    EXCHANGE,
    HANDLE,
    KEEP,
    KEEPING,
    LIST,
    MARK,
    NAME,
    NAMING,
    NONE,
    OPEN,
    PICK,
    PILE,
    RESOURCES,
    ROUND,
    SETTLE,
    SHARED,
    SOLO,
    SQUARES,
    STANDARD,
    SWAP,
    TARGET,
    TOWN_HALL,
    UNKNOWN,
    WATCHING,
    State,
)
from .towns import bank_marks, read_player, stands

PHASE_DECISIONS = {
    KEEPING: (KEEP,),
    NAMING: (NAME, PICK),
    ROUND: (HANDLE, SWAP, BUILD, TARGET, MARK, EXCHANGE, ENDOW, LIST),
    WATCHING: (BUILD, TARGET, MARK, EXCHANGE, ENDOW, LIST, SETTLE),
}


def read(face: Face, box: Box, view: View, s: State) -> None:
    """Reads a view as a known state; whatever the view leaves out is as at the start, or dealt at random."""
    s.seats = seats = len(view.players)
    how = mode_of(box, seats)
    if box.variant == SOLO and seats > 1:
        raise BadPosition("field 'players': expected one player in the solo variant")
    s.phase, s.over = PHASES.index(view.phase), view.over
    s.named = LETTERS.index(view.named) + 1 if view.named else 0
    read_cards(face, box, view, s, how)
    for p, player in enumerate(view.players):
        read_player(face, box, player, s, p)
    complete_full_towns(box, s)
    read_hammer(box, view, s, how)
    owned = [card for p in range(seats) for card in s.dealt.row(p) if card]
    twice = [face.card_id(card - 1) for card in owned if owned.count(card) > 1]
    if twice:
        raise BadPosition(f"field 'monuments': expected each monument once, got {twice[0]!r} twice")
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


def read_cards(face: Face, box: Box, view: View, s: State, how: int) -> None:
    """The buildings in play: those given, otherwise those the options choose, otherwise the recommended ones."""
    for t in range(SHARED):
        pile = [card for card in box.pile.row(t) if card and not (how == SOLO and t != CO and box.solo_out[card - 1])]
        s.card[t] = box.chosen[t] or (face.recommended[t] if face.recommended[t] in pile else pile[0])
    given: set[int] = set()
    for n, name in enumerate(view.cards, 1):
        if name not in face.buildings:
            expected = ", ".join(face.buildings)
            raise BadPosition(f"field 'cards', row {n}: expected a building, one of: {expected}; got {name[:40]!r}")
        card = face.buildings.index(name)
        if face.types[card] in given:
            code = TYPE_CODES[face.types[card]]
            raise BadPosition(f"field 'cards', row {n}: expected one card of type {code}, got {name!r} as well")
        given.add(face.types[card])
        s.card[face.types[card]] = card + 1
    for t in range(SHARED):
        if how == SOLO and t != CO and box.solo_out[s.card[t] - 1]:
            name = face.card_id(s.card[t] - 1)
            raise BadPosition(f"field 'cards': expected only buildings that Solo does not leave out, got {name!r}")


def is_full(s: State, p: int) -> bool:
    return EMPTY not in show_squares(s, p)


def complete_full_towns(box: Box, s: State) -> None:
    """Completes towns that are full before a round, even if the position gives them no place (1.5). A player who has
    acted in this round may have filled the last square just now."""
    places = [s.place[p] for p in range(s.seats) if s.place[p]]
    before = max(places, default=0) if box.dense else len(places)
    for p in range(s.seats):
        if s.phase == KEEPING and show_squares(s, p) != [EMPTY] * SQUARES:
            raise BadPosition(f"player {p + 1}, field 'town': expected an empty town while monuments are chosen")
        if not s.place[p] and is_full(s, p) and (s.phase == NAMING or (s.phase == ROUND and s.unseen >> p & 1)):
            s.place[p] = before + 1


def may_name(box: Box, s: State, p: int) -> bool:
    """Whether a player may hold the hammer: not with a Bank for every resource (5.12), and not with the Fort, except as
    the last player (5.16). During a round, the towns count as they were when it began."""
    shown = s.phase == ROUND
    alone = sum(not s.place[q] for q in range(s.seats)) == 1
    fort = stands(box, s, p, FORT, shown) and not alone
    return not s.place[p] and not fort and len(bank_marks(box, s, p, shown)) < RESOURCES


def read_hammer(box: Box, view: View, s: State, how: int) -> None:
    """The holder of the hammer; by default the first player who may hold it."""
    if how != STANDARD:
        if view.hammer:
            raise BadPosition("field 'hammer': expected only in the standard game, where somebody holds it")
        return
    may = [p for p in range(s.seats) if may_name(box, s, p)]
    left = [p for p in range(s.seats) if not s.place[p]]
    if left and not may and s.phase == NAMING:
        owner = next(p for p in left if len(bank_marks(box, s, p)) == RESOURCES)
        raise BadPosition(
            f"player {owner + 1}, field 'place': expected one, because nobody may name and the player has a Bank for "
            "every resource"
        )
    if not left or s.phase in (KEEPING, WATCHING):
        may = list(range(s.seats))
    if view.hammer is not None and view.hammer >= s.seats:
        raise BadPosition(f"field 'hammer': expected a seat from 0 to {s.seats - 1}, got {view.hammer}")
    if view.hammer is not None and view.hammer not in may:
        why = "has completed the town" if s.place[view.hammer] else "has every resource on a Bank"
        if stands(box, s, view.hammer, FORT, s.phase == ROUND):
            why = "owns Fort Ironweed"
        raise BadPosition(
            f"field 'hammer': expected {players_words(may)} to hold it, because player {view.hammer + 1} {why} "
            "and may not name"
        )
    s.hammer = may[0] if view.hammer is None else view.hammer
    if s.phase == ROUND and s.named in bank_marks(box, s, s.hammer, True):
        raise BadPosition(
            f"field 'named': expected a resource that lies on no Bank of player {s.hammer + 1}, who named it, "
            f"got {LETTERS[s.named - 1]!r}"
        )


def players_words(seats: list[int]) -> str:
    """Seats as error messages say them: "player 2", "player 1, 3 or 4"; the first is player 1."""
    *others, last = (str(seat + 1) for seat in seats)
    return f"player {', '.join(others)} or {last}" if others else f"player {last}"


def read_rounds(view: View, s: State, how: int) -> None:
    """Who must act, and in which round."""
    seats = s.seats
    free = how == TOWN_HALL and s.phase in (ROUND, WATCHING) and not view.named
    s.rounds = view.rounds if view.rounds is not None else 2 if free else 0
    active = [p for p in range(seats) if not s.place[p]]
    if view.over:
        if active or view.pending:
            raise BadPosition("field 'over': expected true only when every town is completed and nobody must act")
        for p in range(seats):
            if s.decision[p] != NONE:
                raise BadPosition(f"player {p + 1}, field 'decision': expected 'ready' when the game is over")
        return
    if not active:
        raise BadPosition("field 'over': expected true when every town is completed")
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
        NAMING: [s.hammer],
        ROUND: active,
        WATCHING: [p for p in active if s.due[p]],
    }
    may = [p for p in defaults[s.phase] if p in active]
    pending = sorted(set(defaults[s.phase] if view.pending is None else view.pending))
    if not pending or not set(pending) <= set(may):
        if not may:
            raise BadPosition("field 'phase': expected 'watch' only while Opaleye's Watch brings a player something")
        got = ", ".join(map(str, pending)) or "none"
        raise BadPosition(f"field 'pending': expected some of the seats {', '.join(map(str, may))}; got {got}")
    s.pending = sum(1 << p for p in pending)
    for p in range(seats):
        asked, decision = p in pending, s.decision[p]
        if s.unseen >> p & 1:
            continue
        if asked != (decision != NONE) or (asked and decision not in PHASE_DECISIONS[s.phase]):
            fitting = " or ".join(repr(DECISIONS[n]) for n in (PHASE_DECISIONS[s.phase] if asked else (NONE,)))
            raise BadPosition(
                f"player {p + 1}, field 'decision': expected {fitting} in the phase {view.phase!r} of a player who "
                f"{'must' if asked else 'need not'} act, got {DECISIONS[decision]!r}"
            )
        if decision in (NAME, PICK) and (decision == PICK) != (how == SOLO):
            raise BadPosition(f"player {p + 1}, field 'decision': expected 'pick' in Solo and 'name' otherwise")


def check_deck(s: State, where: str) -> None:
    """There must not be more cards of a resource than the deck has."""
    cards = s.deck.tolist() + s.open.tolist()
    for r in range(RESOURCES):
        if cards.count(r + 1) > DECK // RESOURCES:
            raise BadPosition(
                f"{where}: expected at most {DECK // RESOURCES} {LETTERS[r]} cards, got {cards.count(r + 1)}"
            )


def read_town_hall(box: Box, view: View, s: State) -> None:
    """The resource cards of Town Hall; by default only the first has been drawn."""
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


def read_solo(view: View, s: State) -> None:
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
