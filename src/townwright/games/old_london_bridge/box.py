"""Old London Bridge: reads box.toml and packs it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from townwright.engine.errors import BadBox
from townwright.engine.fields import Array, i1, i2, i4, layout

from .state import (
    BACKS,
    BONUS_STACK,
    CARDS,
    COLOURS,
    GARDEN,
    KINDS,
    MARKERS,
    NUMBERS,
    PARK,
    PER_TYPE,
    SEATS,
    SLOTS,
    SPACES,
    TILES,
    TYPES,
    VALUES,
)

TypeName = Literal["chapel", "gate", "inn", "emporium", "guild", "garden"]
Crest = Literal["blue", "orange", "grey", "green"]
BonusName = Literal["CH2", "GT2", "OCC", "FREE", "X", "PLUS", "LADY", "REC"]

TYPE_NAMES: tuple[TypeName, ...] = ("chapel", "gate", "inn", "emporium", "guild", "garden")
COLOUR_NAMES: tuple[Crest, ...] = ("blue", "orange", "grey", "green")
KIND_NAMES: tuple[BonusName, ...] = ("CH2", "GT2", "OCC", "FREE", "X", "PLUS", "LADY", "REC")
SCORINGS = ("chapel", "gate", "inn", "bridge")  # one for each colour
RANDOM = 5  # a scoring to be drawn during set-up
SCALE = 64  # an expert scale says what 0 to 63 of a thing are worth; more than 63 count as 63
NO_PAY = -1  # what the X space of the wheel pays
MOST_PLUS = 3  # per tile, so that all tiles on one card still fit the field

Source = Literal["stated", "public", "derived", "reconstructed"]
Money = Annotated[int, Meta(ge=0, le=99)]
Space = Annotated[int, Meta(ge=1, le=SPACES - 1)]
Few = Annotated[int, Meta(ge=0, le=99)]
Card = Annotated[int, Meta(ge=1, le=VALUES - 1)]


class Options(Struct, forbid_unknown_fields=True, frozen=True):
    """The choices of a table."""

    gate_ties: Literal["stack", "chapel"] = "stack"
    last_gate_space: Literal["prize", "prize_and_tile"] = "prize"
    c4_counts_end: bool = False
    chapel_scoring: Literal["printed", "C1", "C2", "C3", "C4", "random"] = "printed"
    gate_scoring: Literal["printed", "G1", "G2", "G3", "G4", "random"] = "printed"
    inn_scoring: Literal["printed", "I1", "I2", "I3", "I4", "random"] = "printed"
    bridge_scoring: Literal["printed", "B1", "B2", "B3", "B4", "random"] = "printed"


class GameRow(Struct, forbid_unknown_fields=True):
    slots: Annotated[int, Meta(ge=1, le=SLOTS)]
    start_money: Money
    centre_cost: Money
    track_prize: Money
    empty_stacks: Annotated[int, Meta(ge=1, le=TYPES)]
    tile_worth: Money
    sources: dict[str, Source]


class SetupRow(Struct, forbid_unknown_fields=True):
    players: Annotated[int, Meta(ge=2, le=SEATS)]
    rounds: Annotated[int, Meta(ge=1, le=SLOTS)]
    turns: Annotated[int, Meta(ge=1, le=CARDS)]
    zeros: Annotated[int, Meta(ge=1, le=9)]
    awards: Annotated[list[Money], Meta(max_length=SEATS)]
    source: Source


class WheelRow(Struct, forbid_unknown_fields=True):
    spaces: Annotated[list[Annotated[int, Meta(ge=0, le=9)] | Literal["X"]], Meta(min_length=TYPES, max_length=TYPES)]
    stacks: list[TypeName]
    sources: dict[str, Source]


class MarkerRow(Struct, forbid_unknown_fields=True):
    value: Annotated[int, Meta(ge=1, le=9)]
    copies: Annotated[int, Meta(ge=0, le=MARKERS)]
    source: Source


class ChapelRow(Struct, forbid_unknown_fields=True):
    last: Space
    coins: list[Money]
    coin_spaces: list[Space]
    sources: dict[str, Source]


class GateRow(Struct, forbid_unknown_fields=True):
    last: Space
    bonus_spaces: list[Space]
    sources: dict[str, Source]


class BonusRow(Struct, forbid_unknown_fields=True):
    kind: BonusName
    back: Annotated[int, Meta(ge=1, le=BACKS)]
    copies: Annotated[int, Meta(ge=0, le=BONUS_STACK)]
    source: Source


class EffectsRow(Struct, forbid_unknown_fields=True):
    CH2: Space
    GT2: Space
    PLUS: Annotated[int, Meta(ge=1, le=MOST_PLUS)]
    LADY: Card
    sources: dict[str, Source]


class CardRow(Struct, forbid_unknown_fields=True):
    value: Card
    copies: Few
    source: Source


class StepRow(Struct, forbid_unknown_fields=True):
    name: str
    cards: Annotated[list[Card], Meta(max_length=9)]
    source: Source


class PenaltyRow(Struct, forbid_unknown_fields=True):
    slots: Annotated[int, Meta(ge=1, le=SLOTS)]
    pay: Money
    source: Source


Scale = list[tuple[Annotated[int, Meta(ge=1, lt=SCALE)], Money]]


class ExpertRow(Struct, forbid_unknown_fields=True):
    C2: Money
    C3: Money
    G2: Money
    G3: Scale
    G4: Scale
    I2: Money
    I3: Scale
    I4: Annotated[list[Money], Meta(min_length=3, max_length=3)]
    B2: Money
    B3: Money
    B3_highest: Annotated[int, Meta(ge=0, le=NUMBERS)]
    B4: Money
    sources: dict[str, Source]


class TileRow(Struct, forbid_unknown_fields=True):
    number: Annotated[int, Meta(ge=1, le=NUMBERS)]
    type: Literal["chapel", "gate", "inn", "emporium", "guild"]
    crest: Literal["blue", "orange", "grey", "green", "all"]
    source: Source
    crest_source: Source | None = None


class GardenRow(Struct, forbid_unknown_fields=True):
    crest: Crest
    copies: Annotated[int, Meta(ge=0, le=PER_TYPE)]
    source: Source


class BuildingRow(Struct, forbid_unknown_fields=True):
    tile: list[TileRow]
    garden: list[GardenRow]


class File(Struct, forbid_unknown_fields=True):
    """What box.toml must look like."""

    options: Options
    game: GameRow
    setup: list[SetupRow]
    wheel: WheelRow
    marker: list[MarkerRow]
    chapel_track: ChapelRow
    gate_track: GateRow
    bonus: list[BonusRow]
    effects: EffectsRow
    card: list[CardRow]
    step: list[StepRow]
    penalty: list[PenaltyRow]
    expert: ExpertRow
    buildings: BuildingRow


class Box:
    slots = i1()  # of a bridge
    start_money = i2()
    centre_cost = i2()
    prize = i2()  # for the last space of a track
    empty_stacks = i1()  # that end the game
    tile_worth = i1()
    rounds = i1(SEATS + 1)  # by players
    zeros = i1(SEATS + 1)  # "0" cards of each player, by players
    award = i1(SEATS + 1, SEATS)  # of a ranking, by players and place
    pays = i1(TYPES, TYPES)  # what the wheel pays at a stack, by offset; NO_PAY at the X
    marker = i1(10)  # turn markers of each value
    last = i1(2)  # last space of the chapel and the gate track
    coin = i1(SPACES)  # the coin on each space of the chapel track
    bonus_at = i1(SPACES)  # 1 for the spaces of the gate track that give a bonus tile
    bonus = i1(BACKS, KINDS)  # bonus tiles of each back and kind
    tile_steps = i1(2)  # spaces that a bonus tile moves the chapel and the gate marker
    tile_plus = i1()  # what a bonus tile adds to a card
    lady = i1()  # value of the card that a bonus tile brings
    cards = i1(VALUES)  # cards of each value before dealing, the zeros left out
    step = i1(SEATS, VALUES)  # the cards that each step adds to a hand
    penalty = i1(SLOTS + 1)  # for empty slots
    tile_type = i1(TILES)  # of each building: its type,
    tile_colour = i1(TILES)  # the colour of its crest (none for a guild),
    tile_crests = i4(TILES)  # its crests, a byte for each colour
    gardens = i1(COLOURS)  # gardens of each colour
    scoring = i1(4)  # option: 0 printed, 1 to 4, RANDOM
    gate_chapel = i1()  # option: 1 if the chapel order breaks ties on the gate track
    c4_end = i1()  # option: 1 if C4 counts the prize
    front = i1(2)  # money of C2 and G2
    lead = i1()  # money of C3, a space
    moved = i1(SCALE)  # money of G3
    unused = i1(SCALE)  # money of G4
    highest = i1()  # money of I2
    held = i1(SCALE)  # money of I3
    sets = i1(3)  # money of I4
    lowest = i1()  # money of B2
    low_money = i1()  # money of B3,
    low_number = i1()  # for a number up to this
    all_types = i1()  # money of B4


BOX = layout(Box)


class Face:
    """The box in Python: its contents, its packed form, what the wheel pays, type and crest of every building."""

    def __init__(self, file: File, box: Box) -> None:
        self.file, self.box = file, box
        self.pays: list[list[int]] = box.pays.tolist()
        # what bonus tiles do, in figures
        self.effects: dict[BonusName, int] = {kind: getattr(file.effects, kind, 0) for kind in KIND_NAMES}
        self.buildings: dict[str, tuple[str, str]] = {f"G-{colour}": ("garden", colour) for colour in COLOUR_NAMES}
        self.buildings |= {str(row.number): (row.type, row.crest) for row in file.buildings.tile}

    def wheel(self, offset: int) -> dict[TypeName, int | Literal["X"]]:
        """What the wheel shows at each stack: money, or the X."""
        return {
            name: "X" if money == NO_PAY else money for name, money in zip(TYPE_NAMES, self.pays[offset], strict=True)
        }


def tile_name(tile: int) -> str:
    """A building in words: "32", or "G-blue" for a garden."""
    return str(tile) if tile < GARDEN else f"G-{COLOUR_NAMES[tile - GARDEN]}"


TILE_NAMES = {tile_name(tile): tile for tile in range(1, TILES)}


def pack(file: File, box: Box) -> Face:
    """Fills the packed box; checks what types cannot express."""
    problems: list[str] = []
    pack_game(file, box, problems)
    pack_wheel(file, box, problems)
    pack_tracks(file, box, problems)
    pack_bonus(file, box, problems)
    pack_cards(file, box, problems)
    pack_buildings(file, box, problems)
    pack_expert(file, box, problems)
    pack_options(file.options, box)
    if problems:
        raise BadBox(*problems)
    return Face(file, box)


def check_sources(
    name: str, row: GameRow | WheelRow | ChapelRow | GateRow | EffectsRow | ExpertRow, problems: list[str]
) -> None:
    """Every figure of a table must say where it comes from."""
    figures = [field.encode_name for field in msgspec.structs.fields(row) if field.name != "sources"]
    if missing := [figure for figure in figures if figure not in row.sources]:
        problems.append(f"table '{name}', field 'sources': expected the origin of {', '.join(missing)}")
    if extra := [figure for figure in row.sources if figure not in figures]:
        problems.append(f"table '{name}', field 'sources': expected figures of the table, got {', '.join(extra)}")


def pack_game(file: File, box: Box, problems: list[str]) -> None:
    """Prices, lengths of the game, awards and penalties."""
    game = file.game
    check_sources("game", game, problems)
    box.slots = game.slots
    box.start_money, box.centre_cost, box.prize = game.start_money, game.centre_cost, game.track_prize
    box.empty_stacks, box.tile_worth = game.empty_stacks, game.tile_worth
    if [row.players for row in file.setup] != [2, 3, 4]:
        problems.append("table 'setup': expected three rows, for 2, 3 and 4 players in this order")
        return
    for n, row in enumerate(file.setup, 1):
        turns = CARDS if row.players == 2 else 1
        if row.turns != turns:
            problems.append(f"table 'setup', row {n}, field 'turns': expected {turns}, got {row.turns}")
        if row.rounds * turns > game.slots:
            problems.append(
                f"table 'setup', row {n}, field 'rounds': expected at most {game.slots // turns}, got {row.rounds}"
            )
        if row.zeros < turns:
            problems.append(f"table 'setup', row {n}, field 'zeros': expected at least {turns}, got {row.zeros}")
        if len(row.awards) > row.players:
            problems.append(f"table 'setup', row {n}, field 'awards': expected at most {row.players} places")
            continue
        box.rounds[row.players], box.zeros[row.players] = row.rounds, row.zeros
        for place, money in enumerate(row.awards):
            box.award[row.players, place] = money
    if [row.slots for row in file.penalty] != list(range(1, len(file.penalty) + 1)):
        problems.append("table 'penalty': expected rows for 1, 2, 3, ... empty slots in this order")
    for slots in range(1, SLOTS + 1):
        box.penalty[slots] = file.penalty[min(slots, len(file.penalty)) - 1].pay if file.penalty else 0


def pack_wheel(file: File, box: Box, problems: list[str]) -> None:
    """What the wheel pays at each stack for every offset; the turn markers."""
    wheel = file.wheel
    check_sources("wheel", wheel, problems)
    if wheel.spaces.count("X") != 1:
        problems.append("table 'wheel', field 'spaces': expected exactly one X")
    if sorted(wheel.stacks) != sorted(TYPE_NAMES):
        problems.append("table 'wheel', field 'stacks': expected each of the six types of building once")
    else:
        ahead = wheel.spaces.index("X") if "X" in wheel.spaces else 0
        for offset in range(TYPES):
            for place, name in enumerate(wheel.stacks):
                money = wheel.spaces[(place - offset + ahead) % TYPES]
                box.pays[offset, TYPE_NAMES.index(name)] = NO_PAY if money == "X" else money
    for row in file.marker:
        box.marker[row.value] = min(99, box.marker[row.value] + row.copies)
    total, needed = sum(row.copies for row in file.marker), max((row.rounds for row in file.setup), default=1)
    if not needed <= total <= MARKERS:
        problems.append(f"table 'marker', field 'copies': expected {needed} to {MARKERS} markers together, got {total}")


def pack_tracks(file: File, box: Box, problems: list[str]) -> None:
    """The coins of the chapel track and the bonus spaces of the gate track."""
    chapel, gate = file.chapel_track, file.gate_track
    check_sources("chapel_track", chapel, problems)
    check_sources("gate_track", gate, problems)
    box.last[0], box.last[1] = chapel.last, gate.last
    if len(chapel.coins) != len(chapel.coin_spaces):
        problems.append("table 'chapel_track', field 'coins': expected one coin for each of 'coin_spaces'")
    for name, spaces, last in (
        ("chapel_track', field 'coin_spaces", chapel.coin_spaces, chapel.last),
        ("gate_track', field 'bonus_spaces", gate.bonus_spaces, gate.last),
    ):
        if len(set(spaces)) != len(spaces) or any(space >= last for space in spaces):
            problems.append(f"table '{name}': expected different spaces before the last, {last}")
    for space, coin in zip(chapel.coin_spaces, chapel.coins, strict=False):
        box.coin[space] = coin
    for space in gate.bonus_spaces:
        box.bonus_at[space] = 1
    if file.options.last_gate_space == "prize_and_tile":
        box.bonus_at[gate.last] = 1


def pack_bonus(file: File, box: Box, problems: list[str]) -> None:
    """What the three stacks of bonus tiles hold, and what the tiles do."""
    effects = file.effects
    check_sources("effects", effects, problems)
    box.tile_steps[0], box.tile_steps[1] = effects.CH2, effects.GT2
    box.tile_plus, box.lady = effects.PLUS, effects.LADY
    for row in file.bonus:
        kind = KIND_NAMES.index(row.kind)
        box.bonus[row.back - 1, kind] = min(99, box.bonus[row.back - 1, kind] + row.copies)
    for back in range(BACKS):
        total = sum(row.copies for row in file.bonus if row.back == back + 1)
        if total > BONUS_STACK:
            problems.append(f"table 'bonus': expected at most {BONUS_STACK} tiles with back {back + 1}, got {total}")


def pack_cards(file: File, box: Box, problems: list[str]) -> None:
    """The supply of cards and what each step adds to a hand."""
    if [row.value for row in file.card] != list(range(1, VALUES)):
        problems.append("table 'card': expected four rows, for the values 1 to 4 in this order")
        return
    for row in file.card:
        box.cards[row.value] = row.copies
    if len(file.step) != SEATS:
        problems.append(f"table 'step': expected {SEATS} rows, front step first, got {len(file.step)}")
        return
    for place, step in enumerate(file.step):
        for value in step.cards:
            box.step[place, value] += 1
    for value in range(1, VALUES):
        dealt = sum(step.cards.count(value) for step in file.step)
        if dealt > box.cards[value]:
            problems.append(f"table 'card', row {value}, field 'copies': expected at least {dealt}, dealt to the steps")


def pack_buildings(file: File, box: Box, problems: list[str]) -> None:
    """The seventy-two buildings: type, crest colour, and crests as they are added up."""
    tiles, gardens = file.buildings.tile, file.buildings.garden
    if sorted(row.number for row in tiles) != list(range(1, NUMBERS + 1)):
        problems.append(f"table 'buildings', field 'tile': expected each number from 1 to {NUMBERS} once")
    for name in TYPE_NAMES[:PARK]:
        if (count := sum(row.type == name for row in tiles)) != PER_TYPE:
            problems.append(f"table 'buildings', field 'tile': expected {PER_TYPE} tiles of type {name}, got {count}")
    for n, row in enumerate(tiles, 1):
        if (row.crest == "all") != (row.type == "guild"):
            problems.append(
                f"table 'buildings', field 'tile', row {n}, field 'crest': expected 'all' for a guild, else one colour"
            )
            continue
        guild = row.type == "guild"
        box.tile_type[row.number] = TYPE_NAMES.index(row.type)
        box.tile_colour[row.number] = 0 if guild else COLOUR_NAMES.index(row.crest)
        box.tile_crests[row.number] = 0x01010101 if guild else 1 << 8 * COLOUR_NAMES.index(row.crest)
    if [row.crest for row in gardens] != list(COLOUR_NAMES) or sum(row.copies for row in gardens) != PER_TYPE:
        problems.append(
            f"table 'buildings', field 'garden': expected rows for {', '.join(COLOUR_NAMES)}, "
            f"{PER_TYPE} gardens together"
        )
        return
    for colour, garden in enumerate(gardens):
        box.gardens[colour] = garden.copies
        box.tile_type[GARDEN + colour], box.tile_colour[GARDEN + colour] = PARK, colour
        box.tile_crests[GARDEN + colour] = 1 << 8 * colour


def fill_scale(scale: Array, rows: Sequence[tuple[int, int]], name: str, problems: list[str]) -> None:
    """Fills a scale from brackets: the worth of every count."""
    if [first for first, _ in rows] != sorted({first for first, _ in rows}):
        problems.append(f"table 'expert', field '{name}': expected rows [from, money] in rising order")
    for count in range(SCALE):
        scale[count] = max(((first, money) for first, money in rows if first <= count), default=(0, 0))[1]


def pack_expert(file: File, box: Box, problems: list[str]) -> None:
    expert = file.expert
    check_sources("expert", expert, problems)
    box.front[0], box.front[1], box.lead = expert.C2, expert.G2, expert.C3
    fill_scale(box.moved, expert.G3, "G3", problems)
    fill_scale(box.unused, expert.G4, "G4", problems)
    fill_scale(box.held, expert.I3, "I3", problems)
    box.highest, box.lowest = expert.I2, expert.B2
    for n, money in enumerate(expert.I4):
        box.sets[n] = money
    box.low_money, box.low_number, box.all_types = expert.B3, expert.B3_highest, expert.B4


def pack_options(options: Options, box: Box) -> None:
    chosen = (options.chapel_scoring, options.gate_scoring, options.inn_scoring, options.bridge_scoring)
    for n, code in enumerate(chosen):
        box.scoring[n] = {"printed": 0, "random": RANDOM}[code] if code in ("printed", "random") else int(code[1])
    box.gate_chapel = options.gate_ties == "chapel"
    box.c4_end = options.c4_counts_end
