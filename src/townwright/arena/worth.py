"""Statistics of counts: shares, means, what a thing was worth; intervals of 95 %, and Holm's correction for many."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from .counts import CROSS, LEFT, OFFERS, TAKEN, TAKES, Counts, Histogram
from .tournament import Z, interval

FEW = 30  # with fewer games than this, nothing can be said about a thing


class Estimate(NamedTuple):
    """A figure and its standard error."""

    value: float
    error: float
    few: bool = False  # too few games to call it more than noise

    @property
    def low(self) -> float:
        return self.value - Z * self.error

    @property
    def high(self) -> float:
        return self.value + Z * self.error

    @property
    def chance(self) -> float:
        """How likely a figure at least this far from 0 would be if the truth were 0."""
        if self.few:
            return 1.0
        if self.error == 0:
            return 1.0 if self.value == 0 else 0.0
        return math.erfc(abs(self.value) / self.error / math.sqrt(2))

    def minus(self, other: Estimate) -> Estimate:
        few = self.few or other.few
        return Estimate(self.value - other.value, math.hypot(self.error, other.error), few)


def mean(values: Histogram) -> Estimate:
    """The mean of a histogram."""
    games = sum(values.values())
    return Estimate(average(values), spread(values) / math.sqrt(max(1, games)), games < FEW)


def average(values: Histogram) -> float:
    return sum(value * n for value, n in values.items()) / max(1, sum(values.values()))


def spread(values: Histogram) -> float:
    """The standard deviation."""
    games, middle = sum(values.values()), average(values)
    return math.sqrt(sum(n * (value - middle) ** 2 for value, n in values.items()) / max(1, games - 1))


def quantile(values: Histogram, share: float) -> int:
    """The least value that this share of the games does not exceed."""
    games, so_far = sum(values.values()), 0
    for value in sorted(values):
        so_far += values[value]
        if so_far >= share * games:
            break
    return value


def share(n: int, games: int) -> Estimate:
    """A share of the games."""
    return part_of(n, n, games)


def win_share(counts: Counts, seat: int) -> Estimate:
    """How often a seat won; a shared victory counts in parts."""
    return part_of(counts.wins[seat] / counts.whole, counts.squares[seat] / counts.whole**2, counts.games)


def part_of(won: float, squares: float, games: int) -> Estimate:
    """The mean of results from 0 to 1, by their sum and the sum of their squares.

    The error is that of two more games won and two more lost (Agresti and Coull): none or all of a few games are no
    proof that it is always so.
    """
    more = games + 4
    error = math.sqrt(max(0.0, (squares + 2) / more - ((won + 2) / more) ** 2) / more)
    return Estimate(won / games, error, games < FEW)


def win_interval(counts: Counts, seat: int) -> tuple[float, float]:
    """Wilson's interval of how often a seat won."""
    return interval(counts.wins[seat] / counts.whole, counts.games)


class Worth(NamedTuple):
    """What the counts say about a thing."""

    offered: Estimate  # share of the seats' games in which it was offered
    taken: Estimate  # share of these in which it was taken
    times: float  # how often it was taken per game, all seats together
    winning: Estimate | None  # wins of the seats that took it minus wins of those that left it; None: too few games
    points: Estimate | None


def worth(counts: Counts, thing: int) -> Worth:
    """What a thing was worth, seat by seat, then the mean over the seats, so a seat's own strength does not count."""
    cells = counts.things[thing]
    seats, games = counts.seats, counts.games
    took, left = int(cells[:, TAKEN].sum()), int(cells[:, LEFT].sum())
    offered = took + left
    return Worth(
        offered=share(offered, seats * games),
        taken=taken_share(counts, thing) if offered else Estimate(0.0, 0.0),
        times=float(cells[:, TAKES].sum()) / games,
        winning=difference(counts, thing, 1, counts.whole) if seats > 1 else None,
        points=difference(counts, thing, 3, 1),
    )


