"""Tenby: reads a view back as a known state. Cards that it leaves out are in the decks.

A position may be a sketch: without day cards, without a market, with towns of any cards. But what it says must be
possible.
"""

from __future__ import annotations

from townwright.engine.errors import BadPosition, how_many

from .box import Box, Face
from .claims import Claims
from .forms import DECK_FIRST, Pile, Player, View
from .moves import DECISIONS, DECK_NAMES, PHASES
from .people import read_accolades, read_residents
from .rows import EBB_FLOW, EDGES, ICON_LETTERS, SEA
from .state import DECKS, LANDMARK, LANDMARK_FIRST, PIER, PLAIN_FIRST, START_FIRST, TERRACE, TOWN, State

FITTING = {
    "setup": ("keep", "declare"),
    "night": ("choose",),
    "day": ("menu", "source", "place", "move", "keep"),
    "visit": ("mix", "visitor", "place"),
}


def read(face: Face, box: Box, view: View, s: State) -> None:
    """Reads a view as a known state."""
    claims = Claims(face)
    s.seats = len(view.players)
    read_time(box, view, s)
    for p, player in enumerate(view.players):
        read_town(claims, box, s, p, player)
        reach = s.cards[p] + player.rings // min(face.costs[:3])
        if reach > TOWN and not view.over:
            raise BadPosition(
                f"player {p + 1}: expected cards and rings for a town of at most {TOWN}, these reach {reach}"
            )
    read_days(claims, box, view, s)
    read_turn(claims, box, view, s)
    read_market(claims, box, view, s)
    read_plain(box, view, s)
    read_residents(claims, box, view, s)
    read_accolades(claims, box, view, s)


def read_time(box: Box, view: View, s: State) -> None:
    """Round, phase, decision, and whose turn it is."""
    seats = s.seats
    order = list(range(seats)) if view.order is None else view.order
    if sorted(order) != list(range(seats)):
        raise BadPosition(f"field 'order': expected the seats 0 to {seats - 1}, each once")
    check_time(box, view, seats)
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


def check_time(box: Box, view: View, seats: int) -> None:
    """Decision, round and options must fit the phase; a game ends after the last turn of the last round."""
    if view.decision not in FITTING[view.phase]:
        expected = " or ".join(FITTING[view.phase])
        raise BadPosition(f"field 'decision': expected {expected} in phase {view.phase!r}, got {view.decision!r}")
    if view.over:
        if (view.phase, view.decision, view.round, view.step) != ("day", "menu", box.rounds, seats):
            raise BadPosition(
                f"field 'over': expected phase 'day', decision 'menu', round {box.rounds} and step {seats} of a "
                "finished game"
            )
        return
    most = 0 if view.decision == "declare" else seats - 1
    if view.step > most:
        raise BadPosition(f"field 'step': expected {f'0 to {most}' if most else '0'}, got {view.step}")
    if view.decision == "declare" and box.mode != EBB_FLOW:
        raise BadPosition("field 'decision': expected the option accolades = 'ebb_flow' to declare an accolade")
    if view.phase == "setup" and view.decision == "keep" and not box.start_residents:
        raise BadPosition("field 'decision': expected the option start_residents = 'draw_two_keep_one' to keep one")
    if view.phase == "visit" and not box.visiting:
        raise BadPosition("field 'phase': expected the option visiting for phase 'visit'")
    least, most = (0, 0) if view.phase == "setup" else (1, box.rounds)
    if view.phase == "visit":
        least = most = box.rounds - 1
    if not least <= view.round <= most:
        expected = f"{least} to {most}" if least < most else f"{most}"
        raise BadPosition(f"field 'round': expected {expected} in phase {view.phase!r}, got {view.round}")


