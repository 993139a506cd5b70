"""Copenhagen: the house. Where a tile can stand, what touches what, what lines are worth."""

from __future__ import annotations

from townwright.engine.bits import count, lowest
from townwright.engine.compiling import num, rule
from townwright.engine.fields import Parts

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
    """Whether all cells of a line are filled."""
    return filled & line == line


@rule
def parts(box: Box, s: State, seat: int, out: Parts) -> int:
    """Every complete row and column of a house, each with the line of the sheet it counts for (S-1)."""
    filled, brick, n = num(s.filled[seat]), num(s.brick[seat]), 0
    for line in range(4):
        for i in range(ROWS if line < 2 else COLUMNS):
            points = line_worth(box, filled, brick, line, i)
            if points >= 0:
                out[n, 0], out[n, 1], out[n, 2] = line, points, i
                n += 1
    return n


@rule
def line_worth(box: Box, filled: int, brick: int, line: int, i: int) -> int:
    """What row or column i adds to a line of the sheet, -1 if it does not count there.

    The lines are rows with brickwork, rows of windows only, then columns likewise.
    """
    windows = line & 1
    cells = GROUND << (COLUMNS * i) if line < 2 else LEFT << i
    if filled & cells != cells or (brick & cells == 0) != (windows == 1):
        return -1
    return num(box.row_points[windows]) if line < 2 else num(box.column_points[windows])


@rule
def line_points(box: Box, filled: int, brick: int, line: int) -> int:
    """The points of one line of the sheet."""
    total = 0
    for i in range(ROWS if line < 2 else COLUMNS):
        total += max(0, line_worth(box, filled, brick, line, i))
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
    after, coats = before | cells, count(num(box.coat_cells) & cells)
    for y in range(ROWS):
        row = GROUND << (COLUMNS * y)
        if box.coat_row[y] and complete(after, row) and not complete(before, row):
            coats += 1
    return coats


@rule
def lay(box: Box, s: State, p: int, cells: int, brick: int, colour: int) -> None:
    """Lays a tile in a house (colour -1 for white) and adds the coats of arms it earns."""
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
