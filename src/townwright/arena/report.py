"""The page of a simulation for designers: one self-contained file with pictures, no script, light and dark."""

from __future__ import annotations

import math
import shlex
from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files
from typing import Any

import msgspec

from townwright import __version__

from .charts import histogram, outlines, seat_bars, whisker
from .counts import Kept
from .simulation import Simulation
from .things import KINDS, Thing
from .tournament import interval
from .worth import (
    Estimate,
    Worth,
    average,
    close_and_runaway,
    ever_offered,
    mean,
    more_than_noise,
    quantile,
    spread,
    win_interval,
    win_share,
    worth,
)

LONG = 24  # rows of a table; in a longer one the middle is folded away


def percent(value: float, digits: int = 1) -> str:
    return f"{100 * value:.{digits}f} %"


def signed(value: float, digits: int = 1) -> str:
    return f"{value:+.{digits}f}".replace("-", "\u2212")


def card(title: str, *parts: str) -> str:
    return f'<section class="card"><h3>{escape(title)}</h3>{"".join(parts)}</section>'


def row(cells: Iterable[str], tag: str = "td") -> str:
    return "<tr>" + "".join(f"<{tag}>{cell}</{tag}>" for cell in cells) + "</tr>"


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    body = "".join(row(cells) for cells in rows)
    return f'<div class="wide"><table><thead>{row(heads, "th")}</thead><tbody>{body}</tbody></table></div>'


