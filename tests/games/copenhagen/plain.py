"""Copenhagen written a second time, naively, from the rules page alone: what a player may do, given a view."""

from __future__ import annotations

from typing import Any

from townwright.games import load

Cell = tuple[int, int]
House = dict[Cell, str]


def turned(rows: list[str], flip: bool) -> set[tuple[str, ...]]:
    shapes = set()
    for start in (rows, [row[::-1] for row in rows]) if flip else (rows,):
        shape = [list(row) for row in start]
        for _ in range(4):
            shape = [list(row) for row in zip(*shape[::-1], strict=True)]
            shapes.add(tuple("".join(row) for row in shape))
    return shapes


def placements(flip: bool) -> list[tuple[str, frozenset[Cell], Cell]]:
    """Every tile at every place of the grid: its cells and its brick."""
    found = []
    for tile in load("copenhagen").open_box().file.tile:
        for shape in turned(tile.shape, flip):
            height, width = len(shape), len(shape[0])
            for x in range(5 - width + 1):
                for y in range(9 - height + 1):
                    marks = {
                        (x + dx, y + height - 1 - dy): mark
                        for dy, row in enumerate(shape)
                        for dx, mark in enumerate(row)
                        if mark != "."
                    }
                    brick = next(cell for cell, mark in marks.items() if mark == "B")
                    found.append((tile.id, frozenset(marks), brick))
    return found


PLACEMENTS = {flip: placements(flip) for flip in (True, False)}


def name(cell: Cell) -> str:
    return "abcde"[cell[0]] + str(cell[1] + 1)


def read(lines: list[str]) -> House:
    return {
        (x, 8 - row): mark
        for row, line in enumerate(lines)
        for x, mark in enumerate(line.split())
        if mark not in ("..", "()")
    }


def beside(house: House, cells: frozenset[Cell], colour: str) -> bool:
    return any(
        house.get((x + dx, y + dy), "?")[0] == colour for x, y in cells for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
    )


def payments(me: dict[str, Any], tile: str, near: bool, least: int) -> set[str]:
    """The words of every way to pay."""
    hand, tiles, own = me["hand"], me["abilities"], tile[0]
    full, ways = max(least, int(tile[1]) - near), set()
    for discount in (0, 1):
        due = max(least, int(tile[1]) - near - discount)
        if discount and (tiles.get("discount") != "active" or due == full):
            continue
        words = "pay discount" if discount else "pay"
        if hand.get(own, 0) >= due:
            ways.add(words)
        for other in "PGRBY":
            if other != own and tiles.get("change") == "active":
                for cards in range(1, due + 1):
                    if hand.get(other, 0) >= cards and hand.get(own, 0) >= due - cards:
                        ways.add(f"{words} {other} {cards}")
    return ways


def builds(view: dict[str, Any], me: dict[str, Any], options: dict[str, Any]) -> set[Any]:
    house, found = read(me["house"]), set()
    for tile, cells, brick in PLACEMENTS[options["allow_flip"]]:
        free = not any(cell in house for cell in cells)
        stands = any(y == 0 or (x, y - 1) in house for x, y in cells)
        near = beside(house, cells, tile[0])
        if view["stacks"][tile] and free and stands and payments(me, tile, near, options["min_cost"]):
            found.add((tile, frozenset(map(name, cells)), name(brick)))
    return found


def moves(view: dict[str, Any], options: dict[str, Any]) -> set[Any]:
    """Everything the player whose turn it is may do: words, and builds as tile, cells, brick."""
    me = view["players"][view["turn"]]
    house, tiles = read(me["house"]), me["abilities"]
    match view["decision"]:
        case "main":
            pairs = [(i, j) for i in range(1, 8) for j in range(i + 1, 8)]
            takes = {f"take {i} {j}" for i, j in pairs if j == i + 1 or tiles["any"] == "active"}
            return takes | builds(view, me, options)
        case "third":
            return {"decline"} | {f"card {i}" for i, colour in enumerate(view["harbour"], 1) if colour}
        case "discard":
            return {f"discard {colour}" for colour in me["hand"]}
        case "after":
            return {"end"} | builds(view, me, options)
        case "pay":
            tile, *cells = view["chosen"].split()
            where = frozenset(("abcde".index(cell[0]), int(cell[1]) - 1) for cell in cells)
            return payments(me, tile, beside(house, where, tile[0]), options["min_cost"])
    found = {f"ability {tile}" for tile in ("extra", "discount", "change", "both") if tile not in tiles}
    if view["whites"]:
        cells = [(x, y) for x in range(5) for y in range(9)]
        found |= {
            f"special {name((x, y))}" for x, y in cells if (x, y) not in house and (y == 0 or (x, y - 1) in house)
        }
    if "used" in tiles.values():
        found.add("activate")
    if not found or not options["coat_compulsory"]:
        found.add("lose")
    return found


def points(lines: list[str]) -> int:
    house = read(lines)
    total = 0
    for cells, brick, windows in [([(x, y) for x in range(5)], 1, 2) for y in range(9)] + [
        ([(x, y) for y in range(9)], 2, 4) for x in range(5)
    ]:
        marks = [house.get(cell, "") for cell in cells]
        if all(marks):
            total += windows if all(mark[1] == "w" for mark in marks) else brick
    return total
