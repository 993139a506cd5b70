"""Tiny Towns: the players of a position: their towns and monuments, and what each is in the middle of."""

from __future__ import annotations

import re
from collections.abc import Iterable

from townwright.engine.errors import BadPosition

from .box import BANK, BUILDINGS, GROVE, GUILD, LETTERS, SQUARE_NAMES, STATUE, TYPE_CODES, WATCH, Box, Face
from .form import EMPTY, Before, Player, mode_of, show_squares
from .moves import DECISIONS
from .state import (
    CO,
    ENDOW,
    EXCHANGE,
    FC,
    KEEPING,
    LIST,
    MARK,
    MO,
    RESOURCES,
    ROUND,
    SETTLE,
    SHARED,
    SIDE,
    SOLO,
    SQUARES,
    SWAP,
    TARGET,
    TYPES,
    UNKNOWN,
    WATCHING,
    State,
)

MARK_ON = re.compile(r"^([A-Z]{2})(?:\(([A-Z]*)\))?$")


def bank_marks(box: Box, s: State, p: int, shown: bool = False) -> set[int]:
    """The resources plus one on a player's Banks."""
    if box.ability[s.card[FC] - 1] != BANK:
        return set()
    built, mark = (s.shown_built, s.shown_mark) if shown else (s.built, s.mark)
    return {mark[p, square] for square in range(SQUARES) if built[p, FC] >> square & 1} - {0}


def read_player(face: Face, box: Box, player: Player, s: State, p: int) -> None:
    where = f"player {p + 1}"
    read_town(face, box, player.town, s, p, False, f"{where}, field 'town'")
    s.cavern[p], s.watch[p] = player.cavern or 0, mask_of(player.watch)
    if player.before and s.phase not in (ROUND, WATCHING):
        raise BadPosition(f"{where}, field 'before': expected only in the phases 'round' and 'watch'")
    before = player.before or Before(town=player.town, cavern=player.cavern or 0, watch=player.watch)
    read_town(face, box, before.town, s, p, True, f"{where}, field 'before.town'")
    s.shown_cavern[p], s.shown_watch[p] = before.cavern, mask_of(before.watch)
    s.hammers[p], s.place[p] = player.hammers, player.place or 0
    read_monuments(face, box, player, s, p, where)
    check_belongings(box, s, p, where)
    buildings = sum(s.built[p, t].bit_count() for t in range(TYPES))
    s.shrine[p] = player.shrine if player.shrine is not None else buildings if s.built[p, MO] else 0
    if player.decision is None:
        s.unseen = s.unseen | 1 << p
        if any(
            (player.holding, player.making, player.targets, player.spot, player.exchanges, player.made, player.settled)
        ):
            raise BadPosition(f"{where}, field 'decision': expected, because what it is about is given")
        s.due[p] = mask_of(player.due)
        check_due(box, s, p, where)
        return
    s.decision[p] = next(number for number, name in DECISIONS.items() if name == player.decision)
    read_decision(face, box, player, s, p, where)


def read_monuments(face: Face, box: Box, player: Player, s: State, p: int, where: str) -> None:
    """The two monuments that a player chooses between; later the one kept and the one given back, as far as known."""
    if len(player.monuments) == 2 and s.phase != KEEPING:
        raise BadPosition(f"{where}, field 'monuments': expected the one kept; the other belongs in 'given_back'")
    if player.given_back is not None and len(player.monuments) != 1:
        raise BadPosition(f"{where}, field 'given_back': expected only beside the one monument that was kept")
    dealt = [("monuments", name) for name in player.monuments]
    if player.given_back is not None:
        dealt.append(("given_back", player.given_back))
    for n, (field, name) in enumerate(dealt):
        if not box.monuments:
            raise BadPosition(f"{where}, field '{field}': expected none when the table plays without monuments")
        if name not in face.monuments:
            expected = ", ".join(face.monuments)
            raise BadPosition(f"{where}, field '{field}': expected a monument, one of: {expected}; got {name[:40]!r}")
        card = BUILDINGS + face.monuments.index(name)
        if box.solo_out[card] and mode_of(box, s.seats) == SOLO:
            raise BadPosition(f"{where}, field '{field}': expected only monuments that Solo has, got {name!r}")
        s.dealt[p, n] = card + 1
    if (s.built[p, MO] or s.shown_built[p, MO]) and not s.dealt[p, 0]:
        raise BadPosition(f"{where}, field 'monuments': expected the monument that stands in the town")
    if box.monuments and len(dealt) < 2:
        s.unseen = s.unseen | UNKNOWN


