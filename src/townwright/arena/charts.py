"""Pictures of a report: SVG by hand, as wide as a phone, in the colours of the page's style (light and dark)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

from .counts import Histogram
from .worth import Estimate, average, quantile

WIDTH = 360
MOST_BARS = 48  # of a histogram; beyond that, values share a bar


def svg(height: float, parts: Sequence[str], label: str, width: int = WIDTH) -> str:
    """A picture with a label for screen readers."""
    label = escape(label, quote=True)
    return f'<svg viewBox="0 0 {width} {height:.0f}" role="img" aria-label="{label}">{"".join(parts)}</svg>'


def text(x: float, y: float, words: str, anchor: str = "start", kind: str = "") -> str:
    style = f' class="{kind}"' if kind else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{style}>{escape(words)}</text>'


def seat_bars(rows: Sequence[tuple[str, float, float, float]], fair: float) -> str:
    """Name, share and interval of every seat as a bar; a dashed line marks an equal share."""
    left, right, row, top = 96, 64, 34, 8
    most = max(max(high for *_, high in rows), fair) * 1.05
    scale = (WIDTH - left - right) / most
    parts = []
    for n, (name, share, low, high) in enumerate(rows):
        y = top + row * n
        middle, wide = y + row / 2 - 3, share * scale
        parts += [
            text(left - 8, middle + 4, name, "end"),
            f'<rect class="bar s{n % 6}" x="{left}" y="{y + 3}" width="{wide:.1f}" height="{row - 12}" rx="3"/>',
            f'<path class="whisker" d="M{left + low * scale:.1f} {middle}H{left + high * scale:.1f}"/>',
            text(left + max(share, high, fair) * scale + 6, middle + 4, f"{100 * share:.1f} %"),
        ]
    bottom, x = top + row * len(rows), left + fair * scale
    parts.append(f'<path class="fair" d="M{x:.1f} {top - 4}V{bottom}"/>')
    parts.append(text(x, bottom + 14, f"{100 * fair:.0f} % if all were equal", "middle", "small"))
    return svg(bottom + 22, parts, "Victories by seat")


def histogram(values: Histogram, label: str, colour: int = 0, height: int = 110) -> str:
    """How often each value occurs, with the mean as a line. Half a percent at each end is cut off and mentioned."""
    left, right, top = 8, 8, 16
    low, high = quantile(values, 0.005), quantile(values, 0.995)
    step = max(1, math.ceil((high - low + 1) / MOST_BARS))
    bars = [0] * ((high - low) // step + 1)
    outside = 0
    for value, n in values.items():
        if low <= value <= high:
            bars[(value - low) // step] += n
        else:
            outside += n
    games = sum(values.values())
    wide = (WIDTH - left - right) / len(bars)
    parts = []
    for n, count in enumerate(bars):
        tall = height * count / max(bars)
        first = low + n * step
        often = f"{100 * count / games:.2f} %"
        named = f"{first}" if step == 1 else f"{first} to {first + step - 1}"
        parts.append(
            f'<rect class="bar s{colour % 6}" x="{left + n * wide:.1f}" y="{top + height - tall:.1f}" '
            f'width="{max(0.8, wide - 1):.1f}" height="{tall:.1f}"><title>{named}: {often}</title></rect>'
        )
    middle = average(values)
    x = left + wide * ((middle - low) / step + 0.5)
    parts.append(f'<path class="fair" d="M{x:.1f} {top - 2}V{top + height}"/>')
    anchor = "start" if x < 60 else "end" if x > WIDTH - 60 else "middle"
    parts.append(text(x, 11, f"mean {middle:.1f}", anchor, "small"))
    parts.append(text(left, top + height + 14, str(low), "start", "small"))
    parts.append(text(WIDTH - right, top + height + 14, str(high), "end", "small"))
    if outside:
        parts.append(text(WIDTH / 2, top + height + 14, f"{100 * outside / games:.2g} % beyond", "middle", "small"))
    return svg(top + height + 20, parts, label)


def outlines(rows: Sequence[Histogram], label: str) -> str:
    """The distributions of several seats as lines in one picture."""
    left, right, top, height = 8, 8, 6, 130
    low = min(quantile(one, 0.005) for one in rows)
    high = max(quantile(one, 0.995) for one in rows)
    step = max(1, math.ceil((high - low + 1) / MOST_BARS))
    size = (high - low) // step + 1
    shares = []
    for one in rows:
        bars = [0] * size
        for value, n in one.items():
            if low <= value <= high:
                bars[(value - low) // step] += n
        shares.append([n / sum(one.values()) for n in bars])
    most = max(max(bars) for bars in shares)
    wide = (WIDTH - left - right) / max(1, size - 1)
    parts = []
    for n, heights in enumerate(shares):
        points = " ".join(
            f"{left + wide * k:.1f},{top + height * (1 - value / most):.1f}" for k, value in enumerate(heights)
        )
        parts.append(f'<polyline class="line s{n % 6}" points="{points}"/>')
    parts.append(f'<path class="axis" d="M{left} {top + height}H{WIDTH - right}"/>')
    for k in range(5):
        anchor = "start" if k == 0 else "end" if k == 4 else "middle"
        parts.append(
            text(
                left + (WIDTH - left - right) * k / 4,
                top + height + 14,
                f"{low + (high - low) * k / 4:.0f}",
                anchor,
                "small",
            )
        )
    return svg(top + height + 20, parts, label)


def whisker(found: Estimate, most: float, stands: bool) -> str:
    """A difference with its interval, left or right of zero."""
    width, height = 120, 18
    scale = (width / 2 - 4) / most

    def x(value: float) -> float:
        return width / 2 + max(-most, min(most, value)) * scale

    kind = ("more" if found.value > 0 else "less") if stands else "noise"
    parts = [
        f'<path class="axis" d="M{width / 2} 1V{height - 1}"/>',
        f'<path class="whisker {kind}" d="M{x(found.low):.1f} {height / 2}H{x(found.high):.1f}"/>',
        f'<circle class="{kind}" cx="{x(found.value):.1f}" cy="{height / 2}" r="4"/>',
    ]
    return svg(height, parts, "", width).replace('role="img" aria-label=""', 'aria-hidden="true" class="whiskers"')
