"""Old London Bridge: a move as a sentence, with what it will bring."""

from __future__ import annotations

from typing import Any

from townwright.engine.compiling import uncompiled
from townwright.engine.moves import Kind
from townwright.engine.texts import Texts

from . import moves
from .box import KIND_NAMES, TYPE_NAMES, Face, tile_name
from .moves import DECISIONS, FINE, HAUL_COUNTS, HAUL_FIRST, HAULS, PAIRS
from .rules.bridge import can_append, power, refuse_replacement
from .rules.tracks import coins_between, tiles_between
from .state import (
    BACKS,
    BONUS_STACK,
    CARDS,
    CENTRE,
    CHAPEL,
    EMPORIUM,
    GATE,
    INN,
    LADIES,
    OCC,
    PER_TYPE,
    RAISE,
    VALUES,
)


def actor(k: Any) -> int:
    """The seat whose turn is being taken; the first pending seat before the turns."""
    if k.turn:
        seat: int = (k.order[k.turn - 1] - 1) // CARDS
        return seat
    return next((seat for seat in range(k.seats) if k.pending >> seat & 1), 0)


def building(face: Face, tile: int, texts: Texts) -> str:
    """A building as a person calls it: "chapel 32 (blue)", "guild 45", "garden (blue)"."""
    name = tile_name(tile)
    kind, crest = face.buildings[name]
    if crest == "all":
        return texts("building.guild", type=texts(f"type.{kind}"), n=name)
    key = "garden" if kind == "garden" else "number"
    return texts(f"building.{key}", type=texts(f"type.{kind}"), n=name, crest=texts(f"crest.{crest}"))


def bonus_name(face: Face, kind: str, texts: Texts) -> str:
    """A bonus tile as a person calls it: "Chapel +2"."""
    return texts(f"bonus.{kind}", n=face.effects[kind])


def card_played(k: Any, seat: int, card: int) -> int | str:
    """The value of a card that a seat has laid."""
    played: int = k.played[seat, card]
    return played - 1 if played else "?"


# --- what a building will do ---------------------------------------------------------------------


def tell_walk(face: Face, k: Any, seat: int, track: int, steps: int, texts: Texts) -> str:
    """Where a marker goes, and what it finds on the way."""
    box = face.box
    start, last = k.space[track, seat], box.last[track]
    stop = min(start + steps, last)
    told = texts("effect.walk", track=texts(f"type.{TYPE_NAMES[track]}"), space=stop)
    if track == CHAPEL and (money := int(uncompiled(coins_between)(box, start, stop))):
        told += texts("effect.coins", money=money)
    if start < stop == last:
        told += texts("effect.prize", money=box.prize)
    if track == GATE:
        due = int(uncompiled(tiles_between)(box, start, stop))
        due = min(due, sum(k.bonus_left[back] for back in range(BACKS)))
        told += texts("effect.tile") if due == 1 else texts("effect.tiles", n=due) if due else ""
    return told


def tell_inn(k: Any, strength: int, texts: Texts) -> str:
    """The cards of an inn: their worth, or the cards themselves if there is no choice."""
    for total in range(strength, 0, -1):
        hauls = [
            haul
            for haul in range(HAUL_FIRST[total], HAUL_FIRST[total + 1])
            if all(HAUL_COUNTS[haul, value] <= k.supply[value] for value in range(1, VALUES))
        ]
        if len(hauls) == 1:
            return texts("effect.cards", cards=", ".join(map(str, HAULS[hauls[0]])))
        if hauls:
            return texts("effect.worth", total=total)
    return texts("effect.no_cards")


def tell_effect(face: Face, k: Any, seat: int, tile: int, slot: int, texts: Texts) -> str:
    """What a building does when it is laid on a slot, with its strength; nothing for guilds and gardens."""
    box = face.box
    kind = box.tile_type[tile]
    old = k.bridge[seat, slot]
    strength = int(uncompiled(power)(box, k.crests[seat] + box.tile_crests[tile] - box.tile_crests[old], tile))
    if kind in (CHAPEL, GATE):
        at_end = k.space[kind, seat] >= box.last[kind]
        done = texts("effect.stays") if at_end else tell_walk(face, k, seat, kind, strength, texts)
    elif kind == INN:
        done = tell_inn(k, strength, texts)
    elif kind == EMPORIUM:
        done = texts("effect.money", money=strength)
    else:
        return ""
    return " " + texts("effect.strength", n=strength, done=done)


# --- moves ---------------------------------------------------------------------------------------


def tell_build(face: Face, k: Any, seat: int, tile: int, texts: Texts) -> tuple[str, str]:
    """What a building will replace, and what it will do; that is left open if there is a choice of slots."""
    length = k.length[seat]
    if uncompiled(can_append)(k, seat, tile):
        return "", tell_effect(face, k, seat, tile, length, texts) if length < face.file.game.slots else ""
    slots = [slot for slot in range(length) if uncompiled(refuse_replacement)(k, seat, slot, tile) == FINE]
    if len(slots) != 1:
        return texts("move.choice"), ""
    old = building(face, k.bridge[seat, slots[0]], texts)
    return texts("move.instead", tile=old, slot=slots[0] + 1), tell_effect(face, k, seat, tile, slots[0], texts)


