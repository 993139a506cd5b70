"""Guests: people with a cookie and a name."""

from __future__ import annotations

import hashlib
import re
import secrets
import time

from .messages import INVISIBLE
from .news import Renamed
from .rows import GUESTS, Guest, NewGuest
from .storage import Storage

MOST_KNOWN = 10_000  # guests kept in memory


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


class Guests:
    """Finds guests by their cookie and gives them names."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._known: dict[str, Guest] = {}

    async def find(self, token: str | None) -> Guest | None:
        """The guest of a cookie."""
        if not token or len(token) > 100:
            return None
        key = hashed(token)
        known = self._known.get(key)
        if known is None:
            rows = await self._storage.find(GUESTS, GUESTS.c.token == key)
            if not rows:
                return None
            known = rows[0]
            self._remember(known)
        return known

    def _remember(self, guest: Guest) -> None:
        self._known[guest.token] = guest
        if len(self._known) > MOST_KNOWN:
            del self._known[next(iter(self._known))]

    def forget(self, key: str) -> None:
        """A guest was renamed through another process."""
        self._known.pop(key, None)

    async def welcome(self, token: str | None, name: str) -> tuple[Guest, str | None]:
        """Gives a guest a name, and a new guest also a token."""
        name = " ".join(re.sub(f"[{INVISIBLE}]", "", name).split())
        known = await self.find(token)
        if known is not None:
            renamed = Guest(id=known.id, token=known.token, name=name, made=known.made)
            await self._storage.write(GUESTS.change(renamed, "name"), words=(Renamed(known.token),))
            self._remember(renamed)
            return renamed, None
        token = secrets.token_urlsafe(32)
        await self._storage.write(GUESTS.add(NewGuest(token=hashed(token), name=name, made=time.time())))
        found = await self.find(token)
        assert found is not None
        return found, token
