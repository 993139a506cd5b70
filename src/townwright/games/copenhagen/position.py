"""Copenhagen: reads a view back into a state. A position that cannot occur is refused in one sentence."""

from __future__ import annotations

from townwright.engine.compiling import uncompiled
from townwright.engine.errors import BadPosition, how_many

from .box import CELL_NAMES, LETTERS, Box, Face
from .form import COAT_MARK, EMPTY, Player, View
from .moves import ABILITY_NAMES, DECISIONS, cost_before_abilities, placement_words
from .rules.house import GROUND, line_worth, standing, touching
from .state import ACTIVE, BOTH, BRIDGES, CELLS, COLOURS, COLUMNS, END_CARD, EXTRA, ROWS, TILES, USED, State


def player_name(p: int) -> str:
    """A player as error messages say it: the first is player 1."""
    return f"player {p + 1}"


def read(face: Face, box: Box, view: View, s: State) -> None:
    """Reads a view as a known state; whatever the view leaves out is taken from what the box still holds."""
    s.seats = seats = len(view.players)
    if view.turn >= seats:
        raise BadPosition(f"field 'turn': expected a seat from 0 to {seats - 1}, got {view.turn}")
    s.turn, s.over = view.turn, view.over
    s.pending = 0 if view.over else 1 << view.turn
    s.decision = next(number for number, name in DECISIONS.items() if name == view.decision)
    s.coats = view.coats
    if (view.coats > 0) != (view.decision == "coat" and not view.over):
        raise BadPosition("field 'coats': expected a number above 0 exactly when the decision is 'coat'")
    for p, player in enumerate(view.players):
        read_player(player, s, p)
        over_limit = p == view.turn and view.decision in ("third", "discard")
        if s.held[p] > box.limit + 3 * over_limit:
            raise BadPosition(
                f"{player_name(p)}, field 'cards': expected at most {box.limit}, the hand limit, got {s.held[p]}"
            )
    read_tiles_left(face, box, view, s)
    check_decision(box, view, s)
    read_cards(box, view, s)
    check_end(box, view, s)
    read_chosen(face, box, view, s)


def read_player(player: Player, s: State, p: int) -> None:
    """House, hand and ability tiles."""
    where = player_name(p)
    read_house(player.house, s, p, where)
    for n, cells in enumerate(player.tiles, 1):
        if not cells or n > CELLS:
            raise BadPosition(f"{where}, field 'tiles', row {n}: expected the cells of a tile")
        for name in cells:
            cell = CELL_NAMES.index(name) if name in CELL_NAMES else -1
            if cell < 0 or not s.filled[p] >> cell & 1 or s.tile[p, cell]:
                raise BadPosition(f"{where}, field 'tiles', row {n}: expected a built cell of its own, got {name!r}")
            s.tile[p, cell] = n
    s.laid[p] = len(player.tiles)
    bare = [CELL_NAMES[cell] for cell in cells_of(s.filled[p]) if not s.tile[p, cell]]
    if player.tiles and bare:
        raise BadPosition(f"{where}, field 'tiles': expected a tile on every built cell, got none on {bare[0]}")
    for colour, cards in (player.hand or {}).items():
        s.hand[p, LETTERS.index(colour)] = cards
    known = sum((player.hand or {}).values())
    s.held[p] = known if player.cards is None else player.cards
    if player.hand is not None and s.held[p] != known:
        raise BadPosition(f"{where}, field 'cards': expected {known}, the cards of the hand, got {player.cards}")
    for colour, cards in player.seen.items():
        s.seen[p, LETTERS.index(colour)] = cards
        if player.hand is not None and cards > player.hand.get(colour, 0):
            raise BadPosition(f"{where}, field 'seen': expected at most the {colour} cards of the hand, got {cards}")
    if sum(player.seen.values()) > s.held[p]:
        raise BadPosition(f"{where}, field 'seen': expected at most the {s.held[p]} cards of the hand")
    for ability, side in player.abilities.items():
        s.ability[p, ABILITY_NAMES.index(ability)] = ACTIVE if side == "active" else USED