def read_town(claims: Claims, box: Box, s: State, p: int, player: Player) -> None:
    """Rings, and a town, whose streets must be legal: edges that meet, at most one landmark."""
    s.rings[p] = player.rings
    n, starts = 0, 0
    for number, street in enumerate(player.streets, 1):
        where = f"player {p + 1}, street {number}"
        if not street:
            raise BadPosition(f"{where}: expected at least one card")
        if n + len(street) > TOWN:
            raise BadPosition(f"player {p + 1}, field 'streets': expected at most {TOWN} cards")
        cards = [claims.card(where, name) for name in street]
        for at in range(1, len(cards)):
            right, left = box.right_edge[cards[at - 1]], box.left_edge[cards[at]]
            if right != left or right == SEA:
                raise BadPosition(
                    f"{where}: expected edges that fit; {street[at - 1]} ends with {EDGES[right]}, "
                    f"{street[at]} begins with {EDGES[left]}"
                )
        if sum(LANDMARK_FIRST <= card < START_FIRST for card in cards) > 1:
            raise BadPosition(f"{where}: expected at most one landmark")
        starts += sum(START_FIRST <= card < PLAIN_FIRST for card in cards)
        s.begins[p] = s.begins[p] | 1 << n
        for card in cards:
            s.town[p, n] = card + 1
            n += 1
    if starts > box.start_card:
        allowed = "at most one start card" if box.start_card else "no start card with the option start_card = 'none'"
        raise BadPosition(f"player {p + 1}, field 'streets': expected {allowed}, got {starts}")
    s.cards[p] = n


def read_days(claims: Claims, box: Box, view: View, s: State) -> None:
    """The row of day cards, the pieces on it, the day deck."""
    face = claims.face
    if len(view.day_row) > s.seats + 1:
        raise BadPosition(f"field 'day_row': expected at most {s.seats + 1} places, got {len(view.day_row)}")
    for n, place in enumerate(view.day_row):
        if place is not None:
            s.row[n] = claims.claim("field 'day_row'", place.card, face.day_numbers, "day card") + 1
            s.tokens[n] = place.tokens
    for p, player in enumerate(view.players):
        if player.day is not None:
            places = [n for n in range(s.seats + 1) if s.row[n] == face.day_numbers.get(player.day, -1) + 1 > 0]
            if not places or places[0] + 1 in [s.picked[q] for q in range(p)]:
                raise BadPosition(
                    f"player {p + 1}, field 'day': expected a day card of the row that nobody else has, "
                    f"got {player.day!r}"
                )
            s.picked[p] = places[0] + 1
    check_pieces(box, view, s)
    check_tokens(view, s)
    pile = view.day_deck
    for name in pile.discards if pile else []:
        number = claims.claim("field 'day_deck.discards'", name, face.day_numbers, "day card")
        s.day_discards = s.day_discards | 1 << number
    rest = [row.id for row in face.days if row.id not in claims.places]
    s.day_left = len(rest)
    if pile is not None:
        check_pile("day_deck", pile, rest, len(rest))
        for n, name in enumerate(reversed(pile.cards or [])):
            s.day_deck[n] = face.day_numbers[name] + 1


def check_pieces(box: Box, view: View, s: State) -> None:
    """At night, players who have chosen have a piece on a day card; by day, players who have yet to end their turn."""
    acted = [s.night[n] for n in range(s.step)]
    standing = [p for p in range(s.seats) if s.picked[p]]
    lying = sum(s.row[n] > 0 for n in range(s.seats + 1))
    if view.phase in ("setup", "night") and lying != s.seats + 1:
        raise BadPosition(f"field 'day_row': expected {s.seats + 1} cards in phase {view.phase!r}, got {lying}")
    if view.phase == "night":
        check_standing(standing, sorted(acted), "who have chosen")
    elif view.phase == "day" and standing:
        check_standing(standing, sorted(set(range(s.seats)) - set(acted)), "who have yet to end their turn")
        if lying != len(standing) + 1:
            raise BadPosition(f"field 'day_row': expected {len(standing) + 1} cards, got {lying}")
        numbers = [box.day_number[s.row[s.picked[s.night[n]] - 1] - 1] for n in range(s.step, s.seats)]
        if numbers != sorted(numbers):
            raise BadPosition("field 'order': expected the order of the day cards, the lowest number first")
    elif standing:
        raise BadPosition(f"player {standing[0] + 1}, field 'day': expected no piece in phase {view.phase!r}")


