"""Simulations as data and as reports: what is counted, kept, written and shown."""

from __future__ import annotations

import csv
import errno
import itertools
import os
import re
import signal
import tracemalloc
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import numpy as np
import pexpect
import pyarrow.parquet as parquet
import pytest
from tests.chosen import names
from tests.terminal import bad, good, terminal

import townwright as tw
from townwright.arena import Simulation
from townwright.arena.chunks import Chunk
from townwright.arena.compare import changes, compare
from townwright.arena.counts import Counts, count, read_kept
from townwright.arena.dataset import data_file
from townwright.arena.report import report_page
from townwright.arena.running import FEW, Done, Run
from townwright.arena.simulation import Wish
from townwright.arena.things import Things
from townwright.arena.worth import Estimate, difference, ever_offered, more_than_noise, share, worth
from townwright.games import load

NAME = names()[0]
ALL = Wish(things=True, moves=True, options=True)


def seats_of(name: str) -> int:
    return max(2, load(name).seats[0])


def simulation(
    games: int, name: str = NAME, bots: tuple[str, ...] = ("greedy", "random"), **more: object
) -> Simulation:
    players = [bots[n % len(bots)] for n in range(seats_of(name))]
    found = Simulation(name, players, games, **{"seed": "r", **more})  # type: ignore[arg-type]
    found.chunk = 40
    return found


def played(run: Run) -> Run:
    for _ in run:
        pass
    return run


def plain(counts: object) -> object:
    return msgspec.json.decode(msgspec.json.encode(counts, enc_hook=lambda array: array.tolist()))


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("bot", ["random", "casual:2"])
def test_the_log_of_a_simulated_game_equals_its_replay(name: str, bot: str) -> None:
    """Moves, options, and the things that each decision offered and took; for compiled and searching bots."""
    run = simulation(2, name, (bot,))
    if bot != "random":
        run.players, run.compiled = [bot, *["random"] * (run.seats - 1)], False
    chunk = run.play(0, 2 if bot == "random" else 1, ALL)
    assert chunk.log is not None
    rows, options = iter(chunk.log.decisions.tolist()), iter(chunk.log.options.tolist())
    for n in range(len(chunk)):
        match = tw.new(name, run.seats, seed=f"r/{n}")
        offered, taken = np.zeros((2, run.seats, len(run.things)), int)
        for _ in range(chunk.moves[n]):
            seat, code, size = next(rows)
            codes = list(itertools.islice(options, size))
            assert codes == match.codes(seat)
            state = np.frombuffer(match.state, np.uint8).copy()
            for thing in set().union(*(run.things.of(run.box, state, seat, one) for one in codes)):
                offered[seat, thing] += 1
            for thing in run.things.of(run.box, state, seat, code):
                taken[seat, thing] += 1
            match.play(seat, code)
        assert match.over
        assert chunk.offered is not None
        assert chunk.taken is not None
        assert (chunk.offered[n] == np.minimum(offered, 255)).all()
        assert (chunk.taken[n] == np.minimum(taken, 255)).all()
        assert [sheet.total for sheet in match.sheet()] == chunk.totals[n].tolist()
        assert [sheet.rank == 1 for sheet in match.sheet()] == chunk.winners[n].tolist()


@pytest.mark.parametrize("name", names())
def test_things_are_what_the_box_explains(name: str) -> None:
    """Every game has cards, tiles or buildings to report on, each with a title and a heading."""
    game = load(name)
    box = game.open_box()
    things = Things(box, game.seats[1])
    assert len({(one.group, one.id) for one in things.all}) == len(things)
    assert sum(one.group != "kinds" for one in things.all) > 10
    for one in things.all:
        assert one.title
        assert one.group == "kinds" or one.group in game.texts()


def test_counts_are_the_same_in_any_pieces_and_order() -> None:
    whole = count(simulation(1).play(0, 60, ALL))
    parts = [count(simulation(1).play(start, start + 20, ALL)) for start in (40, 0, 20)]
    first, *more = parts
    for one in more:
        first.add(one)
    for one in (whole, first):  # `add` sorts by value
        one.moves, one.leads = dict(sorted(one.moves.items())), dict(sorted(one.leads.items()))
    assert plain(first) == plain(whole)


