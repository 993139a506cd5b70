"""Old London Bridge: whether the fields of a position fit together, so that it can come up in a game."""

from __future__ import annotations

from collections.abc import Callable

from townwright.engine.compiling import uncompiled
from townwright.engine.errors import BadPosition

from .box import Box
from .form import View
from .kinds import HAUL_COUNTS, HAUL_FIRST
from .rules.bridge import can_append, strength_of
from .rules.tracks import tiles_between
from .state import (
    AFTER,
    BACKS,
    BONUS,
    CARDS,
    CARDS_TAKE,
    CH2,
    CHAPEL,
    CHOOSE,
    GATE,
    GT2,
    INN,
    KINDS,
    LADIES,
    LADY,
    OCC,
    PLUS,
    RAISE,
    REC,
    REPLACE,
    VALUES,
    State,
)


def check_table(box: Box, view: View, s: State) -> None:
    """The decision has what it needs and nothing else; players have only what is possible at this point of a round."""
    if view.over and s.decision != CHOOSE:
        raise BadPosition("field 'decision': expected 'choose' once the game is over")
    if (s.taken != 0) != (s.decision == REPLACE):
        raise BadPosition("field 'taken': expected a building exactly when the decision is 'replace'")
    if (s.due != 0) != (s.decision in (CARDS_TAKE, BONUS)):
        raise BadPosition("field 'due': expected a number above 0 exactly when the decision is 'inn' or 'bonus'")
    check_turns(s)
    check_used(box, s)
    check_lowest(s)
    if not view.over and s.decision in CHECKS:
        CHECKS[s.decision](box, s, next(p for p in range(s.seats) if s.pending >> p & 1))


