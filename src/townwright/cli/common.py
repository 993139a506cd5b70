"""What several commands share: arguments, reading and writing files, progress, score sheets."""

from __future__ import annotations

import contextlib
import time
from collections import deque
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from types import EllipsisType
from typing import TYPE_CHECKING, Any, TypeVar

import click

from townwright.engine.errors import TownwrightError
from townwright.engine.texts import LANGUAGE, Texts, languages, load_texts
from townwright.games import names

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID
    from rich.table import Table

    from townwright.arena.workers import Workers
    from townwright.engine.match import Match

F = TypeVar("F", bound=Callable[..., Any])

STOPPED = 130  # the exit code after Ctrl-C, as in shells
LARGEST_FILE = 16 * 2**20
RECENT = 60.0  # seconds over which the rate of work is measured


data_option = click.option(
    "--data", help="The folder of the games, or a database URL. By default a folder in your home directory."
)


def data_place(data: str | None) -> str:
    """The folder or database where games are kept."""
    import platformdirs

    return data or str(platformdirs.user_data_path("townwright", appauthor=False))


@contextlib.contextmanager
def the_server() -> Iterator[None]:
    """Goes around imports and uses of the server; a missing package or a failing database is one sentence."""
    try:
        import litestar  # noqa: F401
        import sqlalchemy
        import uvicorn  # noqa: F401
    except ImportError:
        raise TownwrightError("the server needs more packages: pip install 'townwright[server]'") from None
    from alembic.util import CommandError

    try:
        yield
    except (sqlalchemy.exc.SQLAlchemyError, CommandError, ImportError, OSError) as problem:
        why = " ".join(str(getattr(problem, "orig", None) or problem).split())
        raise TownwrightError(f"the games cannot be reached: {why}") from None


class GameName(click.ParamType[str]):
    """The name of a game; underscores, spaces and capitals are accepted too."""

    name = "game"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        name = value.lower().replace("_", "-").replace(" ", "-")
        if name not in names():
            self.fail(f"There is no game {value!r}; expected one of: {', '.join(names())}", param, ctx)
        return name

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:
        from click.shell_completion import CompletionItem

        return [CompletionItem(name) for name in names() if name.startswith(incomplete)]


def game_argument(function: F) -> F:
    """The GAME argument."""
    return click.argument("game", type=GameName())(function)


def box_options(function: F) -> F:
    """--option and --box."""
    function = click.option(
        "--box", type=click.Path(dir_okay=False), help="A TOML file of your own instead of the game's box."
    )(function)
    return click.option(
        "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game; may be repeated."
    )(function)


def cluster_option(function: F) -> F:
    """--cluster."""
    text = "Work on a Ray cluster: the address of its head, or auto for the one on this machine (docs/scale.md)."
    return click.option("--cluster", metavar="auto|ADDRESS", help=text)(function)


@contextlib.contextmanager
def cluster_workers(address: str | None, game: str) -> Iterator[Workers | None]:
    """The workers of a cluster for the duration of the block; None without an address: then this machine works."""
    if address is None:
        yield None
        return
    from townwright.arena.cluster import Cluster

    with Cluster(address, game) as workers:
        yield workers


def rate_of(number: float) -> str:
    """A rate as text, with few digits."""
    return f"{number:,.0f}" if number >= 10 else f"{number:.2g}"