def read_house(lines: list[str], s: State, p: int, where: str) -> None:
    """The cells of a house; each must stand on the ground or on other cells that do."""
    if lines and len(lines) != ROWS:
        raise BadPosition(f"{where}, field 'house': expected {ROWS} rows, top row first, got {len(lines)}")
    for y, line in enumerate(reversed(lines)):
        row, cells = f"{where}, field 'house', row {y + 1} from the bottom", line.split()
        if len(cells) != COLUMNS:
            raise BadPosition(f"{row}: expected {COLUMNS} cells, got {line!r}")
        for x, mark in enumerate(cells):
            bit = 1 << (COLUMNS * y + x)
            if mark in (EMPTY, COAT_MARK):
                continue
            if len(mark) != 2 or mark[0] not in LETTERS + "W" or mark[1] not in "wb" or mark == "Wb":
                raise BadPosition(f"{row}: expected 'Rw', 'Rb', 'Ww', '..' or the like, got {mark!r}")
            s.filled[p] = s.filled[p] | bit
            if mark[0] != "W":
                s.colour[p, LETTERS.index(mark[0])] = s.colour[p, LETTERS.index(mark[0])] | bit
            if mark[1] == "b":
                s.brick[p] = s.brick[p] | bit
    if floating := cells_of(s.filled[p] & ~held_up(s.filled[p])):
        raise BadPosition(
            f"{where}, field 'house': expected tiles that stand on the ground or on another tile, "
            f"got nothing below {CELL_NAMES[floating[0]]}"
        )


def cells_of(mask: int) -> list[int]:
    """The cells of a mask."""
    return [cell for cell in range(CELLS) if mask >> cell & 1]


def held_up(filled: int) -> int:
    """The filled cells that are connected to the ground through filled cells."""
    held, grown = 0, filled & GROUND
    while grown != held:
        held = grown
        grown = (held | uncompiled(touching)(held)) & filled
    return held


def read_tiles_left(face: Face, box: Box, view: View, s: State) -> None:
    """The tiles that are left; with those in the houses there must not be more than the box has."""
    built = [0] * TILES
    for p in range(s.seats):
        for t in tiles_in(face, s, p):
            built[t] += 1
    for name in view.stacks or {}:
        if name not in face.tiles:
            raise BadPosition(f"field 'stacks': expected one of: {', '.join(face.tiles)}, got {name!r}")
    for t, name in enumerate(face.tiles):
        left = box.copies[s.seats, t] - built[t]
        if left < 0:
            raise BadPosition(
                f"field 'players': expected at most {box.copies[s.seats, t]} of {name} in the houses, got {built[t]}"
            )
        s.stack[t] = left if view.stacks is None else view.stacks.get(name, 0)
        if s.stack[t] > left:
            raise BadPosition(
                f"field 'stacks': expected at most {left} of {name}, what the houses leave of the box, got {s.stack[t]}"
            )
    white = 0
    for p in range(s.seats):
        white += len(cells_of(s.filled[p])) - sum(len(cells_of(s.colour[p, c])) for c in range(COLOURS))
    left = box.whites - white
    if left < 0:
        raise BadPosition(f"field 'players': expected at most {box.whites} white tiles in the houses, got {white}")
    s.whites = left if view.whites is None else view.whites
    if s.whites > left:
        raise BadPosition(
            f"field 'whites': expected at most {left}, what the houses leave of the box, got {view.whites}"
        )


