"""Pier 18: a known state as JSON for a person, the same form as a position, and the score sheet."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from townwright.engine.errors import BadPosition
from townwright.engine.sheets import Part
from townwright.engine.texts import Texts

from .box import EMPTY, LETTERS, Face
from .moves import PHASES
from .state import (
    CARDS,
    CHARACTERS,
    CHOOSE,
    DEALT,
    LAID,
    MOST_ROUNDS,
    OFFER,
    PLAN,
    RIGHT,
    ROUNDS,
    SEATS,
    SECTIONS,
    TAKE,
)

Seat = Annotated[int, Meta(ge=0, le=SEATS - 1)]


class Laid(Struct, forbid_unknown_fields=True, kw_only=True):
    """A card of a pier."""

    card: str
    overlap: Annotated[int, Meta(ge=0, le=3)] = 0  # sections of the card before it that it covers
    turned: bool = False  # whether it lies with a half-turn


class Choice(Struct, forbid_unknown_fields=True, kw_only=True):
    """What a player has chosen before it is shown."""

    plan: str
    foundation: str


class Player(Struct, forbid_unknown_fields=True, kw_only=True):
    """What one player has before him."""

    plan: str | None = None
    pier: Annotated[list[Laid], Meta(max_length=LAID)] = []  # from the shore; covered sections may be looked at
    left: str | None = None  # what its left side shows, from the shore: F, P, L, S or "." a space
    right: str | None = None  # and its right side
    patrons: Annotated[list[str], Meta(max_length=MOST_ROUNDS)] = []
    third: str | None = None  # the card given back at the start, if known
    hand: Annotated[list[str], Meta(min_length=DEALT, max_length=DEALT)] | None = None  # the cards dealt, if known
    chosen: bool = False  # whether the choice is made (phase "choose" only)
    choice: Choice | None = None  # and which, if known


class Deck(Struct, forbid_unknown_fields=True, kw_only=True):
    """The face-down cards."""

    left: Annotated[int, Meta(ge=0, le=CARDS)]
    cards: list[str] | None = None  # top first, if known


class View(Struct, forbid_unknown_fields=True, kw_only=True):
    """The table as one observer knows it."""

    players: Annotated[list[Player], Meta(min_length=2, max_length=SEATS)]
    phase: Literal["choose", "take", "plan"] = "take"
    round: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] | None = None  # phase "take" only
    start: Seat = 0  # who takes first in this round
    turn: Seat | None = None  # whose turn it is; None for the start player, or when all are asked
    offer: Annotated[list[str | None], Meta(max_length=OFFER)] = []  # None for a card that was taken
    deck: Deck | None = None
    over: bool = False


# --- showing -------------------------------------------------------------------------------------


def name(face: Face, card: int) -> str | None:
    """The id of a card as it is stored, None for no card or an unknown one."""
    return face.ids[card - 1] if card else None


def names(face: Face, cards: list[int]) -> list[str]:
    return [face.ids[card - 1] for card in cards]


def show_sides(k: Any, p: int) -> tuple[str, str]:
    """What the two sides of a pier show, from the shore."""
    sides = []
    for shift in (0, RIGHT):
        side = [EMPTY] * k.length[p]
        for c in range(CHARACTERS):
            for n in range(k.length[p]):
                if k.crowd[p, c] >> shift + n & 1:
                    side[n] = LETTERS[c]
        sides.append("".join(side))
    return sides[0], sides[1]


def show_choice(face: Face, choice: int) -> Choice | None:
    if not choice:
        return None
    plan, foundation = divmod(choice - 1, CARDS)
    return Choice(plan=face.ids[plan], foundation=face.ids[foundation])


def show_player(face: Face, k: Any, p: int) -> Player:
    left, right = show_sides(k, p)
    hand = [k.hand[p, n] for n in range(DEALT)]
    return Player(
        plan=name(face, k.plan[p]),
        pier=[
            Laid(card=face.ids[k.pier[p, n] - 1], overlap=k.overlap[p, n], turned=bool(k.turned[p, n]))
            for n in range(k.laid[p])
        ],
        left=left,
        right=right,
        patrons=names(face, [k.patrons[p, n] for n in range(k.won[p])]),
        third=name(face, k.third[p]),
        hand=names(face, hand) if all(hand) else None,
        chosen=k.phase == CHOOSE and not k.pending >> p & 1,
        choice=show_choice(face, k.choice[p]),
    )


def show(face: Face, box: Any, k: Any) -> View:
    """The view of a known state."""
    taking = k.phase == TAKE
    deck = [k.deck[i] for i in reversed(range(k.left))]
    return View(
        players=[show_player(face, k, p) for p in range(k.seats)],
        phase=PHASES[k.phase],  # type: ignore[arg-type]
        round=k.rounds + 1 if taking else None,
        start=k.start,
        turn=k.turn if taking else None,
        offer=[name(face, k.offer[i]) for i in range(k.seats + 1)] if taking else [],
        deck=Deck(left=k.left, cards=names(face, deck) if all(deck) else None),
        over=bool(k.over),
    )


def whole(k: Any) -> bool:
    """Whether nothing is unknown: hands and choices, or third cards, and the order of the deck."""
    if not all(k.deck[i] for i in range(k.left)):
        return False
    if k.phase == CHOOSE:
        chosen = all(k.choice[p] or k.pending >> p & 1 for p in range(k.seats))
        return chosen and all(k.hand[p, n] for p in range(k.seats) for n in range(DEALT))
    offer = k.seats + 1 - (k.turn - k.start) % k.seats if k.phase == TAKE else 0
    return sum(k.offer[i] > 0 for i in range(OFFER)) == offer and all(
        k.plan[p] and k.laid[p] and k.third[p] for p in range(k.seats)
    )


# --- reading -------------------------------------------------------------------------------------


class Reader:
    """Reads a view into a state, card by card: no card may lie in two places."""

    def __init__(self, face: Face, box: Any, view: View, s: Any) -> None:
        self.face, self.box, self.view, self.s = face, box, view, s
        self.seats = len(view.players)
        self.places: dict[int, str] = {}

    def card(self, given: str, where: str, again: bool = False) -> int:
        """A card as it is stored, and its place noted; `again` for one that is mentioned a second time."""
        if given not in self.face.numbers:
            raise BadPosition(f"{where}: expected a card such as {self.face.ids[0]!r}, got {given!r}")
        card = self.face.numbers[given] + 1
        if not again:
            if card in self.places:
                raise BadPosition(f"{where}: card {given} lies also in {self.places[card]}; expected every card once")
            self.places[card] = where
        return card

    def read(self) -> None:
        view, s = self.view, self.s
        s.seats, s.start = self.seats, view.start
        s.phase = next(number for number, phase in PHASES.items() if phase == view.phase)
        for field, seat in (("start", view.start), ("turn", view.turn or 0)):
            if seat >= self.seats:
                raise BadPosition(f"field '{field}': expected a seat from 0 to {self.seats - 1}, got {seat}")
        if s.phase != TAKE:
            for field, value in (
                ("round", view.round),
                ("turn", view.turn),
                ("offer", view.offer),
                ("start", view.start),
            ):
                if value:
                    raise BadPosition(f"field '{field}': expected only when the phase is 'take'")
        for p, player in enumerate(view.players):
            self.read_hand(player, p)
            self.read_pier(player, p)
        (self.expect_choices, self.expect_offer, self.expect_plans)[s.phase]()
        for p, player in enumerate(view.players):
            self.read_third(player, p)
        self.read_deck()
        if view.over != bool(s.over):
            raise BadPosition(f"field 'over': expected {str(bool(s.over)).lower()}, as the piers have {LACK[s.over]}")

    def read_hand(self, player: Player, p: int) -> None:
        """The cards dealt and the choice, before it is shown."""
        s, where = self.s, f"player {p}"
        for n, given in enumerate(player.hand or []):
            s.hand[p, n] = self.card(given, f"{where}, field 'hand'")
        if s.phase != CHOOSE and (player.hand is not None or player.choice is not None or player.chosen):
            raise BadPosition(f"{where}: expected 'hand', 'chosen' and 'choice' only when the phase is 'choose'")
        if player.choice is None:
            return
        chosen = (player.choice.plan, player.choice.foundation)
        if player.hand is None or not player.chosen or len({*chosen} & {*player.hand}) != 2:
            raise BadPosition(f"{where}, field 'choice': expected two cards of the hand of a player who has chosen")
        plan, foundation = (self.face.numbers[given] for given in chosen)
        s.choice[p] = plan * CARDS + foundation + 1

    def read_pier(self, player: Player, p: int) -> None:
        """Plan, pier and patrons."""
        s, where = self.s, f"player {p}"
        if s.phase == CHOOSE and (player.plan or player.pier or player.patrons or player.third):
            raise BadPosition(f"{where}: expected no plan, pier, patrons and third card when the phase is 'choose'")
        if player.plan is not None:
            s.plan[p] = self.card(player.plan, f"{where}, field 'plan'")
        for n, laid in enumerate(player.pier):
            place = f"{where}, field 'pier', row {n + 1}"
            last = s.phase == PLAN and 0 < n == len(player.pier) - 1 and laid.card == player.plan
            card = self.card(laid.card, place, again=last)
            if n == 0 and (laid.overlap or laid.turned):
                raise BadPosition(f"{place}: expected a foundation that lies upright and covers nothing")
            if laid.turned and not self.face.rotation:
                raise BadPosition(f"{place}, field 'turned': expected false, as cards may not be turned at this table")
            self.lay(p, card, laid)
            s.finished[p] = last
        for n, given in enumerate(player.patrons):
            s.patrons[p, n] = self.card(given, f"{where}, field 'patrons'")
        s.won[p] = len(player.patrons)
        left, right = show_sides(s, p)
        for side, told, shown in (("left", player.left, left), ("right", player.right, right)):
            if told is not None and told != shown:
                raise BadPosition(f"{where}, field '{side}': expected {shown!r}, what the pier shows, got {told!r}")

    def lay(self, p: int, card: int, laid: Laid) -> None:
        """Puts a card at the end of a pier as it is read."""
        s, n = self.s, self.s.laid[p]
        start = s.length[p] - laid.overlap
        kept = (1 << start) - 1
        for c in range(CHARACTERS):
            printed = self.box.crowd[int(laid.turned), card - 1, c]
            s.crowd[p, c] = s.crowd[p, c] & (kept | kept << RIGHT) | printed << start
        s.pier[p, n], s.overlap[p, n], s.turned[p, n] = card, laid.overlap, laid.turned
        s.laid[p], s.length[p] = n + 1, start + SECTIONS

    def read_third(self, player: Player, p: int) -> None:
        """The card given back: none of those that were kept."""
        if player.third is not None:
            where = f"player {p}, field 'third'"
            card = self.card(player.third, where, again=True)
            kept = [self.s.plan[q] for q in range(self.seats)] + [self.s.pier[q, 0] for q in range(self.seats)]
            if card in kept or card in [self.s.third[q] for q in range(self.seats)]:
                raise BadPosition(f"{where}: expected a card that nobody else kept or gave back, got {player.third!r}")
            self.s.third[p] = card

    def expect_choices(self) -> None:
        """Some have chosen, not all."""
        s, players = self.s, self.view.players
        s.pending = sum(1 << p for p, player in enumerate(players) if not player.chosen)
        if s.pending == 0:
            raise BadPosition("field 'chosen': expected a player who has not chosen yet when the phase is 'choose'")
        s.left = CARDS - DEALT * self.seats

    def expect_offer(self) -> None:
        """The round, whose turn it is, and the cards to take from."""
        s, view, seats = self.s, self.view, self.seats
        s.turn = view.start if view.turn is None else view.turn
        s.pending = 1 << s.turn
        taken = (s.turn - s.start) % seats
        full = [max(0, s.laid[p] - 1 - ((p - s.start) % seats < taken)) for p in range(seats)]  # rounds in each pier
        for p in range(seats):
            if (p - s.start) % seats < taken and s.laid[p] == 1:
                raise BadPosition(f"player {p}, field 'pier': expected a card taken this round on the foundation")
        s.rounds = max(full) if view.round is None else view.round - 1
        if s.rounds >= ROUNDS[seats]:
            raise BadPosition(f"field 'round': expected 1 to {ROUNDS[seats]} with {seats} players, got {s.rounds + 1}")
        if max(full) > s.rounds:
            raise BadPosition(f"there are more cards in a pier than round {s.rounds + 1} allows")
        if sum(s.won[p] for p in range(seats)) > s.rounds:
            raise BadPosition(f"there are more patrons than the {s.rounds} rounds completed")
        for i, given in enumerate(view.offer[: seats + 1]):
            s.offer[i] = self.card(given, "field 'offer'") if given is not None else 0
        cards = seats + 1 - taken
        if view.offer and (len(view.offer) > seats + 1 or sum(given is not None for given in view.offer) != cards):
            raise BadPosition(f"field 'offer': expected {cards} cards that can still be taken")
        missing = 0 if view.offer else cards
        unknown = sum((s.plan[p] == 0) + (s.laid[p] == 0) for p in range(seats))
        s.left = CARDS - len(self.places) - unknown - missing

    def expect_plans(self) -> None:
        """Who has laid the plan."""
        s, seats = self.s, self.seats
        s.rounds = ROUNDS[seats]
        for p in range(seats):
            if s.laid[p] - s.finished[p] > 1 + s.rounds:
                raise BadPosition(f"player {p}, field 'pier': expected at most {1 + s.rounds} cards and then the plan")
        if sum(s.won[p] for p in range(seats)) > s.rounds:
            raise BadPosition(f"there are more patrons than the {s.rounds} rounds of the game")
        s.pending = sum(1 << p for p in range(seats) if not s.finished[p])
        s.over = s.pending == 0
        s.left = CARDS - len(self.places) - sum((s.plan[p] == 0) + (s.laid[p] == 0) for p in range(seats))

    def read_deck(self) -> None:
        """The deck holds what lies nowhere else."""
        s, deck = self.s, self.view.deck
        if deck is None:
            return
        if deck.left != s.left:
            raise BadPosition(f"field 'deck.left': expected {s.left}, the cards that lie nowhere else, got {deck.left}")
        if deck.cards is not None:
            if len(deck.cards) != s.left:
                raise BadPosition(f"field 'deck.cards': expected {s.left} cards, top first, got {len(deck.cards)}")
            for i, given in enumerate(reversed(deck.cards)):
                s.deck[i] = self.card(given, "field 'deck.cards'")


LACK = ("a plan to come", "all their plans")


def read(face: Face, box: Any, view: View, s: Any) -> None:
    """A view as a known state; what the view leaves out is dealt at random."""
    Reader(face, box, view, s).read()


# --- the score sheet -----------------------------------------------------------------------------


def explain(face: Face, box: Any, s: Any, seat: int, texts: Texts) -> dict[str, list[Part]]:
    """Which characters and patrons gave the points of a seat."""
    found: dict[str, list[Part]] = {"fishers": [], "poets": [], "lovers": [], "sellers": [], "patrons": []}
    left, right = show_sides(s, seat)
    fishers, poets = (left.count("F"), right.count("F")), (left + right).count("P")
    if any(fishers):
        found["fishers"].append(Part(texts("part.fishers", left=fishers[0], right=fishers[1]), max(fishers)))
    if poets:
        found["poets"].append(Part(texts("part.poets", n=poets), poets // box.poets_per_point))
    for key, side in (("left", left), ("right", right)):
        where = texts(f"side.{key}")
        for lovers in re.finditer("(?<![^.])(?<![^.].)L(?![^.])(?!.[^.])", side):  # nobody on two spaces either way
            label = texts("part.lovers", side=where, n=lovers.start() + 1)
            found["lovers"].append(Part(label, box.lover_points))
        for group in re.finditer("[FPL]*S[FPLS]*", side):
            label = texts("part.group", side=where, n=group.start() + 1, group=group[0])
            found["sellers"].append(Part(label, len(group[0]) - 1))
    won = [face.cards[s.patrons[seat, n] - 1] for n in range(s.won[seat])]
    found["patrons"] = [Part(texts.name(card.name), box.patron_points) for card in won]
    return found


def asks(k: Any, seat: int) -> str:
    """What is asked of a seat."""
    return PHASES[k.phase]
