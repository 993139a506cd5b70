"""Thinking is shared fairly: no person's move waits for a bot, and when there are many bots each gets less time."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.chosen import names

import townwright as tw
from townwright import bots
from townwright.bots.levels import LevelBot
from townwright.engine.known import Known
from townwright.games import load
from townwright.server import analyses
from townwright.server.analyses import Analyses
from townwright.server.thinkers import LEAST, THINKERS, Thinkers
from townwright.server.workshop import Workshop

from .twins import lay_table, open_side, serving

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of Litestar, in this process

GAME = names()[0]
SEATS = max(2, load(GAME).seats[0])


@pytest.fixture(autouse=True)
def compiled_already(monkeypatch: pytest.MonkeyPatch) -> None:
    async def nothing(self: Workshop) -> None:
        pass

    monkeypatch.setattr(Workshop, "prepare_all", nothing)


@pytest.fixture
def held() -> Iterator[threading.Event]:
    """Keeps every thinker of the server busy until this event is set."""
    go = threading.Event()
    held = [THINKERS._pool.submit(go.wait) for _ in range(THINKERS.threads)]
    yield go
    go.set()
    for one in held:
        one.result()


def test_a_move_does_not_wait_for_the_hint_before_it(tmp_path: Path, held: threading.Event) -> None:
    """The bots of other tables keep the thinkers busy. A person asks for a hint, gives up waiting and plays."""

    async def play() -> None:
        code, tokens = await lay_table(tmp_path, GAME, SEATS, {})
        async with asyncio.timeout(60), contextlib.AsyncExitStack() as stack:
            side = await open_side(stack, tmp_path, code, tokens[0], 0)
            while 0 not in side.match.pending:
                seat = side.match.pending[0]
                await side.play(seat, side.match.codes(seat)[0], f"{side.table.ply}")
            ply, move = side.table.ply, side.match.codes(0)[0]
            await side.reader.socket.send(msgspec.json.encode({"type": "hint", "id": "hint"}).decode())
            await side.reader.ask(type="play", id="move", ply=ply, code=move)
            assert side.table.ply == ply + 1
            heard = [msgspec.json.decode(frame) for frame in side.reader.take()]
            assert "hint" not in {frame.get("id") for frame in heard}
            held.set()
            while not any(frame.get("id") == "hint" and frame["ok"] for frame in await side.reader.hear()):
                pass

    asyncio.run(play())


class Watcher:
    """A bot that notes how many thought beside it."""

    def __init__(self, thinkers: Thinkers) -> None:
        self.thinkers, self.beside = thinkers, 0

    def choose(self, known: Known, seat: int) -> int:
        self.beside = self.thinkers.waiting
        return known.codes[0]


def test_many_bots_get_less_time_each_but_never_none() -> None:
    thinkers = Thinkers(2)
    match = tw.new(GAME, SEATS, 1)
    seat = match.pending[0]
    known = match.known(seat)
    assert thinkers.share == 1
    shares = []

    async def think(count: int) -> None:
        crowd = [Watcher(thinkers) for _ in range(count)]
        thinking = [asyncio.ensure_future(thinkers.choose(bot, known, seat)) for bot in crowd]
        await asyncio.sleep(0)
        shares.append(thinkers.share)
        assert set(await asyncio.gather(*thinking)) == {known.codes[0]}
        assert crowd[0].beside == count

    for count in (1, 2, 4, 200):
        asyncio.run(think(count))
    assert shares == [1, 1, 0.5, LEAST]
    assert thinkers.waiting == 0
    bot = bots.make("expert:60s", 1)
    assert isinstance(bot, LevelBot)
    thinkers.waiting = 10**6
    thinkers._choose(bot, known, seat, 0.001)
    assert bot.share == LEAST * 0.001


def test_analyses_have_one_decision_at_a_time_in_the_queue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many games are analysed, a bot waits for one decision at most."""
    queued, most, run = 0, 0, THINKERS.run

    async def counted(work: Callable[..., Any], *args: Any) -> Any:
        nonlocal queued, most
        queued += work is next
        most = max(most, queued)
        try:
            return await run(work, *args)
        finally:
            queued -= work is next

    monkeypatch.setattr(THINKERS, "run", counted)
    monkeypatch.setattr(analyses, "SECONDS", 0.002)

    async def judge() -> None:
        code, _ = await lay_table(tmp_path, GAME, SEATS, {})
        async with serving(tmp_path) as (house, _):
            table = await house.table(code)
            while not (match := table.begun().match).over:
                seat = match.pending[0]
                assert (await table.play_move(seat, match.codes(seat)[0], table.ply, f"{table.ply}", "en")).ok
            jobs, languages = Analyses(), ("en", "it")
            for language in languages:
                assert (await jobs.start(table, language)).status == "running"
            async with asyncio.timeout(100):
                while {(await jobs.find(table, language)).status for language in languages} != {"done"}:
                    await asyncio.sleep(0.05)

    asyncio.run(judge())
    assert most == 1


def test_after_moves_are_taken_back_bots_begin_afresh(tmp_path: Path) -> None:
    """A tree that was kept for the rest of a turn belongs to a game that is no longer played."""

    async def play() -> None:
        code, _ = await lay_table(tmp_path, GAME, SEATS, {})
        async with serving(tmp_path) as (house, _):
            table = await house.table(code)
            bot = table.crew._bot(0)
            assert table.crew._bot(0) is bot
            table.begun().undos += 1
            assert table.crew._bot(0) is not bot
            assert table.crew._bot(0) is table.crew._bot(0)

    asyncio.run(play())
