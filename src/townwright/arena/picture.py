"""Pictures of results as SVG, written by hand: a bar with its interval for every bot."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from .tournament import Standing

LEFT, WIDTH, ROW, TOP = 170, 420, 34, 46


def standings_picture(title: str, standings: Sequence[Standing]) -> str:
    """The share of wins of every bot with its 95 % interval; a dashed line marks an equal share."""
    height = TOP + ROW * len(standings) + 34
    fair = LEFT + WIDTH * standings[0].fair if standings else LEFT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDTH + 80} {height}" '
        'font-family="system-ui, sans-serif" font-size="14" fill="#2b2b2b">',
        '<rect width="100%" height="100%" fill="#fffdf8"/>',
        f'<text x="16" y="28" font-weight="600">{escape(title)}</text>',
    ]
    for n, standing in enumerate(standings):
        y = TOP + ROW * n
        bar, low, high = (WIDTH * share for share in (standing.wins, standing.low, standing.high))
        parts += [
            f'<text x="{LEFT - 10}" y="{y + 19}" text-anchor="end">{escape(standing.bot)}</text>',
            f'<rect x="{LEFT}" y="{y + 4}" width="{bar:.1f}" height="{ROW - 12}" rx="3" fill="#3d7f8c"/>',
            f'<path d="M{LEFT + low:.1f} {y + 15}H{LEFT + high:.1f}" stroke="#1d2b30" stroke-width="2"/>',
            f'<text x="{LEFT + max(bar, high) + 8:.1f}" y="{y + 19}">{100 * standing.wins:.0f} %</text>',
        ]
    bottom = TOP + ROW * len(standings)
    parts.append(f'<path d="M{fair:.1f} {TOP}V{bottom}" stroke="#a33" stroke-dasharray="4 3"/>')
    for share in (0, 25, 50, 75, 100):
        x = LEFT + WIDTH * share / 100
        parts.append(f'<text x="{x}" y="{bottom + 20}" text-anchor="middle" font-size="12">{share} %</text>')
    return "\n".join([*parts, "</svg>", ""])
