"""A game's entry points: written to a module of their own, compiled in parallel on first use.

The functions of a game work on fields; generic code and Python call them over byte buffers. The module in between is
the same for every game, so it is written from a template into the cache folder (Numba caches only functions that are in
a file). Run as a program, this module is the compile worker.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable
from types import ModuleType
from typing import Any

from . import cache, loops
from .compiling import CHECKS, GAME_SIGNATURES, PURE, prepare
from .errors import DoesNotCompile
from .progress import Report

TEMPLATE = '''"""The entry points of {package}, written by townwright.engine.entry_points."""

import sys

from townwright.engine import loops
from townwright.engine.chance import key_in, rekey
from townwright.engine.compiling import as_fields, entry_point, num
from townwright.engine.fields import layout
from townwright.engine.moves import NOT_ASKED, NOT_YOUR_TURN, OVER, offered
from {package} import moves, rules, sense
from {package}.box import Box
from {package}.state import State

game = sys.modules[__name__]
BOX, STATE = layout(Box), layout(State)
BASES = tuple(kind.base for kind in moves.MOVES.kinds)
OFFERED = offered(moves.MOVES, rules.OFFERS)


@entry_point("{setup}")
def setup(box, state, seats, key):
    state[:] = 0
    s = as_fields(state, STATE)
    s.seats = seats
    key_in(s, key)
    rules.setup(as_fields(box, BOX), s)


@entry_point("{legal}")
def legal(box, state, seat, codes):
    s = as_fields(state, STATE)
    if (num(s.pending) >> seat) & 1 == 0:
        return 0
    return rules.legal(as_fields(box, BOX), s, seat, codes)


@entry_point("{apply}")
def apply(box, state, seat, code):
    s = as_fields(state, STATE)
    rules.apply(as_fields(box, BOX), s, seat, code)
    s.ply += 1


@entry_point("{refuse}")
def refuse(box, state, seat, code):
    s = as_fields(state, STATE)
    if s.over:
        return OVER
    if (num(s.pending) >> seat) & 1 == 0:
        return NOT_YOUR_TURN
    kind = len(BASES) - 1
    while code < BASES[kind]:
        kind -= 1
    if (OFFERED[kind] >> num(rules.decision(s, seat))) & 1 == 0:
        return NOT_ASKED
    return rules.refuse(as_fields(box, BOX), s, seat, code)


@entry_point("{score}")
def score(box, state, lines):
    rules.score(as_fields(box, BOX), as_fields(state, STATE), lines)


@entry_point("{observe}")
def observe(box, state, seat, known):
    known[:] = 0
    s = as_fields(state, STATE)
    k = as_fields(known, STATE)
    k.seats = s.seats
    k.over = s.over
    k.pending = s.pending
    k.ply = s.ply
    k.revealed = s.revealed
    rules.observe(as_fields(box, BOX), s, seat, k)


@entry_point("{resample}")
def resample(box, known, rng):
    k = as_fields(known, STATE)
    rekey(k, rng)
    rules.resample(as_fields(box, BOX), k, rng)


@entry_point("{estimate}")
def estimate(box, state, guess):
    sense.estimate(as_fields(box, BOX), as_fields(state, STATE), guess)
'''

SENSE = """

@entry_point("{value}")
def value(box, state, weights, seat, guess):
    sense.value(as_fields(box, BOX), as_fields(state, STATE), weights, seat, guess)
"""

ESTIMATE = """

@entry_point("{value}")
def value(box, state, weights, seat, guess):
    estimate(box, state, guess)
"""

SEALED = """

@entry_point("{sealed}")
def sealed(box, known):
    return rules.sealed(as_fields(box, BOX), as_fields(known, STATE))
"""

OPEN = """

@entry_point("{sealed}")
def sealed(box, known):
    return 0
"""

GETS = """

@entry_point("{gets}")
def gets(box, state, seat, code):
    return rules.gets(as_fields(box, BOX), as_fields(state, STATE), seat, code)
"""

NAMES_ALL = """

@entry_point("{gets}")
def gets(box, state, seat, code):
    return 0
