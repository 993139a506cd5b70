"""Old London Bridge: the turns of a position: who must act, the revealed cards and their order, the round."""

from __future__ import annotations

from itertools import combinations

from townwright.engine.compiling import uncompiled
from townwright.engine.errors import BadPosition

from .form import Turn, View
from .rules.tracks import place_of
from .state import AFTER, BONUS, CARDS, CARDS_TAKE, CHAPEL, CHOOSE, LADIES, PLACE, RAISE, REPLACE, State

TURN_DECISIONS = (PLACE, REPLACE, CARDS_TAKE, BONUS, AFTER)


def seat_of(name: str, seat: int, s: State) -> int:
    """The seat itself, if the table has it."""
    if seat >= s.seats:
        raise BadPosition(f"field '{name}': expected a seat from 0 to {s.seats - 1}, got {seat}")
    return seat


def per_round(s: State) -> int:
    """How many turns each player has in a round."""
    return CARDS if s.seats == 2 else 1


def read_pending(view: View, s: State) -> None:
    """Who must act: by default everybody who has not chosen, or the player whose turn it is."""
    if view.over:
        if view.pending:
            raise BadPosition("field 'pending': expected nobody once the game is over")
        return
    pending = view.pending
    if pending is None:
        if s.decision == CHOOSE:
            pending = [p for p, player in enumerate(view.players) if player.chosen is None]
        elif s.decision in TURN_DECISIONS and view.order and view.turn:
            pending = [view.order[min(view.turn, len(view.order)) - 1].seat]
        else:
            pending = [0]
    for seat in pending:
        s.pending = s.pending | 1 << seat_of("pending", seat, s)
    if len(set(pending)) != len(pending) or (s.decision == CHOOSE) < (len(pending) != 1) or not pending:
        raise BadPosition("field 'pending': expected the seat that must act; several only for decision 'choose'")


def seats_in_turn(s: State) -> list[int]:
    """A default for the order of turns: players with pawns on the wheel, the player who must act, the others."""
    now = [p for p in range(s.seats) if s.pending >> p & 1][:1]
    seats = [p for p in range(s.seats) if s.pawn[p] and (s.seats == 2 or p not in now)] + now
    for p in list(range(s.seats)) * per_round(s):
        if seats.count(p) < per_round(s):
            seats.append(p)
    return seats if s.decision in TURN_DECISIONS else []


def chapel_place(s: State, p: int) -> int:
    """How many chapel markers are ahead of a player's."""
    return uncompiled(place_of)(s, CHAPEL, p)


def default_order(s: State, seats: list[int]) -> list[Turn]:
    """Turns in the order of these seats, with the lowest cards that give this order; all "0" while cards are raised."""
    if s.decision == RAISE:
        seats = sorted(list(range(s.seats)) * per_round(s), key=lambda p: chapel_place(s, p))
    values = [0] * len(seats)
    for i in reversed(range(len(seats) - 1)):
        values[i] = values[i + 1] + (chapel_place(s, seats[i]) > chapel_place(s, seats[i + 1]))
    return [Turn(seat=p, value=values[i], card=1 + seats[:i].count(p)) for i, p in enumerate(seats)]


def read_order(view: View, s: State, seats: list[int]) -> None:
    """The revealed cards and the turns they give."""
    laid = not view.over and s.decision not in (CHOOSE, LADIES)
    if not laid:
        if view.order or view.turn or view.placed:
            raise BadPosition("field 'order': expected no turns before the cards are revealed or after the game")
        return
    order = view.order if view.order is not None else default_order(s, seats)
    wanted = sorted((p, card) for p in range(s.seats) for card in range(1, per_round(s) + 1))
    if sorted((turn.seat, turn.card) for turn in order) != wanted:
        raise BadPosition(f"field 'order': expected one turn for each of the {len(wanted)} cards laid")
    for i, turn in enumerate(order):
        s.order[i] = 1 + CARDS * turn.seat + turn.card - 1
        s.played[turn.seat, turn.card - 1] = 0 if turn.value is None else turn.value + 1
        s.plus[turn.seat, turn.card - 1] = turn.plus
    for p in range(s.seats if s.seats == 2 else 0):
        if 0 < s.played[p, 0] < s.played[p, 1]:
            raise BadPosition("field 'order': expected card 1 of a player to be the higher one")
    if s.decision == RAISE:
        if view.turn or view.placed:
            raise BadPosition("field 'turn': expected 0 before the first turn")
    else:
        read_turn(view, s, [turn.seat for turn in order])
    ending = s.placed and s.decision in (BONUS, AFTER)  # otherwise the card of this turn cannot be taken back yet
    if any(turn.value is None for turn in order[s.turn if ending else max(0, s.turn - 1) :]):
        raise BadPosition("field 'order': expected the value of every card but those taken back at the end of a turn")
    check_order(view, order, s)