def stands(box: Box, s: State, p: int, ability: int, shown: bool = False) -> bool:
    """Whether a player's monument stands in the town and has this ability."""
    built = s.shown_built if shown else s.built
    return bool(built[p, MO]) and box.ability[s.dealt[p, 0] - 1] == ability


def check_belongings(box: Box, s: State, p: int, where: str) -> None:
    """Nobody may have what only another monument gives, nor more cubes in the cavern than it takes."""
    most = 0 if mode_of(box, s.seats) == SOLO and not box.cavern_solo else box.cavern
    for shown, field in ((False, ""), (True, "before.")):
        built, mark = (s.shown_built, s.shown_mark) if shown else (s.built, s.mark)
        watch, cavern = (s.shown_watch, s.shown_cavern) if shown else (s.watch, s.cavern)
        laid = any(built[p, CO] >> square & 1 and mark[p, square] for square in range(SQUARES))
        if laid and not stands(box, s, p, STATUE, shown):
            raise BadPosition(
                f"{where}, field '{field}town': expected cubes on cottages only beside the Statue of the Bondmaker"
            )
        listed = watch[p].bit_count()
        if listed and (listed > box.listed or not stands(box, s, p, WATCH, shown)):
            raise BadPosition(
                f"{where}, field '{field}watch': expected at most {box.listed} types, and only for the owner of "
                "Opaleye's Watch"
            )
        if cavern[p] > most:
            raise BadPosition(f"{where}, field '{field}cavern': expected at most {most}, got {cavern[p]}")


def read_decision(face: Face, box: Box, player: Player, s: State, p: int, where: str) -> None:
    """What a player is in the middle of doing."""
    decision = s.decision[p]
    s.holding[p] = LETTERS.index(player.holding) + 1 if player.holding else 0
    s.targets[p] = read_squares(player.targets, f"{where}, field 'targets'")
    s.left[p], s.made[p] = player.exchanges or 0, mask_of(player.made)
    s.due[p], s.settled[p] = mask_of(player.due), mask_of(player.settled)
    free = sum(1 << n for n, square in enumerate(show_squares(s, p)) if square == EMPTY)
    if (decision == SWAP) != bool(player.holding):
        raise BadPosition(f"{where}, field 'holding': expected a resource exactly when the decision is 'swap'")
    if (decision == TARGET) != bool(player.making):
        raise BadPosition(f"{where}, field 'making': expected a card exactly when the decision is 'target'")
    if player.making:
        cards = [s.card[t] for t in range(SHARED)] + [0 if s.built[p, MO] else s.dealt[p, 0]]
        names = [face.card_id(card - 1) for card in cards if card]
        if player.making not in names:
            raise BadPosition(
                f"{where}, field 'making': expected one of: {', '.join(names)}; got {player.making[:40]!r}"
            )
        s.making[p] = cards[names.index(player.making)]
        if not s.targets[p] or s.targets[p] & ~free:
            raise BadPosition(f"{where}, field 'targets': expected empty squares")
    exchanging = s.left[p] > 0
    shared = sum(s.built[p, t] for t in range(SHARED))
    if exchanging and (decision not in (EXCHANGE, MARK) or s.targets[p] & ~shared):
        raise BadPosition(f"{where}, field 'exchanges': expected only while buildings of 'targets' are exchanged")
    if exchanging and (s.left[p] > box.exchanges or not stands(box, s, p, GUILD)):
        raise BadPosition(
            f"{where}, field 'exchanges': expected at most {box.exchanges}, and only for the owner of the "
            "Architect's Guild"
        )
    if (decision == EXCHANGE and not (exchanging and s.targets[p])) or (
        s.targets[p] and decision not in (TARGET, EXCHANGE, MARK)
    ):
        raise BadPosition(f"{where}, field 'targets': expected exactly the squares to choose from")
    if (decision == MARK) != (player.spot is not None):
        raise BadPosition(f"{where}, field 'spot': expected a square exactly when the decision is 'mark'")
    if player.spot is not None:
        square = read_squares([player.spot], f"{where}, field 'spot'")
        s.spot[p] = square.bit_length() - 1
        ability = black_ability(face, s)
        if not s.built[p, FC] & square or ability not in ("bank", "factory") or s.mark[p, s.spot[p]]:
            raise BadPosition(f"{where}, field 'spot': expected a Factory or Bank without a marker")
    if decision == ENDOW and not stands(box, s, p, GROVE):
        raise BadPosition(f"{where}, field 'decision': expected 'endow' only for the owner of Grove University")
    if decision == LIST and (not stands(box, s, p, WATCH) or s.watch[p].bit_count() >= box.listed):
        raise BadPosition(f"{where}, field 'decision': expected 'list' only while Opaleye's Watch wants types")
    if decision == SETTLE and not s.due[p] & ~s.settled[p]:
        raise BadPosition(f"{where}, field 'due': expected a type that is not settled yet")
    if (s.made[p] or s.settled[p]) and s.phase not in (ROUND, WATCHING):
        raise BadPosition(f"{where}, fields 'made' and 'settled': expected only in the phases 'round' and 'watch'")
    check_due(box, s, p, where)


