"""The people behind the bots: a name for each."""

from __future__ import annotations

from collections.abc import Collection

PEOPLE = (
    "Ada", "Bruno", "Clara", "Dario", "Emma", "Fabio", "Greta", "Hugo", "Irene", "Leo", "Marta", "Nino",
    "Olga", "Paolo", "Rita", "Silvio", "Teresa", "Ugo", "Viola", "Walter",
)  # fmt: skip
FACES = {"beginner": "Nino", "casual": "Clara", "strong": "Hugo", "expert": "Teresa"}  # the name of each level


def person(first: int, taken: Collection[str | None], level: str | None = None) -> str:
    """A person's name for a bot: the name of its level or, if taken, the first free name from place `first` on."""
    used = {name.casefold() for name in taken if name}
    names = [PEOPLE[(first + n) % len(PEOPLE)] for n in range(len(PEOPLE))]
    if level in FACES:
        names.insert(0, FACES[level])
    return next(name for name in names if name.casefold() not in used)
