"""Old London Bridge: what is printed on buildings, bonus tiles and scorings, in words."""

from __future__ import annotations

from townwright.engine.shapes import Card, Text
from townwright.engine.texts import Texts

from .box import KIND_NAMES, SCORINGS, TILE_NAMES, TYPE_NAMES, Face
from .form import scoring_name
from .sentences import bonus_name, building
from .state import PRINTED


def title(words: str) -> str:
    return words[:1].upper() + words[1:]


def brackets(rows: list[tuple[int, int]], texts: Texts) -> str:
    """A table of an expert scoring: from how many on it pays how much."""
    return ", ".join(texts("scoring.bracket", first=first, money=money) for first, money in rows)


def figure(code: str, face: Face, texts: Texts) -> str:
    """The figure of an expert scoring: money, brackets, or sets of cards."""
    found = getattr(face.file.expert, code, "")
    if code == "I4":
        sets = [("+".join(str(card) for card in range(1, last + 1)), money) for last, money in enumerate(found, 2)]
        return ", ".join(texts("scoring.set", cards=cards, money=money) for cards, money in sets)
    return brackets(found, texts) if isinstance(found, list) else str(found)


def about_scoring(code: str, face: Face, seats: int, texts: Texts) -> str:
    """What a scoring pays, and for what."""
    row = next(row for row in face.file.setup if row.players == seats)
    awards = ", ".join(texts("scoring.award", money=money) for money in row.awards)
    paid, highest = figure(code, face, texts), face.file.expert.B3_highest
    return texts(f"scoring.{code}", awards=awards, figure=paid, highest=highest)


def building_card(face: Face, name: str, tile: int, texts: Texts) -> Card:
    """A building: what it does, and its crest."""
    kind, crest = face.buildings[name]
    crests = texts("crests.all") if crest == "all" else texts("crests.one", crest=texts(f"crest.{crest}"))
    return Card(title(building(face, tile, texts)), [Text(texts(f"does.{kind}")), Text(crests)])


def cards(face: Face, seats: int, texts: Texts) -> dict[str, Card]:
    """Everything printed that a view or a move names, by its id."""
    found: dict[str, Card] = {
        name: Card(title(texts(f"type.{name}")), [Text(texts(f"does.{name}"))]) for name in TYPE_NAMES
    }
    found |= {name: building_card(face, name, tile, texts) for name, tile in TILE_NAMES.items()}
    for kind in KIND_NAMES:
        found[kind] = Card(bonus_name(face, kind, texts), [Text(texts(f"about.{kind}", n=face.effects[kind]))])
    for colour, name in enumerate(SCORINGS):
        for option in range(5):
            code = scoring_name(colour, PRINTED + option)
            heading = texts(f"line.{name}") if option == 0 else f"{code}: {texts(f'line.{name}')}"
            found[code] = Card(heading, [Text(about_scoring(code, face, seats, texts))])
    return found
