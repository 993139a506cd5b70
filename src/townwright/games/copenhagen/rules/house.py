"""Copenhagen: the house. Where a tile can stand, what touches what, what lines are worth."""

from __future__ import annotations

from townwright.engine.bits import count, lowest
from townwright.engine.compiling import num, rule

from ..box import Box
from ..state import CELLS, COLUMNS, ROWS, State

GROUND = (1 << COLUMNS) - 1
HOUSE = (1 << CELLS) - 1
LEFT = sum(1 << (COLUMNS * y) for y in range(ROWS))  # the leftmost column
NOT_LEFT, NOT_RIGHT = HOUSE & ~LEFT, HOUSE & ~(LEFT << (COLUMNS - 1))


@rule
def standing(filled: int) -> int:
    """Cells where something can stand: on the ground or directly above a filled cell (P-3)."""
    return ((filled << COLUMNS) | GROUND) & HOUSE


@rule
def touching(cells: int) -> int:
    """Cells that share a side with one of these (K-1)."""
    return ((cells << COLUMNS) | (cells >> COLUMNS) | ((cells & NOT_RIGHT) << 1) | ((cells & NOT_LEFT) >> 1)) & HOUSE


@rule
def complete(filled: int, line: int) -> bool:
    return filled & line == line


@rule
def line_points(box: Box, filled: int, brick: int, line: int) -> int:
    """The points of one line of the sheet: rows with brickwork, of windows only; columns likewise (S-1)."""
    windows, total = line & 1, 0
    if line < 2:
        for y in range(ROWS):
            row = GROUND << (COLUMNS * y)
            if complete(filled, row) and (brick & row == 0) == (windows == 1):
                total += box.row_points[windows]
    else:
        for x in range(COLUMNS):
            column = LEFT << x
            if complete(filled, column) and (brick & column == 0) == (windows == 1):
                total += box.column_points[windows]
    return total


@rule
def points(box: Box, filled: int, brick: int) -> int:
    """The points of a house (S-2, S-3)."""
    total = 0
    for line in range(4):
        total += line_points(box, filled, brick, line)
    return total


@rule
def coats_for(box: Box, before: int, cells: int) -> int:
    """The coats of arms that cells earn: those they cover, and those of the rows they complete (C-1)."""
    after, found = before | cells, count(num(box.coat_cells) & cells)
    for y in range(ROWS):
        row = GROUND << (COLUMNS * y)
        if box.coat_row[y] and complete(after, row) and not complete(before, row):
            found += 1
    return found


@rule
def lay(box: Box, s: State, p: int, cells: int, brick: int, colour: int) -> None:
    """Lays a tile in a house (white: colour -1) and notes the coats of arms it earns."""
    s.coats += coats_for(box, num(s.filled[p]), cells)
    s.filled[p] |= cells
    s.brick[p] |= brick
    if colour >= 0:
        s.colour[p, colour] |= cells
    s.laid[p] += 1
    rest = cells
    while rest:
        s.tile[p, lowest(rest)] = s.laid[p]
        rest &= rest - 1