def test_an_error_counts_a_game_once_though_its_seats_are_not_independent() -> None:
    """One of two players always takes the card: their results are one observation, not two."""
    rng = np.random.default_rng(1)
    games, seats = 400, 3
    lines = rng.integers(0, 9, (games, seats, 1)).astype(np.int32)
    chunk = Chunk(0, np.full(games, 5, np.int32), lines, 1)
    chunk.offered = np.ones((games, seats, 1), np.uint8)
    chunk.taken = np.zeros((games, seats, 1), np.uint8)
    chunk.taken[np.arange(games), rng.integers(0, seats, games), 0] = 1
    counts = count(chunk)
    for column, unit, results in ((1, counts.whole, None), (3, 1, chunk.totals)):
        if results is None:
            results = chunk.winners / chunk.winners.sum(axis=1, keepdims=True)
        took = chunk.taken[:, :, 0] == 1
        weights = np.array([took[:, p].sum() * (~took[:, p]).sum() / games for p in range(seats)])
        weights = weights / weights.sum()
        value, added = 0.0, np.zeros(games)  # by each game to the difference
        for p in range(seats):
            for group, sign in ((took[:, p], 1), (~took[:, p], -1)):
                mean = results[group, p].mean()
                value += sign * weights[p] * mean
                added += np.where(group, sign * weights[p] * (results[:, p] - mean) / group.sum(), 0)
        found = difference(counts, 0, column, unit)
        assert found is not None
        assert found.value == pytest.approx(value)
        assert found.error == pytest.approx(np.sqrt((added**2).sum()))
    assert worth(counts, 0).taken.value == pytest.approx(1 / 3)


def test_a_card_that_wins_games_is_found_and_one_that_does_nothing_is_not() -> None:
    rng = np.random.default_rng(2)
    games = 2000
    taken = rng.integers(0, 2, (games, 2, 12)).astype(np.uint8)
    lines = (rng.integers(0, 20, (games, 2)) + 3 * taken[:, :, 0] + np.array([0, 6]))[:, :, None].astype(np.int32)
    chunk = Chunk(0, np.full(games, 5, np.int32), lines, 1)  # the second seat is far better: that must not matter
    chunk.offered, chunk.taken = np.ones_like(taken), taken
    counts = count(chunk)
    found = [worth(counts, n).points for n in range(12)]
    assert more_than_noise(found) == [True] + [False] * 11
    assert found[0] is not None
    assert found[0].low < 3 < found[0].high


def test_a_few_games_prove_nothing() -> None:
    """Two victories in two games are no sign of an advantage, and none in forty no certainty."""
    runs = [played(Run(simulation(2, bots=("greedy",)), things=True)).kept for _ in range(2)]
    for kept in runs:
        kept.counts.wins, kept.counts.squares = [2 * kept.counts.whole, 0], [2 * kept.counts.whole**2, 0]
    runs[1].counts.wins.reverse()
    runs[1].counts.squares.reverse()
    assert "No seat wins more or less than its share" in report_page(runs[0], simulation(2, bots=("greedy",)))
    assert not any(one.stands for one in compare(*runs).differences)
    assert share(0, 40).value == 0
    assert share(0, 40).error > 0.03
    assert share(40, 40).error == pytest.approx(share(0, 40).error)
    assert share(500, 1000).error == pytest.approx(np.sqrt(0.25 / 1000), rel=0.01)


def test_rare_things_of_a_favourite_are_not_called_good() -> None:
    """Whoever wins 99 of 100 games has won all of the few with a rare card too, whatever the card does."""
    rng, games, things = np.random.default_rng(3), 2000, 60
    for _ in range(3):
        lines = np.where(rng.random((games, 1)) < 0.99, [[10, 5]], [[0, 5]])[:, :, None].astype(np.int32)
        chunk = Chunk(0, np.full(games, 5, np.int32), lines, 1)
        chunk.offered = np.ones((games, 2, things), np.uint8)
        chunk.taken = (rng.random((games, 2, things)) < 0.02).astype(np.uint8)
        counts = count(chunk)
        assert not any(more_than_noise([worth(counts, n).winning for n in range(things)]))


