"""Tenby: a view read back as a known state. What it leaves out lies in the decks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from townwright.engine.errors import BadPosition

from .box import EBB_FLOW, HIGH_TIDE, ICON_LETTERS, OPEN_SEA, Face
from .moves import DECISIONS, DECK_NAMES, PHASES
from .state import DECKS, PLAIN_FIRST, SECRET, START_FIRST, TOWN
from .view import DECK_FIRST, SHOWN, Player, View

FITTING = {
    "setup": ("keep", "declare"),
    "night": ("choose",),
    "day": ("menu", "source", "place", "move", "keep"),
    "visit": ("mix", "visitor", "place"),
}


class Table:
    """The state being filled, and where every card has been seen so far."""

    def __init__(self, face: Face, box: Any, s: Any) -> None:
        self.face, self.box, self.s = face, box, s
        self.places: dict[str, str] = {}

    def claim(self, where: str, name: str, numbers: dict[str, int], what: str) -> int:
        """The number of a card that may lie in one place only."""
        if name not in numbers:
            raise BadPosition(f"{where}: expected the id of a {what}, got {name!r}")
        if name in self.places:
            raise BadPosition(f"{where}: {name} lies in {self.places[name]} as well; expected each card in one place")
        self.places[name] = where
        return numbers[name]

    def card(self, where: str, name: str) -> int:
        """The number of a town card; plain ends may lie in several places."""
        if (number := self.face.card_numbers.get(name, -1)) >= PLAIN_FIRST:
            return number
        return self.claim(where, name, self.face.card_numbers, "town card")

    def deck_card(self, where: str, name: str, d: int) -> int:
        """The number of a card that belongs to a deck."""
        number = self.card(where, name)
        if not DECK_FIRST[d] <= number < DECK_FIRST[d + 1]:
            raise BadPosition(f"{where}: expected a {DECK_NAMES[d]} card, got {name!r}")
        return number


def read(face: Face, box: Any, view: View, s: Any) -> None:
    """A view as a known state."""
    table = Table(face, box, s)
    s.seats = len(view.players)
    read_time(box, view, s)
    for p, player in enumerate(view.players):
        s.rings[p] = player.rings
        read_streets(table, player.streets, p)
        cards = sum(len(street) for street in player.streets)
        reach = cards + player.rings // min(face.costs[:3])
        if reach > TOWN and not view.over:
            raise BadPosition(f"player {p}: expected cards and rings for a town of at most {TOWN}, these reach {reach}")
    read_days(table, view)
    read_turn(table, view)
    read_market(table, view)
    read_plain(table, view)
    read_residents(table, view)
    read_accolades(table, view)


def read_time(box: Any, view: View, s: Any) -> None:
    """Round, phase, decision, and whose turn it is."""
    seats = s.seats
    order = list(range(seats)) if view.order is None else view.order
    if sorted(order) != list(range(seats)):
        raise BadPosition(f"field 'order': expected the seats 0 to {seats - 1}, each once")
    if view.step > seats - (not view.over):
        raise BadPosition(f"field 'step': expected 0 to {seats - 1}, got {view.step}")
    if view.decision not in FITTING[view.phase]:
        expected = " or ".join(FITTING[view.phase])
        raise BadPosition(f"field 'decision': expected {expected} in phase {view.phase!r}, got {view.decision!r}")
    if view.decision == "declare" and box.mode != EBB_FLOW:
        raise BadPosition("field 'decision': expected the option accolades = 'ebb_flow' to declare an accolade")
    least, most = (0, 0) if view.phase == "setup" else (1, box.rounds)
    if not least <= view.round <= most:
        raise BadPosition(f"field 'round': expected {least} to {most} in phase {view.phase!r}, got {view.round}")
    s.over, s.rounds, s.step = view.over, view.round, view.step
    s.phase = next(number for number, name in PHASES.items() if name == view.phase)
    s.decision = next(number for number, name in DECISIONS.items() if name == view.decision)
    for n, seat in enumerate(order):
        s.night[n] = seat
    if view.over:
        return
    waiting = [order[view.step]]
    if view.decision == "declare":
        waiting = list(range(seats)) if view.waiting is None else view.waiting
    if not waiting or any(seat >= seats for seat in waiting):
        raise BadPosition(f"field 'waiting': expected at least one seat from 0 to {seats - 1}")
    s.pending = sum(1 << seat for seat in set(waiting))


def read_streets(table: Table, streets: list[list[str]], p: int) -> None:
    """A town, every street legal: edges that meet, one landmark."""
    s, box, n = table.s, table.box, 0
    for number, street in enumerate(streets, 1):
        where = f"player {p}, street {number}"
        if not street:
            raise BadPosition(f"{where}: expected at least one card")
        if n + len(street) > TOWN:
            raise BadPosition(f"player {p}, field 'streets': expected at most {TOWN} cards")
        cards = [table.card(where, name) for name in street]
        for name, card, after in zip(street, cards, cards[1:], strict=False):
            if not (box.right_edge[card] == box.left_edge[after] != 2):
                raise BadPosition(f"{where}: expected the right edge of {name} to fit the card after it")
        if sum(DECK_FIRST[2] <= card < START_FIRST for card in cards) > 1:
            raise BadPosition(f"{where}: expected at most one landmark")
        s.begins[p] = s.begins[p] | 1 << n
        for card in cards:
            s.town[p, n] = card + 1
            n += 1
    s.cards[p] = n


def read_days(table: Table, view: View) -> None:
    """The row of day cards, the pieces on it, the day deck."""
    s, face = table.s, table.face
    if len(view.day_row) > s.seats + 1:
        raise BadPosition(f"field 'day_row': expected at most {s.seats + 1} places, got {len(view.day_row)}")
    for n, place in enumerate(view.day_row):
        if place is not None:
            s.row[n] = table.claim("field 'day_row'", place.card, face.day_numbers, "day card") + 1
            s.tokens[n] = place.tokens
    for p, player in enumerate(view.players):
        if player.day is not None:
            found = [n for n in range(s.seats + 1) if s.row[n] == face.day_numbers.get(player.day, -1) + 1 > 0]
            if not found or found[0] + 1 in [s.picked[q] for q in range(p)]:
                raise BadPosition(f"player {p}, field 'day': expected a day card of the row that nobody else has")
            s.picked[p] = found[0] + 1
    check_pieces(view, s)
    pile = view.day_deck
    for name in pile.discards if pile else []:
        number = table.claim("field 'day_deck.discards'", name, face.day_numbers, "day card")
        s.day_discards = s.day_discards | 1 << number
    rest = [row.id for row in face.days if row.id not in table.places]
    s.day_left = len(rest)
    if pile is not None:
        check_pile("day_deck", pile.left, pile.cards, rest, len(rest))
        for n, name in enumerate(reversed(pile.cards or [])):
            s.day_deck[n] = face.day_numbers[name] + 1


def check_pieces(view: View, s: Any) -> None:
    """At night those who have chosen stand on a day card; by day those who have acted no longer do."""
    acted = [s.night[n] for n in range(s.step)]
    standing = [p for p in range(s.seats) if s.picked[p]]
    if view.phase == "night":
        if any(s.row[n] == 0 for n in range(s.seats + 1)):
            raise BadPosition(f"field 'day_row': expected {s.seats + 1} cards at night")
        if sorted(standing) != sorted(acted):
            raise BadPosition("field 'players': expected a day card for exactly the seats that have chosen")
    elif view.phase != "day" and standing:
        raise BadPosition(f"field 'players': expected no piece on a day card in phase {view.phase!r}")
    elif any(p in acted for p in standing):
        raise BadPosition("field 'players': expected no day card for the seats that have acted")


def check_pile(where: str, left: int, cards: list[str] | None, rest: list[str], expected: int) -> None:
    """A deck holds what lies nowhere else."""
    if left != expected:
        raise BadPosition(f"field '{where}': expected {expected} cards left, those that lie nowhere else, got {left}")
    if cards is not None and sorted(cards) != sorted(rest):
        raise BadPosition(f"field '{where}': expected exactly the cards that lie nowhere else")


def read_turn(table: Table, view: View) -> None:
    """Icons left, the icon being resolved, the card to be placed, visitors."""
    s = table.s
    if view.icons and view.phase != "day":
        raise BadPosition("field 'icons': expected none except by day")
    for letter, count in view.icons.items():
        s.icons[ICON_LETTERS.index(letter)] = count
    needed = {"icon": view.icon, "gained": view.gained, "visitors": view.visitors}
    for (name, value), decision in zip(needed.items(), ("source", "place", "visitor"), strict=True):
        if (value is not None) != (view.decision == decision and not view.over):
            raise BadPosition(f"field '{name}': expected exactly when the decision is '{decision}'")
    if view.icon is not None:
        s.level = ICON_LETTERS.index(view.icon)
    if view.gained is not None:
        s.gained = table.card("field 'gained'", view.gained) + 1
    if view.visitors is not None:
        drawn = view.visitors
        s.visiting[0], s.visiting[1] = drawn.terraces, drawn.piers
        if not 2 <= drawn.terraces + drawn.piers <= 3:
            raise BadPosition("field 'visitors': expected two or three cards")
        for n, name in enumerate(drawn.cards or []):
            if n >= 3:
                raise BadPosition("field 'visitors': expected two or three cards")
            s.visitors[n] = table.card("field 'visitors'", name) + 1
        if drawn.cards is not None:
            decks = [DECK_NAMES[d] for c in drawn.cards for d in range(DECKS) if in_deck(table, c, d)]
            if [decks.count("terrace"), decks.count("pier"), len(decks)] != [
                drawn.terraces,
                drawn.piers,
                len(drawn.cards),
            ]:
                raise BadPosition("field 'visitors': expected as many terraces and piers as it says")


def in_deck(table: Table, name: str, d: int) -> bool:
    return DECK_FIRST[d] <= table.face.card_numbers.get(name, -1) < DECK_FIRST[d + 1]


def read_market(table: Table, view: View) -> None:
    """Face-up cards, discards, and the decks of what is left."""
    s = table.s
    for d, deck in enumerate(DECK_NAMES):
        pile = view.decks.get(deck)  # type: ignore[call-overload]
        up: Iterable[str] = view.market.get(deck, [])  # type: ignore[call-overload]
        for name in up:
            number = table.deck_card(f"field 'market.{deck}'", name, d)
            s.market[number >> 5] = s.market[number >> 5] | 1 << (number & 31)
        for name in pile.discards if pile else []:
            number = table.deck_card(f"field 'decks.{deck}.discards'", name, d)
            s.discards[number >> 5] = s.discards[number >> 5] | 1 << (number & 31)
        first, size = DECK_FIRST[d], table.box.size[d]
        rest = [table.face.card(c) for c in range(first, first + size) if table.face.card(c) not in table.places]
        hidden = view.visitors is not None and view.visitors.cards is None and d < 2
        s.left[d] = len(rest) - (s.visiting[d] if hidden else 0)
        if s.left[d] < 0:
            raise BadPosition(f"field 'visitors': expected no more {deck} cards than are left")
        if pile is not None:
            if pile.cards is not None and hidden:
                raise BadPosition(f"field 'decks.{deck}.cards': expected none while the visitors are unknown")
            check_pile(f"decks.{deck}", pile.left, pile.cards, rest, s.left[d])
            for n, name in enumerate(reversed(pile.cards or [])):
                s.deck[first + n] = table.face.card_numbers[name] + 1


def read_plain(table: Table, view: View) -> None:
    """Plain ends left: what the towns do not hold."""
    s, box = table.s, table.box
    laid = [s.town[p, i] - 1 for p in range(s.seats) for i in range(s.cards[p])] + [s.gained - 1]
    for kind, name in enumerate(("terrace", "pier")):
        used = sum(card >= PLAIN_FIRST and (card - PLAIN_FIRST) // 2 == kind for card in laid)
        left = view.plain.get(name, max(0, box.plain[kind] - used))  # type: ignore[call-overload]
        if left + used != box.plain[kind]:
            raise BadPosition(
                f"field 'plain.{name}': expected {box.plain[kind]} with those in the towns, got {left + used}"
            )
        s.plain[kind] = left


def read_residents(table: Table, view: View) -> None:
    """Hands, the deck, and the story of the draws."""
    s, face = table.s, table.face
    for p, player in enumerate(view.players):
        for name in player.residents or []:
            s.hand[p] = s.hand[p] | 1 << table.claim(f"player {p}", name, face.resident_numbers, "resident")
        known = len(player.residents or [])
        s.held[p] = known if player.held is None else player.held
        if player.residents is not None and s.held[p] != known:
            raise BadPosition(f"player {p}, field 'held': expected {known}, the residents given, got {player.held}")
    waiting = 2 if view.decision == "keep" and not view.over else 0
    held = sum(s.held[p] for p in range(s.seats))
    s.residents_left = left = table.box.residents - held - waiting if view.residents is None else view.residents.left
    if left < 0 or left + held + waiting != table.box.residents:
        raise BadPosition(f"field 'residents': expected {table.box.residents} in the deck, in hands and drawn together")
    draws = view.residents.draws if view.residents else []
    if view.decision == "keep" and not view.over and (not draws or draws[-1].kept or draws[-1].seat != s.night[s.step]):
        raise BadPosition("field 'residents.draws': expected a last draw by the seat that must keep a resident")
    for n, card in enumerate(view.residents.from_bottom if view.residents else []):
        if n >= left:
            raise BadPosition(f"field 'residents.from_bottom': expected at most {left} cards")
        if card is not None:
            where = "field 'residents.from_bottom'"
            s.residents[n] = table.claim(where, card, face.resident_numbers, "resident") + 1
    s.draws = len(draws)
    for e, draw in enumerate(draws):
        read_draw(table, view.players, e, draw, bool(waiting) and e == len(draws) - 1)
    check_story(s, left + len(draws) + waiting // 2, bool(waiting))


def read_draw(table: Table, players: list[Player], e: int, draw: Any, waiting: bool) -> None:
    """One draw; it is known with the hand it went to."""
    s, numbers = table.s, table.face.resident_numbers
    where = f"field 'residents.draws', row {e + 1}"
    if draw.seat >= s.seats:
        raise BadPosition(f"{where}: expected a seat from 0 to {s.seats - 1}, got {draw.seat}")
    if any(name is not None and name not in numbers for name in (draw.first, draw.second)):
        raise BadPosition(f"{where}: expected ids of residents")
    s.drawn_by[e] = draw.seat + 1
    s.drawn_first[e] = numbers[draw.first] + 1 if draw.first is not None else 0
    s.drawn_second[e] = numbers[draw.second] + 1 if draw.second is not None else 0
    s.kept[e] = (None, "first", "second").index(draw.kept)
    if waiting:
        for name in (draw.first, draw.second):
            if name is not None:
                table.claim(where, name, numbers, "resident")
        if (draw.first is None) != (draw.second is None):
            raise BadPosition(f"{where}: expected both cards or neither")
        return
    known = players[draw.seat].residents is not None
    if (draw.first is not None) != known or (draw.kept is not None) != known or (draw.second and not known):
        raise BadPosition(f"{where}: expected the cards of a draw exactly if the hand they went to is given")
    if known and (draw.first if draw.kept == "first" else draw.second) not in (players[draw.seat].residents or []):
        raise BadPosition(f"{where}: expected the card that was kept in the hand of seat {draw.seat}")


def check_story(s: Any, size: int, waiting: bool) -> None:
    """If every draw is known, the draws in their order lead to the deck as it lies."""
    queue: list[int] = list(range(size))
    names: dict[int, int] = {}

    def same(card: int, name: int) -> bool:
        if name and names.setdefault(card, name) != name:
            return False
        return len(set(names.values())) == len(names)

    done = [sum(s.drawn_by[e] == p + 1 and s.kept[e] > 0 for e in range(s.draws)) for p in range(s.seats)]
    drawn = [sum(s.drawn_by[e] == p + 1 for e in range(s.draws)) for p in range(s.seats)]
    fine = all(d <= s.held[p] + (p == s.night[min(s.step, s.seats - 1)]) for p, d in enumerate(drawn))
    fine = fine and all(d <= s.held[p] for p, d in enumerate(done)) and s.draws <= size
    for e in range(s.draws):
        if not fine or not queue:
            raise BadPosition("field 'residents.draws': expected draws that lead to these hands and this deck")
        first, second = queue.pop(0), queue.pop(0) if queue else -1
        fine = same(first, s.drawn_first[e]) and (second < 0 or same(second, s.drawn_second[e]))
        fine = fine and not (second < 0 and s.drawn_second[e])
        if not s.kept[e] and not (waiting and e == s.draws - 1):
            return  # somebody else's choice: `resample` finds a story
        if s.kept[e] and second >= 0:
            queue.append(second if s.kept[e] == 1 else first)
    for i in range(s.residents_left):
        fine = fine and i < len(queue) and same(queue[-1 - i], s.residents[i])
    if not fine:
        raise BadPosition("field 'residents.draws': expected draws that lead to these hands and this deck")


def read_accolades(table: Table, view: View) -> None:
    """Accolades that lie open, or those dealt in Ebb & Flow."""
    s, box, numbers = table.s, table.box, table.face.accolade_numbers
    if view.accolades and box.mode not in (OPEN_SEA, HIGH_TIDE):
        raise BadPosition("field 'accolades': expected none with this option")
    for n, lying in enumerate(view.accolades):
        s.lying[n] = table.claim("field 'accolades'", lying.card, numbers, "accolade") + 1
        if lying.counter is not None:
            if lying.counter >= s.seats or box.mode != HIGH_TIDE:
                raise BadPosition("field 'accolades': expected the counter of a seat, in High Tide only")
            s.counter[n] = lying.counter + 1
    for p, player in enumerate(view.players):
        if sum(s.counter[n] == p + 1 for n in range(len(view.accolades))) > box.counters:
            raise BadPosition(f"field 'accolades': expected at most {box.counters} counters of seat {p}")
        if box.mode != EBB_FLOW and (player.accolade is not None or player.shown != "undecided"):
            raise BadPosition(f"player {p}, field 'accolade': expected none with this option")
        if player.accolade is not None:
            s.dealt[p] = table.claim(f"player {p}", player.accolade, numbers, "accolade") + 1
        s.shown[p] = SHOWN.index(player.shown)
        if box.mode == EBB_FLOW and view.phase != "setup" and s.shown[p] == 0:
            s.shown[p] = SECRET
        if player.shown == "open" and player.accolade is None and view.phase != "setup":
            raise BadPosition(f"player {p}, field 'accolade': expected the card of an open accolade")
        if view.decision == "declare" and s.shown[p] and s.pending >> p & 1:
            raise BadPosition(f"player {p}, field 'shown': expected no decision of a seat that must still decide")
        if view.decision == "keep" and view.phase == "setup" and s.shown[p]:
            raise BadPosition(f"player {p}, field 'shown': expected no decision before all residents are kept")