"""

PARTS = """

@entry_point("{parts}")
def parts(box, state, seat, out):
    return rules.parts(as_fields(box, BOX), as_fields(state, STATE), seat, out)
"""

NOTES = """

@entry_point("{notes}")
def notes(box, known, codes, out):
    b = as_fields(box, BOX)
    k = as_fields(known, STATE)
    for n in range(len(codes)):
        code = num(codes[n])
        out[n] = rules.note(b, k, code) * {size} + code
"""

FACTS = """

@entry_point("{facts}")
def facts(box, known, out):
    rules.facts(as_fields(box, BOX), as_fields(known, STATE), out)
"""

# Functions are passed as attributes of a module: as globals they would be constants with a run-time address, and Numba
# would refuse to cache the binder.
BINDER = """

@entry_point("{signature}", aside=True)
def {name}({args}):
    return loops.{name}({functions}, {args})
"""


def source(package: str) -> str:
    """The text of a game's module of entry points."""
    text = TEMPLATE.format(package=package, **GAME_SIGNATURES)
    rules, moves, sense = (importlib.import_module(f"{package}.{room}") for room in ("rules", "moves", "sense"))
    text += (SENSE if hasattr(sense, "value") else ESTIMATE).format(**GAME_SIGNATURES)
    text += (SEALED if hasattr(rules, "sealed") else OPEN).format(**GAME_SIGNATURES)
    text += (GETS if hasattr(rules, "gets") else NAMES_ALL).format(**GAME_SIGNATURES)
    if hasattr(rules, "parts"):
        text += PARTS.format(**GAME_SIGNATURES)
    if hasattr(rules, "note"):
        text += NOTES.format(size=moves.MOVES.size, **GAME_SIGNATURES)
    if hasattr(rules, "facts"):
        text += FACTS.format(**GAME_SIGNATURES)
    for loop in (*loops.LOOPS, *loops.LATE):
        takes, gives = loop.townwright_signature.split("->")
        words = takes.split()
        functions = [f"game.{word[1:]}" for word in words if word[0] == "@"]
        rest = [word for word in words if word[0] != "@"]
        text += BINDER.format(
            signature=f"{' '.join(rest)} -> {gives.strip()}",
            name=loop.__name__,
            functions=", ".join(functions),
            args=", ".join(f"a{n}" for n in range(len(rest))),
        )
    return text