def read_turn(view: View, s: State, seats: list[int]) -> None:
    """The turn being taken: by default the player's first, or the second if the player's pawn is on the wheel."""
    acting = next(p for p in range(s.seats) if s.pending >> p & 1)
    first = seats.index(acting)
    if view.turn is None and s.seats == 2 and s.pawn[acting]:
        first = seats.index(acting, first + 1)
    s.turn = first + 1 if view.turn is None else view.turn
    if not 1 <= s.turn <= len(seats) or seats[s.turn - 1] != acting:
        raise BadPosition("field 'turn': expected the turn of the seat that must act")
    s.placed = s.decision != PLACE if view.placed is None else view.placed
    before = s.decision == PLACE  # a bonus tile may be due both before the pawn stands and after
    if s.decision != BONUS and bool(s.placed) == before:
        raise BadPosition(
            f"field 'placed': expected {'false' if before else 'true'} for the decision {view.decision!r}"
        )


def check_order(view: View, order: list[Turn], s: State) -> None:
    """Higher cards come first, equal ones in chapel order, unless a marker can have moved since.

    A player who has not acted has not moved, so everybody who comes earlier with an equal card is still ahead.
    """
    acted = {turn.seat for turn in order[: s.turn]}
    if s.turn and not s.placed and not view.used.get("CH2"):  # nothing can have moved the marker in this turn
        acted = {turn.seat for turn in order[: s.turn - 1]}
    tied = set()
    for a, b in combinations([turn for turn in order if turn.value is not None], 2):
        first, second = ((turn.value or 0) + (0 if s.decision == RAISE else turn.plus) for turn in (a, b))
        wrong = first < second
        if first == second and a.seat == b.seat:
            wrong = a.card > b.card
        elif first == second:
            tied.add((a.seat, b.seat))
            behind = chapel_place(s, a.seat) > chapel_place(s, b.seat)
            wrong = (b.seat, a.seat) in tied or (b.seat not in acted and behind)
        if wrong:
            raise BadPosition("field 'order': expected higher cards first, equal ones in the order of the chapel track")


def turns_taken(s: State, p: int, rounds: int) -> int:
    """How many buildings a player can have taken in so many rounds and the turns of the current one."""
    now = sum(1 for i in range(s.turn) if (s.order[i] - 1) // CARDS == p)
    acting = s.turn and (s.order[s.turn - 1] - 1) // CARDS == p
    building = acting and (not s.placed or s.decision == REPLACE)  # the building of this turn is yet to come
    return rounds * per_round(s) + now - (1 if building else 0)


def read_round(view: View, s: State) -> None:
    """The round; by default the first in which bridges can be as long as these."""

    def fits(rounds: int) -> bool:
        return all(s.length[p] <= turns_taken(s, p, rounds) for p in range(s.seats))

    finished = 1 if view.over else 0  # the last round is complete
    s.round = view.round or next((n for n in range(1, s.rounds + 1) if fits(n - 1 + finished)), s.rounds)
    if s.round > s.rounds:
        raise BadPosition(f"field 'round': expected 1 to {s.rounds}, got {s.round}")
    if not fits(s.round - 1 + finished):
        raise BadPosition(f"field 'bridge': expected no more buildings than turns taken by round {s.round}")
