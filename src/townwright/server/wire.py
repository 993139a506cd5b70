"""A wire: one open socket at a table. It wakes when the table changes and sends its reader what is new."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import msgspec

from .consent import NOBODY_ASKED
from .messages import Answer, Beat, Chat, ChatLine, People, Reminded, TableNews, Trouble
from .rows import Guest

if TYPE_CHECKING:
    from .table import Table

encode = msgspec.json.Encoder().encode
KEPT = 200  # lines of chat, and as many events, that a newcomer gets
MOST_ANSWERS = 50  # that may wait for a client before its next frame must wait


class Wire:
    """What one client has been sent, and what it still lacks. Changes in quick succession go out together."""

    def __init__(
        self, table: Table, guest: Guest | None, language: str, after: int, send: Callable[[bytes], Awaitable[None]]
    ) -> None:
        self.table, self.guest, self.language = table, guest, language
        self.guest_id = guest.id if guest else None
        self._send, self._after = send, after
        self._sent = -1  # ply of the last situation
        self._chat = max(0, len(table.chat) - KEPT)
        self._kept_back: list[ChatLine] = []
        self._events = -1  # how many events were sent; -1 so that the first message has them even if there are none
        self._asked = NOBODY_ASKED
        self._seats = True  # whether the table itself must be sent
        self._beat = False
        self._answers: list[Answer | Trouble | Reminded] = []
        self._awake = True
        self._loop = asyncio.get_running_loop()
        self._sleep: asyncio.Future[None] | None = None  # until there is something to send
        self._drained = asyncio.Event()  # set whenever no answer waits
        self.closed = False
        self.busy = asyncio.Lock()  # held while a frame of the client is handled
        self.hinting: asyncio.Task[None] | None = None  # the client's last request for a hint

    @property
    def seat(self) -> int | None:
        return self.table.seats.of(self.guest_id)

    def wake(self, seats: bool = True) -> None:
        """Something has changed; `seats` if that is who sits at the table."""
        self._seats = self._seats or seats
        self._rouse()

    def answer(self, answer: Answer | Trouble | Reminded) -> None:
        """Sends something to this client alone. After a refusal it also gets the situation."""
        self._answers.append(answer)
        if isinstance(answer, Answer) and not answer.ok:
            self._sent = -1
        self._rouse()

    def beat(self) -> None:
        """A sign of life is due."""
        self._beat = True
        self._rouse()

    def resend(self) -> None:
        """Sends the situation again, even if nothing was played."""
        self._sent = -1
        self._rouse()

    def close(self) -> None:
        self.closed = True
        self._rouse()

    def _rouse(self) -> None:
        self._awake = True
        if self._sleep is not None and not self._sleep.done():
            self._sleep.set_result(None)

    async def room(self) -> None:
        """Waits as long as too many answers are unread by the client."""
        while len(self._answers) >= MOST_ANSWERS:
            self._drained.clear()
            await self._drained.wait()

    async def send_forever(self) -> None:
        """Sends the client everything, until the wire is closed."""
        while True:
            if not self._awake:
                self._sleep = self._loop.create_future()
                await self._sleep
            self._awake = False
            if self.closed:
                return
            while (play := self.table.play) is not None and play.lacks(self.seat, self.language):
                await play.add_reader(self.seat, self.language, self.table.services.archive)
            if news := self._news():
                await self._send(encode(news))

    def _new_chat(self) -> list[ChatLine]:
        """New lines. Players get what spectators say during a game only once it is over."""
        lines = [*self._kept_back, *self.table.chat[self._chat :]]
        self._chat = len(self.table.chat)
        apart = self.table.row.status == "playing" and self.seat is not None
        self._kept_back = [line for line in lines if apart and line.seat is None]
        return [line for line in lines if not apart or line.seat is not None]

    def _news(self) -> list[Any]:
        """The frames that this client lacks."""
        table, play, news = self.table, self.table.play, list[Any](self._answers)
        self._answers = []
        self._drained.set()
        if self._seats:
            self._seats = False
            news.append(TableNews(table.info(self.guest_id, self.language)))
        if chat := self._new_chat():
            news.append(Chat(chat))
        if (events := len(table.people.events)) > self._events:
            since = self._events if self._events >= 0 else max(0, events - KEPT)
            news.append(People(table.people.lines(since, self.seat, self.language)))
            self._events = events
        if play is not None:
            if play.ply != self._sent:
                news.append(play.situation(self.seat, self.language, self._after))
                self._after = self._sent = play.ply
            if (asked := table.consent.asked) != self._asked:
                self._asked = asked
                news.append(asked)
        elif table.pages is not None and self._sent < 0:
            news.append(table.pages.situation(self.language))
            self._sent = table.pages.plies
        if self._beat:
            self._beat = False
            news.append(Beat())
        return news