def test_holm_corrects_for_many_comparisons() -> None:
    alone = [Estimate(2.2, 1.0)]
    assert more_than_noise(alone) == [True]
    assert more_than_noise([*alone, *[Estimate(0.1, 1.0)] * 9, None]) == [False] * 11


def test_a_simulation_resumes_where_it_was_stopped(tmp_path: Path) -> None:
    keep, out = tmp_path / "counts", tmp_path / "games.csv"

    def run(games: int, seed: str = "r") -> Run:
        table = simulation(games)
        return Run(table, things=True, keep=keep, out=data_file(str(out), table, False))

    for done in run(200):
        if done >= 80:
            break
    assert read_kept(keep).counts.games == 80
    with out.open("ab") as file:
        file.write(b"r/80,not kept any more")
    again = played(run(200))
    whole = played(Run(simulation(200), things=True))
    assert plain(again.counts) == plain(whole.counts)
    rows = list(csv.DictReader(out.open()))
    assert [row["seed"] for row in rows] == [f"r/{n}" for n in range(200)]
    assert played(run(240)).counts.games == 240  # more of the same
    with pytest.raises(tw.TownwrightError, match="counts of other games"):
        Run(simulation(200, bots=("random",)), things=True, keep=keep)
    keep.write_bytes(keep.read_bytes().replace(b'"code":"', b'"code":"x'))
    with pytest.raises(tw.TownwrightError, match="another version of the program"):
        run(200)
    keep.write_text("{")
    with pytest.raises(tw.TownwrightError, match="holds no counts"):
        run(200)


def test_memory_does_not_grow_with_the_number_of_games() -> None:
    def peak(games: int) -> int:
        tracemalloc.start()
        assert played(Run(simulation(games, bots=("random",)), things=True)).counts.games == games
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return most

    played(Run(simulation(40, bots=("random",)), things=True))  # loads what is needed once
    assert peak(1200) < 1.4 * peak(120)


@pytest.mark.parametrize("decisions", [False, True])
def test_a_parquet_file_holds_moves_sheets_and_options(tmp_path: Path, decisions: bool) -> None:
    """A file written in parts, with a stop between, equals that of an undisturbed run."""
    contents = []
    for stop in (False, True):
        out, keep = tmp_path / f"{stop}.parquet", tmp_path / f"{stop}.counts"
        for games in (80, 200) if stop else (200,):
            table = simulation(games)
            run = Run(table, keep=keep, out=data_file(str(out), table, decisions))
            for done in run:
                if stop and games == 200 and done == 160:
                    break
            if stop and games == 200:
                table = simulation(games)
                played(Run(table, keep=keep, out=data_file(str(out), table, decisions)))
        contents.append(parquet.read_table(out))
        assert not out.with_name(out.name + ".parts").exists()
    assert contents[0].equals(contents[1])
    [found, _], chunk = contents, simulation(1).play(0, 200, ALL)
    assert chunk.log is not None
    assert set(load(NAME).open_box().options) == {name[7:] for name in found.column_names if name.startswith("option_")}
    if decisions:
        assert found["code"].to_pylist() == chunk.log.decisions[:, 1].tolist()
        assert list(itertools.chain(*found["options"].to_pylist())) == chunk.log.options.tolist()
        assert found["words"][0].as_py() == simulation(1).box.words(found["code"][0].as_py())
    else:
        assert found["seed"].to_pylist() == [f"r/{n}" for n in range(200)]
        assert list(itertools.chain(*found["move_codes"].to_pylist())) == chunk.log.decisions[:, 1].tolist()
        line = load(NAME).lines[0]
        assert found[f"seat1_{line}"].to_pylist() == chunk.lines[:, 1, 0].tolist()


