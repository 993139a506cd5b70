"""Tenby: the places of the cards of a position as it is read. Every card may be in one place only."""

from __future__ import annotations

from townwright.engine.errors import BadPosition

from .box import Face
from .forms import DECK_FIRST
from .moves import DECK_NAMES
from .state import PLAIN_FIRST


class Claims:
    """The places of a position's cards so far, by id."""

    def __init__(self, face: Face) -> None:
        self.face = face
        self.places: dict[str, str] = {}

    def claim(self, where: str, name: str, numbers: dict[str, int], kind: str) -> int:
        """Notes the place of a card that may be in one place only; returns its number."""
        if name not in numbers:
            examples = ", ".join(list(numbers)[:3])
            raise BadPosition(f"{where}: expected the id of a {kind}, such as {examples}; got {name!r}")
        if name in self.places:
            raise BadPosition(f"{where}: {name} lies in {self.places[name]} as well; expected each card in one place")
        self.places[name] = where
        return numbers[name]

    def card(self, where: str, name: str) -> int:
        """The number of a town card; plain ends may be in several places."""
        if (number := self.face.card_numbers.get(name, -1)) >= PLAIN_FIRST:
            return number
        return self.claim(where, name, self.face.card_numbers, "town card")

    def deck_card(self, where: str, name: str, d: int) -> int:
        """The number of a card that belongs to a deck."""
        number = self.card(where, name)
        if not DECK_FIRST[d] <= number < DECK_FIRST[d + 1]:
            raise BadPosition(f"{where}: expected a {DECK_NAMES[d]} card, got {name!r}")
        return number
