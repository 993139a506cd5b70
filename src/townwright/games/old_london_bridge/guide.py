"""Old London Bridge: what is printed on buildings, bonus tiles and scorings, in words."""

from __future__ import annotations

from townwright.engine.shapes import Card, Text
from townwright.engine.texts import Texts

from .box import KIND_NAMES, SCORINGS, TILE_NAMES, TYPE_NAMES, Face, TypeName
from .form import scoring_name
from .sentences import bonus_name, building
from .state import BRIDGE_SCORING, CHAPEL, GATE, GATE_SCORING, PRINTED


def title(words: str) -> str:
    return words[:1].upper() + words[1:]


def brackets(rows: list[tuple[int, int]], texts: Texts) -> str:
    """The scale of an expert scoring: how much it pays from which count on."""
    return ", ".join(texts("scoring.bracket", first=first, money=money) for first, money in rows)


def figure(code: str, face: Face, texts: Texts) -> str:
    """The figure of an expert scoring: money, brackets, or sets of cards."""
    value = getattr(face.file.expert, code, "")
    if code == "I4":
        sets = [("+".join(str(card) for card in range(1, last + 1)), money) for last, money in enumerate(value, 2)]
        return ", ".join(texts("scoring.set", cards=cards, money=money) for cards, money in sets)
    return brackets(value, texts) if isinstance(value, list) else str(value)


def about_scoring(code: str, face: Face, seats: int, texts: Texts) -> str:
    """What a scoring pays, and for what."""
    row = next(row for row in face.file.setup if row.players == seats)
    awards = ", ".join(texts("scoring.award", money=money) for money in row.awards)
    paid, highest = figure(code, face, texts), face.file.expert.B3_highest
    return texts(f"scoring.{code}", awards=awards, figure=paid, highest=highest)


def gives(track: int, face: Face, texts: Texts) -> list[str]:
    """What the spaces of a track give: coins or bonus tiles, and the prize."""
    box = face.box
    spaces = range(1, box.last[track] + 1)
    if track == GATE:
        tiles = ", ".join(str(space) for space in spaces if box.bonus_at[space])
        lines = [texts("track.tiles", spaces=tiles)] if tiles else []
    else:
        lines = [texts("track.money", space=space, money=box.coin[space]) for space in spaces if box.coin[space]]
    return [*lines, texts("track.money", space=box.last[track], money=box.prize)]


def type_card(face: Face, name: TypeName, texts: Texts) -> Card:
    """A type of building: what it does, and what its track gives."""
    card = Card(title(texts(f"type.{name}")), [Text(texts(f"does.{name}"))])
    if (track := TYPE_NAMES.index(name)) in (CHAPEL, GATE):
        card.lines.append(Text(texts(f"track.{name}", gives=", ".join(gives(track, face, texts)))))
    return card


def scoring_card(face: Face, seats: int, colour: int, option: int, texts: Texts) -> Card:
    """A scoring; the gates also show what unused tiles bring, the bridges what empty slots cost."""
    code, heading = scoring_name(colour, PRINTED + option), texts(f"line.{SCORINGS[colour]}")
    card = Card(f"{code}: {heading}" if option else heading, [Text(about_scoring(code, face, seats, texts))])
    if colour == GATE_SCORING and code != "G4":
        card.lines.append(Text(texts("scoring.tiles", money=face.file.game.tile_worth)))
    if colour == BRIDGE_SCORING and face.file.penalty:
        *rows, last = face.file.penalty
        prices = [texts("scoring.price", slots=row.slots, money=row.pay) for row in rows]
        prices.append(texts("scoring.price_more", slots=last.slots, money=last.pay))
        card.lines.append(Text(texts("scoring.slots", prices=", ".join(prices))))
    return card


def building_card(face: Face, name: str, tile: int, texts: Texts) -> Card:
    """A building: what it does, and its crest."""
    kind, crest = face.buildings[name]
    crests = texts("crests.all") if crest == "all" else texts("crests.one", crest=texts(f"crest.{crest}"))
    return Card(title(building(face, tile, texts)), [Text(texts(f"does.{kind}")), Text(crests)])


def cards(face: Face, seats: int, texts: Texts) -> dict[str, Card]:
    """Everything printed that a view or a move names, by its id."""
    found: dict[str, Card] = {name: type_card(face, name, texts) for name in TYPE_NAMES}
    found |= {name: building_card(face, name, tile, texts) for name, tile in TILE_NAMES.items()}
    for kind in KIND_NAMES:
        found[kind] = Card(bonus_name(face, kind, texts), [Text(texts(f"about.{kind}", n=face.effects[kind]))])
    for colour in range(len(SCORINGS)):
        for option in range(5):
            found[scoring_name(colour, PRINTED + option)] = scoring_card(face, seats, colour, option, texts)
    return found
