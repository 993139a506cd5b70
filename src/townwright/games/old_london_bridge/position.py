"""Old London Bridge: reads a position. Whatever it leaves out is as at the start of the game.

`turns` reads whose turn it is, `stacks` what is still in the stacks, `consistency` checks the whole.
"""

from __future__ import annotations

from townwright.engine.errors import BadPosition

from .box import COLOUR_NAMES, KIND_NAMES, RANDOM, TYPE_NAMES, Box, Face
from .consistency import check_table
from .form import CENTRE_NAME, SOURCE_NAMES, VALUE_NAMES, Player, Value, View, scoring_name
from .kinds import DECISIONS, PAIRS
from .stacks import building, read_bonus, read_markers, read_stacks
from .state import (
    CARDS,
    CENTRE,
    CHAPEL,
    CHOOSE,
    COLOURS,
    GARDEN,
    GATE,
    LADIES,
    PRINTED,
    RAISE,
    SEATS,
    SOURCES,
    START,
    VALUES,
    State,
)
from .turns import per_round, read_order, read_pending, read_round, seat_of, seats_in_turn


def read(face: Face, box: Box, view: View, s: State) -> None:
    """Reads a view as a known state."""
    s.seats = len(view.players)
    s.over = view.over
    s.decision = next(number for number, name in DECISIONS.items() if name == view.decision)
    s.rounds = box.rounds[s.seats]
    s.offset, s.due = view.offset, view.due
    s.taken = building("field 'taken'", view.taken) if view.taken is not None else 0
    for p, player in enumerate(view.players):
        read_player(box, player, s, p)
    read_pending(view, s)
    seats = [turn.seat for turn in view.order] if view.order is not None else seats_in_turn(s)
    read_line(view.chapel_order, "chapel_order", s, CHAPEL, seats)
    read_line(view.gate_order, "gate_order", s, GATE, seats)
    read_order(view, s, seats)
    read_round(view, s)
    read_hands(box, view, s)
    read_choices(view, s)
    read_stacks(box, view, s)
    read_markers(box, view, s)
    read_bonus(box, view, s)
    read_scoring(box, view, s)
    check_wheel(face, view)
    if view.lowest is not None:
        s.low, s.low_seat = view.lowest.number, 1 + seat_of("lowest", view.lowest.seat, s)
    check_table(box, view, s)


def read_player(box: Box, player: Player, s: State, p: int) -> None:
    where = f"player {p + 1}"
    read_bridge(box, player, s, p, where)
    for track, name, space in ((CHAPEL, "chapel", player.chapel), (GATE, "gate", player.gate)):
        if space > box.last[track]:
            raise BadPosition(f"{where}, field '{name}': expected a space up to {box.last[track]}, got {space}")
        s.space[track, p] = space
    if player.pawn is not None:
        if s.decision in (LADIES, CHOOSE, RAISE):
            raise BadPosition(f"{where}, field 'pawn': expected no pawn on the wheel before the first turn of a round")
        s.pawn[p] = 1 + (CENTRE if player.pawn == CENTRE_NAME else TYPE_NAMES.index(player.pawn))
    for kind, name in enumerate(KIND_NAMES):
        s.tiles[p, kind], s.fresh[p, kind] = player.tiles.get(name, 0), player.fresh.get(name, 0)
    income = player.income or {}
    total = box.start_money if player.money is None else player.money
    if player.money is None and player.income is not None:
        total = sum(income.values())
    for source in range(SOURCES):
        s.earned[p, source] = income.get(SOURCE_NAMES[source], 0)
    if "start" not in income:  # money of unknown origin counts as start money
        s.earned[p, START] = total - sum(income.values())
    if sum(s.earned[p, source] for source in range(SOURCES)) != total or total < 0:
        raise BadPosition(f"{where}, field 'income': expected entries that sum to the money, {total}")
    s.money[p] = total


def read_bridge(box: Box, player: Player, s: State, p: int, where: str) -> None:
    """A bridge; its numbers must fall between gardens."""
    if len(player.bridge) > box.slots:
        raise BadPosition(f"{where}, field 'bridge': expected at most {box.slots} buildings, got {len(player.bridge)}")
    before = GARDEN + COLOURS
    for slot, name in enumerate(player.bridge):
        tile = building(f"{where}, field 'bridge', slot {slot + 1}", name)
        if tile < GARDEN and tile > before:
            raise BadPosition(f"{where}, field 'bridge', slot {slot + 1}: expected less than {before}, got {name!r}")
        s.bridge[p, slot] = before = tile
        s.crests[p] = s.crests[p] + box.tile_crests[tile]
    s.length[p] = len(player.bridge)
    powers = {name: s.crests[p] >> 8 * colour & 255 for colour, name in enumerate(COLOUR_NAMES)}
    if player.powers is not None and player.powers != powers:
        raise BadPosition(f"{where}, field 'powers': expected {powers}, the crests of the bridge")