def tell_placement(face: Face, k: Any, kind: Kind, stack: int, texts: Texts) -> str:
    """Where the pawn goes, with which bonus tiles, what is built and what that does."""
    seat = actor(k)
    at = CENTRE if kind is not moves.space else stack
    crowded = any(p != seat and k.pawn[p] == at + 1 for p in range(k.seats))
    occupied = texts("move.with_occ", bonus=bonus_name(face, "OCC", texts))
    tile = k.stack[stack * PER_TYPE + k.left[stack] - 1] if k.left[stack] else 0
    instead, effect = tell_build(face, k, seat, tile, texts) if tile else ("", "")
    told = {
        "stack": texts(f"type.{TYPE_NAMES[stack]}"),
        "tile": building(face, tile, texts) if tile else texts(f"type.{TYPE_NAMES[stack]}"),
        "instead": instead,
        "occ": occupied if crowded and k.tiles[seat, OCC] else "",
        "effect": effect,
    }
    if kind is moves.centre:
        return texts("move.centre", cost=face.file.game.centre_cost, **told)
    if kind is moves.free:
        return texts("move.free", bonus=bonus_name(face, "FREE", texts), **told)
    money = face.pays[k.offset][stack]
    if money < 0:
        return texts("move.space_x", bonus=bonus_name(face, "X", texts), **told)
    return texts("move.space", money=money, **told)


def tell_replacement(face: Face, k: Any, slot: int, texts: Texts) -> str:
    seat = actor(k)
    old, new = k.bridge[seat, slot], k.taken
    return texts(
        "move.replace",
        slot=slot + 1,
        tile=building(face, old, texts) if old else "?",
        new=building(face, new, texts) if new else "?",
        effect=tell_effect(face, k, seat, new, slot, texts) if old and new else "",
    )


def tell_bonus(face: Face, k: Any, back: int, texts: Texts) -> str:
    """The open bonus tile of a stack, and what it is good for."""
    left = k.bonus_left[back]
    tile = k.bonus[back * BONUS_STACK + left - 1] if left else 0
    if not tile:
        return texts("move.take", stack=back + 1, tile="?", about="")
    kind = KIND_NAMES[tile - 1]
    about = " " + texts(f"about.{kind}", n=face.effects[kind])
    return texts("move.take", stack=back + 1, tile=bonus_name(face, kind, texts), about=about)


def tell_tile(face: Face, k: Any, kind: Kind, texts: Texts) -> str:
    """The use of a bonus tile beside the placement: a lady, a walk, a recall."""
    seat, name = actor(k), kind.name.upper()
    bonus = bonus_name(face, name, texts)
    if kind is moves.lady:
        return texts("move.lady", bonus=bonus, n=face.effects[name])
    if kind is moves.rec:
        card = (k.order[k.turn - 1] - 1) % CARDS if k.turn else 0
        return texts("move.rec", bonus=bonus, value=card_played(k, seat, card))
    track = CHAPEL if kind is moves.ch2 else GATE
    return texts("move.walk", bonus=bonus, walk=tell_walk(face, k, seat, track, face.effects[name], texts))


def tell_plus(face: Face, k: Any, card: int, texts: Texts) -> str:
    seat = actor(k)
    value, more = card_played(k, seat, card), k.plus[seat, card] + face.effects["PLUS"]
    total = value + more if isinstance(value, int) else "?"
    return texts("move.plus", bonus=bonus_name(face, "PLUS", texts), value=value, total=total)


def tell(face: Face, k: Any, kind: Kind, values: tuple[int, ...], texts: Texts) -> str:
    """A move as a sentence, in the situation of a known state."""
    if kind is moves.card:
        return texts("move.card", value=values[0])
    if kind is moves.cards:
        high, low = PAIRS[values[0]]
        return texts("move.cards", high=high, low=low)
    if kind is moves.plus:
        return tell_plus(face, k, values[0], texts)
    if kind in (moves.space, moves.centre, moves.free):
        return tell_placement(face, k, kind, values[0], texts)
    if kind is moves.replace:
        return tell_replacement(face, k, values[0], texts)
    if kind is moves.take:
        return tell_bonus(face, k, values[0], texts)
    if kind is moves.inn:
        return texts("move.inn", cards=", ".join(map(str, HAULS[values[0]])))
    if kind is moves.done:
        return texts(f"move.done_{DECISIONS[k.decision] if k.decision in (LADIES, RAISE) else 'turn'}")
    if kind is moves.pass_:
        return texts("move.pass")
    return tell_tile(face, k, kind, texts)
