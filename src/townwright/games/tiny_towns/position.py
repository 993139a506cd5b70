"""Tiny Towns: a position written by hand, or a view, read into a state; what cannot happen is refused."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from townwright.engine.errors import BadPosition

from .box import BANK, BUILDINGS, FORT, GROVE, GUILD, LETTERS, SQUARE_NAMES, STATUE, TYPE_CODES, WATCH, Box, Face
from .form import EMPTY, PHASES, Before, Player, View, mode_of, show_squares
from .moves import DECISIONS
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
    State,
)

MARK_ON = re.compile(r"^([A-Z]{2})(?:\(([A-Z]*)\))?$")
PHASE_DECISIONS = {
    KEEPING: (KEEP,),
    NAMING: (NAME, PICK),
    ROUND: (HANDLE, SWAP, BUILD, TARGET, MARK, EXCHANGE, ENDOW, LIST),
    WATCHING: (BUILD, TARGET, MARK, EXCHANGE, ENDOW, LIST, SETTLE),
}


def read(face: Face, box: Box, view: View, s: State) -> None:
    """A view as a known state; what the view leaves out is as at the start, or dealt at random."""
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
    """The buildings in play: those given, else those the table chose, else the recommended ones."""
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
    """A town that is full before a round is completed, even where the position gives it no place (1.5). A player who
    has acted in this round may have filled the last square just now."""
    places = [s.place[p] for p in range(s.seats) if s.place[p]]
    before = max(places, default=0) if box.dense else len(places)
    for p in range(s.seats):
        if s.phase == KEEPING and show_squares(s, p) != [EMPTY] * SQUARES:
            raise BadPosition(f"player {p + 1}, field 'town': expected an empty town while monuments are chosen")
        if not s.place[p] and is_full(s, p) and (s.phase == NAMING or (s.phase == ROUND and s.unseen >> p & 1)):
            s.place[p] = before + 1


def may_name(box: Box, s: State, p: int) -> bool:
    """Whether a player may hold the hammer: not with a Bank for every resource (5.12), and not with the Fort, except as
    the last player (5.16). In a round it counts what stood when it began."""
    shown = s.phase == ROUND
    alone = sum(not s.place[q] for q in range(s.seats)) == 1
    fort = stands(box, s, p, FORT, shown) and not alone
    return not s.place[p] and not fort and len(bank_marks(box, s, p, shown)) < RESOURCES


def bank_marks(box: Box, s: State, p: int, shown: bool = False) -> set[int]:
    """The resources plus one on a player's Banks."""
    if box.ability[s.card[FC] - 1] != BANK:
        return set()
    built, mark = (s.shown_built, s.shown_mark) if shown else (s.built, s.mark)
    return {mark[p, square] for square in range(SQUARES) if built[p, FC] >> square & 1} - {0}


def read_hammer(box: Box, view: View, s: State, how: int) -> None:
    """Who holds the hammer: by default the first player who may."""
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
    """Seats as errors name players, the first is player 1: "player 2", "player 1, 3 or 4"."""
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
        found = ", ".join(map(str, pending)) or "none"
        raise BadPosition(f"field 'pending': expected some of the seats {', '.join(map(str, may))}; got {found}")
    s.pending = sum(1 << p for p in pending)
    for p in range(seats):
        asked, decision = p in pending, s.decision[p]
        if s.unseen >> p & 1:
            continue
        if asked != (decision != NONE) or (asked and decision not in PHASE_DECISIONS[s.phase]):
            fitting = " or ".join(repr(DECISIONS[one]) for one in (PHASE_DECISIONS[s.phase] if asked else (NONE,)))
            raise BadPosition(
                f"player {p + 1}, field 'decision': expected {fitting} in the phase {view.phase!r} of a player who "
                f"{'must' if asked else 'need not'} act, got {DECISIONS[decision]!r}"
            )
        if decision in (NAME, PICK) and (decision == PICK) != (how == SOLO):
            raise BadPosition(f"player {p + 1}, field 'decision': expected 'pick' in Solo and 'name' otherwise")


