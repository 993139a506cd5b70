"""Pictures of a table as text, SVG or pixels: what a spectator sees, or one seat."""

from __future__ import annotations

import functools
import io
from pathlib import Path
from typing import Any, Literal

import msgspec
import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.segment import Segment
from rich.terminal_theme import SVG_EXPORT_THEME

from townwright.engine.match import Match

from . import extra_packages

Mode = Literal["human", "ansi", "svg", "rgb_array"]
WIDTH = 120  # columns
FONT_SIZE = 14


def render(match: Match, mode: Mode | None, seat: int | None = None) -> str | NDArray[np.uint8] | None:
    """The table as a seat sees it, or a spectator (None); `human` prints it."""
    if mode is None:
        return None
    if mode == "human":
        Console(width=WIDTH).print(drawing(match, seat))
        return None
    console = Console(width=WIDTH, record=True, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    console.print(drawing(match, seat))
    if mode == "ansi":
        return console.export_text(styles=True)
    if mode == "svg":
        return console.export_svg(title=f"{match.game.title}: {match.verdict()}")
    return pixels(console)


def drawing(match: Match, seat: int | None) -> Any:
    """The table as `townwright play` shows it."""
    names = [f"player_{n}" for n in range(match.seats)]
    view = msgspec.convert(match.view(seat), match.game.view)
    return match.game.draw(view, names, match.box.face, match.game.texts())


@functools.cache
def font() -> Any:
    """A monospaced font with lines and boxes: matplotlib ships one."""
    with extra_packages():
        import matplotlib
        from PIL import ImageFont

    path = Path(matplotlib.get_data_path()) / "fonts" / "ttf" / "DejaVuSansMono.ttf"
    return ImageFont.truetype(str(path), FONT_SIZE)


def pixels(console: Console) -> NDArray[np.uint8]:
    """The output of a console, drawn cell by cell."""
    from PIL import Image, ImageDraw

    lines = list(Segment.split_lines(Segment.filter_control(console._record_buffer)))
    left, right = font().getbbox("M")[0], font().getlength("M")
    wide, high = round(right - left), sum(font().getmetrics())
    theme = SVG_EXPORT_THEME
    image = Image.new("RGB", (WIDTH * wide, max(1, len(lines)) * high), tuple(theme.background_color))
    pen = ImageDraw.Draw(image)
    for row, line in enumerate(lines):
        column = 0
        for text, style, _ in line:
            colour, ground = theme.foreground_color, None
            if style is not None:
                colour = colour if style.color is None else style.color.get_truecolor(theme)
                ground = None if style.bgcolor is None else style.bgcolor.get_truecolor(theme, foreground=False)
                if style.reverse:
                    colour, ground = ground or theme.background_color, colour
                if style.dim:
                    colour = type(theme.foreground_color)(*(part * 2 // 3 for part in colour))
            size = Segment(text).cell_length
            if ground is not None:
                pen.rectangle(
                    [column * wide, row * high, (column + size) * wide - 1, row * high + high - 1], tuple(ground)
                )
            for mark in text:
                if mark != " ":
                    pen.text((column * wide, row * high), mark, tuple(colour), font())
                column += Segment(mark).cell_length
    return np.asarray(image, np.uint8).copy()
