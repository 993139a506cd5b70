"""Pier 18: reads a view back into a state. A position that cannot occur is refused in one sentence."""

from __future__ import annotations

from townwright.engine.compiling import uncompiled
from townwright.engine.errors import BadPosition, how_many

from .box import Box, Face
from .form import Laid, Player, View, show_sides
from .moves import PHASES
from .rules.pier import LENGTH, extended, pier_of
from .state import CARDS, CHARACTERS, CHOOSE, DEALT, PLAN, ROUNDS, TAKE, State


def player_name(p: int) -> str:
    """A player as error messages say it: the first is player 1."""
    return f"player {p + 1}"


class Reader:
    """Reads a view into a state, card by card; no card may be in two places."""

    def __init__(self, face: Face, box: Box, view: View, s: State) -> None:
        self.face, self.box, self.view, self.s = face, box, view, s
        self.seats = len(view.players)
        self.places: dict[int, str] = {}

    def card(self, given: str, where: str, again: bool = False) -> int:
        """A card as it is stored; notes its place, unless it is mentioned `again`."""
        if given not in self.face.numbers:
            raise BadPosition(f"{where}: expected one of: {', '.join(self.face.ids)}, got {given!r}")
        card = self.face.numbers[given] + 1
        if not again:
            if card in self.places:
                raise BadPosition(f"{where}: card {given} also lies in {self.places[card]}; expected every card once")
            self.places[card] = where
        return card

    def read(self) -> None:
        """Fills the state, player by player, then what lies between them."""
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
            why = "every plan is laid" if s.over else "there is a plan to lay"
            raise BadPosition(f"field 'over': expected {str(bool(s.over)).lower()}, because {why}")

    def read_hand(self, player: Player, p: int) -> None:
        """The cards dealt and the choice, before it is shown."""
        s, where = self.s, player_name(p)
        for n, given in enumerate(player.hand or []):
            s.hand[p, n] = self.card(given, f"{where}, field 'hand'")
        if s.phase != CHOOSE and (player.hand is not None or player.choice is not None or player.chosen):
            raise BadPosition(f"{where}: expected 'hand', 'chosen' or 'choice' only when the phase is 'choose'")
        if player.choice is None:
            return
        chosen = (player.choice.plan, player.choice.foundation)
        if player.hand is None or not player.chosen or len({*chosen} & {*player.hand}) != 2:
            raise BadPosition(f"{where}, field 'choice': expected two cards of the hand of a player who has chosen")
        plan, foundation = (self.face.numbers[given] for given in chosen)
        s.choice[p] = plan * CARDS + foundation + 1

    def read_pier(self, player: Player, p: int) -> None:
        """Plan, pier and patrons."""
        s, where = self.s, player_name(p)
        if s.phase == CHOOSE and (player.plan or player.pier or player.patrons or player.third):
            raise BadPosition(f"{where}: expected no plan, pier, patrons or third card when the phase is 'choose'")
        if player.plan is not None:
            s.plan[p] = self.card(player.plan, f"{where}, field 'plan'")
        for n, laid in enumerate(player.pier):
            place = f"{where}, field 'pier', row {n + 1}"
            last = s.phase == PLAN and 0 < n == len(player.pier) - 1 and laid.card == player.plan
            card = self.card(laid.card, place, again=last)
            if n == 0 and (laid.overlap or laid.turned):
                raise BadPosition(f"{place}: expected a foundation that lies upright and covers nothing")
            if laid.turned and not self.face.rotation:
                raise BadPosition(f"{place}, field 'turned': expected false, because cards lie upright at this table")
            self.lay(p, card, laid)
            s.finished[p] = last
        for n, given in enumerate(player.patrons):
            s.patrons[p, n] = self.card(given, f"{where}, field 'patrons'")
        s.won[p] = len(player.patrons)
        left, right = show_sides(s, p)
        for side, spaces, shown in (("left", player.left, left), ("right", player.right, right)):
            if spaces is not None and spaces != shown:
                raise BadPosition(f"{where}, field '{side}': expected {shown!r}, what the pier shows, got {spaces!r}")

    def lay(self, p: int, card: int, laid: Laid) -> None:
        """Lays a card onto the end of a pier."""
        s, n = self.s, self.s.laid[p]
        before = uncompiled(pier_of)(s, p)
        pier = uncompiled(extended)(self.box, before, card - 1, laid.overlap, int(laid.turned))
        for c in range(CHARACTERS):
            s.crowd[p, c] = pier[c]
        s.pier[p, n], s.overlap[p, n], s.turned[p, n] = card, laid.overlap, laid.turned
        s.laid[p], s.length[p] = n + 1, pier[LENGTH]

    def read_third(self, player: Player, p: int) -> None:
        """The card given back, which nobody can have kept."""
        if player.third is not None:
            where = f"{player_name(p)}, field 'third'"
            card = self.card(player.third, where, again=True)
            kept = [self.s.plan[q] for q in range(self.seats)] + [self.s.pier[q, 0] for q in range(self.seats)]
            if card in kept or card in [self.s.third[q] for q in range(self.seats)]:
                raise BadPosition(f"{where}: expected a card that nobody else kept or gave back, got {player.third!r}")
            self.s.third[p] = card

    def expect_choices(self) -> None:
        """Who has chosen; at least one player has not."""
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
                raise BadPosition(f"{player_name(p)}, field 'pier': expected a card taken this round on the foundation")
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
            raise BadPosition(f"field 'offer': expected {how_many(cards, 'card')} that can still be taken")
        missing = 0 if view.offer else cards
        unknown = sum((s.plan[p] == 0) + (s.laid[p] == 0) for p in range(seats))
        s.left = CARDS - len(self.places) - unknown - missing

    def expect_plans(self) -> None:
        """Who has laid the plan."""
        s, seats = self.s, self.seats
        s.rounds = ROUNDS[seats]
        for p in range(seats):
            if s.laid[p] - s.finished[p] > 1 + s.rounds:
                most = 1 + s.rounds
                raise BadPosition(f"{player_name(p)}, field 'pier': expected at most {most} cards and then the plan")
        if sum(s.won[p] for p in range(seats)) > s.rounds:
            raise BadPosition(f"there are more patrons than the {s.rounds} rounds of the game")
        s.pending = sum(1 << p for p in range(seats) if not s.finished[p])
        s.over = s.pending == 0
        s.left = CARDS - len(self.places) - sum((s.plan[p] == 0) + (s.laid[p] == 0) for p in range(seats))

    def read_deck(self) -> None:
        """The deck holds the cards that are nowhere else."""
        s, deck = self.s, self.view.deck
        if deck is None:
            return
        if deck.left != s.left:
            raise BadPosition(f"field 'deck.left': expected {s.left}, the cards that lie nowhere else, got {deck.left}")
        if deck.cards is not None:
            if len(deck.cards) != s.left:
                cards = how_many(s.left, "card")
                raise BadPosition(f"field 'deck.cards': expected {cards}, top first, got {len(deck.cards)}")
            for i, given in enumerate(reversed(deck.cards)):
                s.deck[i] = self.card(given, "field 'deck.cards'")


def read(face: Face, box: Box, view: View, s: State) -> None:
    """Reads a view as a known state; whatever the view leaves out is dealt at random."""
    Reader(face, box, view, s).read()
