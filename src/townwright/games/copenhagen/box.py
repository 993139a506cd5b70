"""Copenhagen: reads box.toml and packs it; lists every way a tile can lie in an empty grid."""

from __future__ import annotations

import functools
from typing import Annotated, Literal

from msgspec import Meta, Struct

from townwright.engine.errors import BadBox, how_many
from townwright.engine.fields import i1, i2, i8

from .state import CELLS, COLOURS, COLUMNS, ROWS, SEATS, SUPPLY, TILES

LETTERS = "PGRBY"  # colours in the order of their numbers
PLACEMENTS = 3132  # of the printed tiles, turned and flipped
TURNS, LARGEST = 8 * TILES, 5  # ways to turn all tiles; cells of the largest tile

Count = Annotated[int, Meta(ge=0, le=99)]
Few = Annotated[int, Meta(ge=0, le=20)]
Cell = tuple[int, int]


class Options(Struct, forbid_unknown_fields=True, frozen=True):
    """The choices of a table."""

    allow_flip: bool = True
    score_timing: Literal["end_of_turn", "per_placement"] = "end_of_turn"
    reshuffle: Literal["lazy", "eager"] = "lazy"
    coat_compulsory: bool = True
    min_cost: Annotated[int, Meta(ge=0, le=5)] = 0


class GameRow(Struct, forbid_unknown_fields=True):
    limit: Annotated[int, Meta(ge=3, le=20)]
    goal: Annotated[int, Meta(ge=1, le=99)]
    end_among: Annotated[int, Meta(ge=1, le=20)]
    whites: Few


class PointsRow(Struct, forbid_unknown_fields=True):
    row: Few
    window_row: Few
    column: Few
    window_column: Few


class HouseRow(Struct, forbid_unknown_fields=True):
    coat_cells: Annotated[list[str], Meta(max_length=CELLS)]
    coat_rows: list[Annotated[int, Meta(ge=1, le=ROWS)]]