def read_player(face: Face, box: Box, player: Player, s: State, p: int) -> None:
    where = f"player {p + 1}"
    read_town(face, box, player.town, s, p, False, f"{where}, field 'town'")
    s.cavern[p], s.watch[p] = player.cavern or 0, mask_of(player.watch)
    if player.before and s.phase not in (ROUND, WATCHING):
        raise BadPosition(f"{where}, field 'before': expected only in the phases 'round' and 'watch'")
    before = player.before or Before(town=player.town, cavern=player.cavern or 0, watch=player.watch)
    read_town(face, box, before.town, s, p, True, f"{where}, field 'before.town'")
    s.shown_cavern[p], s.shown_watch[p] = before.cavern, mask_of(before.watch)
    s.hammers[p], s.place[p] = player.hammers, player.place or 0
    read_monuments(face, box, player, s, p, where)
    check_belongings(box, s, p, where)
    buildings = sum(s.built[p, t].bit_count() for t in range(TYPES))
    s.shrine[p] = player.shrine if player.shrine is not None else buildings if s.built[p, MO] else 0
    if player.decision is None:
        s.unseen = s.unseen | 1 << p
        if any(
            (player.holding, player.making, player.targets, player.spot, player.exchanges, player.made, player.settled)
        ):
            raise BadPosition(f"{where}, field 'decision': expected, because what it is about is given")
        s.due[p] = mask_of(player.due)
        check_due(box, s, p, where)
        return
    s.decision[p] = next(number for number, name in DECISIONS.items() if name == player.decision)
    read_decision(face, box, player, s, p, where)


def read_monuments(face: Face, box: Box, player: Player, s: State, p: int, where: str) -> None:
    """The two monuments that a player chooses between, or the one kept and the one given back, as far as known."""
    if len(player.monuments) == 2 and s.phase != KEEPING:
        raise BadPosition(f"{where}, field 'monuments': expected the one kept; the other belongs in 'given_back'")
    if player.given_back is not None and len(player.monuments) != 1:
        raise BadPosition(f"{where}, field 'given_back': expected only beside the one monument that was kept")
    dealt = [("monuments", name) for name in player.monuments]
    if player.given_back is not None:
        dealt.append(("given_back", player.given_back))
    for n, (field, name) in enumerate(dealt):
        if not box.monuments:
            raise BadPosition(f"{where}, field '{field}': expected none when the table plays without monuments")
        if name not in face.monuments:
            expected = ", ".join(face.monuments)
            raise BadPosition(f"{where}, field '{field}': expected a monument, one of: {expected}; got {name[:40]!r}")
        card = BUILDINGS + face.monuments.index(name)
        if box.solo_out[card] and mode_of(box, s.seats) == SOLO:
            raise BadPosition(f"{where}, field '{field}': expected only monuments that Solo has, got {name!r}")
        s.dealt[p, n] = card + 1
    if (s.built[p, MO] or s.shown_built[p, MO]) and not s.dealt[p, 0]:
        raise BadPosition(f"{where}, field 'monuments': expected the monument that stands in the town")
    if box.monuments and len(dealt) < 2:
        s.unseen = s.unseen | UNKNOWN


def stands(box: Box, s: State, p: int, ability: int, shown: bool = False) -> bool:
    """Whether a player's monument stands in the town and has this ability."""
    built = s.shown_built if shown else s.built
    return bool(built[p, MO]) and box.ability[s.dealt[p, 0] - 1] == ability