def tiles_in(face: Face, s: State, p: int) -> list[int]:
    """The types of the coloured tiles in a house; checks that the box has each and that it could stand when laid."""
    types: list[int] = []
    filled = 0
    for n in range(1, s.laid[p] + 1):
        where = f"{player_name(p)}, field 'tiles', row {n}"
        cells = [cell for cell in range(CELLS) if s.tile[p, cell] == n]
        mask, names = sum(1 << cell for cell in cells), " ".join(CELL_NAMES[cell] for cell in cells)
        if not mask & uncompiled(standing)(filled):
            raise BadPosition(f"{where}: expected a tile on the ground or on the tiles before it, got {names}")
        filled |= mask
        colour = [c for c in range(COLOURS) if s.colour[p, c] & mask == mask]
        if colour:
            t = face.types.get((colour[0], mask, s.brick[p] & mask))
            if t is None:
                raise BadPosition(f"{where}: expected a tile of the box, with its brickwork, got {names}")
            types.append(t)
        elif len(cells) > 1:
            raise BadPosition(f"{where}: expected cells of one colour, or a single white one, got {names}")
    return types


def check_decision(box: Box, view: View, s: State) -> None:
    """A third card needs the ability tile for it, a discard needs too many cards in hand."""
    p = view.turn
    for decision, tile in (("third", EXTRA), ("after", BOTH)):
        if view.decision == decision and s.ability[p, tile] != ACTIVE and not view.over:
            raise BadPosition(f"field 'decision': expected an active {ABILITY_NAMES[tile]!r} tile for {decision!r}")
    if view.decision == "discard" and s.held[p] <= box.limit and not view.over:
        raise BadPosition(f"field 'decision': expected a hand of more than {box.limit} cards for 'discard'")


def points_of(box: Box, s: State, p: int) -> int:
    """The points of a house."""
    total = 0
    for line in range(4):
        for i in range(ROWS if line < 2 else COLUMNS):
            total += max(0, uncompiled(line_worth)(box, s.filled[p], s.brick[p], line, i))
    return total


def goal_reached(box: Box, s: State) -> list[int]:
    """The players with enough points to end the game."""
    return [p for p in range(s.seats) if points_of(box, s, p) >= box.goal]


def check_end(box: Box, view: View, s: State) -> None:
    """The game is over when the player to move has reached the goal or the End card was turned up, and only then."""
    reached = goal_reached(box, s)
    counting = view.decision == "coat" and not box.per_placement  # points are counted after the coats of arms (S-4)
    for p in reached:
        if not view.over and not (counting and p == view.turn):
            raise BadPosition(
                f"field 'over': expected true, because {player_name(p)} has {points_of(box, s, p)} points "
                f"and {box.goal} end the game"
            )
        if p != view.turn:
            raise BadPosition(f"{player_name(p)}: expected fewer than {box.goal} points, because it is not their turn")
    ended = view.over and not reached  # by the End card
    if ended and view.harbour is not None and None not in view.harbour:
        raise BadPosition("field 'harbour': expected a gap where the End card was turned up, or a player at the goal")
    if view.supply is not None:
        expected = not ended and (s.seats == 2 or view.supply.shuffled)
        if view.supply.end_card != expected:
            why = "it is in the supply" if expected else "it was turned up" if ended else "nobody has shuffled it in"
            raise BadPosition(f"field 'supply.end_card': expected {str(expected).lower()}, because {why}")


def read_cards(box: Box, view: View, s: State) -> None:
    """Harbour, discards and supply."""
    for i, colour in enumerate(view.harbour or []):
        s.display[i] = LETTERS.index(colour) + 1 if colour else 0
    if None in (view.harbour or []) and view.decision == "main" and not view.over:
        raise BadPosition("field 'harbour': expected seven cards when a turn begins")
    for colour, cards in view.discards.items():
        s.discard[LETTERS.index(colour)] = cards
    if view.harbour is None and not view.over:
        fill_harbour(box, s)
    read_supply(box, view, s)


def fill_harbour(box: Box, s: State) -> None:
    """Fills a harbour that the view leaves out with seven cards that are nowhere else."""
    for i in range(BRIDGES):
        for c in sorted(range(COLOURS), key=lambda c: (c - i) % COLOURS):
            hands = sum(max(s.hand[p, c], s.seen[p, c]) for p in range(s.seats))
            if hands + s.discard[c] + sum(s.display[j] == c + 1 for j in range(i)) < box.cards[s.seats]:
                s.display[i] = c + 1
                break


