"""Tiny Towns: reads box.toml and packs it; lists every way a pattern can lie in a town."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from townwright.engine.errors import BadBox, BadCall
from townwright.engine.fields import i1, i2, i4, i8, layout

from .state import CO, FD, MO, RESOURCES, SEATS, SHARED, SIDE, SOLO, SQUARES, STANDARD, TOWN_HALL

LETTERS = "WYBGS"  # resources in the order of their numbers
TYPE_CODES = ("CO", "FD", "WL", "CH", "TV", "TH", "FC", "MO")
BUILDINGS, MONUMENTS, PILE_SIZE = 25, 15, 4
CARDS = BUILDINGS + MONUMENTS  # monuments are numbers from BUILDINGS on
CELLS = 6  # squares of the largest pattern
TURNS = 8 * CARDS
PLACEMENTS = 2048  # the printed cards have 1720
TABLE = 8  # figures of the longest table, counted from 0

# what a building scores
VERBS = (
    "nothing",
    "each",
    "fed",
    "near_each",
    "near_any",
    "near_none",
    "fed_in_town",
    "fed_near",
    "zone",
    "count_table",
    "more_than_right",
    "alone",
    "line",
    "types_in_lines",
    "stored",
    "types_present",
    "types_absent",
    "types_near",
    "group",
    "when_built",
    "place",
)
(
    NOTHING,
    EACH,
    FED,
    NEAR_EACH,
    NEAR_ANY,
    NEAR_NONE,
    FED_IN_TOWN,
    FED_NEAR,
    ZONE,
    COUNT_TABLE,
    MORE_THAN_RIGHT,
    ALONE,
    LINE,
    TYPES_IN_LINES,
    STORED,
    TYPES_PRESENT,
    TYPES_ABSENT,
    TYPES_NEAR,
    GROUP,
    WHEN_BUILT,
    PLACE,
) = range(len(VERBS))

# what else a card does
ABILITIES = (
    "none",
    "anywhere",
    "bank",
    "factory",
    "trading_post",
    "warehouse",
    "guild",
    "castle",
    "cathedral",
    "fort",
    "mausoleum",
    "grove",
    "obelisk",
    "watch",
    "statue",
)
(
    PLAIN,
    ANYWHERE,
    BANK,
    FACTORY,
    TRADING_POST,
    WAREHOUSE,
    GUILD,
    CASTLE,
    CATHEDRAL,
    FORT,
    MAUSOLEUM,
    GROVE,
    OBELISK,
    WATCH,
    STATUE,
) = range(len(ABILITIES))
SHARED_ABILITIES = {"anywhere": "WL", "bank": "FC", "factory": "FC", "trading_post": "FC", "warehouse": "FC"}

# how a food building feeds
FEEDS = ("none", "number", "around", "group", "lines")
FEEDS_NONE, FEEDS_NUMBER, FEEDS_AROUND, FEEDS_GROUP, FEEDS_LINES = range(len(FEEDS))

ZONES = {"none": (), "corners": (0, 3, 12, 15), "centre": (5, 6, 9, 10)}

Small = Annotated[int, Meta(ge=-20, le=20)]
Pattern = Annotated[list[Annotated[str, Meta(max_length=SIDE)]], Meta(min_length=1, max_length=SIDE)]
Type = Literal["CO", "FD", "WL", "CH", "TV", "TH", "FC", "MO"]
SharedType = Literal["CO", "FD", "WL", "CH", "TV", "TH", "FC"]
Verb = Literal[
    "nothing", "each", "fed", "near_each", "near_any", "near_none", "fed_in_town", "fed_near", "zone", "count_table",
    "more_than_right", "alone", "line", "types_in_lines", "stored", "types_present", "types_absent", "types_near",
    "group", "when_built", "place",
]  # fmt: skip
Ability = Literal[
    "none", "anywhere", "bank", "factory", "trading_post", "warehouse", "guild", "castle", "cathedral", "fort",
    "mausoleum", "grove", "obelisk", "watch", "statue",
]  # fmt: skip


class Options(Struct, forbid_unknown_fields=True, frozen=True):
    """The choices of a table."""

    variant: Literal["standard", "town_hall", "solo"] = "standard"
    monuments: bool = True
    cavern: bool = False
    buildings: str | list[str] = "random"
    hammer: Literal["first", "random"] = "first"
    solo_without: Literal["inn", "feast_hall", "both"] = "inn"
    solo_feast_hall: Annotated[int, Meta(ge=2, le=3)] = 3
    watch_optional: bool = False
    watch_effects: bool = False
    watch_delay: bool = True
    watch_no_room: Literal["stays", "lost"] = "stays"
    grove_optional: bool = False
    starloom_ranking: Literal["competition", "dense"] = "competition"
    effect_markers: bool = True
    castle_tie: bool = True
    cavern_solo: bool = False


class GameRow(Struct, forbid_unknown_fields=True):
    cavern: Annotated[int, Meta(ge=0, le=16)]
    store: Annotated[int, Meta(ge=0, le=3)]
    empty: Small
    listed: Annotated[int, Meta(ge=1, le=SHARED)]
    exchanges: Annotated[int, Meta(ge=0, le=15)]
    resource_cards: Annotated[int, Meta(ge=3, le=3)]  # the deck has room for fifteen
    unseen: Annotated[int, Meta(ge=0, le=14)]


class RecommendedRow(Struct, forbid_unknown_fields=True):
    buildings: list[str]


class RankRow(Struct, forbid_unknown_fields=True):
    id: str
    points: int | None = None


class CardRow(Struct, forbid_unknown_fields=True, kw_only=True):
    """What buildings and monuments have in common."""

    id: str
    pattern: Pattern
    verb: Verb = "nothing"
    points: Small = 0
    base: Small = 0  # of a zone or a group
    least: Annotated[int, Meta(ge=1, le=8)] = 2
    more: Small = 0
    near: list[Type] = []
    zone: Literal["none", "corners", "centre"] = "none"
    table: Annotated[list[Annotated[int, Meta(ge=-99, le=99)]], Meta(max_length=TABLE - 1)] = []
    ability: Ability = "none"
    solo: bool = True


class BuildingRow(CardRow, forbid_unknown_fields=True, kw_only=True):
    type: SharedType
    feeds: Literal["none", "number", "around", "group", "lines"] = "none"
    number: Annotated[int, Meta(ge=0, le=SQUARES)] = 0


class MonumentRow(CardRow, forbid_unknown_fields=True, kw_only=True):
    pass


class File(Struct, forbid_unknown_fields=True):
    """What box.toml must look like."""

    options: Options
    game: GameRow
    recommended: RecommendedRow
    rank: list[RankRow]
    building: list[BuildingRow]
    monument: list[MonumentRow]


class Box:
    variant = i1()  # options, as numbers
    monuments = i1()
    cavern = i1()  # cubes a player may put away, by option
    cavern_solo = i1()
    random_hammer = i1()
    solo_feast_hall = i1()
    watch_optional = i1()
    watch_effects = i1()
    watch_delay = i1()
    watch_lost = i1()
    grove_optional = i1()
    dense = i1()
    effect_markers = i1()
    castle_tie = i1()
    store = i1()  # figures of [game]
    empty = i1()
    listed = i1()
    exchanges = i1()
    unseen = i1()
    chosen = i1(SHARED)  # the card + 1 that the options choose for a pile; 0 is random
    pile = i1(SHARED, PILE_SIZE)  # cards + 1 of each pile
    monument_cards = i1()  # how many monuments there are
    solo_out = i1(CARDS)  # 1 for the cards that Solo leaves out
    type = i1(CARDS)
    ability = i1(CARDS)
    feeds = i1(CARDS)
    number = i1(CARDS)  # how many a food building feeds
    verb = i1(CARDS)
    points = i1(CARDS)
    base = i1(CARDS)  # base, least or more, by verb
    near = i2(CARDS)  # mask of types
    zone = i4(CARDS)  # mask of squares
    table = i1(CARDS, TABLE)  # by count; the last figure fills the rest
    need = i4(CARDS)  # cubes of the pattern, six bits for each resource
    turn_first = i2(CARDS + 1)  # orientations of card c are numbers turn_first[c] to turn_first[c + 1] - 1
    turn_size = i1(TURNS)  # of each orientation: how many squares,
    turn_resource = i1(TURNS, CELLS)  # the resource of each,
    turn_shift = i1(TURNS, CELLS)  # how far it lies from the corner of the pattern,
    turn_corners = i4(TURNS)  # where that corner may be,
    turn_place = i2(TURNS, SQUARES)  # and the placement that gives
    card_first = i2(CARDS + 1)  # placements of card c are numbers card_first[c] to card_first[c + 1] - 1
    place_card = i1(PLACEMENTS)
    place_cells = i4(PLACEMENTS)
    place_cubes = i4(PLACEMENTS, RESOURCES)  # squares that need a cube of each resource
    place_lanes = i8(PLACEMENTS)  # the same for the first four, sixteen bits each, for quick guesses


BOX = layout(Box)

Cell = tuple[int, int]
Placement = tuple[int, dict[int, int]]  # card, and the resource that each square needs


class Face:
    """The box as Python uses it: cards by id, ranks, and the squares of every placement."""

    def __init__(self, file: File) -> None:
        self.buildings = [row.id for row in file.building]
        self.monuments = [row.id for row in file.monument]
        self.types = [TYPE_CODES.index(row.type) for row in file.building]
        self.rows: dict[str, CardRow] = {row.id: row for row in (*file.building, *file.monument)}
        self.options, self.figures = file.options, file.game
        self.ranks = [(row.points, row.id) for row in file.rank]
        self.recommended = [0] * SHARED  # card + 1 for each type, for positions that name none
        self.placements: list[Placement] = []

    def card_id(self, card: int) -> str:
        """The id of a card number."""
        return self.monuments[card - BUILDINGS] if card >= BUILDINGS else self.buildings[card]

    def rank(self, points: int) -> str:
        """The rank for so many points in Solo."""
        return next(name for least, name in self.ranks if least is None or points >= least)


def square_name(square: int) -> str:
    """Square 0, top left, is a4; square 15, bottom right, is d1."""
    return "abcd"[square % SIDE] + str(SIDE - square // SIDE)


SQUARE_NAMES = [square_name(square) for square in range(SQUARES)]


def orientations(pattern: list[str]) -> list[dict[Cell, int]]:
    """The distinct ways to turn and mirror a pattern: the resource by (row, column) from (0, 0)."""
    cells = {(r, c): LETTERS.index(x) for r, line in enumerate(pattern) for c, x in enumerate(line) if x != "."}
    ways: list[dict[Cell, int]] = []
    for mirrored in (False, True):
        turned = {(r, -c if mirrored else c): x for (r, c), x in cells.items()}
        for _ in range(4):
            turned = {(c, -r): x for (r, c), x in turned.items()}
            top, left = min(r for r, _ in turned), min(c for _, c in turned)
            moved = {(r - top, c - left): x for (r, c), x in sorted(turned.items())}
            if moved not in ways:
                ways.append(moved)
    return ways


def pack(file: File, box: Box) -> Face:
    """Fills the packed box; checks what types cannot express."""
    face = Face(file)
    pack_figures(file, box)
    check_cards(file)
    rows: dict[int, CardRow] = dict(enumerate(file.building))
    rows |= {BUILDINGS + n: row for n, row in enumerate(file.monument)}
    for card in range(CARDS):
        if card in rows:
            pack_card(box, card, rows[card])
            pack_pattern(box, face, card, rows[card])
        box.card_first[card + 1] = len(face.placements)
        box.turn_first[card + 1] = max(box.turn_first[card], box.turn_first[card + 1])
    pack_piles(file, box, face)
    return face


def pack_figures(file: File, box: Box) -> None:
    """Options and the figures of [game]."""
    options, game = file.options, file.game
    box.variant = {"standard": STANDARD, "town_hall": TOWN_HALL, "solo": SOLO}[options.variant]
    box.monuments, box.random_hammer = options.monuments, options.hammer == "random"
    box.cavern, box.cavern_solo = game.cavern if options.cavern else 0, options.cavern_solo
    box.solo_feast_hall, box.castle_tie = options.solo_feast_hall, options.castle_tie
    box.watch_optional, box.watch_effects = options.watch_optional, options.watch_effects
    box.watch_delay, box.watch_lost = options.watch_delay, options.watch_no_room == "lost"
    box.grove_optional, box.dense = options.grove_optional, options.starloom_ranking == "dense"
    box.effect_markers = options.effect_markers
    box.store, box.empty, box.listed = game.store, game.empty, game.listed
    box.exchanges, box.unseen = game.exchanges, game.unseen
    points = [row.points for row in file.rank]
    known = [p for p in points[:-1] if p is not None]
    if not points or len(known) != len(points) - 1 or points[-1] is not None or known != sorted(known, reverse=True):
        raise BadBox("table 'rank': expected rows with falling points, the last one without points")


def check_cards(file: File) -> None:
    """Ids must differ, piles must have their sizes, and each ability must be on a card where it can work."""
    problems: list[str] = []
    ids: set[str] = set()
    for table, rows in (("building", file.building), ("monument", file.monument)):
        for n, row in enumerate(rows, 1):
            where = f"table '{table}', row {n} ({row.id})"
            if row.id in ids or not row.id.replace("_", "").isalnum() or row.id != row.id.lower():
                problems.append(f"{where}, field 'id': expected an id of small letters that no other card has")
            ids.add(row.id)
            problems += check_pattern(f"{where}, field 'pattern'", row.pattern)
            kind = row.type if isinstance(row, BuildingRow) else "MO"
            if row.ability != "none" and SHARED_ABILITIES.get(row.ability, "MO") != kind:
                expected = SHARED_ABILITIES.get(row.ability, "MO")
                problems.append(f"{where}, field 'ability': expected {row.ability!r} on a card of type {expected}")
            if row.verb in ("count_table", "when_built", "place") and not row.table:
                problems.append(f"{where}, field 'table': expected the figures of verb {row.verb!r}")
            if row.verb == "fed" and kind != "CO" and row.ability != "castle":
                problems.append(f"{where}, field 'verb': expected 'fed' on the cottage or the castle only")
            if kind == "FD" and row.verb != "nothing":
                problems.append(f"{where}, field 'verb': expected none on a card of type FD, which never scores itself")
            if isinstance(row, BuildingRow) and (row.feeds != "none") != (row.type == "FD"):
                problems.append(f"{where}, field 'feeds': expected on cards of type FD, and only there")
    for code in TYPE_CODES[:SHARED]:
        cards = sum(row.type == code for row in file.building)
        most = 1 if code == "CO" else PILE_SIZE
        if not 1 <= cards <= most:
            wanted = "1 card" if most == 1 else f"1 to {most} cards"
            problems.append(f"table 'building': expected {wanted} of type {code}, got {cards}")
    abilities = [row.ability for row in file.monument if row.ability != "none"]
    if len(set(abilities)) != len(abilities):
        problems.append("table 'monument': expected each ability on one card at most")
    most_dealt = 2 * SEATS
    if not most_dealt <= len(file.monument) <= MONUMENTS:
        problems.append(
            f"table 'monument': expected {most_dealt} to {MONUMENTS} cards, two a player, got {len(file.monument)}"
        )
    if problems:
        raise BadBox(*problems)


def check_pattern(where: str, pattern: list[str]) -> list[str]:
    """A pattern must be a rectangle of resources and gaps, no larger than the town."""
    text = "".join(pattern)
    cells = len(text) - text.count(".")
    if len({len(line) for line in pattern}) != 1 or set(text) - set(LETTERS + ".") or not 2 <= cells <= CELLS:
        return [
            f"{where}: expected lines of equal length made of {', '.join(LETTERS)} and '.', with 2 to {CELLS} cubes"
        ]
    return []


def pack_card(box: Box, card: int, row: CardRow) -> None:
    """What a card scores and does."""
    box.type[card] = TYPE_CODES.index(row.type) if isinstance(row, BuildingRow) else MO
    box.ability[card] = ABILITIES.index(row.ability)
    box.verb[card], box.points[card] = VERBS.index(row.verb), row.points
    box.base[card] = {"fed_near": row.least, "more_than_right": row.more}.get(row.verb, row.base)
    box.near[card] = sum(1 << TYPE_CODES.index(code) for code in set(row.near))
    box.zone[card] = sum(1 << square for square in ZONES[row.zone])
    after = 0 if row.verb == "place" else row.table[-1] if row.table else 0
    for n, points in enumerate((row.table + [after] * TABLE)[: TABLE - 1], 1):
        box.table[card, n] = points
    box.solo_out[card] = not row.solo
    if isinstance(row, BuildingRow):
        box.feeds[card], box.number[card] = FEEDS.index(row.feeds), row.number
    for letter in "".join(row.pattern).replace(".", ""):
        box.need[card] = box.need[card] + (1 << 6 * LETTERS.index(letter))


def pack_pattern(box: Box, face: Face, card: int, row: CardRow) -> None:
    """Every orientation of a pattern, and every place of it in the town."""
    turn = box.turn_first[card]
    for cells in orientations(row.pattern):
        height, width = max(r for r, _ in cells) + 1, max(c for _, c in cells) + 1
        box.turn_size[turn] = len(cells)
        for n, ((r, c), resource) in enumerate(cells.items()):
            box.turn_resource[turn, n], box.turn_shift[turn, n] = resource, SIDE * r + c
        for corner in range(SQUARES):
            top, left = divmod(corner, SIDE)
            if top + height > SIDE or left + width > SIDE:
                continue
            number = len(face.placements)
            if number == PLACEMENTS:
                raise BadBox(f"the cards have too many placements: expected at most {PLACEMENTS} together")
            placed = {corner + SIDE * r + c: resource for (r, c), resource in cells.items()}
            face.placements.append((card, placed))
            box.turn_corners[turn] = box.turn_corners[turn] | 1 << corner
            box.turn_place[turn, corner] = number
            box.place_card[number] = card
            box.place_cells[number] = sum(1 << square for square in placed)
            for square, resource in placed.items():
                box.place_cubes[number, resource] = box.place_cubes[number, resource] | 1 << square
            lanes = sum(1 << SQUARES * resource + square for square, resource in placed.items() if resource < 4)
            box.place_lanes[number] = lanes - (lanes >> 63 << 64)  # as a signed number
        turn += 1
    box.turn_first[card + 1] = turn


def pack_piles(file: File, box: Box, face: Face) -> None:
    """The piles, what Solo leaves out, and the cards that the options choose."""
    sizes = [0] * SHARED
    for card, kind in enumerate(face.types):
        box.pile[kind, sizes[kind]] = card + 1
        sizes[kind] += 1
    box.monument_cards = len(file.monument)
    without = ("inn", "feast_hall") if file.options.solo_without == "both" else (file.options.solo_without,)
    for name in without:
        if name in face.buildings:
            box.solo_out[face.buildings.index(name)] = 1
    for kind in range(FD, SHARED):
        if all(box.solo_out[card] for card, of in enumerate(face.types) if of == kind):
            raise BadBox(f"table 'building': expected a card of type {TYPE_CODES[kind]} that Solo does not leave out")
    if sum(row.solo for row in file.monument) < 2:
        raise BadBox("table 'monument': expected two cards that Solo does not leave out")
    box.chosen[CO] = box.pile[CO, 0]
    for name in file.recommended.buildings:
        if name not in face.buildings:
            raise BadBox(f"table 'recommended', field 'buildings': there is no building {name!r}")
        card = face.buildings.index(name)
        face.recommended[face.types[card]] = card + 1
    for kind in range(SHARED):
        face.recommended[kind] = face.recommended[kind] or box.pile[kind, 0]
    for name in chosen_names(file):
        if name not in face.buildings:
            raise BadCall(
                f"option 'buildings': there is no building {name!r}; expected some of: {', '.join(face.buildings)}"
            )
        card = face.buildings.index(name)
        kind = face.types[card]
        if box.chosen[kind] not in (0, card + 1):
            other = face.buildings[box.chosen[kind] - 1]
            raise BadCall(
                f"option 'buildings': expected one card of type {TYPE_CODES[kind]}, got {other!r} and {name!r}"
            )
        box.chosen[kind] = card + 1


def chosen_names(file: File) -> list[str]:
    """The ids of the buildings that the options choose."""
    chosen = file.options.buildings
    if isinstance(chosen, str):
        if chosen == "random":
            return []
        if chosen == "recommended":
            return file.recommended.buildings
        chosen = chosen.split(",")
    return [name.strip().lower().replace(" ", "_").replace("-", "_") for name in chosen]
