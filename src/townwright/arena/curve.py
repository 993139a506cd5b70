"""The curve of an analysed game as SVG: every seat's chance to win, with the turning points marked."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from townwright.engine.analysis import Analysis

LEFT, TOP, WIDTH, HEIGHT = 52, 48, 640, 220
COLOURS = ("#2a6a80", "#d9503f", "#b98715", "#55a173", "#9870b5", "#4b5663")


def curve_picture(title: str, names: Sequence[str], found: Analysis) -> str:
    """Chances against moves; in a game played alone, the points expected."""
    alone = found.seats == 1
    values = [decision.points if alone else decision.chance for decision in found.decisions]
    least, most = (min(0.0, *map(min, values)), max(1.0, *map(max, values))) if alone and values else (0.0, 1.0)
    last = max(1, len(values) - 1)

    def place(n: int, seat: int) -> tuple[float, float]:
        return LEFT + WIDTH * n / last, TOP + HEIGHT * (most - values[n][seat]) / (most - least)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDTH + 130} {TOP + HEIGHT + 40}" '
        'font-family="system-ui, sans-serif" font-size="13" fill="#23303d">',
        '<rect width="100%" height="100%" fill="#fffaf0"/>',
        f'<text x="16" y="28" font-weight="600">{escape(title)}</text>',
    ]
    for step in range(5):
        y = TOP + HEIGHT * (1 - step / 4)
        label = f"{least + (most - least) * step / 4:.0f}" if alone else f"{25 * step} %"
        parts.append(f'<path d="M{LEFT} {y}H{LEFT + WIDTH}" stroke="#d9cbb0"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4}" text-anchor="end">{label}</text>')
    for seat in range(found.seats):
        line = " ".join("{:.1f},{:.1f}".format(*place(n, seat)) for n in range(len(values)))
        colour = COLOURS[seat % len(COLOURS)]
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts.append(
            f'<text x="{LEFT + WIDTH + 12}" y="{TOP + 16 + 20 * seat}" fill="{colour}">{escape(names[seat])}</text>'
        )
    for n, decision in enumerate(found.decisions):
        if decision.turning:
            x, y = place(n, decision.seat)
            colour = COLOURS[decision.seat % len(COLOURS)]
            label = f"{decision.ply + 1}: {names[decision.seat]}, {decision.move.words} ({decision.best.words})"
            parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{colour}">')
            parts.append(f"<title>{escape(label)}</title></circle>")
    return "\n".join([*parts, "</svg>", ""])