class SetupRow(Struct, forbid_unknown_fields=True):
    players: Annotated[int, Meta(ge=2, le=SEATS)]
    cards: Annotated[int, Meta(ge=1, le=(SUPPLY - 1) // COLOURS)]
    hands: list[Annotated[int, Meta(ge=0, le=7)]]


class TileRow(Struct, forbid_unknown_fields=True):
    id: str
    shape: list[str]
    copies: Annotated[list[Few], Meta(min_length=3, max_length=3)]


class File(Struct, forbid_unknown_fields=True):
    """What box.toml must look like."""

    options: Options
    game: GameRow
    points: PointsRow
    house: HouseRow
    setup: list[SetupRow]
    tile: list[TileRow]


class Box:
    limit = i1()  # cards a hand may hold
    goal = i1()  # points that end the game
    end_among = i1()  # the End card is one of this many at the bottom
    whites = i1()
    row_points = i1(2)  # for a row with brickwork, of windows only
    column_points = i1(2)
    coat_cells = i8()  # mask of the cells with a coat of arms
    coat_row = i1(ROWS)  # 1 for the rows with a coat of arms
    cards = i1(SEATS + 1)  # cards of each colour, by players
    hands = i1(SEATS + 1, SEATS)  # starting hands, by players
    copies = i1(SEATS + 1, TILES)  # copies of each tile type, by players
    tile_colour = i1(TILES)
    tile_size = i1(TILES)
    turn_first = i2(TILES + 1)  # the ways to turn tile t are numbers turn_first[t] to turn_first[t + 1] - 1
    turn_cells = i1(TURNS, LARGEST)  # of each way: how many bits its cells lie above its lower left corner,
    turn_corners = i8(TURNS)  # the lower left corners at which it is inside the house,
    turn_place = i2(TURNS, CELLS)  # and the placement at each
    placements = i2()  # how many there are
    place_tile = i1(PLACEMENTS)  # of each placement: the tile type,
    place_cells = i8(PLACEMENTS)  # the cells it covers,
    place_brick = i8(PLACEMENTS)  # the cell with brickwork
    per_placement = i1()  # options, as numbers
    eager = i1()
    compulsory = i1()
    min_cost = i1()


class Face:
    """The box as Python uses it: names of tiles, the cells of every placement, rows with a coat of arms."""

    def __init__(self, file: File) -> None:
        self.rows = file.tile
        self.coat_rows = set(file.house.coat_rows)
        self.min_cost = file.options.min_cost
        self.tiles: list[str] = []
        self.placements: list[tuple[int, list[int], int]] = []  # tile type, cells, brick
        self.masks: list[int] = []  # the cells of each as bits,
        self.colours: list[int] = []  # and its colour

    @functools.cached_property
    def types(self) -> dict[tuple[int, int, int], int]:
        """The type of a tile by its colour, its cells and its brickwork, as bits."""
        return {
            (colour, mask, 1 << brick): tile
            for (tile, _, brick), mask, colour in zip(self.placements, self.masks, self.colours, strict=True)
        }


def cell_name(cell: int) -> str:
    """Cell 0 is a1, cell 44 is e9."""
    return "abcde"[cell % COLUMNS] + str(cell // COLUMNS + 1)


CELL_NAMES = [cell_name(cell) for cell in range(CELLS)]


def orientations(shape: list[str], flip: bool) -> list[tuple[frozenset[Cell], Cell]]:
    """The distinct ways to turn and flip a tile: its cells from (0, 0) and its brick cell."""
    cells = {(x, len(shape) - 1 - y): mark for y, row in enumerate(shape) for x, mark in enumerate(row) if mark != "."}
    ways: list[tuple[frozenset[Cell], Cell]] = []
    for mirrored in (False, True) if flip else (False,):
        turned = {(-x if mirrored else x, y): mark for (x, y), mark in cells.items()}
        for _ in range(4):
            turned = {(y, -x): mark for (x, y), mark in turned.items()}
            left, low = min(x for x, _ in turned), min(y for _, y in turned)
            moved = {(x - left, y - low): mark for (x, y), mark in turned.items()}
            brick = next(cell for cell, mark in moved.items() if mark == "B")
            if (frozenset(moved), brick) not in ways:
                ways.append((frozenset(moved), brick))
    return ways


def pack(file: File, box: Box) -> Face:
    """Fills the packed box; checks what types cannot express and reports everything that is wrong."""
    problems = [*check_house(file), *check_setups(file), *check_tiles(file)]
    if problems:
        raise BadBox(*problems)
    face = Face(file)
    box.limit, box.goal, box.end_among = file.game.limit, file.game.goal, file.game.end_among
    box.whites = file.game.whites
    box.row_points[0], box.row_points[1] = file.points.row, file.points.window_row
    box.column_points[0], box.column_points[1] = file.points.column, file.points.window_column
    box.coat_cells = sum(1 << CELL_NAMES.index(name) for name in set(file.house.coat_cells))
    for row in file.house.coat_rows:
        box.coat_row[row - 1] = 1
    for setup in file.setup:
        box.cards[setup.players] = setup.cards
        for seat, cards in enumerate(setup.hands):
            box.hands[setup.players, seat] = cards
    pack_tiles(file, box, face)
    box.per_placement = file.options.score_timing == "per_placement"
    box.eager = file.options.reshuffle == "eager"
    box.compulsory = file.options.coat_compulsory
    box.min_cost = file.options.min_cost
    return face


def check_house(file: File) -> list[str]:
    """Coats of arms must lie on cells of the house."""
    return [
        f"table 'house', field 'coat_cells', row {n}: expected a cell from a1 to e9, got {name!r}"
        for n, name in enumerate(file.house.coat_cells, 1)
        if name not in CELL_NAMES
    ]


def check_setups(file: File) -> list[str]:
    """There must be cards and hands for 2, 3 and 4 players, and enough cards to begin."""
    if [row.players for row in file.setup] != [2, 3, 4]:
        return ["table 'setup': expected three rows, for 2, 3 and 4 players in this order"]
    problems = []
    for n, row in enumerate(file.setup, 1):
        where = f"table 'setup', row {n}"
        if len(row.hands) != row.players:
            problems.append(f"{where}, field 'hands': expected {row.players} numbers, got {len(row.hands)}")
        needed = 7 + sum(row.hands) + file.game.end_among
        if row.cards * COLOURS < needed:
            problems.append(f"{where}, field 'cards': expected at least {-(-needed // COLOURS)} of each colour")
        if max(row.hands, default=0) > file.game.limit:
            cards = how_many(file.game.limit, "card")
            problems.append(f"{where}, field 'hands': expected at most {cards}, got {max(row.hands)}")
    return problems


def check_tiles(file: File) -> list[str]:
    """There must be twenty tiles in order, each of a possible shape."""
    expected = [f"{colour}{size}" for colour in LETTERS for size in range(2, 6)]
    if [row.id for row in file.tile] != expected:
        return [f"table 'tile': expected twenty rows with the ids {', '.join(expected)} in this order"]
    return [
        f"table 'tile', row {n} ({row.id}), field 'shape': expected {wanted}"
        for n, row in enumerate(file.tile, 1)
        if (wanted := wrong_shape(row))
    ]


def pack_tiles(file: File, box: Box, face: Face) -> None:
    """The twenty tile types and all their placements."""
    turns = 0
    for t, row in enumerate(file.tile):
        box.tile_colour[t], box.tile_size[t] = LETTERS.index(row.id[0]), int(row.id[1])
        for players, copies in enumerate(row.copies, 2):
            box.copies[players, t] = copies
        face.tiles.append(row.id)
        for cells, brick in orientations(row.shape, file.options.allow_flip):
            pack_turn(box, face, t, turns, cells, brick)
            turns += 1
        box.turn_first[t + 1] = turns
    box.placements = len(face.placements)


def pack_turn(box: Box, face: Face, t: int, turn: int, cells: frozenset[Cell], brick: Cell) -> None:
    """One way to turn a tile, at every place where it is inside the house."""
    width, height = max(x for x, _ in cells) + 1, max(y for _, y in cells) + 1
    shifts = sorted(COLUMNS * y + x for x, y in cells)
    for n in range(LARGEST):
        box.turn_cells[turn, n] = shifts[min(n, len(shifts) - 1)]
    corners = 0
    for corner in (COLUMNS * y + x for y in range(ROWS - height + 1) for x in range(COLUMNS - width + 1)):
        k = len(face.placements)
        if k == PLACEMENTS:
            raise BadBox(f"table 'tile', row {t + 1}: expected at most {PLACEMENTS} placements of all tiles together")
        covered, brick_cell = [corner + shift for shift in shifts], corner + COLUMNS * brick[1] + brick[0]
        face.placements.append((t, covered, brick_cell))
        face.masks.append(sum(1 << cell for cell in covered))
        face.colours.append(LETTERS.index(face.tiles[t][0]))
        corners |= 1 << corner
        box.turn_place[turn, corner] = k
        box.place_tile[k] = t
        box.place_cells[k] = sum(1 << cell for cell in covered)
        box.place_brick[k] = 1 << brick_cell
    box.turn_corners[turn] = corners


def wrong_shape(row: TileRow) -> str | None:
    """What is wrong with a shape: it needs one brick, as many cells as its size, all connected and inside the house."""
    text = "".join(row.shape)
    if not row.shape or len({len(line) for line in row.shape}) != 1 or set(text) - set("WB."):
        return "lines of equal length made of W, B and '.'"
    if text.count("B") != 1 or len(text) - text.count(".") != int(row.id[1]):
        return f"{row.id[1]} cells, exactly one of them brickwork (B)"
    cells = {(x, y) for y, line in enumerate(row.shape) for x, mark in enumerate(line) if mark != "."}
    joined = {min(cells)}
    while grown := {c for c in cells - joined if any(abs(c[0] - x) + abs(c[1] - y) == 1 for x, y in joined)}:
        joined |= grown
    if joined != cells or max(len(row.shape), len(row.shape[0])) > COLUMNS:
        return f"connected cells within {COLUMNS} x {COLUMNS}"
    return None
