"""Old London Bridge: a move as a sentence, with what it will bring; why a move may not be played, with figures."""

from __future__ import annotations

from typing import Any

from townwright.engine.compiling import uncompiled
from townwright.engine.moves import FINE, Kind
from townwright.engine.texts import Texts

from . import kinds
from .box import KIND_NAMES, TYPE_NAMES, BonusName, Face, tile_name
from .kinds import BREAKS_ROW, CANNOT_PAY, DECISIONS, HAUL_COUNTS, HAUL_FIRST, HAULS, PAIRS, WRONG_TOTAL
from .rules.bridge import can_append, refuse_replacement, strength_of
from .rules.tracks import at_end, coins_between, tiles_between
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
    State,
)

Said = tuple[str, dict[str, Any]]  # a key under [move] and [did], and what fills its places
TILE_OF: dict[Kind, BonusName] = {kinds.lady: "LADY", kinds.ch2: "CH2", kinds.gt2: "GT2", kinds.rec: "REC"}


def actor(k: State) -> int:
    """The seat whose turn is being taken; before the turns the first seat that must act."""
    if k.turn:
        return (k.order[k.turn - 1] - 1) // CARDS
    return next((seat for seat in range(k.seats) if k.pending >> seat & 1), 0)


def building(face: Face, tile: int, texts: Texts) -> str:
    """The name of a building for people: "chapel 32 (blue)", "guild 45", "garden (blue)"."""
    name = tile_name(tile)
    kind, crest = face.buildings[name]
    if crest == "all":
        return texts("building.guild", type=texts(f"type.{kind}"), n=name)
    key = "garden" if kind == "garden" else "number"
    return texts(f"building.{key}", type=texts(f"type.{kind}"), n=name, crest=texts(f"crest.{crest}"))


def bonus_name(face: Face, kind: BonusName, texts: Texts) -> str:
    """The name of a bonus tile for people: "Chapel +2"."""
    return texts(f"bonus.{kind}", n=face.effects[kind])


def cards_of(values: tuple[int, ...], texts: Texts) -> str:
    """Cards by their values: "cards of value 2, 1"."""
    return texts.count("cards", len(values), values=", ".join(map(str, values)))


def card_played(k: State, seat: int, card: int) -> int | None:
    """The value of a card that a seat has laid."""
    played = k.played[seat, card]
    return played - 1 if played else None


def say_walk(face: Face, k: State, seat: int, track: int, steps: int, texts: Texts) -> str:
    """Where a marker goes, and what it gains on the way."""
    box = face.box
    start, last = k.space[track, seat], box.last[track]
    stop = min(start + steps, last)
    words = texts("effect.walk", track=texts(f"type.{TYPE_NAMES[track]}"), space=stop)
    if track == CHAPEL and (money := uncompiled(coins_between)(box, start, stop)):
        words += texts("effect.coins", money=money)
    if start < stop == last:
        words += texts("effect.prize", money=box.prize)
    if track == GATE:
        due = min(uncompiled(tiles_between)(box, start, stop), sum(k.bonus_left[back] for back in range(BACKS)))
        words += texts.count("effect.tiles", due) if due else ""
    return words


def say_inn(k: State, strength: int, texts: Texts) -> str:
    """The cards of an inn: their worth, or the cards themselves if there is no choice."""
    for total in range(strength, 0, -1):
        hauls = [
            haul
            for haul in range(HAUL_FIRST[total], HAUL_FIRST[total + 1])
            if all(HAUL_COUNTS[haul, value] <= k.supply[value] for value in range(1, VALUES))
        ]
        if len(hauls) == 1:
            return cards_of(HAULS[hauls[0]], texts)
        if hauls:
            return texts("effect.worth", total=total)
    return texts("effect.no_cards")


def say_effect(face: Face, k: State, seat: int, tile: int, slot: int, texts: Texts) -> str:
    """What a building does when it is laid on a slot, with its strength; nothing for guilds and gardens."""
    box = face.box
    kind = box.tile_type[tile]
    old = k.bridge[seat, slot]
    strength = uncompiled(strength_of)(box, k.crests[seat] + box.tile_crests[tile] - box.tile_crests[old], tile)
    if kind in (CHAPEL, GATE):
        stays = uncompiled(at_end)(box, k, kind, seat)
        done = texts("effect.stays") if stays else say_walk(face, k, seat, kind, strength, texts)
    elif kind == INN:
        done = say_inn(k, strength, texts)
    elif kind == EMPORIUM:
        done = texts("effect.money", money=strength)
    else:
        return ""
    return " " + texts("effect.strength", n=strength, done=done)


def say_build(face: Face, k: State, seat: int, tile: int, texts: Texts) -> tuple[str, str]:
    """What a building will replace and what it will do; both stay open if there is a choice of slots."""
    length = k.length[seat]
    if uncompiled(can_append)(k, seat, tile):
        return "", say_effect(face, k, seat, tile, length, texts) if length < face.file.game.slots else ""
    slots = [slot for slot in range(length) if uncompiled(refuse_replacement)(k, seat, slot, tile) == FINE]
    if len(slots) != 1:
        return texts("placing.choice"), ""
    old = building(face, k.bridge[seat, slots[0]], texts)
    return texts("placing.instead", tile=old, slot=slots[0] + 1), say_effect(face, k, seat, tile, slots[0], texts)