def check_belongings(box: Box, s: State, p: int, where: str) -> None:
    """Nobody has what only a certain monument gives, nor more than the cavern takes."""
    most = 0 if mode_of(box, s.seats) == SOLO and not box.cavern_solo else box.cavern
    for shown, field in ((False, ""), (True, "before.")):
        built, mark = (s.shown_built, s.shown_mark) if shown else (s.built, s.mark)
        watch, cavern = (s.shown_watch, s.shown_cavern) if shown else (s.watch, s.cavern)
        laid = any(built[p, CO] >> square & 1 and mark[p, square] for square in range(SQUARES))
        if laid and not stands(box, s, p, STATUE, shown):
            raise BadPosition(
                f"{where}, field '{field}town': expected cubes on cottages only beside the Statue of the Bondmaker"
            )
        listed = watch[p].bit_count()
        if listed and (listed > box.listed or not stands(box, s, p, WATCH, shown)):
            raise BadPosition(
                f"{where}, field '{field}watch': expected at most {box.listed} types, and only for the owner of "
                "Opaleye's Watch"
            )
        if cavern[p] > most:
            raise BadPosition(f"{where}, field '{field}cavern': expected at most {most}, got {cavern[p]}")


def read_decision(face: Face, box: Box, player: Player, s: State, p: int, where: str) -> None:
    """What a player is in the middle of."""
    decision = s.decision[p]
    s.holding[p] = LETTERS.index(player.holding) + 1 if player.holding else 0
    s.targets[p] = read_squares(player.targets, f"{where}, field 'targets'")
    s.left[p], s.made[p] = player.exchanges or 0, mask_of(player.made)
    s.due[p], s.settled[p] = mask_of(player.due), mask_of(player.settled)
    free = sum(1 << n for n, square in enumerate(show_squares(s, p)) if square == EMPTY)
    if (decision == SWAP) != bool(player.holding):
        raise BadPosition(f"{where}, field 'holding': expected a resource exactly when the decision is 'swap'")
    if (decision == TARGET) != bool(player.making):
        raise BadPosition(f"{where}, field 'making': expected a card exactly when the decision is 'target'")
    if player.making:
        cards = [s.card[t] for t in range(SHARED)] + [0 if s.built[p, MO] else s.dealt[p, 0]]
        names = [face.card_id(card - 1) for card in cards if card]
        if player.making not in names:
            raise BadPosition(
                f"{where}, field 'making': expected one of: {', '.join(names)}; got {player.making[:40]!r}"
            )
        s.making[p] = cards[names.index(player.making)]
        if not s.targets[p] or s.targets[p] & ~free:
            raise BadPosition(f"{where}, field 'targets': expected empty squares")
    exchanging = s.left[p] > 0
    shared = sum(s.built[p, t] for t in range(SHARED))
    if exchanging and (decision not in (EXCHANGE, MARK) or s.targets[p] & ~shared):
        raise BadPosition(f"{where}, field 'exchanges': expected only while buildings of 'targets' are exchanged")
    if exchanging and (s.left[p] > box.exchanges or not stands(box, s, p, GUILD)):
        raise BadPosition(
            f"{where}, field 'exchanges': expected at most {box.exchanges}, and only for the owner of the "
            "Architect's Guild"
        )
    if (decision == EXCHANGE and not (exchanging and s.targets[p])) or (
        s.targets[p] and decision not in (TARGET, EXCHANGE, MARK)
    ):
        raise BadPosition(f"{where}, field 'targets': expected exactly the squares to choose from")
    if (decision == MARK) != (player.spot is not None):
        raise BadPosition(f"{where}, field 'spot': expected a square exactly when the decision is 'mark'")
    if player.spot is not None:
        square = read_squares([player.spot], f"{where}, field 'spot'")
        s.spot[p] = square.bit_length() - 1
        ability = black_ability(face, s)
        if not s.built[p, FC] & square or ability not in ("bank", "factory") or s.mark[p, s.spot[p]]:
            raise BadPosition(f"{where}, field 'spot': expected a Factory or Bank without a marker")
    if decision == ENDOW and not stands(box, s, p, GROVE):
        raise BadPosition(f"{where}, field 'decision': expected 'endow' only for the owner of Grove University")
    if decision == LIST and (not stands(box, s, p, WATCH) or s.watch[p].bit_count() >= box.listed):
        raise BadPosition(f"{where}, field 'decision': expected 'list' only while Opaleye's Watch wants types")
    if decision == SETTLE and not s.due[p] & ~s.settled[p]:
        raise BadPosition(f"{where}, field 'due': expected a type that is not settled yet")
    if (s.made[p] or s.settled[p]) and s.phase not in (ROUND, WATCHING):
        raise BadPosition(f"{where}, fields 'made' and 'settled': expected only in the phases 'round' and 'watch'")
    check_due(box, s, p, where)