@pytest.mark.parametrize("library", ["pyarrow", "pandas", "polars"])
def test_the_scripts_that_read_a_data_set_run_as_they_stand(
    library: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Those of docs/scale.md, on the files that its commands write."""
    page = (Path(__file__).parents[1] / "docs" / "scale.md").read_text(encoding="utf-8")
    commands = [line.split() for line in page.splitlines() if line.startswith("townwright") and ".parquet" in line]
    assert len(commands) == 2
    if commands[0][2] not in names():
        pytest.skip("another game is tested")
    monkeypatch.chdir(tmp_path)
    for words in commands:
        good(*("200" if word == "100000" else word for word in words[1:]))
    (script,) = re.findall(rf"```python\n([^`]*import {library}.*?)```", page, re.DOTALL)
    exec(script, {})
    assert capsys.readouterr().out


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_the_same_command_again_leaves_a_finished_file_as_it_is(tmp_path: Path, ending: str) -> None:
    """Even if the last run was killed after the last game, before it joined the parts of its file."""
    keep, out = tmp_path / "counts", tmp_path / f"games.{ending}"

    def run() -> Run:
        table = simulation(120)
        return Run(table, keep=keep, out=data_file(str(out), table, False))

    played(run())
    whole = out.read_bytes()
    for _ in range(2):
        assert played(run()).counts.games == 120
        assert out.read_bytes() == whole
        assert sorted(tmp_path.iterdir()) == [keep, out]
    killed = run()
    killed.save()
    assert killed.out is not None
    del killed
    played(run())
    assert out.read_bytes() == whole
    assert sorted(tmp_path.iterdir()) == [keep, out]


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_a_stopped_simulation_without_keep_leaves_a_whole_file_of_its_games(tmp_path: Path, ending: str) -> None:
    table, out = simulation(200), tmp_path / f"games.{ending}"
    for done in Run(table, out=data_file(str(out), table, False)):
        if done >= 80:
            break
    assert list(tmp_path.iterdir()) == [out]
    rows = parquet.read_table(out).to_pylist() if ending == "parquet" else list(csv.DictReader(out.open()))
    assert [row["seed"] for row in rows] == [f"r/{n}" for n in range(80)]


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_a_full_disk_is_reported_in_a_sentence(ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also when the last games no longer fit."""
    table, out = simulation(80), tmp_path / f"games.{ending}"
    run = Run(table, out=data_file(str(out), table, False))

    def full(file: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(tw.TownwrightError, match=f"games.{ending} cannot be written: No space left on device"):
        played(run)


def test_ctrl_c_waits_until_games_are_counted_and_written(tmp_path: Path) -> None:
    """Pressed while a chunk is written to the file, it must not leave counts without their games."""
    keep, out = tmp_path / "counts", tmp_path / "games.parquet"

    def run(games: int) -> Run:
        table = simulation(games)
        return Run(table, things=True, keep=keep, out=data_file(str(out), table, False))

    stopped = run(200)
    assert stopped.out is not None
    add = stopped.out.add

    def pressed(chunk: Chunk) -> None:
        if chunk.start == 40:
            signal.raise_signal(signal.SIGINT)
        add(chunk)

    stopped.out.add = pressed  # type: ignore[method-assign]
    with pytest.raises(KeyboardInterrupt):
        played(stopped)
    assert read_kept(keep).counts.games == 80
    whole = played(Run(simulation(200), things=True))
    assert plain(played(run(200)).counts) == plain(whole.counts)
    assert parquet.read_table(out)["seed"].to_pylist() == [f"r/{n}" for n in range(200)]


def test_a_piece_of_a_slow_game_is_short() -> None:
    """So Ctrl-C works at once and a crash costs little: with some boxes a thousand games take a quarter of a minute."""
    run = Run(simulation(4000))
    run.simulation.chunk = 1000
    sizes = [after - before for before, after in itertools.pairwise([0, *run])]
    assert sizes[0] == FEW
    assert sum(sizes) == 4000
    slow = Done(Counts(seats=2, games=100), [], 5.0)
    assert Run(simulation(1)).size_after(slow) == 5


def continued(keep: Path, out: Path | None, games: int, decisions: bool = False) -> Run:
    table = simulation(games)
    return Run(table, keep=keep, out=data_file(str(out), table, decisions) if out else None)


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_a_file_that_has_changed_is_not_continued(ending: str, tmp_path: Path) -> None:
    """Shortened, empty, missing or with other games: it is refused before anything is played, and stays as it is."""
    keep, out = tmp_path / "counts", tmp_path / f"games.{ending}"
    played(continued(keep, out, 40))
    whole = out.read_bytes()
    played(continued(tmp_path / "other", tmp_path / f"few.{ending}", 20))
    for wrong in (b"", whole[:-100], (tmp_path / f"few.{ending}").read_bytes()):
        out.write_bytes(wrong)
        with pytest.raises(tw.TownwrightError, match="not as it was left"):
            continued(keep, out, 80)
        assert out.read_bytes() == wrong
    out.unlink()
    with pytest.raises(tw.TownwrightError, match="not as it was left"):
        continued(keep, out, 80)
    out.write_bytes(whole)
    assert played(continued(keep, out, 80)).counts.games == 80


def test_a_file_of_games_is_continued_as_it_was_begun_or_not_at_all(tmp_path: Path) -> None:
    """Games that were counted without the file would be missing from it."""
    keep, out = tmp_path / "counts", tmp_path / "games.parquet"
    played(continued(keep, out, 40))
    files = {path: path.read_bytes() for path in (keep, out)}
    other = tmp_path / "other.csv"
    other.write_text("of somebody else")
    for path, decisions in ((out, True), (other, False), (tmp_path / "games.csv", False)):
        with pytest.raises(tw.TownwrightError, match=r"was counted with --out games\.parquet; name that"):
            continued(keep, path, 80, decisions)
    assert other.read_text() == "of somebody else"
    assert played(continued(keep, None, 40)).counts.games == 40  # for a report of what is there
    assert {path: path.read_bytes() for path in files} == files
    assert played(continued(keep, out, 60)).counts.games == 60
    assert played(continued(keep, None, 80)).counts.games == 80
    with pytest.raises(tw.TownwrightError, match="was counted without a file of games"):
        continued(keep, out, 100)
    assert len(parquet.read_table(out)) == 60


def test_wrong_names_of_files_of_games_are_refused() -> None:
    with pytest.raises(tw.BadCall, match=r"ends in \.csv or \.parquet"):
        data_file("games.txt", simulation(1), False)
    with pytest.raises(tw.BadCall, match="Parquet file only"):
        data_file("games.csv", simulation(1), True)


@pytest.mark.parametrize("name", names())
def test_a_report_is_one_self_contained_page_with_pictures(name: str) -> None:
    table = simulation(120, name, seed="my seed")
    run = played(Run(table, things=True))
    page = report_page(run.kept, table)
    pictures = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    for picture in pictures:
        ElementTree.fromstring(picture)
    assert page.count('role="img"') >= 3 + len(load(name).lines)
    assert not re.search(r"<script|<link|https?:|src=|url\(", page)
    for heading in ("Results by seat", "Points by line", "Length", "How close", "What was offered, taken and worth"):
        assert f"<h2>{heading}</h2>" in page
    labels = load(name).labels("en")
    assert all(label in page for label in labels[: len(load(name).lines)])
    assert "--seed &#x27;my seed&#x27; -n 120" in page
    assert f"townwright play {name} --seats {table.seats} --seed SEED" in page
    found = [worth(run.counts, n) for n in range(len(run.kept.things)) if ever_offered(run.counts, n)]
    taken = {one.taken.value for one in found if one.winning is None}
    assert ("always taken" in page, "never taken</span>" in page) == (1.0 in taken, 0.0 in taken)
    assert ("too few games" in page) == bool(taken - {0.0, 1.0})


def test_a_report_of_a_game_for_one_is_about_points() -> None:
    alone = next((name for name in names() if load(name).seats[0] == 1), None)
    if alone is None:
        pytest.skip("this game is not for one")
    table = Simulation(alone, ["random"], 60)
    page = report_page(played(Run(table, things=True)).kept, table)
    assert "How close" not in page
    assert "more points the seats had" in page


def test_compare_finds_a_change_and_recognises_noise(tmp_path: Path) -> None:
    """It reports a bot that plays at random instead of well, but not other deals of the same table."""
    runs = {}
    for name, bots, seed in (("a", ("greedy",), "1"), ("b", ("greedy",), "2"), ("c", ("random",), "1")):
        table = Simulation(NAME, [*bots, *["random"] * (seats_of(NAME) - 1)], 400, seed=seed)
        runs[name] = played(Run(table, things=True)).kept
    same = compare(runs["a"], runs["b"])
    assert same.changed == []
    assert sum(one.stands for one in same.differences) == 0
    with pytest.raises(tw.TownwrightError, match="of the same bots"):
        compare(runs["a"], runs["c"])
    runs["c"].setup = runs["a"].setup
    other = compare(runs["a"], runs["c"])
    wins = next(one for one in other.differences if (one.about, one.name) == ("wins", "seat 0"))
    assert wins.stands
    assert wins.high < 0


def test_compare_lists_the_changes_of_the_box(tmp_path: Path) -> None:
    game = load(NAME)
    contents = msgspec.json.decode(msgspec.json.encode(game.contents))
    option, value = next((name, value) for name, value in contents["options"].items() if isinstance(value, bool))
    kept = []
    for chosen in (value, not value):
        table = Simulation(NAME, ["random"] * seats_of(NAME), 50, options={option: chosen})
        kept.append(played(Run(table, things=True)).kept)
    assert compare(*kept).changed == [f"options.{option}: {value} -> {not value}"]
    assert list(changes("box", {"tile": [{"id": "B4", "points": 2}]}, {"tile": [{"id": "B4", "points": 3}]})) == [
        "box.tile.B4.points: 2 -> 3"
    ]
    cards = [{"id": "A", "points": 1}, {"id": "B", "points": 2}, {"id": "C", "points": 3}]
    assert list(changes("box", {"card": cards}, {"card": [cards[0], {"id": "C", "points": 4}, {"id": "D"}]})) == [
        "box.card.B: only in the first",
        "box.card.C.points: 3 -> 4",
        "box.card.D: only in the second",
    ]
    assert list(changes("box", {"steps": [1, 2, 3]}, {"steps": [1, 4]})) == [
        "box.steps.1: 2 -> 4",
        "box.steps.2: only in the first",
    ]


def test_the_commands_simulate_and_compare(tmp_path: Path) -> None:
    bots = ",".join(["random"] * seats_of(NAME))
    for seed in "12":
        report = tmp_path / f"{seed}.html"
        text = good("simulate", NAME, "--bots", bots, "-n", "300", "--seed", seed, "--report", str(report))
        assert "300 games" in text
        assert report.read_text().startswith("<!doctype html>")
    said = good("compare", str(tmp_path / "1.html"), str(tmp_path / "2.html.counts"))
    assert "Box, options and program are the same." in said
    assert " differences are more than noise." in said
    assert '"differences"' in good("compare", str(tmp_path / "1.html"), str(tmp_path / "2.html"), "--json")
    assert "cannot be read" in bad("compare", str(tmp_path / "1.html"), str(tmp_path / "3.html"))
    assert "name a file with --out" in bad("simulate", NAME, "--bots", bots, "--decisions")
    (tmp_path / "file").write_text("")
    nowhere, counts = str(tmp_path / "file" / "report.html"), tmp_path / "unwritten.counts"
    assert f"{nowhere} cannot be written" in bad(  # said before any game is played
        "simulate", NAME, "--bots", bots, "--report", nowhere, "--keep", str(counts)
    )
    assert not counts.exists()
    good("simulate", NAME, "--bots", bots, "-n", "5", "--report", str(tmp_path / "new" / "report.html"))
    same = str(tmp_path / "same.csv")
    assert "--out and --keep name the same file" in bad("simulate", NAME, "--bots", bots, "--out", same, "--keep", same)
    more = good("simulate", NAME, "--bots", bots, "-n", "100", "--seed", "1", "--keep", str(tmp_path / "1.html.counts"))
    assert "300 games" in more


def test_ctrl_c_at_a_terminal_stops_a_simulation_and_the_same_command_resumes_it(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    command = ["simulate", NAME, "-n", "1000000000", "--bots", "random,random", "--keep", str(kept)]
    done = 0
    for _ in range(2):
        child = terminal(*command, kind="xterm")
        shown = ""
        while not (kept.exists() and read_kept(kept).counts.games > done):
            child.expect("/s")  # the rate in the progress bar
            shown += child.before
        child.sendintr()
        child.expect(pexpect.EOF)
        shown += child.before
        child.close()
        assert child.exitstatus == 130, shown
        before, done = done, read_kept(kept).counts.games
        assert done > before
        shown = " ".join(re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown).split())
        assert f"Stopped after {done} of 1000000000 games; the same command resumes." in shown
        assert f"{done} games" in shown
