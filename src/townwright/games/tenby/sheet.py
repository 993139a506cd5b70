"""Tenby: the parts of a score sheet in words."""

from __future__ import annotations

from townwright.engine.texts import Texts

from .box import Face
from .moves import titled
from .rules.points import ALL_STREETS, NO_STREET
from .state import SECRET, State


def label(face: Face, line: str, values: list[int], texts: Texts) -> str:
    """A card with what it counts, a resident with its street, an accolade with what the town has of its metric."""
    if line == "cards":
        return label_card(face, values, texts)
    if line == "residents":
        return label_resident(face, values, texts)
    accolade, count = face.accolades[values[0]], values[1]
    thing = texts(f"thing.{accolade.metric}")
    return texts("part.accolade", accolade=titled(face, accolade, texts), n=count, thing=thing)


def label_card(face: Face, values: list[int], texts: Texts) -> str:
    card, count = face.cards[values[0]], values[1]
    if card.condition is None:
        return texts("part.flat", card=titled(face, card, texts))
    thing = texts(f"thing.{card.condition}")
    return texts("part.card", card=titled(face, card, texts), n=count, thing=thing, each=card.points)


def label_resident(face: Face, values: list[int], texts: Texts) -> str:
    resident, about, count, street, done = face.residents[values[0]], *values[1:5]
    if about == NO_STREET:
        return texts("part.nowhere", resident=titled(face, resident, texts))
    if about == ALL_STREETS:
        return texts("part.everywhere", resident=titled(face, resident, texts))
    return texts(
        "part.resident",
        resident=titled(face, resident, texts),
        n=count,
        thing=texts(f"thing.{resident.what}"),
        street=street,
        done=texts("part.completed") if done else texts("part.incomplete"),
    )


def counts(face: Face, line: str) -> bool:
    """The line of accolades counts only if the table plays with them."""
    return line != "accolades" or face.mode != "none"


def unseen(face: Face, k: State, line: str, seat: int, texts: Texts) -> str:
    """How many residents the reader does not see, or that the reader does not see the accolade."""
    if line == "residents":
        hidden = k.held[seat] - k.hand[seat].bit_count()
        return texts.count("unseen.resident", hidden) if hidden else ""
    secret = line == "accolades" and k.shown[seat] == SECRET and not k.dealt[seat]
    return texts("unseen.accolade") if secret else ""