class Page:
    """The parts of a page, from the counts of a simulation."""

    def __init__(self, kept: Kept, run: Simulation) -> None:
        self.kept, self.run, self.counts = kept, run, kept.counts
        self.game, self.texts = run.game, run.game.texts()
        self.lines = self.game.labels("en")
        self.names = [f"{seat}: {name}" for seat, name in enumerate(run.players)]  # seats as in compare and in files
        self.alone = run.seats == 1

    def __str__(self) -> str:
        parts = [self.head(), self.figures(), self.outstanding(), self.seats(), self.scores(), self.length()]
        if not self.alone:
            parts.append(self.ends())
        if self.kept.things:
            parts.append(self.things())
        parts.append(self.foot())
        style = (files("townwright.arena") / "report.css").read_text(encoding="utf-8")
        return (
            '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f"<title>{escape(self.game.title)}: {self.counts.games:,} games</title>\n<style>\n{style}</style></head>\n"
            f"<body><main>\n{chr(10).join(parts)}\n</main></body></html>\n"
        )

    def head(self) -> str:
        own = " Not the game's own box." if self.run.setup.box is not None else ""
        usual = self.game.open_box().options
        changed = {name: value for name, value in self.run.box.options.items() if value != usual[name]}
        chosen = ", ".join(f"{name} {msgspec.json.encode(value).decode()}" for name, value in changed.items())
        return (
            f"<h1>{escape(self.game.title)}: {self.counts.games:,} games</h1>"
            f'<p class="soft">Seats: {escape(", ".join(self.run.players))}. Seed {escape(str(self.run.seed))}.'
            f" Options: {escape(chosen) or 'as printed'}.{own}</p>"
        )

    def figures(self) -> str:
        counts = self.counts
        points: dict[int, int] = {}
        for seat in range(counts.seats):
            for value, n in counts.lines[seat][-1].items():
                points[value] = points.get(value, 0) + n
        found = [
            ("moves a game", f"{average(counts.moves):.1f}"),
            ("points a seat", f"{average(points):.1f}"),
        ]
        if not self.alone:
            _, _, near, far = close_and_runaway(counts)
            found += [
                ("close games", percent(near / counts.games)),
                ("runaway games", percent(far / counts.games)),
                ("shared victories", percent(counts.shared / counts.games)),
            ]
        cells = "".join(f'<div class="card"><b>{value}</b>{name}</div>' for name, value in found)
        return f'<div class="figures">{cells}</div>'

    def outstanding(self) -> str:
        """A few sentences on what is more than noise."""
        counts, said = self.counts, []
        fair = 1 / counts.seats
        if not self.alone:
            shares = [win_share(counts, seat) for seat in range(counts.seats)]
            error = math.sqrt(fair * (1 - fair) / counts.games)  # if every seat wins its share
            off = [Estimate(one.value - fair, error, one.few) for one in shares]
            for seat, stands in enumerate(more_than_noise(off)):
                if stands:
                    more = "more" if off[seat].value > 0 else "less"
                    low, high = win_interval(counts, seat)
                    said.append(
                        f"Seat {escape(self.names[seat])} wins {more} than its share: {percent(shares[seat].value)} "
                        f"({percent(low)} to {percent(high)}; even would be {percent(fair)})."
                    )
            if not said:
                said.append("No seat wins more or less than its share beyond what chance explains.")
        rows = [one for one in self.rows() if one[0].group != KINDS]
        valued = [(thing, self.value(found), stands) for thing, found, stands in rows]
        sure = [(thing, found) for thing, found, stands in valued if stands and found is not None]
        if sure:
            best, worst = max(sure, key=lambda one: one[1].value), min(sure, key=lambda one: one[1].value)
            for (thing, found), what in ((best, "Best"), (worst, "Worst")):
                if (found.value > 0) == (what == "Best"):
                    group, title = escape(self.heading(thing.group)), escape(thing.title)
                    said.append(f"{what} to take ({group}): {title}, {self.in_words(found)}.")
        never = [thing.title for thing, found, _ in rows if found.taken.value == 0]
        if never:
            some = ", ".join(sorted(set(never))[:8]) + (" and others" if len(set(never)) > 8 else "")
            said.append(f"Offered but never taken: {escape(some)}.")
        items = "".join(f"<li>{one}</li>" for one in said)
        return f"<h2>What stands out</h2><ul>{items}</ul>" if said else ""

    def seats(self) -> str:
        counts = self.counts
        bars = [(name, win_share(counts, n).value, *win_interval(counts, n)) for n, name in enumerate(self.names)]
        heads = ["seat", "wins", "95 %", "points", "95 %", "std dev", "least", "median", "most"]
        rows = []
        for seat, name in enumerate(self.names):
            points = counts.lines[seat][-1]
            found, (low, high) = mean(points), win_interval(counts, seat)
            cells = [
                escape(name),
                percent(bars[seat][1]),
                f"{100 * low:.1f} to {percent(high)}",
                f"{found.value:.2f}",
                f"{found.low:.2f} to {found.high:.2f}",
                f"{spread(points):.2f}",
                str(min(points)),
                str(quantile(points, 0.5)),
                str(max(points)),
            ]
            rows.append(cells[:1] + cells[3:] if self.alone else cells)
        if self.alone:  # nobody to win against
            heads = heads[:1] + heads[3:]
        key = "".join(f'<li><i class="s{n % 6}"></i>{escape(name)}</li>' for n, name in enumerate(self.names))
        totals = [counts.lines[seat][-1] for seat in range(counts.seats)]
        wins = "" if self.alone else card("Victories", seat_bars(bars, 1 / counts.seats))
        return (
            f"<h2>Results by seat</h2><div class='cards'>{wins}"
            f"{card('Points', f'<ul class=key>{key}</ul>', outlines(totals, 'Points by seat'))}</div>"
            f"{table(heads, rows)}"
        )

    def scores(self) -> str:
        """Every line of the sheet: its distribution over all seats, and the winners' mean."""
        counts, parts, rows = self.counts, [], []
        played, won = counts.games * counts.seats, counts.games * counts.whole
        for n, name in enumerate(self.lines[: len(self.game.lines)]):
            both: dict[int, int] = {}
            for seat in range(counts.seats):
                for value, times in counts.lines[seat][n].items():
                    both[value] = both.get(value, 0) + times
            parts.append(card(name, histogram(both, name, n, 70)))
            winner = counts.winners[n] / won
            loser = (average(both) * played - winner * counts.games) / max(1, played - counts.games)
            cells = [escape(name), f"{average(both):.2f}", f"{spread(both):.2f}"]
            rows.append(cells if self.alone else [*cells, f"{winner:.2f}", f"{loser:.2f}", signed(winner - loser, 2)])
        heads = ["line", "mean", "std dev"] + ([] if self.alone else ["of winners", "of the others", "difference"])
        return f"<h2>Points by line</h2><div class='cards'>{''.join(parts)}</div>{table(heads, rows)}"

    def length(self) -> str:
        moves = self.counts.moves
        if len(moves) == 1:
            return f"<h2>Length</h2><p>Every game takes {min(moves)} moves. {self.highest()}</p>"
        short, long = (self.seed(name) for name in ("shortest", "longest"))
        text = (
            f"Half of the games take {quantile(moves, 0.25)} to {quantile(moves, 0.75)} moves. Shortest: {min(moves)} "
            f"({short}); longest: {max(moves)} ({long}). {self.highest()}"
        )
        picture = card("Moves of a game", histogram(moves, "Moves of a game", 5))
        return f"<h2>Length</h2><div class='cards'>{picture}</div><p>{text}</p>"

    def highest(self) -> str:
        return f"Highest score: {self.counts.extremes['highest'].value} ({self.seed('highest')})."

    def ends(self) -> str:
        """How close the games were."""
        counts = self.counts
        close, runaway, near, far = close_and_runaway(counts)
        rows = [
            (f"close: a lead of at most {close:.1f}", near),
            (f"runaway: a lead of more than {runaway:.1f}", far),
            ("shared victory", counts.shared),
            ("equal points, decided by a tie-break", counts.broken),
        ]
        cells = []
        for name, n in rows:
            low, high = interval(n, counts.games)
            cells.append([name, percent(n / counts.games, 2), f"{100 * low:.2f} to {percent(high, 2)}"])
        text = (
            "A close game ends within a quarter of the standard deviation of a score, a runaway beyond twice it. "
            f"The widest lead is {max(counts.leads)} ({self.seed('widest')})."
        )
        picture = card("Lead of the winner over the second", histogram(counts.leads, "Lead of the winner", 3))
        figures = table(["", "games", "95 %"], cells)
        return f"<h2>How close</h2><div class='cards'>{picture}<div>{figures}</div></div><p>{text}</p>"

    def seed(self, name: str) -> str:
        return f"seed <code>{escape(self.run.seed_of(self.counts.extremes[name].game))}</code>"

    def value(self, found: Worth) -> Estimate | None:
        """The value that counts: winning, or points in a game played alone."""
        return found.points if self.alone else found.winning

    def in_words(self, found: Estimate) -> str:
        """A value with its interval."""
        if self.alone:
            return f"{signed(found.value)} points ({signed(found.low)} to {signed(found.high)})"
        points = f"{signed(100 * found.value)} percentage points of victories"
        return f"{points} ({signed(100 * found.low)} to {signed(100 * found.high)})"

    def rows(self) -> list[tuple[Thing, Worth, bool]]:
        """Everything that was ever offered, its worth, and whether that is more than noise."""
        offered = [n for n in range(len(self.kept.things)) if ever_offered(self.counts, n)]
        found = [worth(self.counts, n) for n in offered]
        stands = more_than_noise([self.value(one) for one in found])
        return [(self.kept.things[n], one, sure) for n, one, sure in zip(offered, found, stands, strict=True)]

    def heading(self, group: str) -> str:
        return "Kinds of move" if group == KINDS else self.texts(group)

    def things(self) -> str:
        groups: dict[str, list[tuple[Thing, Worth, bool]]] = {}
        for one in self.rows():
            groups.setdefault(one[0].group, []).append(one)
        groups = {group: groups[group] for group in sorted(groups, key=lambda name: name == KINDS)}
        what = "points" if self.alone else "victories"
        text = (
            "<p>Offered: the share of a seat's games in which it could be taken. Taken: the share of these in which it "
            f"was. Worth: how many more {what} the seats had that took it than the seats that could have but did not, "
            "with the 95 % interval. It is computed seat by seat and then averaged, so the strength of a seat and of "
            "its bot does not count. In colour: more than noise, corrected for the number of things on this page "
            "(Holm, 5 %). This shows what went together, not what caused it: a player who is ahead can afford what "
            "others cannot.</p>"
        )
        parts = [self.group(group, rows) for group, rows in groups.items()]
        return f"<h2>What was offered, taken and worth</h2>{text}{''.join(parts)}"

    def group(self, name: str, rows: list[tuple[Thing, Worth, bool]]) -> str:
        def rank(one: tuple[Thing, Worth, bool]) -> tuple[bool, float]:
            found = self.value(one[1])
            return found is None, 0.0 if found is None else -found.value

        rows = sorted(rows, key=rank)
        known = [found for found in (self.value(one[1]) for one in rows) if found is not None]
        most = (
            max((abs(one.value) + 1.96 * one.error for one in known if one.error < 0.2 or self.alone), default=1.0)
            or 1.0
        )
        cells = [self.cells(*one, most) for one in rows]
        heads = ["", "offered", "taken", "worth"]
        title = f"<h3>{escape(self.heading(name))}</h3>"
        if len(cells) <= LONG:
            return f'<section class="card" style="margin-bottom:.75rem">{title}{table(heads, cells)}</section>'
        known_cells = cells[: len(known)] or cells  # those without a value are last
        shown = (
            known_cells if len(known_cells) <= LONG else [*known_cells[:8], ["\u2026", "", "", ""], *known_cells[-8:]]
        )
        ends = table(heads, shown[:LONG])
        more = f"<details><summary>All {len(cells)}</summary>{table(heads, cells)}</details>"
        return f'<section class="card" style="margin-bottom:.75rem">{title}{ends}{more}</section>'

    def cells(self, thing: Thing, found: Worth, stands: bool, most: float) -> list[str]:
        own = escape(thing.id) if thing.title != thing.id else ""
        name = f"{escape(thing.title)}<span class='small roomy'>{own}</span>"
        often = f"{percent(found.taken.value)}<span class='small roomy'>{found.times:.3g} a game</span>"
        value = self.value(found)
        if value is None:
            why = {1.0: "always taken", 0.0: "never taken"}.get(found.taken.value, "too few games")
            return [name, percent(found.offered.value), often, f'<span class="small">{why}</span>']
        kind = ("more" if value.value > 0 else "less") if stands else "noise"
        main = signed(value.value, 2) if self.alone else f"{signed(100 * value.value)} %"
        off = 1.96 * value.error * (1 if self.alone else 100)
        extra = (
            "" if self.alone or found.points is None else f"<i class='roomy'>, {signed(found.points.value)} points</i>"
        )
        figures = f'<b class="{kind}">{main}</b><span class="small">\u00b1 {off:.1f}{extra}</span>'
        shown = f'<div class="worth">{whisker(value, most, stands)}{figures}</div>'
        return [name, percent(found.offered.value), often, shown]

    def foot(self) -> str:
        name, players = self.game.name, ",".join(self.run.players)
        seed = shlex.quote(str(self.run.seed))
        again = f"townwright simulate {name} --bots {players} --seed {seed} -n {self.counts.games}"
        return (
            f'<p class="soft">Townwright {escape(__version__)} ({escape(self.kept.code)}). The same games again: '
            f"<code>{escape(again)}</code>. A game by its seed: <code>townwright play {escape(name)} --seats "
            f"{self.counts.seats} --seed SEED</code> deals it. Both with the same options and box. "
            "Intervals of shares are Wilson's, 95 %.</p>"
        )


def report_page(kept: Kept, run: Simulation) -> Any:
    """The whole page."""
    return str(Page(kept, run))