def say_placement(face: Face, k: State, kind: Kind, stack: int, texts: Texts) -> Said:
    """Where the pawn goes, with which bonus tiles, what is built and what that does.

    A replacement gets a line of its own in the log, so a placement that leads to one has a key of its own.
    """
    seat = actor(k)
    at = stack if kind is kinds.space else CENTRE
    crowded = any(p != seat and k.pawn[p] == at + 1 for p in range(k.seats))
    tile = k.stack[stack * PER_TYPE + k.left[stack] - 1] if k.left[stack] else 0
    instead, effect = say_build(face, k, seat, tile, texts) if tile else ("", "")
    places = {
        "stack": texts(f"type.{TYPE_NAMES[stack]}"),
        "tile": building(face, tile, texts) if tile else texts(f"type.{TYPE_NAMES[stack]}"),
        "instead": instead,
        "occ": texts("placing.occ", bonus=bonus_name(face, "OCC", texts)) if crowded and k.tiles[seat, OCC] else "",
        "effect": effect,
    }
    money = face.pays[k.offset][stack]
    more: dict[str, int | str]
    if kind is kinds.centre:
        key, more = "centre", {"cost": face.file.game.centre_cost}
    elif kind is kinds.free:
        key, more = "free", {"bonus": bonus_name(face, "FREE", texts)}
    elif money < 0:
        key, more = "space_x", {"bonus": bonus_name(face, "X", texts)}
    else:
        key, more = "space", {"money": money}
    return f"{key}_replacing" if instead else key, places | more


def say_replacement(face: Face, k: State, slot: int, texts: Texts) -> Said:
    seat = actor(k)
    old, new = k.bridge[seat, slot], k.taken
    return "replace", {
        "slot": slot + 1,
        "tile": building(face, old, texts) if old else "?",
        "new": building(face, new, texts) if new else "?",
        "effect": say_effect(face, k, seat, new, slot, texts) if old and new else "",
    }


def say_bonus(face: Face, k: State, back: int, texts: Texts) -> Said:
    """The open bonus tile of a stack, and what it does."""
    left = k.bonus_left[back]
    tile = k.bonus[back * BONUS_STACK + left - 1] if left else 0
    if not tile:
        return "take", {"stack": back + 1, "tile": "?", "about": ""}
    kind = KIND_NAMES[tile - 1]
    about = " " + texts(f"about.{kind}", n=face.effects[kind])
    return "take", {"stack": back + 1, "tile": bonus_name(face, kind, texts), "about": about}


def say_tile(face: Face, k: State, kind: Kind, texts: Texts) -> Said:
    """The use of a bonus tile beside the placement: a lady, a walk, a recall."""
    seat, name = actor(k), TILE_OF[kind]
    bonus = bonus_name(face, name, texts)
    if kind is kinds.lady:
        return "lady", {"bonus": bonus, "n": face.effects[name]}
    if kind is kinds.rec:
        value = card_played(k, seat, (k.order[k.turn - 1] - 1) % CARDS if k.turn else 0)
        return "rec", {"bonus": bonus, "value": "?" if value is None else value}
    track = CHAPEL if kind is kinds.ch2 else GATE
    return "walk", {"bonus": bonus, "walk": say_walk(face, k, seat, track, face.effects[name], texts)}


def say_plus(face: Face, k: State, card: int, texts: Texts) -> Said:
    seat = actor(k)
    value, more = card_played(k, seat, card), k.plus[seat, card] + face.effects["PLUS"]
    known = {"value": "?", "total": "?"} if value is None else {"value": value, "total": value + more}
    return "plus", {"bonus": bonus_name(face, "PLUS", texts), **known}


def say(face: Face, k: State, kind: Kind, values: tuple[int, ...], texts: Texts) -> Said:
    """The sentence of a move for a known state."""
    if kind is kinds.card:
        return "card", {"value": values[0]}
    if kind is kinds.cards:
        high, low = PAIRS[values[0]]
        return "cards", {"high": high, "low": low}
    if kind is kinds.plus:
        return say_plus(face, k, values[0], texts)
    if kind in (kinds.space, kinds.centre, kinds.free):
        return say_placement(face, k, kind, values[0], texts)
    if kind is kinds.replace:
        return say_replacement(face, k, values[0], texts)
    if kind is kinds.take:
        return say_bonus(face, k, values[0], texts)
    if kind is kinds.inn:
        return "inn", {"cards": cards_of(HAULS[values[0]], texts)}
    if kind is kinds.done:
        return f"done_{DECISIONS[k.decision] if k.decision in (LADIES, RAISE) else 'turn'}", {}
    return ("pass", {}) if kind is kinds.pass_ else say_tile(face, k, kind, texts)


def because(face: Face, k: State, reason: int, kind: Kind, values: tuple[int, ...], texts: Texts) -> dict[str, Any]:
    """What fills the places of a reason's sentence."""
    if reason == CANNOT_PAY:
        return {"cost": face.file.game.centre_cost, "have": k.money[actor(k)]}
    if reason == WRONG_TOTAL:
        return {"total": k.due}
    if reason == BREAKS_ROW:
        return {"number": tile_name(k.taken), "slot": values[0] + 1}
    return {}
