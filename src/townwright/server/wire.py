"""A wire: one open socket. It is woken when its table changes and then tells what its reader does not know yet."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import msgspec

from .messages import Answer, Beat, Chat, TableNews, Trouble, UndoAsked

if TYPE_CHECKING:
    from .house import Guest, House, Room

encode = msgspec.json.Encoder().encode
CHAT_KEPT = 200  # lines sent to a newcomer
PACKED = 50_000  # moves whose JSON is kept


class Pack:
    """JSON of moves that the engine remembers and gives out again and again: made once, found by identity."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Any, msgspec.Raw]] = {}  # with the move itself, so that its identity stays its own

    def __call__(self, moves: list[Any]) -> list[Any]:
        known = self._known
        found = [known.get(id(move)) for move in moves]
        for n, move in enumerate(moves):
            if found[n] is None:
                if len(known) >= PACKED:
                    known.clear()
                found[n] = known[id(move)] = move, msgspec.Raw(encode(move))
        return [packed[1] for packed in found if packed]


pack = Pack()


class Wire:
    """What one client has been told, and what it is still to be told. Changes that come quickly go out as one."""

    def __init__(
        self,
        house: House,
        room: Room,
        who: Guest | None,
        language: str,
        after: int,
        send: Callable[[bytes], Awaitable[None]],
    ) -> None:
        self.house, self.room, self.who, self.language = house, room, who, language
        self.guest = who.id if who else None
        self._send, self._after = send, after
        self._told = -1  # ply of the last situation
        self._chat = max(0, len(room.chat) - CHAT_KEPT)
        self._asked: list[int] | None = None
        self._seats = True
        self._beat = False
        self._answers: list[Answer | Trouble] = []
        self._awake = True
        self._loop = asyncio.get_running_loop()
        self._sleep: asyncio.Future[None] | None = None  # until there is something to tell
        self.closed = False
        self.hands = asyncio.Lock()  # held while a frame of the client is carried out

    @property
    def seat(self) -> int | None:
        return self.room.table.seat_of(self.guest)

    def wake(self, seats: bool = True) -> None:
        """Something changed; perhaps who sits at the table."""
        self._seats = self._seats or seats
        self._rouse()

    def answer(self, answer: Answer | Trouble) -> None:
        """Something for this client alone. Who was refused is also told how things stand."""
        self._answers.append(answer)
        if isinstance(answer, Answer) and not answer.ok:
            self._told = -1
        self._rouse()

    def beat(self) -> None:
        """A sign of life is due."""
        self._beat = True
        self._rouse()

    def forget(self) -> None:
        """How things stand is to be told again, even if nothing was played."""
        self._told = -1
        self._rouse()

    def close(self) -> None:
        self.closed = True
        self._rouse()

    def _rouse(self) -> None:
        self._awake = True
        if self._sleep is not None and not self._sleep.done():
            self._sleep.set_result(None)

    async def tell_forever(self) -> None:
        """Tells the client everything, until the wire is closed."""
        while True:
            if not self._awake:
                self._sleep = self._loop.create_future()
                await self._sleep
            self._awake = False
            if self.closed:
                return
            if news := self._news():
                await self._send(encode(news))

    def _news(self) -> list[Any]:
        """The frames that this client lacks."""
        room, table, news = self.room, self.room.table, list[Any](self._answers)
        self._answers = []
        if self._seats:
            self._seats = False
            news.append(TableNews(self.house.info(room, self.who, self.language)))
        if len(room.chat) > self._chat:
            news.append(Chat(room.chat[self._chat :]))
            self._chat = len(room.chat)
        if table.match is not None and table.ply != self._told:
            situation = table.situation(self.seat, self.language, self._after)
            if table.game.has_notes:
                situation.moves = pack(situation.moves)
            news.append(situation)
            self._after = self._told = table.ply
        if table.asked != self._asked:
            asked = self._asked = list(table.asked) if table.asked else None
            news.append(UndoAsked(seat=asked[0] if asked else None, waiting=asked[1:] if asked else []))
        if self._beat:
            self._beat = False
            news.append(Beat())
        return news