def on_table(s: State) -> list[tuple[int, int]]:
    """Seat and value of the cards that were revealed and have not gone back yet."""
    entries = [s.order[i] - 1 for i in range(s.turn, SEATS) if s.order[i]]
    return [(entry // CARDS, s.played[entry // CARDS, entry % CARDS] - 1) for entry in entries]


def read_hands(box: Box, view: View, s: State) -> None:
    """Hands, which always hold the "0" cards that are not on the table; the supply, by default what is left."""
    table = on_table(s)
    for p, player in enumerate(view.players):
        zeros = box.zeros[s.seats] - table.count((p, 0))
        hand: dict[Value, int] = {"0": zeros, **(player.hand or {})}
        if hand["0"] != zeros or zeros < 0:
            raise BadPosition(
                f"player {p + 1}, field 'hand': expected {max(0, zeros)} cards of value 0, got {hand['0']}"
            )
        for name, cards in hand.items():
            s.hand[p, int(name)] = cards
    for value in range(1, VALUES):
        held = sum(s.hand[p, value] for p in range(s.seats)) + sum(card == value for _, card in table)
        left = box.cards[value] - held
        cards = left if view.supply is None else view.supply.get(VALUE_NAMES[value], 0)
        if left < 0 or cards > left:
            raise BadPosition(
                f"there are {held + max(cards, 0)} cards of value {value}; expected at most {box.cards[value]}"
            )
        s.supply[value] = cards
    if view.supply is not None and view.supply.get("0"):
        raise BadPosition("field 'supply': expected no card of value 0; those stay in the hands")


def read_choices(view: View, s: State) -> None:
    """The cards chosen face down: they are still in the hand, and their seat need not act."""
    for p, player in enumerate(view.players):
        if player.chosen is None:
            continue
        where = f"player {p + 1}, field 'chosen'"
        if view.over or s.decision != CHOOSE or s.pending >> p & 1:
            raise BadPosition(f"{where}: expected nothing unless the player has chosen and others have not")
        cards = sorted(player.chosen, reverse=True)
        if len(cards) != per_round(s) or any(cards.count(value) > s.hand[p, value] for value in cards):
            raise BadPosition(f"{where}: expected {per_round(s)} cards of the hand, got {player.chosen}")
        s.chosen[p] = 1 + (PAIRS.index((cards[0], cards[1])) if s.seats == 2 else cards[0])


def read_line(order: list[int] | None, name: str, s: State, track: int, turns: list[int]) -> None:
    """The seats from front to back; by default markers on one space follow the order of the turns, or of the seats."""
    seats = sorted(range(s.seats), key=lambda p: turns.index(p) if p in turns else len(turns))
    line = sorted(seats, key=lambda p: -s.space[track, p]) if order is None else order
    spaces = [s.space[track, seat_of(name, p, s)] for p in line]
    if sorted(line) != list(range(s.seats)) or spaces != sorted(spaces, reverse=True):
        raise BadPosition(f"field '{name}': expected every seat once, front first, as the markers stand")
    for place, p in enumerate(line):
        s.line[track, place] = p


def read_scoring(box: Box, view: View, s: State) -> None:
    """The four scorings, by default those of the options; a random one stays unknown."""
    for colour in range(4):
        option = box.scoring[colour]
        allowed = [PRINTED + option] if option != RANDOM else [PRINTED + n for n in range(1, 5)]
        if view.scoring is None:
            s.scoring[colour] = allowed[0] if len(allowed) == 1 else 0
            continue
        names = [scoring_name(colour, stored) for stored in allowed]
        given = scoring_name(colour, PRINTED) if view.scoring[colour] == "printed" else view.scoring[colour]
        if given not in names:
            raise BadPosition(
                f"field 'scoring', entry {colour + 1}: expected {' or '.join(names)} by the options, got {given!r}"
            )
        s.scoring[colour] = allowed[names.index(given)]


def check_wheel(face: Face, view: View) -> None:
    pays = face.wheel(view.offset)
    if view.wheel is not None and view.wheel != pays:
        raise BadPosition(f"field 'wheel': expected {pays} at offset {view.offset}")