@contextlib.contextmanager
def working(what: str, total: int, done: int = 0) -> Iterator[tuple[Progress, TaskID]]:
    """A progress bar with rate and time left, on a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
    )

    seen: deque[tuple[float, float]] = deque([(time.monotonic(), done)])

    class Rated(Progress):
        """The rate is measured over the last minute, including the wait for the first result."""

        def get_renderables(self) -> Iterator[Any]:
            for task in self.tasks:
                if task.completed != seen[-1][1]:
                    seen.append((time.monotonic(), task.completed))
                    while len(seen) > 2 and seen[1][0] < seen[-1][0] - RECENT:
                        seen.popleft()
                    (began, before), (now, after) = seen[0], seen[-1]
                    rate = (after - before) / max(now - began, 1e-3)
                    left = timedelta(seconds=round(max(0.0, task.remaining or 0.0) / max(rate, 1e-9)))
                    task.fields["rate"] = f"{rate_of(rate)}/s, {left} left"
            yield from super().get_renderables()

    with Rated(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        yield bar, bar.add_task(what, total=total, completed=done, rate="")


def stopped_after(done: int, total: int, option: str, kept: object, what: str = "games") -> str:
    """The message after Ctrl-C."""
    after = "the same command resumes" if kept is not None else f"with {option} the same command would resume"
    return f"Stopped after {done} of {total} {what}; {after}."


def seed_option(function: F) -> F:
    return click.option("--seed", help="A number or a text; the same seed deals the same game.")(function)


def language_option(function: F) -> F:
    return click.option(
        "--language",
        type=click.Choice(languages()),
        default=LANGUAGE,
        show_default=True,
        help="The language of the game.",
    )(function)


def terminal_texts(language: str) -> Texts:
    """The messages of the command line."""
    return load_texts(__package__, language)


def parse_options(pairs: tuple[str, ...]) -> dict[str, Any]:
    """NAME=VALUE pairs as a mapping; a value is read as TOML (true, 3, ["a"]) if possible, else it is a text."""
    import tomllib

    chosen: dict[str, Any] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise click.UsageError(f"Option {pair!r} is not of the form NAME=VALUE")
        try:
            chosen[name.strip()] = tomllib.loads(f"value = {value}")["value"]
        except tomllib.TOMLDecodeError:
            chosen[name.strip()] = value.strip()
    return chosen


def parse_bots(lists: tuple[str, ...]) -> list[str]:
    """Bots given one by one or separated by commas."""
    from townwright.bots import check_budget

    return [check_budget(name.strip()) for names in lists for name in names.split(",") if name.strip()]


def read_file(path: str) -> bytes:
    """A file's bytes, or one clear sentence."""
    try:
        if Path(path).stat().st_size > LARGEST_FILE:
            raise TownwrightError(f"{path} is larger than {LARGEST_FILE // 2**20} MB")
        return Path(path).read_bytes()
    except OSError as problem:
        raise TownwrightError(f"{path} cannot be read: {problem.strerror or problem}") from None


def check_places(*paths: str | None) -> None:
    """One clear sentence before the work starts if its results cannot be written to these files."""
    for path in filter(None, paths):
        new = not Path(path).exists()
        try:
            Path(path).parent.mkdir(parents=True, exist_ok=True)
            Path(path).open("a").close()
            if new:
                Path(path).unlink()
        except OSError as problem:
            raise TownwrightError(f"{path} cannot be written: {problem.strerror or problem}") from None


def write_file(path: str, text: str) -> None:
    """Writes a file, or one clear sentence."""
    try:
        Path(path).write_text(text, encoding="utf-8")
    except OSError as problem:
        raise TownwrightError(f"{path} cannot be written: {problem.strerror or problem}") from None


def so_far(points: int, unseen: str | list[str]) -> str:
    """Points as the reader knows them: "42+" if hidden things are not counted."""
    return f"{points}+" if unseen else str(points)


def sheet_table(
    match: Match,
    names: list[str] | None = None,
    reader: int | EllipsisType | None = ...,
    language: str = LANGUAGE,
) -> Table:
    """The score sheet as a reader may know it: a row for each line with its parts, a column for each player."""
    from rich.table import Table
    from rich.text import Text

    sheets, texts = match.sheet(reader, language), terminal_texts(language)
    names = names or [match.seat_name(sheet.seat, None, language) for sheet in sheets]
    table = Table(title=texts("sheet.title", game=match.game.title), title_justify="left")
    table.add_column("")
    for name in names:
        table.add_column(Text(name), justify="right")
    for n, line in enumerate(sheets[0].lines):
        cells = []
        for sheet in sheets:
            mine = sheet.lines[n]
            details = [f"{part.label} {part.points}" for part in mine.parts]
            details += [texts("sheet.unseen", what=mine.unseen)] if mine.unseen else []
            points = so_far(mine.points, mine.unseen)
            cells.append(f"{', '.join(details)}  {points}" if details else points)
        table.add_row(line.label, *cells)
    table.add_section()
    table.add_row(texts("sheet.total"), *(so_far(sheet.total, sheet.unseen) for sheet in sheets), style="bold")
    for n, line in enumerate(sheets[0].ties):
        table.add_row(line.label, *(str(sheet.ties[n].points) for sheet in sheets), style="dim")
    table.add_row(texts("sheet.rank"), *(str(sheet.rank) for sheet in sheets))
    return table