def read_supply(box: Box, view: View, s: State) -> None:
    """The supply; by default the cards that are left."""
    total = box.cards[s.seats]
    rest = []
    for c in range(COLOURS):
        hands = sum(s.hand[p, c] if view.players[p].hand is not None else s.seen[p, c] for p in range(s.seats))
        out = hands + s.discard[c] + sum(s.display[i] == c + 1 for i in range(BRIDGES))
        if out > total:
            raise BadPosition(f"there are {out} {LETTERS[c]} cards in this position; expected at most {total}")
        rest.append(total - out)
    hidden = sum(s.held[p] - sum(player.seen.values()) for p, player in enumerate(view.players) if player.hand is None)
    if view.supply is None:
        s.end_in = s.seats == 2 and (not view.over or bool(goal_reached(box, s)))
        s.left = max(0, sum(rest) - hidden) + s.end_in
        return
    supply = view.supply
    s.left, s.end_in, s.shuffled = supply.left, supply.end_card, supply.shuffled
    if supply.left - supply.end_card != sum(rest) - hidden:
        rest_of_all = sum(rest) - hidden + supply.end_card
        raise BadPosition(f"field 'supply.left': expected {rest_of_all}, the cards left, got {supply.left}")
    if supply.colours and not supply.shuffled:
        raise BadPosition("field 'supply.colours': expected none, because the supply was not made from the discards")
    for colour, cards in (supply.colours or {}).items():
        s.pool[LETTERS.index(colour)] = cards
    if supply.shuffled and sum((supply.colours or {}).values()) != supply.left - supply.end_card:
        raise BadPosition(
            "field 'supply.colours': expected the colours of all cards of a supply made from the discards"
        )
    if supply.cards is None:
        return
    if len(supply.cards) != supply.left:
        left = how_many(supply.left, "card")
        raise BadPosition(f"field 'supply.cards': expected {left}, top first, got {len(supply.cards)}")
    if (ends := supply.cards.count("End")) != supply.end_card:
        expected = "one End card" if supply.end_card else "no End card"
        raise BadPosition(f"field 'supply.cards': expected {expected}, got {ends}")
    for i, card in enumerate(reversed(supply.cards)):
        s.supply[i] = END_CARD if card == "End" else LETTERS.index(card) + 1
    known = all(player.hand is not None for player in view.players)
    for c in range(COLOURS):
        cards = supply.cards.count(LETTERS[c])  # type: ignore[arg-type]
        if cards > rest[c] or (known and cards != rest[c]):
            raise BadPosition(f"field 'supply.cards': expected {rest[c]} cards of colour {LETTERS[c]}, got {cards}")


def read_chosen(face: Face, box: Box, view: View, s: State) -> None:
    """The tile to be paid for, which must fit its place; its cells may be named in any order."""
    if (view.chosen is None) != (view.decision != "pay" or view.over):
        raise BadPosition("field 'chosen': expected a tile and its cells exactly when the decision is 'pay'")
    if view.chosen is None:
        if view.due is not None:
            raise BadPosition(f"field 'due': expected none, because no tile is chosen, got {view.due}")
        return
    words = {frozenset(placement_words(face, k).split()): k for k in range(len(face.placements))}
    given = frozenset(view.chosen.split())
    if given not in words:
        raise BadPosition(
            f"field 'chosen': expected a placement such as {placement_words(face, 0)!r}, got {view.chosen!r}"
        )
    s.chosen = words[given]
    filled, cells = s.filled[view.turn], box.place_cells[s.chosen]
    if not s.stack[box.place_tile[s.chosen]] or cells & filled or not cells & uncompiled(standing)(filled):
        raise BadPosition(f"field 'chosen': expected a tile that is left, where it can stand, got {view.chosen!r}")
    s.due = cost_before_abilities(face, s, s.chosen)
    if view.due not in (None, s.due):
        raise BadPosition(f"field 'due': expected {s.due}, got {view.due}")
