"""Work on a real Ray cluster on this machine: equal results, killed workers and drivers, other versions.

`make soak` installs Ray and runs these tests. `make test` does not, because Ray is large and slow to start.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from tests.chosen import names

import townwright as tw
from townwright.arena import Simulation
from townwright.arena.analysing import judgements
from townwright.arena.counts import Counts, read_kept
from townwright.arena.running import Run
from townwright.arena.tournament import Plan, Tournament
from townwright.arena.tuning import Tuning
from townwright.arena.workers import Here
from townwright.engine.thinking import Budget
from townwright.games import load

pytest.importorskip("ray", reason="Ray is not installed: pip install 'townwright[cluster]'")

NAME = names()[0]
SEATS = max(2, load(NAME).seats[0])
PATIENCE = 180.0
SLOW = ["casual:40", *["beginner"] * (SEATS - 1)]  # a game takes long enough to be killed in
GAMES = 24


def until(condition: Callable[[], object]) -> object:
    """Waits until a condition is true, and returns its value."""
    end = time.monotonic() + PATIENCE
    while not (value := condition()):
        assert time.monotonic() < end, "the condition did not become true"
        time.sleep(0.05)
    return value


def children(pid: int) -> list[int]:
    """All descendants of a process."""
    below: dict[int, list[int]] = {}
    for place in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = place.read_text().rpartition(")")[2].split()
        except OSError:  # it has just ended
            continue
        below.setdefault(int(fields[1]), []).append(int(place.parent.name))
    descendants, todo = [], [pid]
    while todo:
        todo += (more := below.get(todo.pop(), []))
        descendants += more
    return descendants


def at_work(head: int) -> list[int]:
    """The workers of a cluster that are busy with a piece of work."""
    busy = []
    for pid in children(head):
        try:
            if b"ray::do_piece" in Path(f"/proc/{pid}/cmdline").read_bytes():
                busy.append(pid)
        except OSError:
            continue
    return busy


@pytest.fixture(scope="module")
def head() -> Iterator[tuple[str, int]]:
    """A cluster with three workers: its address, and the id of the process that started the others."""
    if not Path("/proc/self/stat").exists():
        pytest.skip("workers are found through /proc")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    folder = tempfile.mkdtemp(prefix="tw-", dir="/tmp")  # short: Ray keeps sockets in it
    words = [sys.executable, "-m", "ray.scripts.scripts", "start", "--head", "--block", "--num-cpus=3"]
    words += [f"--port={port}", "--node-ip-address=127.0.0.1", "--include-dashboard=false", "--disable-usage-stats"]
    words += [f"--temp-dir={folder}", "--object-store-memory=100000000"]
    log = Path(folder, "head.log").open("w")  # noqa: SIM115  as long as the cluster
    process = subprocess.Popen(words, stdout=log, stderr=log, start_new_session=True)

    def listens() -> bool:
        assert process.poll() is None, Path(folder, "head.log").read_text()
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", port)) == 0

    until(listens)
    yield f"127.0.0.1:{port}", process.pid
    below = children(process.pid)
    process.terminate()
    process.wait(PATIENCE)
    for pid in below:
        if Path(f"/proc/{pid}").exists():
            os.kill(pid, signal.SIGKILL)
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def workers(head: tuple[str, int]) -> Iterator[object]:
    from townwright.arena.cluster import Cluster

    with Cluster(head[0], NAME) as found:
        yield found


def plain(counts: Counts) -> object:
    return msgspec.json.encode(counts, enc_hook=lambda array: array.tolist())


@pytest.fixture(scope="module")
def alone() -> object:
    """The counts of the slow games on this machine, without a cluster."""
    run = Run(Simulation(NAME, SLOW, GAMES, seed="c", jobs=2), things=True)
    for _ in run:
        pass
    return plain(run.counts)


def start(address: str, keep: Path, **env: str) -> subprocess.Popen[str]:
    """The command line on the cluster."""
    words = [sys.executable, "-c", "from townwright.cli import main; main()", "simulate", NAME, "--seed", "c"]
    words += ["--bots", ",".join(SLOW), "-n", str(GAMES), "--keep", str(keep), "--cluster", address]
    return subprocess.Popen(words, env={**os.environ, **env}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_a_worker_killed_in_the_middle_costs_only_its_piece(
    head: tuple[str, int], alone: object, tmp_path: Path
) -> None:
    address, pid = head
    driver = start(address, tmp_path / "counts")
    victim = until(lambda: at_work(pid))[0]  # type: ignore[index]
    os.kill(victim, signal.SIGKILL)
    _, problems = driver.communicate(timeout=PATIENCE)
    assert driver.returncode == 0, problems
    assert plain(read_kept(tmp_path / "counts").counts) == alone
    assert not Path(f"/proc/{victim}").exists()


def test_a_driver_killed_in_the_middle_resumes_from_its_kept_counts(
    head: tuple[str, int], alone: object, tmp_path: Path
) -> None:
    keep = tmp_path / "counts"
    driver = start(head[0], keep)
    until(keep.exists)
    driver.kill()
    driver.communicate()
    done = read_kept(keep).counts.games
    assert done > 0
    again = start(head[0], keep)
    _, problems = again.communicate(timeout=PATIENCE)
    assert again.returncode == 0, problems
    assert plain(read_kept(keep).counts) == alone


def test_a_worker_refuses_a_driver_of_another_version(head: tuple[str, int], tmp_path: Path) -> None:
    """The driver has changed bots, the workers have the installed ones."""
    package = Path(tw.__file__).parent
    shutil.copytree(package, tmp_path / "townwright", ignore=shutil.ignore_patterns("page", "__pycache__"))
    with (tmp_path / "townwright" / "bots" / "levels.py").open("a") as file:
        file.write("\n# changed\n")
    driver = start(head[0], tmp_path / "counts", PYTHONPATH=str(tmp_path))
    _, problems = driver.communicate(timeout=PATIENCE)
    assert driver.returncode == 2
    assert "a worker of the cluster runs another version" in problems
    assert len(problems.strip().splitlines()) == 1


def test_compiled_games_give_the_same_counts(workers: object) -> None:
    runs = [
        Run(Simulation(NAME, ["greedy"] * SEATS, 2500, seed="c", jobs=2), things=True, workers=who)  # type: ignore[arg-type]
        for who in (None, workers)
    ]
    for run in runs:
        assert list(run)[-1] == 2500
    assert plain(runs[0].counts) == plain(runs[1].counts)


def test_arena_learning_and_analysis_give_the_same_results(workers: object, tmp_path: Path) -> None:
    plan = Plan(game=NAME, version=load(NAME).version, bots=["greedy", "casual:4"], seats=SEATS, seed="c", cpu=True)
    tables = [Tournament(plan, 6, workers=who) for who in (None, workers)]  # type: ignore[arg-type]
    played = [{game.number: (game.points, game.places, game.moves) for game in run} for run in tables]
    assert played[0] == played[1]

    runs = [Tuning(NAME, 130, "c", workers=who) for who in (None, workers)]  # type: ignore[arg-type]
    for run in runs:
        assert list(run)
    assert runs[0].result == runs[1].result

    match = tw.new(NAME, SEATS, seed=3)
    for _ in range(8):
        seat = match.pending[0]
        match.play(seat, match.codes(seat)[0])
    record = msgspec.json.encode(match.record())
    found = [list(judgements(record, Budget(simulations=40), "en", who)) for who in (Here(1), workers)]  # type: ignore[arg-type]
    assert found[0] == found[1]
    assert found[0]


def test_a_missing_cluster_is_reported(tmp_path: Path) -> None:
    driver = start("127.0.0.1:9", tmp_path / "counts")
    _, problems = driver.communicate(timeout=PATIENCE)
    assert driver.returncode == 2
    assert "there is no Ray cluster at '127.0.0.1:9'" in problems
