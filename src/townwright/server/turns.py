"""Turns: changes to a table happen one after another, in this process and among all that share its database."""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable, Coroutine
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from .errors import Refused
from .storage import Overtaken

if TYPE_CHECKING:
    from .table import Table

TRIES = 30  # each that fails means that another process made a change
P = ParamSpec("P")
S = TypeVar("S")
T = TypeVar("T")


async def take_turn(table: Table, act: Callable[[], Awaitable[T]]) -> T:
    """Makes a change to a table; if another process was quicker, makes it again from the start.

    So a change must first look and decide, then write once, and only then change anything in memory.
    """
    async with table.lock:
        for _ in range(TRIES):
            try:
                return await act()
            except Overtaken:
                await table.keeping.catch_up()
    raise Refused(409, "again", "too much happens at this table at once; try once more")


def turn(
    act: Callable[Concatenate[S, P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate[S, P], Coroutine[Any, Any, T]]:
    """A decorator for methods of a table and its parts that change the table."""

    @functools.wraps(act)
    async def in_turn(self: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
        table: Any = getattr(self, "_table", self)
        return await take_turn(table, lambda: act(self, *args, **kwargs))

    return in_turn
