"""The progress bar of the first compilation, on standard error if that is a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

Report = Callable[[int, int], None]  # done, total


@contextmanager
def preparing(*titles: str) -> Iterator[list[Report]]:
    """Shows "preparing Copenhagen, first time only" while the body runs: one line for each title that reports."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f} %"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:

        def reporter(title: str) -> Report:
            task = bar.add_task(f"preparing {title}, first time only", start=False, visible=False)

            def report(done: int, total: int) -> None:
                bar.start_task(task)
                bar.update(task, completed=done, total=total, visible=True)

            return report

        yield [reporter(title) for title in titles]