def write_once(package: str) -> ModuleType:
    """The module of a game's entry points, imported. It is written first if these sources have none yet."""
    module = ModuleType(f"townwright_entry_points.{package.rpartition('.')[2]}")
    if PURE:
        sys.modules[module.__name__] = module  # the module looks itself up
        exec(source(package), module.__dict__)
        return module
    path = cache.folder(cache.part_of(package), CHECKS) / "entry_points.py"
    if not path.exists():  # never written again, because Numba's cache depends on its modification time
        draft = path.with_suffix(f".{os.getpid()}")
        draft.write_text(source(package))
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        except OSError:  # a file system without links
            draft.replace(path)
        draft.unlink(missing_ok=True)
    spec = importlib.util.spec_from_file_location(module.__name__, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[module.__name__] = module
    spec.loader.exec_module(module)
    return module


def prepare_entry(module: ModuleType, name: str) -> Callable[..., Any]:
    """One entry point, compiled. A binder needs its loop and the functions it passes to it compiled first."""
    loop: Any = getattr(loops, name, None)
    if loop in (*loops.LOOPS, *loops.LATE):
        for word in loop.townwright_signature.split():
            if word[0] == "@":
                prepare(getattr(module, word[1:]))
        prepare(loop)
    function: Callable[..., Any] = getattr(module, name)
    prepare(function)
    return function


PREPARING = threading.Lock()  # several threads may be the first to need a function


class EntryPoints:
    """The compiled functions of one game. Each is compiled, or loaded from the cache, on first use."""

    def __init__(self, package: str) -> None:
        self._package = package
        self._module = write_once(package)
        self._workers: list[Worker] = []  # while it compiles
        self._stopped = False

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if not hasattr(self._module, name):
            raise AttributeError(f"this game has no entry point {name!r}")
        with PREPARING:
            function = prepare_entry(self._module, name)
        setattr(self, name, function)
        return function

    @property
    def ready(self) -> bool:
        """Whether everything is in the cache already."""
        return PURE or self._stamp().exists()

    def _stamp(self) -> Any:
        return cache.folder(cache.part_of(self._package), CHECKS) / "ready"

    def warm(self, progress: Report | None = None, workers: int | None = None) -> None:
        """Compiles everything in parallel processes that fill one cache."""
        if self.ready:
            return
        report = progress or (lambda done, total: None)
        names = [loop.__name__ for loop in loops.LOOPS]
        first = [
            "apply",
            "legal",
            "refuse",
            "setup",
            "resample",
            "estimate",
            "value",
            "observe",
            "score",
            "sealed",
            "gets",
        ]
        first += [name for name in ("parts", "notes", "facts") if hasattr(self._module, name)]
        stages = [["loops.search", *first, *(f"loops.{name}" for name in names if name != "search")], names]
        total = sum(len(stage) for stage in stages)
        done = 0
        report(0, total)
        count = workers or max(1, min(4, os.cpu_count() or 1))
        self._workers = [Worker(self._package) for _ in range(count)]
        try:
            for stage in stages:
                if self._stopped:
                    raise Stopped
                for _ in run_stage(self._workers, stage):
                    done += 1
                    report(done, total)
        except Exception as problem:
            raise Stopped if self._stopped else problem from None
        finally:
            for worker in self._workers:
                worker.close()
            self._workers = []
        self._stamp().touch()

    def stop(self) -> None:
        """Stops a running compilation from another thread: `warm` raises Stopped, and no process is left."""
        self._stopped = True
        for worker in self._workers:
            worker.kill()


class Stopped(Exception):
    """A compilation was stopped."""


class Worker:
    """A process that compiles entry points: it reads one name per line and repeats each when it is done."""

    def __init__(self, package: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", __name__, package],
            env={**os.environ, "PYTHONPATH": os.pathsep.join([str(cache.PACKAGE.parent), *sys.path])},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,  # Ctrl-C in a terminal ends this process, which ends its workers
        )

    def compile(self, name: str) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        try:
            self._process.stdin.write(name + "\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            pass
        answer = self._process.stdout.readline().strip()
        if answer.startswith("!"):
            raise DoesNotCompile(answer[1:])
        if answer != name:
            raise RuntimeError(f"compiling {name} failed:\n{self._process.stderr.read()}")

    def kill(self) -> None:
        self._process.kill()

    def close(self) -> None:
        self._process.terminate()
        self._process.communicate()


def run_stage(workers: list[Worker], names: list[str]) -> Any:
    """Distributes the names among the workers; yields each when it is done."""
    todo: queue.SimpleQueue[str] = queue.SimpleQueue()
    done: queue.SimpleQueue[str | Exception] = queue.SimpleQueue()
    for name in names:
        todo.put(name)

    def work(worker: Worker) -> None:
        while True:
            try:
                name = todo.get_nowait()
            except queue.Empty:
                return
            try:
                worker.compile(name)
                done.put(name)
            except Exception as error:
                done.put(error)
                return

    threads = [threading.Thread(target=work, args=(worker,), daemon=True) for worker in workers]
    for thread in threads:
        thread.start()
    for _ in names:
        result = done.get()
        if isinstance(result, Exception):
            raise result
        yield result


def work_forever(package: str) -> None:
    """The compile worker: reads names, compiles them and repeats each; "!" begins an error."""
    module = write_once(package)
    for line in sys.stdin:
        name = line.strip()
        try:
            if name.startswith("loops."):
                prepare(getattr(loops, name[6:]))
            else:
                prepare_entry(module, name)
        except DoesNotCompile as problem:
            name = f"!{problem}"
        print(name, flush=True)


if __name__ == "__main__":
    work_forever(sys.argv[1])