def taken_share(counts: Counts, thing: int) -> Estimate:
    """Of the seats' games in which a thing was offered, the share in which it was taken; a game counts once."""
    cells, cross = counts.things[thing], counts.pairs[thing]
    took, left = float(cells[:, TAKEN].sum()), float(cells[:, LEFT].sum())
    part = took / (took + left)
    factors = (1 - part, -part)
    variance = took * factors[0] ** 2 + left * factors[1] ** 2
    for k, (i, j) in enumerate(itertools.product(range(2), range(2))):
        variance += 2 * factors[i] * factors[j] * float(cross[:, k * CROSS].sum())
    offers = took + left
    least = part_of(took, took, int(offers)).error
    return Estimate(part, max(least, math.sqrt(max(0.0, variance)) / offers), offers < FEW)


def ever_offered(counts: Counts, thing: int) -> bool:
    return bool(counts.things[thing][:, OFFERS].any())


def difference(counts: Counts, thing: int, column: int, unit: int) -> Estimate | None:
    """The mean of a result (1: wins, 3: points) of those who took a thing, minus that of those who left it.

    Seats are weighted by their information (n1 n2 / (n1 + n2)). The error counts every game once, although results of
    its seats depend on each other: it adds the squares of each seat's part and the products of the parts of two seats.
    """
    cells, cross = counts.things[thing].astype(float), counts.pairs[thing].astype(float)
    sizes = cells[:, [TAKEN, LEFT]]
    if sizes.sum(axis=0).min() < FEW:
        return None
    usable = sizes.min(axis=1) > 0
    weights = np.where(usable, sizes[:, 0] * sizes[:, 1] / np.maximum(1, sizes.sum(axis=1)), 0.0)
    if not weights.sum():
        return None
    weights /= weights.sum()
    divisors = np.maximum(1, sizes)
    means = np.stack([cells[:, TAKEN + column], cells[:, LEFT + column]], axis=1) / divisors
    squares = np.stack([cells[:, TAKEN + column + 1], cells[:, LEFT + column + 1]], axis=1) / divisors
    spreads = squares - means**2
    if column == 1:  # not 0 where all or none have won, as in `part_of`
        rare = 2 / (sizes + 4)
        spreads = np.maximum(spreads, unit**2 * rare * (1 - rare))
    # a game adds factor * (result - mean) in each of its seats
    factors = weights[:, None] * np.array([1.0, -1.0]) / divisors
    variance = float((factors**2 * sizes * spreads).sum())
    at = 1 if column == 1 else 4  # of the sums of both seats and their product
    for n, (a, b) in enumerate(itertools.combinations(range(counts.seats), 2)):
        for k, (i, j) in enumerate(itertools.product(range(2), range(2))):
            games, *sums = cross[n, [k * CROSS, *(k * CROSS + at + m for m in range(3))]]
            product = sums[2] - means[a, i] * sums[1] - means[b, j] * sums[0] + games * means[a, i] * means[b, j]
            variance += 2 * factors[a, i] * factors[b, j] * float(product)
    value = float((weights * (means[:, 0] - means[:, 1])).sum())
    return Estimate(value / unit, math.sqrt(max(0.0, variance)) / unit)


def more_than_noise(found: Sequence[Estimate | None], level: float = 0.05) -> list[bool]:
    """Which differences stand after Holm's correction: the chance that any of them is noise is below `level`."""
    order = sorted((one.chance, n) for n, one in enumerate(found) if one is not None)
    stands = [False] * len(found)
    for rank, (chance, n) in enumerate(order):
        if chance > level / (len(order) - rank):
            break
        stands[n] = True
    return stands


def close_and_runaway(counts: Counts) -> tuple[float, float, int, int]:
    """The leads that make a game close or a runaway, and how many games were close and how many runaways.

    Close: at most a quarter of the standard deviation of a score. Runaway: more than twice that deviation.
    """
    totals: Any = [counts.lines[seat][-1] for seat in range(counts.seats)]
    deviation = math.sqrt(sum(spread(one) ** 2 for one in totals) / counts.seats)
    close, runaway = deviation / 4, 2 * deviation
    near = sum(n for lead, n in counts.leads.items() if lead <= close)
    far = sum(n for lead, n in counts.leads.items() if lead > runaway)
    return close, runaway, near, far