def begun(s: State, p: int) -> int:
    """How many turns of this round a player has begun."""
    return sum((s.order[i] - 1) // CARDS == p for i in range(s.turn))


def check_turns(s: State) -> None:
    """Only players who have begun a turn of this round have a pawn on the wheel or new bonus tiles."""
    for p in range(s.seats):
        acting = s.turn and (s.order[s.turn - 1] - 1) // CARDS == p and not s.placed
        if s.pawn[p] and begun(s, p) <= (1 if acting else 0):
            raise BadPosition(f"player {p + 1}, field 'pawn': expected no pawn of a player who has not placed it yet")
        if not s.over and any(s.fresh[p, kind] for kind in range(KINDS)) and not begun(s, p):
            raise BadPosition(
                f"player {p + 1}, field 'fresh': expected no new tile before the player's turn of this round"
            )


def check_used(box: Box, s: State) -> None:
    """For every raised or recalled card and every shared space, a bonus tile must have left the game."""
    raised = [s.plus[p, card] for p in range(s.seats) for card in range(CARDS)]
    if any(plus % box.tile_plus for plus in raised) or sum(raised) // box.tile_plus > s.used[PLUS]:
        raise BadPosition(f"field 'order': expected 'plus' of {box.tile_plus} for each PLUS tile in 'used'")
    for p in range(s.seats):
        if 0 < s.played[p, 0] == s.played[p, 1] and s.plus[p, 0] < s.plus[p, 1]:
            raise BadPosition(f"field 'order': expected player {p + 1} to raise card 1 first, for both cards are equal")
    recalled = sum(s.played[(s.order[i] - 1) // CARDS, (s.order[i] - 1) % CARDS] == 0 for i in range(s.turn))
    if recalled > s.used[REC]:
        raise BadPosition("field 'order': expected the value of a card unless a REC tile in 'used' took it back")
    pawns = [s.pawn[p] for p in range(s.seats) if s.pawn[p]]
    if len(set(pawns)) < len(pawns) and not s.used[OCC]:
        raise BadPosition("field 'pawn': expected two pawns on one space only with an OCC tile in 'used'")


def check_lowest(s: State) -> None:
    """The lowest number of the round is on the bridge of the player who built it, unless it was replaced since."""
    if not s.low_seat:
        return
    p = s.low_seat - 1
    if not begun(s, p):
        raise BadPosition(f"field 'lowest': expected no number of player {p + 1}, who has not built in this round")
    if s.low not in [s.bridge[p, slot] for slot in range(s.length[p])] and not s.removed >> s.low & 1:
        raise BadPosition(f"field 'lowest': expected a number on the bridge of player {p + 1}, got {s.low}")


def check_lady(box: Box, s: State, p: int) -> None:
    if not s.tiles[p, LADY] or not s.supply[box.lady]:
        raise BadPosition(
            f"field 'decision': expected a LADY tile of player {p + 1} and a card of value {box.lady} in the supply"
        )


def check_plus(box: Box, s: State, p: int) -> None:
    """Each owner is asked once, in the order of the reveal, so players who come later have not raised a card yet."""
    if not s.tiles[p, PLUS]:
        raise BadPosition(f"field 'decision': expected a PLUS tile of player {p + 1}, who is asked for one")
    order = [(s.order[i] - 1) // CARDS for i in range(len(s.order)) if s.order[i]]
    later = [q for q in range(s.seats) if order.index(q) > order.index(p)]
    if any(s.plus[q, card] for q in later for card in range(CARDS)):
        raise BadPosition(f"field 'order': expected no 'plus' of players who come after player {p + 1}")


def check_replacement(box: Box, s: State, p: int) -> None:
    """A number that cannot be appended can always replace a building (ruling 1)."""
    if uncompiled(can_append)(s, p, s.taken):
        raise BadPosition(
            f"field 'taken': expected a number that cannot be added at the end of the bridge of player {p + 1}"
        )


def hauls(s: State, total: int) -> int:
    """How many sets of cards of this total the supply holds."""
    return sum(
        all(HAUL_COUNTS[haul, value] <= s.supply[value] for value in range(1, VALUES))
        for haul in range(HAUL_FIRST[total], HAUL_FIRST[total + 1])
    )


def strengths(box: Box, s: State, p: int, kind: int) -> set[int]:
    """How strong the building built last can be: the strengths of the buildings of its type on the bridge."""
    row = [tile for tile in s.bridge.row(p)[: s.length[p]] if box.tile_type[tile] == kind]
    return {uncompiled(strength_of)(box, s.crests[p], tile) for tile in row}


def check_inn(box: Box, s: State, p: int) -> None:
    """The total is the strength of an inn on the bridge, or the most below it that the supply allows."""
    totals = {
        next((total for total in range(strength, 0, -1) if hauls(s, total)), 0)
        for strength in strengths(box, s, p, INN)
    }
    if s.due not in totals:
        raise BadPosition(f"field 'due': expected the total of cards that an inn of player {p + 1} brings, got {s.due}")


def check_bonus(box: Box, s: State, p: int) -> None:
    """The tiles due come from the last move on the gate track, by a bonus tile or by a gate that was built."""
    steps = {box.tile_steps[GATE]} if s.used[GT2] else set()
    if s.placed:
        steps |= strengths(box, s, p, GATE)
    if not steps:
        raise BadPosition(
            f"field 'decision': expected a gate on the bridge of player {p + 1}, or a GT2 tile in 'used', for 'bonus'"
        )
    space = s.space[GATE, p]
    most = uncompiled(tiles_between)(box, max(0, space - max(steps)), space)
    if s.due > most:
        raise BadPosition(
            f"field 'due': expected at most {most}, the bonus spaces that player {p + 1} has just passed, got {s.due}"
        )
    if not any(s.bonus_left[back] for back in range(BACKS)):
        raise BadPosition("field 'decision': expected a bonus tile in one of the stacks for 'bonus'")


def check_after(box: Box, s: State, p: int) -> None:
    walks = any(s.tiles[p, CH2 + track] and s.space[track, p] < box.last[track] for track in (CHAPEL, GATE))
    value = s.played[p, (s.order[s.turn - 1] - 1) % CARDS] - 1
    if not walks and not (s.tiles[p, REC] and value > 0 and s.supply[value]):
        raise BadPosition(f"field 'decision': expected a bonus tile that player {p + 1} can use at the end of the turn")


CHECKS: dict[int, Callable[[Box, State, int], None]] = {
    LADIES: check_lady,
    RAISE: check_plus,
    REPLACE: check_replacement,
    CARDS_TAKE: check_inn,
    BONUS: check_bonus,
    AFTER: check_after,
}
