"""Two simulations side by side: what differs, and whether it is more than noise."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from townwright.engine.errors import TownwrightError
from townwright.games import load

from .counts import Counts, Kept
from .things import KINDS
from .worth import (
    Estimate,
    close_and_runaway,
    ever_offered,
    mean,
    more_than_noise,
    share,
    win_share,
    worth,
)


class Difference(Struct, frozen=True):
    """One figure of both."""

    about: str
    name: str
    first: float
    second: float
    change: float
    low: float  # the 95 % interval of the change
    high: float
    stands: bool  # more than noise, corrected for all figures that were compared
    percent: bool  # a share, not a number


class Comparison(Struct, frozen=True):
    """The differences of the set-ups and of the results."""

    changed: list[str]
    differences: list[Difference]
    only_first: list[str]  # things that only this one has offered
    only_second: list[str]


Figure = tuple[str, str, bool]


def compare(first: Kept, second: Kept) -> Comparison:
    """Figures of the second less those of the first, for the same game and bots."""
    a, b = first.setup, second.setup
    for name, one, other in (("game", a.game, b.game), ("bots", a.players, b.players)):
        if one != other:
            both = " and ".join(str(x if isinstance(x, str) else ", ".join(x)) for x in (one, other))
            raise TownwrightError(f"only simulations of the same {name} can be compared, not {both}")
    limits = close_and_runaway(first.counts)[:2]
    mine, theirs = (dict(figures(kept, limits)) for kept in (first, second))
    common = [key for key in mine if key in theirs]
    changes = [theirs[key].minus(mine[key]) for key in common]
    found = []
    for key, change, stands in zip(common, changes, more_than_noise(changes), strict=True):
        about, name, percent = key
        values = (mine[key].value, theirs[key].value, change.value, change.low, change.high)
        found.append(Difference(about, name, *values, stands, percent))
    offered = [{f"{about}: {name}" for about, name, _ in one if about.startswith("taken")} for one in (mine, theirs)]
    return Comparison(
        changed=list(set_ups(first, second)),
        differences=found,
        only_first=sorted(offered[0] - offered[1]),
        only_second=sorted(offered[1] - offered[0]),
    )


def figures(kept: Kept, limits: tuple[float, float]) -> Iterator[tuple[Figure, Estimate]]:
    """Everything that can be compared, by name."""
    counts, game = kept.counts, load(kept.setup.game)
    lines = [*game.labels("en")[: len(game.lines)], "all points"]
    places = [*range(len(game.lines)), -1]
    for seat in range(counts.seats):
        if counts.seats > 1:
            yield ("wins", f"seat {seat}", True), win_share(counts, seat)
        for name, n in zip(lines, places, strict=True):
            yield (f"points of seat {seat}", name, False), mean(counts.lines[seat][n])
    yield ("game", "moves", False), mean(counts.moves)
    if counts.seats > 1:
        yield from ends(counts, limits)
    texts = game.texts()
    for n, thing in enumerate(kept.things):
        if not ever_offered(counts, n):
            continue
        heading = "kind of move" if thing.group == KINDS else texts(thing.group)
        name = f"{thing.title} ({thing.id})"
        found = worth(counts, n)
        yield (f"taken, {heading}", name, True), found.taken
        value = found.points if counts.seats == 1 else found.winning
        if value is not None:
            yield (f"worth, {heading}", name, counts.seats > 1), value


def ends(counts: Counts, limits: tuple[float, float]) -> Iterator[tuple[Figure, Estimate]]:
    """How close the games were, by the limits of the first simulation."""
    close, runaway = limits
    near = sum(n for lead, n in counts.leads.items() if lead <= close)
    far = sum(n for lead, n in counts.leads.items() if lead > runaway)
    yield ("game", "lead of the winner", False), mean(counts.leads)
    for name, n in (("close", near), ("runaway", far), ("shared", counts.shared), ("tie-break", counts.broken)):
        yield ("game", name, True), share(n, counts.games)


def set_ups(first: Kept, second: Kept) -> Iterator[str]:
    """The differences in options, box and program."""
    game = load(first.setup.game)
    yield from changes("options", first.setup.options, second.setup.options)
    boxes = [game.contents if kept.setup.box is None else kept.setup.box for kept in (first, second)]
    yield from changes("box", *({name: one for name, one in box.items() if name != "options"} for box in boxes))
    if first.code != second.code:
        yield f"program: {first.code} -> {second.code}"


def changes(path: str, one: Any, other: Any) -> Iterator[str]:
    """Where two parts of boxes differ; a row of a list is named by its id, if it has one."""
    if isinstance(one, list) and isinstance(other, list):
        one, other = by_name(one), by_name(other)
    if isinstance(one, dict) and isinstance(other, dict):
        for key in {**one, **other}:
            if key in one and key in other:
                yield from changes(f"{path}.{key}", one[key], other[key])
            else:
                yield f"{path}.{key}: only in the {'first' if key in one else 'second'}"
    elif one != other:
        yield f"{path}: {one!r} -> {other!r}"


def by_name(rows: list[Any]) -> dict[Any, Any]:
    """The rows of a list by their ids or numbers; by their places if they have none of their own."""
    names = [row.get("id", row.get("number", n)) if isinstance(row, dict) else n for n, row in enumerate(rows)]
    return dict(zip(names if len(set(names)) == len(rows) else range(len(rows)), rows, strict=True))