def check_standing(standing: list[int], expected: list[int], who: str) -> None:
    """Exactly the expected players must have a piece on a day card."""
    for p in sorted({*standing} ^ {*expected}):
        wanted = "a day card" if p in expected else "no day card"
        raise BadPosition(f"player {p + 1}, field 'day': expected {wanted}; only those {who} have one")


def check_tokens(view: View, s: State) -> None:
    """Every clean-up lays one ring on a day card; players take the rings of their card when their turn begins."""
    laid = max(0, view.round - (view.phase != "visit"))
    total = sum(s.tokens[n] for n in range(s.seats + 1))
    if total > laid:
        raise BadPosition(f"field 'day_row': expected at most {laid} rings on the day cards, one a round, got {total}")
    if view.phase == "day" and not view.over:
        place = s.picked[s.night[s.step]] - 1
        if place >= 0 and s.tokens[place]:
            raise BadPosition(
                f"player {s.night[s.step] + 1}, field 'day': expected no rings left on the card of the player whose "
                f"turn it is, got {s.tokens[place]}"
            )


def check_pile(where: str, pile: Pile, rest: list[str], expected: int) -> None:
    """A deck must hold the cards that are nowhere else."""
    if pile.left != expected:
        cards = how_many(expected, "card")
        raise BadPosition(f"field '{where}': expected {cards} left, all that lie nowhere else, got {pile.left}")
    if pile.cards is not None and sorted(pile.cards) != sorted(rest):
        raise BadPosition(f"field '{where}': expected exactly the cards that lie nowhere else")


def read_turn(claims: Claims, box: Box, view: View, s: State) -> None:
    """Icons left, the icon being used, the card to be placed, visitors."""
    if view.icons and (view.phase != "day" or view.over):
        raise BadPosition("field 'icons': expected none except by day")
    place = s.picked[s.night[s.step]] - 1 if view.phase == "day" and not view.over else -1
    for letter, count in view.icons.items():
        icon = ICON_LETTERS.index(letter)
        s.icons[icon] = count
        if place >= 0 and count > box.day_icons[s.row[place] - 1, icon]:
            card = claims.face.days[s.row[place] - 1]
            raise BadPosition(f"field 'icons.{letter}': expected at most the icons of {card.id}, {card.icons}")
    needed = {"icon": view.icon, "gained": view.gained, "visitors": view.visitors}
    for (name, value), decision in zip(needed.items(), ("source", "place", "visitor"), strict=True):
        if (value is not None) != (view.decision == decision):
            raise BadPosition(f"field '{name}': expected exactly when the decision is '{decision}'")
    if view.icon is not None:
        s.level = ICON_LETTERS.index(view.icon)
    if view.gained is not None:
        s.gained = claims.card("field 'gained'", view.gained) + 1
        ready = view.phase == "day" and s.gained > PLAIN_FIRST
        if s.gained > (START_FIRST if view.phase == "day" else LANDMARK_FIRST) and not ready:
            expected = "a card of the decks or a plain end" if view.phase == "day" else "a terrace or pier of the decks"
            raise BadPosition(f"field 'gained': expected {expected}, got {view.gained!r}")
    if view.visitors is not None:
        read_visitors(claims, view, s)


def read_visitors(claims: Claims, view: View, s: State) -> None:
    """The cards that a player drew in Thanks for Visiting."""
    drawn = view.visitors
    assert drawn is not None
    total = drawn.terraces + drawn.piers
    if not 1 <= total <= 3:
        raise BadPosition(f"field 'visitors': expected one to three cards, got {total}")
    s.visiting[0], s.visiting[1] = drawn.terraces, drawn.piers
    if drawn.cards is None:
        return
    decks = [deck_of(claims.face.card_numbers.get(name, -1)) for name in drawn.cards]
    if [decks.count(0), decks.count(1), len(decks)] != [drawn.terraces, drawn.piers, total]:
        raise BadPosition("field 'visitors': expected as many terraces and piers as it says")
    for n, name in enumerate(drawn.cards):
        s.visitors[n] = claims.card("field 'visitors'", name) + 1


