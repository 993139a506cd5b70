"""The progress bar of the first compilation, on standard error when that is a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def preparing(title: str) -> Iterator[Callable[[int, int], None]]:
    """Shows "preparing Copenhagen, first time only" while the body runs; gives it done and total."""
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
        task = bar.add_task(f"preparing {title}, first time only")
        yield lambda done, total: bar.update(task, completed=done, total=total)