def check_due(box: Box, s: State, p: int, where: str) -> None:
    if s.due[p] and (s.phase != WATCHING or not stands(box, s, p, WATCH)):
        raise BadPosition(f"{where}, field 'due': expected only in the phase 'watch' for the owner of Opaleye's Watch")
    rest = s.due[p] & ~s.settled[p]
    if s.settled[p] & ~s.due[p] or rest & ~s.watch[p]:
        raise BadPosition(f"{where}, field 'due': expected types of 'settled', and others that are still on the Watch")
    if rest >> FC & 1 and len(bank_marks(box, s, p)) == RESOURCES:
        raise BadPosition(f"{where}, field 'due': expected no Bank for a town that has one for every resource")


def mask_of(types: Iterable[str]) -> int:
    return sum(1 << TYPE_CODES.index(code) for code in set(types))


def read_squares(names: list[str], where: str) -> int:
    mask = 0
    for name in names:
        if name not in SQUARE_NAMES:
            raise BadPosition(f"{where}: expected squares from a1 to d4, got {name[:40]!r}")
        mask |= 1 << SQUARE_NAMES.index(name)
    return mask


def black_ability(face: Face, s: State) -> str:
    """What the black buildings in play do."""
    return face.rows[face.card_id(s.card[FC] - 1)].ability


def read_town(face: Face, box: Box, lines: list[str], s: State, p: int, shown: bool, where: str) -> None:
    """Four lines of four squares; no lines are an empty town."""
    if lines and len(lines) != SIDE:
        raise BadPosition(f"{where}: expected {SIDE} rows, top row first, got {len(lines)}")
    monuments = 0
    for r, line in enumerate(lines):
        cells = line.split()
        if len(cells) != SIDE:
            raise BadPosition(f"{where}, row {SIDE - r}: expected {SIDE} squares, got {line[:60]!r}")
        for c, cell in enumerate(cells):
            monuments += cell == "MO"
            square = SIDE * r + c
            if not read_square(face, box, cell, s, p, shown, square):
                raise BadPosition(
                    f"{where}, square {SQUARE_NAMES[square]}: expected '..', 'W', 'CO', 'FC(WG)' or the like, as the "
                    f"cards in play allow, got {cell[:40]!r}"
                )
    if monuments > 1:
        raise BadPosition(f"{where}: expected one monument at most")


def read_square(face: Face, box: Box, cell: str, s: State, p: int, shown: bool, square: int) -> bool:
    """Puts what a cell says on a square; whether it makes sense."""
    cube, built = (s.shown_cube, s.shown_built) if shown else (s.cube, s.built)
    marks, stores = (s.shown_mark, s.shown_store) if shown else (s.mark, s.store)
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
    ability = black_ability(face, s)
    if t == CO or ability in ("bank", "factory"):
        same = any(built[p, FC] >> n & 1 and marks[p, n] == LETTERS.index(on[0]) + 1 for n in range(SQUARES))
        marks[p, square] = LETTERS.index(on[0]) + 1
        return len(on) == 1 and not (same and t == FC and ability == "bank")
    store = sum(1 << 2 * LETTERS.index(x) for x in on)
    stores[p, square] = store if len(on) <= box.store else 0
    return ability == "warehouse" and len(on) <= box.store


def check_deck(s: State, where: str) -> None:
    """No more cards of a resource than there are."""
    cards = s.deck.tolist() + s.open.tolist()
    for r in range(RESOURCES):
        if cards.count(r + 1) > DECK // RESOURCES:
            raise BadPosition(
                f"{where}: expected at most {DECK // RESOURCES} {LETTERS[r]} cards, got {cards.count(r + 1)}"
            )


def read_town_hall(box: Box, view: View, s: State) -> None:
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