def deck_of(card: int) -> int:
    """The deck that a card belongs to, -1 for none."""
    return next((d for d in range(DECKS) if DECK_FIRST[d] <= card < DECK_FIRST[d + 1]), -1)


def read_market(claims: Claims, box: Box, view: View, s: State) -> None:
    """Face-up cards, discards, and the decks with the cards that are left."""
    for d, deck in enumerate(DECK_NAMES):
        pile: Pile | None = view.decks.get(deck)  # type: ignore[call-overload]
        up: list[str] = view.market.get(deck, [])  # type: ignore[call-overload]
        for name in up:
            number = claims.deck_card(f"field 'market.{deck}'", name, d)
            s.market[number >> 5] = s.market[number >> 5] | 1 << (number & 31)
        for name in pile.discards if pile else []:
            number = claims.deck_card(f"field 'decks.{deck}.discards'", name, d)
            s.discards[number >> 5] = s.discards[number >> 5] | 1 << (number & 31)
        read_deck(claims, box, view, s, d)
        drawable = s.left[d] + len(pile.discards if pile else [])
        check_row(view, s, deck, len(up), s.seats + box.market[d], drawable)
    more = any(s.left[d] or any(s.discards[word] for word in words(d)) for d in (TERRACE, PIER))
    if view.visitors is not None and s.visiting[TERRACE] + s.visiting[PIER] < 3 and more:
        raise BadPosition("field 'visitors': expected three cards while the decks or their discards have any")


def words(d: int) -> range:
    """The words of a card set that belong to a deck."""
    return range(DECK_FIRST[d] >> 5, DECK_FIRST[d + 1] >> 5)


def read_deck(claims: Claims, box: Box, view: View, s: State, d: int) -> None:
    """A deck: the cards that are nowhere else, less unknown visitors that a player has drawn."""
    face, first, deck = claims.face, DECK_FIRST[d], DECK_NAMES[d]
    pile: Pile | None = view.decks.get(deck)  # type: ignore[call-overload]
    rest = [face.card(c) for c in range(first, first + box.size[d]) if face.card(c) not in claims.places]
    unknown = s.visiting[d] if view.visitors is not None and view.visitors.cards is None and d != LANDMARK else 0
    if unknown > len(rest):
        raise BadPosition(f"field 'visitors': expected no more {deck} cards than are left, {len(rest)}")
    s.left[d] = len(rest) - unknown
    if pile is None:
        return
    if unknown and pile.cards:
        raise BadPosition(f"field 'decks.{deck}.cards': expected none while the visitors are unknown")
    check_pile(f"decks.{deck}", pile, rest[unknown:] if unknown and not s.left[d] else rest, s.left[d])
    for n, name in enumerate(reversed(pile.cards or [])):
        s.deck[first + n] = face.card_numbers[name] + 1


def check_row(view: View, s: State, deck: str, lying: int, full: int, drawable: int) -> None:
    """At night a row of the market is full, unless deck and discards are empty; during visits it is cleared."""
    where = f"field 'market.{deck}'"
    if view.phase == "visit" and lying:
        raise BadPosition(f"{where}: expected no cards in phase 'visit', got {lying}")
    wrong = lying > full or (lying < full and drawable)
    if wrong and view.phase in ("setup", "night") and deck in view.market:
        raise BadPosition(f"{where}: expected {how_many(full, 'card')} in phase {view.phase!r}, got {lying}")


def read_plain(box: Box, view: View, s: State) -> None:
    """The plain ends left: those that are not in the towns."""
    laid = [s.town[p, i] - 1 for p in range(s.seats) for i in range(s.cards[p])] + [s.gained - 1]
    for kind, name in enumerate(("terrace", "pier")):
        used = sum(card >= PLAIN_FIRST and (card - PLAIN_FIRST) // 2 == kind for card in laid)
        left = view.plain.get(name, max(0, box.plain[kind] - used))  # type: ignore[call-overload]
        if left + used != box.plain[kind]:
            raise BadPosition(
                f"field 'plain.{name}': expected {box.plain[kind]} with those in the towns, got {left + used}"
            )
        s.plain[kind] = left