def check_due(box: Box, s: State, p: int, where: str) -> None:
    if s.due[p] and (s.phase != WATCHING or not stands(box, s, p, WATCH)):
        raise BadPosition(f"{where}, field 'due': expected only in the phase 'watch' for the owner of Opaleye's Watch")
    rest = s.due[p] & ~s.settled[p]
    if s.settled[p] & ~s.due[p] or rest & ~s.watch[p]:
        raise BadPosition(f"{where}, field 'due': expected types of 'settled', and others that are still on the Watch")
    if rest >> FC & 1 and len(bank_marks(box, s, p)) == RESOURCES:
        raise BadPosition(f"{where}, field 'due': expected no Bank for a town that has one for every resource")


def mask_of(types: Iterable[str]) -> int:
    return sum(1 << TYPE_CODES.index(code) for code in set(types))


def read_squares(names: list[str], where: str) -> int:
    mask = 0
    for name in names:
        if name not in SQUARE_NAMES:
            raise BadPosition(f"{where}: expected squares from a1 to d4, got {name[:40]!r}")
        mask |= 1 << SQUARE_NAMES.index(name)
    return mask


def black_ability(face: Face, s: State) -> str:
    """What the black buildings in play do."""
    return face.rows[face.card_id(s.card[FC] - 1)].ability


def read_town(face: Face, box: Box, lines: list[str], s: State, p: int, shown: bool, where: str) -> None:
    """Four lines of four squares; no lines mean an empty town."""
    if lines and len(lines) != SIDE:
        raise BadPosition(f"{where}: expected {SIDE} rows, top row first, got {len(lines)}")
    monuments = 0
    for r, line in enumerate(lines):
        cells = line.split()
        if len(cells) != SIDE:
            raise BadPosition(f"{where}, row {SIDE - r}: expected {SIDE} squares, got {line[:60]!r}")
        for c, cell in enumerate(cells):
            monuments += cell == "MO"
            square = SIDE * r + c
            if not read_square(face, box, cell, s, p, shown, square):
                raise BadPosition(
                    f"{where}, square {SQUARE_NAMES[square]}: expected '..', 'W', 'CO', 'FC(WG)' or the like, as the "
                    f"cards in play allow, got {cell[:40]!r}"
                )
    if monuments > 1:
        raise BadPosition(f"{where}: expected one monument at most")


def read_square(face: Face, box: Box, cell: str, s: State, p: int, shown: bool, square: int) -> bool:
    """Puts what a cell says on a square; returns whether that makes sense."""
    cube, built = (s.shown_cube, s.shown_built) if shown else (s.cube, s.built)
    marks, stores = (s.shown_mark, s.shown_store) if shown else (s.mark, s.store)
    if cell == EMPTY:
        return True
    if len(cell) == 1 and cell in LETTERS:
        cube[p, LETTERS.index(cell)] = cube[p, LETTERS.index(cell)] | 1 << square
        return True
    parsed = MARK_ON.match(cell)
    if not parsed or parsed[1] not in TYPE_CODES:
        return False
    t, on = TYPE_CODES.index(parsed[1]), parsed[2] or ""
    built[p, t] = built[p, t] | 1 << square
    if not on:
        return True
    if set(on) - set(LETTERS) or t not in (CO, FC):
        return False
    ability = black_ability(face, s)
    if t == CO or ability in ("bank", "factory"):
        same = any(built[p, FC] >> n & 1 and marks[p, n] == LETTERS.index(on[0]) + 1 for n in range(SQUARES))
        marks[p, square] = LETTERS.index(on[0]) + 1
        return len(on) == 1 and not (same and t == FC and ability == "bank")
    store = sum(1 << 2 * LETTERS.index(x) for x in on)
    stores[p, square] = store if len(on) <= box.store else 0
    return ability == "warehouse" and len(on) <= box.store
