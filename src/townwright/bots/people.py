"""The people behind the bots: a name for each."""

from __future__ import annotations

from collections.abc import Collection

PEOPLE = (
    "Ada", "Bruno", "Clara", "Dario", "Emma", "Fabio", "Greta", "Hugo", "Irene", "Leo", "Marta", "Nino",
    "Olga", "Paolo", "Rita", "Silvio", "Teresa", "Ugo", "Viola", "Walter",
)  # fmt: skip


def person(first: int, taken: Collection[str | None]) -> str:
    """A person's name for a bot: the first one, from some place in the list on, that nobody at the table has."""
    used = {name.casefold() for name in taken if name}
    names = [PEOPLE[(first + n) % len(PEOPLE)] for n in range(len(PEOPLE))]
    return next(name for name in names if name.casefold() not in used)
