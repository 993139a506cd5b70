"""The seats of a table: who holds them, and their names."""

from __future__ import annotations

import zlib
from collections.abc import Iterator

import msgspec

from townwright import bots
from townwright.engine.texts import languages, table_texts

from .messages import SeatInfo
from .rows import Chair

YOU = {table_texts(language)("seat.you") for language in languages()}  # the page's names for a guest without a name
APART = 3  # places in the list between the names of two bots, so that others keep theirs when a namesake sits down


class Seats:
    """The chairs around one table."""

    def __init__(self, code: str, chairs: list[Chair]) -> None:
        self._first = zlib.crc32(code.encode())  # where in the list of bots' names this table begins
        self._chairs = chairs
        self._name_bots()

    def __len__(self) -> int:
        return len(self._chairs)

    def __iter__(self) -> Iterator[Chair]:
        return iter(self._chairs)

    def __getitem__(self, seat: int) -> Chair:
        return self._chairs[seat]

    def put(self, chair: Chair) -> None:
        """Changes who holds a seat."""
        self._chairs[chair.seat] = chair
        self._name_bots()

    def _name_bots(self) -> None:
        """Bots have people's names, but never that of a person at the table; a table's bots keep their names."""
        self._names = [chair.name for chair in self._chairs]
        self._in_language: dict[str, list[str]] = {}
        for chair in self._chairs:
            if chair.bot is not None and chair.name is None:
                self._names[chair.seat] = bots.person(self._first + APART * chair.seat, self._names, chair.bot)

    @property
    def people(self) -> list[int]:
        """The seats whose moves a person makes."""
        return [chair.seat for chair in self._chairs if chair.guest is not None and chair.stand_in is None]

    @property
    def free(self) -> list[int]:
        return [chair.seat for chair in self._chairs if chair.free]

    @property
    def promised(self) -> bool:
        """Whether every seat is taken and everybody has promised a part of the deal."""
        return all(chair.promised for chair in self._chairs)

    @property
    def ready(self) -> bool:
        """Whether every seat is taken and everybody's entropy is in."""
        return all(chair.ready for chair in self._chairs)

    @property
    def revealed(self) -> bool:
        """Whether a person has revealed a part of the deal."""
        return any(chair.guest is not None and chair.entropy is not None for chair in self._chairs)

    def of(self, guest: int | None) -> int | None:
        """The seat of a guest."""
        if guest is not None:
            for chair in self._chairs:
                if chair.guest == guest:
                    return chair.seat
        return None

    def name(self, seat: int, language: str) -> str | None:
        """The name of whoever holds a seat; a guest without a name is "You", in the reader's language."""
        name = self._names[seat]
        return table_texts(language)("seat.you") if name in YOU else name

    def names(self, language: str) -> list[str]:
        found = self._in_language.get(language)
        if found is None:
            found = self._in_language[language] = [self.name(seat, language) or "" for seat in range(len(self))]
        return found

    def infos(self, language: str) -> list[SeatInfo]:
        """The seats and who holds them, as everybody sees them."""
        return [
            SeatInfo(
                seat=chair.seat,
                who="bot" if chair.bot else "person" if chair.guest is not None else "open",
                name=self.name(chair.seat, language),
                bot=chair.bot,
                ready=chair.promised,
                stand_in=chair.stand_in,
            )
            for chair in self._chairs
        ]


def unpromised(chair: Chair) -> Chair:
    """A seat whose part of the deal must be promised again."""
    return msgspec.structs.replace(chair, commitment=None, entropy=None)
