"""Old London Bridge: reads a position. Whatever it leaves out is as at the start of the game."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from townwright.engine.compiling import uncompiled
from townwright.engine.errors import BadPosition

from .box import COLOUR_NAMES, KIND_NAMES, RANDOM, TILE_NAMES, TYPE_NAMES, Box, Face, tile_name
from .consistency import check_table
from .form import CENTRE_NAME, SOURCE_NAMES, VALUE_NAMES, BonusStack, Player, Stack, Turn, Value, View, scoring_name
from .kinds import DECISIONS, PAIRS
from .rules.tracks import place_of
from .state import (
    AFTER,
    BACKS,
    BONUS,
    BONUS_STACK,
    CARDS,
    CARDS_TAKE,
    CENTRE,
    CHAPEL,
    CHOOSE,
    COLOURS,
    GARDEN,
    GATE,
    KINDS,
    LADIES,
    NUMBERS,
    PER_TYPE,
    PLACE,
    PRINTED,
    RAISE,
    REPLACE,
    SEATS,
    SOURCES,
    START,
    VALUES,
    State,
)

TURN_DECISIONS = (PLACE, REPLACE, CARDS_TAKE, BONUS, AFTER)


def read(face: Face, box: Box, view: View, s: State) -> None:
    """A view as a known state."""
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


def seat_of(name: str, seat: int, s: State) -> int:
    """A seat of this table."""
    if seat >= s.seats:
        raise BadPosition(f"field '{name}': expected a seat from 0 to {s.seats - 1}, got {seat}")
    return seat


def building(where: str, name: str) -> int:
    """The building of a name."""
    if name not in TILE_NAMES:
        raise BadPosition(f"{where}: expected a building such as '32' or 'G-blue', got {name!r}")
    return TILE_NAMES[name]


def per_round(s: State) -> int:
    """Turns of each player in a round."""
    return CARDS if s.seats == 2 else 1


# --- players -------------------------------------------------------------------------------------


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
    if "start" not in income:  # money of unknown origin was there at the start
        s.earned[p, START] = total - sum(income.values())
    if sum(s.earned[p, source] for source in range(SOURCES)) != total or total < 0:
        raise BadPosition(f"{where}, field 'income': expected entries that sum to the money, {total}")
    s.money[p] = total


def read_bridge(box: Box, player: Player, s: State, p: int, where: str) -> None:
    """A row in which numbers fall between gardens."""
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


# --- turns ---------------------------------------------------------------------------------------


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
    """The order of turns for a position that does not tell it: pawns on the wheel, the player asked, the others."""
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
    """The turns of these seats with the lowest cards that give this order; before the first turn all "0"."""
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
    ending = s.placed and s.decision in (BONUS, AFTER)  # only now can the card of this turn have been taken back
    if any(turn.value is None for turn in order[s.turn if ending else max(0, s.turn - 1) :]):
        raise BadPosition("field 'order': expected the value of every card but those taken back at the end of a turn")
    check_order(view, order, s)


def read_turn(view: View, s: State, seats: list[int]) -> None:
    """The turn being taken: by default the first of the player asked, or the second if the pawn is on the wheel."""
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
    """Higher cards first; among equal ones the chapel order, as far as no marker can have moved since.

    A player who has not acted has not moved: everybody who comes before him with an equal card is still ahead.
    """
    acted = {turn.seat for turn in order[: s.turn]}
    if s.turn and not s.placed and not view.used.get("CH2"):  # nothing has moved the marker in this turn
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
    """How many buildings a player can have taken in these rounds and the turns of the current one."""
    now = sum(1 for i in range(s.turn) if (s.order[i] - 1) // CARDS == p)
    acting = s.turn and (s.order[s.turn - 1] - 1) // CARDS == p
    building = acting and (not s.placed or s.decision == REPLACE)  # the building of this turn is yet to come
    return rounds * per_round(s) + now - (1 if building else 0)


def read_round(view: View, s: State) -> None:
    """The round; by default the first in which bridges as long as these can stand."""

    def fits(rounds: int) -> bool:
        return all(s.length[p] <= turns_taken(s, p, rounds) for p in range(s.seats))

    finished = 1 if view.over else 0  # the last round is complete
    s.round = view.round or next((n for n in range(1, s.rounds + 1) if fits(n - 1 + finished)), s.rounds)
    if s.round > s.rounds:
        raise BadPosition(f"field 'round': expected 1 to {s.rounds}, got {s.round}")
    if not fits(s.round - 1 + finished):
        raise BadPosition(f"field 'bridge': expected no more buildings than turns taken by round {s.round}")


# --- cards ---------------------------------------------------------------------------------------


def on_table(s: State) -> list[tuple[int, int]]:
    """Seat and value of the cards that were revealed and have not gone back."""
    entries = [s.order[i] - 1 for i in range(s.turn, SEATS) if s.order[i]]
    return [(entry // CARDS, s.played[entry // CARDS, entry % CARDS] - 1) for entry in entries]


def read_hands(box: Box, view: View, s: State) -> None:
    """Hands, which always hold the "0" cards that do not lie on the table; the supply, by default what is left."""
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
    """The cards face down: in the hand, and laid by a seat that need not act."""
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


# --- tracks --------------------------------------------------------------------------------------


def read_line(order: list[int] | None, name: str, s: State, track: int, turns: list[int]) -> None:
    """The seats from front to back; by default markers on one space are in the order of the turns, or of the seats."""
    seats = sorted(range(s.seats), key=lambda p: turns.index(p) if p in turns else len(turns))
    line = sorted(seats, key=lambda p: -s.space[track, p]) if order is None else order
    spaces = [s.space[track, seat_of(name, p, s)] for p in line]
    if sorted(line) != list(range(s.seats)) or spaces != sorted(spaces, reverse=True):
        raise BadPosition(f"field '{name}': expected every seat once, front first, as the markers stand")
    for place, p in enumerate(line):
        s.line[track, place] = p


# --- stacks --------------------------------------------------------------------------------------


def count_once(s: State, box: Box, known: Iterable[int]) -> list[int]:
    """How often each building can still lie hidden; no building lies in two places."""
    left = [0] + [1] * NUMBERS + [box.gardens[colour] for colour in range(COLOURS)]
    for tile in known:
        left[tile] -= 1
        if left[tile] < 0:
            raise BadPosition(f"building {tile_name(tile)!r} lies in more places than the box has copies")
    return left


def read_stacks(box: Box, view: View, s: State) -> None:
    """The stacks of buildings, by default all that lies nowhere else."""
    for number in view.removed:
        if s.removed >> number & 1:
            raise BadPosition(f"field 'removed': expected each number once, got {number} twice")
        s.removed = s.removed | 1 << number
    known = [s.bridge[p, slot] for p in range(s.seats) for slot in range(s.length[p])]
    known += [*view.removed, *([s.taken] if s.taken else [])]
    rows: list[list[int]] = []
    for kind, name in enumerate(TYPE_NAMES):
        stack = view.stacks.get(name, Stack())
        rows.append(read_stack(box, stack, kind, name))
        known += rows[-1]
    unseen = count_once(s, box, known)
    for kind, name in enumerate(TYPE_NAMES):
        stack = view.stacks.get(name, Stack())
        hidden = sum(unseen[tile] for tile in range(1, len(unseen)) if box.tile_type[tile] == kind)
        most = len(rows[kind]) + (0 if stack.tiles is not None else hidden)
        left = most if stack.left is None else stack.left
        if not len(rows[kind]) <= left <= most:
            raise BadPosition(f"stack {name!r}, field 'left': expected {len(rows[kind])} to {most}, got {left}")
        s.left[kind] = left
        for i, tile in enumerate(rows[kind]):
            s.stack[kind * PER_TYPE + left - 1 - i] = tile


def read_stack(box: Box, stack: Stack, kind: int, name: str) -> list[int]:
    """The known buildings of a stack, top first."""
    where = f"stack {name!r}"
    row = [
        building(where, tile) for tile in (stack.tiles if stack.tiles is not None else [stack.top] if stack.top else [])
    ]
    for tile in row:
        if box.tile_type[tile] != kind:
            raise BadPosition(f"{where}: expected buildings of this type, got {tile_name(tile)!r}")
    if stack.tiles is not None and stack.top is not None and stack.tiles[:1] != [stack.top]:
        raise BadPosition(f"{where}, field 'top': expected the first of 'tiles', got {stack.top!r}")
    return row


def read_markers(box: Box, view: View, s: State) -> None:
    """The markers turned up and to come, as far as they are known."""
    if view.markers is None:
        return
    turned, coming = view.markers.turned, view.markers.coming
    if len(turned) != s.round:
        raise BadPosition(f"field 'markers.turned': expected {s.round}, one for each round, got {len(turned)}")
    left = s.rounds - s.round
    if view.markers.left not in (None, left) or (coming is not None and len(coming) != left):
        raise BadPosition(f"field 'markers': expected {left} markers to come")
    for i, value in enumerate([*turned, *(coming or [])]):
        s.marker[i] = value
    for value in range(len(box.marker)):
        if [*turned, *(coming or [])].count(value) > box.marker[value]:
            raise BadPosition(f"field 'markers': expected at most {box.marker[value]} markers of value {value}")


def read_bonus(box: Box, view: View, s: State) -> None:
    """The stacks of bonus tiles, by default all that nobody owns and that was not used."""
    stacks = view.bonus or [BonusStack() for _ in range(BACKS)]
    out = []
    for kind, name in enumerate(KIND_NAMES):
        s.used[kind] = view.used.get(name, 0)
        out.append(s.used[kind] + sum(s.tiles[p, kind] + s.fresh[p, kind] for p in range(s.seats)))
    for kind, name in enumerate(KIND_NAMES):
        total = sum(box.bonus[back, kind] for back in range(BACKS))
        rest = out[kind]
        for back, stack in enumerate(stacks):
            gone = min(rest, box.bonus[back, kind])
            given = stack.kinds if stack.tiles is None else {k: stack.tiles.count(k) for k in stack.tiles}
            lying = box.bonus[back, kind] - gone if given is None else given.get(name, 0)
            if lying > box.bonus[back, kind]:
                raise BadPosition(
                    f"bonus stack {back + 1}: expected at most {box.bonus[back, kind]} {name} tiles, got {lying}"
                )
            rest -= gone
            out[kind] += lying
            s.bonus_kinds[back, kind] = lying
        if out[kind] > total:
            raise BadPosition(f"there are {out[kind]} {name} tiles in this position; expected at most {total}")
    for back, stack in enumerate(stacks):
        read_bonus_stack(stack, s, back)


def read_bonus_stack(stack: BonusStack, s: State, back: int) -> None:
    where = f"bonus stack {back + 1}"
    left = sum(s.bonus_kinds[back, kind] for kind in range(KINDS))
    if stack.left not in (None, left):
        raise BadPosition(f"{where}, field 'left': expected {left}, the tiles it holds, got {stack.left}")
    kinds = {name: s.bonus_kinds[back, kind] for kind, name in enumerate(KIND_NAMES)}
    if stack.kinds is not None and {k: n for k, n in stack.kinds.items() if n} != {k: n for k, n in kinds.items() if n}:
        raise BadPosition(f"{where}, field 'kinds': expected the kinds of its tiles")
    if stack.tiles is not None and stack.top is not None and stack.tiles[:1] != [stack.top]:
        raise BadPosition(f"{where}, field 'top': expected the first of 'tiles', got {stack.top!r}")
    if stack.top is not None and not kinds[stack.top]:
        raise BadPosition(f"{where}, field 'top': expected one of its tiles, got {stack.top!r}")
    s.bonus_left[back] = left
    for i, name in enumerate(stack.tiles if stack.tiles is not None else [stack.top] if stack.top else []):
        s.bonus[back * BONUS_STACK + left - 1 - i] = 1 + KIND_NAMES.index(name)


# --- the rest ------------------------------------------------------------------------------------


def read_scoring(box: Box, view: View, s: State) -> None:
    """The four scorings, by default those of the options; a random one is drawn."""
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
