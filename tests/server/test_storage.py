"""Storage: SQLite and PostgreSQL keep the same promises."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from townwright.server.rows import GUESTS, LOG, METADATA, SEATS, TABLES, Chair, Change, Entry, NewGuest, TableRow
from townwright.server.storage import Storage, url_of

from .guests import BOT, ME, OPEN, RANDOM, Guest, play_out
from .process import Server

pytestmark = pytest.mark.xdist_group("storage")  # one worker, one PostgreSQL


@pytest.fixture(params=["sqlite", "postgresql"])
def data(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty database."""
    if request.param == "sqlite":
        yield str(tmp_path / "games")
        return
    url: str = request.getfixturevalue("postgres")
    yield url
    empty(sa.create_engine(url))


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def kept(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on each kind of database, which tests may kill and start again."""
    if request.param == "sqlite":
        place = str(tmp_path_factory.mktemp("kept"))
    else:  # a separate database, because other tests empty theirs
        url: str = request.getfixturevalue("postgres")
        engine = sa.create_engine(url, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.exec_driver_sql("CREATE DATABASE kept")
        engine.dispose()
        place = sa.make_url(url).set(database="kept").render_as_string(hide_password=False)
    server = Server(place)
    yield server
    server.kill()
    assert not server.complaints


def empty(engine: sa.Engine) -> None:
    """Empties a PostgreSQL."""
    with engine.begin() as connection:
        connection.exec_driver_sql("DROP SCHEMA public CASCADE")
        connection.exec_driver_sql("CREATE SCHEMA public")
    engine.dispose()


class Commits:
    """Counts the writes of each commit."""

    def __init__(self) -> None:
        self.sizes: list[int] = []

    def __call__(self, writes: int, seconds: float) -> None:
        self.sizes.append(writes)


def new_guest(n: int, name: str | None = "Guest") -> Change:
    return GUESTS.add(NewGuest(token=f"{n:064}", name=name, made=time.time()))  # type: ignore[arg-type]


def test_migrations_make_exactly_the_tables_of_the_models(data: str) -> None:
    storage = Storage(data)
    storage.migrate()
    storage.migrate()  # the second time there is nothing to do
    with storage.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, METADATA) == []
        assert context.get_current_revision() is not None
    storage.engine.dispose()


def test_an_interrupted_migration_leaves_nothing_behind(data: str) -> None:
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


def test_tables_of_an_older_version_are_migrated(data: str) -> None:
    storage = Storage(data)
    storage.migrate("0001")
    with storage.engine.begin() as connection:
        connection.exec_driver_sql("INSERT INTO guests (id, token, name, made) VALUES (1, 'x', 'Ada', 0)")
        connection.exec_driver_sql(
            "INSERT INTO tables (code, game, rules, options, owner, listed, pace, secret, status, made, touched) "
            f"VALUES ('ABCDEF', 'copenhagen', 1, '{{}}', 1, {'0' if '://' not in data else 'false'}, 0.8, 'x', 'open', 0, 0)"
        )
        connection.exec_driver_sql("INSERT INTO seats (\"table\", seat, guest, name) VALUES ('ABCDEF', 0, 1, 'Ada')")
    storage.migrate()
    (row,) = [TABLES.read(found) for found in storage.read(sa.select(TABLES.sql))]
    (chair,) = [SEATS.read(found) for found in storage.read(sa.select(SEATS.sql))]
    assert (row.wait, row.round, row.box) == (120, 1, None)
    assert chair == Chair(0, guest=1, name="Ada")
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


def test_a_bad_write_does_not_harm_the_others(data: str) -> None:
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


def test_the_changes_of_one_write_are_made_together_or_not_at_all(data: str) -> None:
    storage = Storage(data)
    storage.open()

    async def half() -> None:
        await storage.write(new_guest(1), new_guest(1))

    with pytest.raises(sa.exc.IntegrityError):
        asyncio.run(half())
    assert storage.read(sa.select(GUESTS.sql)) == []
    storage.close()


def entry(ply: int) -> Entry:
    return Entry("AAAAAA", ply, 0, "move", 7, f"'{ply}'", 1.5)


async def with_table(storage: Storage) -> None:
    await storage.write(new_guest(1))
    await storage.write(
        TABLES.add(
            TableRow(
                code="AAAAAA",
                game="copenhagen",
                rules=1,
                options={"x": 1},
                owner=1,
                listed=False,
                pace=1.0,
                secret="",
                made=1.0,
                touched=1.0,
            )
        )
    )


def test_entries_of_the_log_share_a_commit_and_the_key_refuses_a_second_one(data: str) -> None:
    commits = Commits()
    storage = Storage(data, commits)
    storage.open()

    async def many() -> list[Any]:
        await with_table(storage)
        commits.sizes.clear()
        await asyncio.gather(*(storage.append(entry(ply)) for ply in range(1, 301)))
        assert len(commits.sizes) < 100
        return await asyncio.gather(*(storage.append(entry(ply)) for ply in (301, 300, 302)), return_exceptions=True)

    results = asyncio.run(many())
    assert [type(result) for result in results] == [type(None), sa.exc.IntegrityError, type(None)]
    assert asyncio.run(storage.find(LOG, LOG.c.table == "AAAAAA")) == [entry(ply) for ply in range(1, 303)]
    storage.close()


def test_a_change_stores_only_the_named_fields(data: str) -> None:
    storage = Storage(data)
    storage.open()

    async def change() -> list[TableRow]:
        await with_table(storage)
        (row,) = await storage.find(TABLES)
        row.pace, row.status = 2.5, "playing"
        await storage.write(TABLES.change(row, "pace"))
        return await storage.find(TABLES)

    (row,) = asyncio.run(change())
    assert (row.pace, row.status, row.options) == (2.5, "open", {"x": 1})
    storage.close()


def test_a_commit_on_sqlite_waits_for_the_disk(tmp_path: Path) -> None:
    storage = Storage(str(tmp_path))
    with storage.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
    storage.engine.dispose()


def test_games_survive_a_crash(kept: Server) -> None:
    ada, bob = Guest(kept.url, "Ada"), Guest(kept.url, "Bob")
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
    kept.kill()
    kept.start()
    tables = {line["code"]: line["status"] for line in ada.get("/api/me")["tables"]}
    assert tables == {code: "playing", over.code: "over"}
    again = [ada.watch(code), bob.watch(code)]
    assert again[0].until("chat")["lines"][0]["text"] == "<b>good evening</b>"
    assert again[0].reach(ply)["ply"] >= ply
    if answer["ok"] and ply > seats[0].ply:
        assert again[0].ask("undo", id="back") == answer
    assert play_out(again)["over"]
    assert ada.get(f"/api/tables/{over.code}/replay?ply={end['ply']}&reader=all")["situation"]["sheet"] == end["sheet"]
    bob.post(f"/api/tables/{code}/rematch", None, 201)


def test_unusual_letters_are_stored_unchanged(kept: Server) -> None:
    ada = Guest(kept.url, "Åse \N{PILE OF POO} O'Hara; --")
    seat = ada.sit(ada.make("copenhagen", ME, BOT, pace=10))
    seat.send("say", text="zero \u0000 and '; DROP TABLE chat; --\n\N{SMILING FACE WITH OPEN MOUTH}")
    line = seat.until("chat")["lines"][0]
    assert line["text"] == "zero  and '; DROP TABLE chat; --\n\N{SMILING FACE WITH OPEN MOUTH}"
    assert line["name"] == "Åse \N{PILE OF POO} O'Hara; --"
    assert seat.trouble("undo", id="\u0000") == "malformed"
    assert seat.play()["ok"]


def test_a_game_of_older_rules_is_closed_with_a_reason_and_kept(kept: Server) -> None:
    engine = sa.create_engine(url_of(kept.data))
    ada = Guest(kept.url, "Ada")
    seat = ada.sit(ada.make("pier-18", ME, BOT))
    play_out([seat], until=4)
    odd = ada.make("copenhagen", ME, OPEN)
    rows = seat.ply
    kept.kill()
    with engine.begin() as connection:
        connection.execute(TABLES.sql.update().where(TABLES.c.code == seat.code).values(rules=0, options={"x": 1}))
    kept.start()
    listed = {line["code"]: line["status"] for line in ada.get("/api/me")["tables"]}
    assert listed == {seat.code: "playing", odd: "open"}
    info = ada.get(f"/api/tables/{seat.code}")
    assert info["status"] == "closed"  # there is no book to show, because the server was killed
    assert "the rules have changed since this game began" in info["why_closed"]
    shown = ada.watch(seat.code)
    assert shown.until("table")["table"]["status"] == "closed"
    assert shown.ask("play", ply=rows, code=0)["problem"]["code"] == "not-playing"
    ada.get(f"/api/tables/{seat.code}/record", 409)
    with engine.connect() as connection:
        lines = connection.execute(sa.select(LOG.sql).where(LOG.c.table == seat.code)).all()
    engine.dispose()
    assert len(lines) >= rows


def test_the_server_survives_a_restart_of_the_database(postgres: str) -> None:
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
