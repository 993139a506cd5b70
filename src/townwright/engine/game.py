"""A game as the engine sees it: a few facts, and the rooms of its folder, which it finds by name."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Any

import msgspec
import numpy as np

from .bounded import BoundedCache
from .box import read_toml
from .drawing import draw_view
from .encoding import Part
from .entry_points import EntryPoints
from .errors import BadCall, whole_number
from .fields import layout
from .moves import Moves, Reasons
from .opened import OpenBox
from .rooms import Rooms
from .shapes import Card, Guide, Sign, guide_of
from .texts import LANGUAGE, Texts, load_texts
from .weights import load_weights

BOXES_KEPT = 64


class Game:
    """One game: `Game(__name__, title="Copenhagen", seats=(2, 4), version=1, lines=(...), ties=(...))`.

    `lines` are the lines of the score sheet, which add up to the total; `ties` are the tie-breaks in order, more is
    better. Raise `version` when a change of rules or box alters replays. `scored` may name the fields of the state that
    a sheet depends on, if they are few; then sheets are cached.
    """

    def __init__(
        self,
        package: str,
        *,
        title: str,
        seats: tuple[int, int],
        version: int,
        lines: tuple[str, ...],
        ties: tuple[str, ...] = (),
        scored: tuple[str, ...] = (),
    ) -> None:
        self.package, self.title, self.seats, self.version = package, title, seats, version
        self.lines, self.ties, self.scored = lines, ties, scored
        self.name = package.rpartition(".")[2].replace("_", "-")  # the public name: "old-london-bridge"
        rooms = self.rooms = Rooms(package)
        facts = {"title": title, "seats": seats, "version": version, "lines": lines, "ties": ties, "scored": scored}
        rooms.check_facts(facts)
        rooms.check_texts((*lines, *ties))
        self.file: type[msgspec.Struct] = rooms.box.File
        self.options: type[msgspec.Struct] = rooms.box.Options
        self.pack: Callable[[Any, Any], Any] = rooms.box.pack
        self.moves: Moves = rooms.moves.MOVES
        self.reasons: Reasons = rooms.moves.REASONS
        self.say: Callable[..., tuple[str, dict[str, Any]]] = rooms.moves.say
        self.because: Callable[..., dict[str, Any]] | None = getattr(rooms.moves, "because", None)
        self.fields: Callable[[Any, int, int], dict[str, Any]] | None = getattr(rooms.moves, "fields", None)
        self.things: Callable[[Any], list[tuple[str, str]]] | None = getattr(rooms.moves, "things", None)
        self.view: type[msgspec.Struct] = rooms.view.View
        self.show: Callable[..., Any] = rooms.view.show
        self.read: Callable[..., None] = rooms.view.read
        self.whole: Callable[[Any], bool] = rooms.view.whole
        self.asks: Callable[[Any, int], str] = rooms.view.asks
        self.verdict: Callable[..., str | None] | None = getattr(rooms.view, "verdict", None)
        self.signs: dict[str, Sign] = getattr(rooms.view, "SIGNS", {})
        self.cards: Callable[..., dict[str, Card]] | None = getattr(rooms.view, "cards", None)
        self.label: Callable[..., str] | None = getattr(rooms.sheet, "label", None)
        self.pieces: Callable[..., list[str]] | None = getattr(rooms.sheet, "pieces", None)
        self.counts: Callable[[Any, str], bool] | None = getattr(rooms.sheet, "counts", None)
        self.unseen: Callable[..., str] | None = getattr(rooms.sheet, "unseen", None)
        self.draw: Callable[..., Any] = getattr(rooms.draw, "draw", self._draw_by_shapes)
        self.exact: Callable[..., int | None] | None = getattr(rooms.solve, "exact", None)
        self.by_hand: dict[str, float] = getattr(rooms.sense, "WEIGHTS", {})  # the weights of `value` before learning
        self.encoding_parts: tuple[Part, ...] | None = getattr(rooms.encoding, "PARTS", None)  # what learners see
        self.search_settings: dict[str, Any] = getattr(rooms.sense, "SEARCH", {})
        self.has_parts, self.has_notes = hasattr(rooms.rules, "parts"), hasattr(rooms.rules, "note")
        self.has_facts = hasattr(rooms.rules, "facts")
        self.box_layout: np.dtype[np.void] = layout(rooms.box.Box)
        self.state_layout: np.dtype[np.void] = layout(rooms.state.State)
        self._boxes: BoundedCache[str, OpenBox] = BoundedCache(BOXES_KEPT)  # a box never changes, so tables share it

    def __repr__(self) -> str:
        return f"<Game {self.name}>"

    @property
    def width(self) -> int:
        """The lines and tie-breaks of one seat."""
        return len(self.lines) + len(self.ties)

    @functools.cached_property
    def entry_points(self) -> EntryPoints:
        """The compiled functions; the first use on a machine compiles them, with a progress bar."""
        entry_points = EntryPoints(self.package)
        if not entry_points.ready:
            from .progress import preparing

            with preparing(self.title) as (report,):
                entry_points.warm(report)
        return entry_points

    @functools.cache  # noqa: B019  games live as long as the process
    def weights(self, seats: int, learned: bool = True) -> Any:
        """The weights of the game's `value` for a number of players: learned if there are any, or those set by hand."""
        return load_weights(self.package if learned else None, self.by_hand, seats)

    def texts(self, language: str = LANGUAGE) -> Texts:
        """The game's messages in a language."""
        return load_texts(self.package, language)

    @functools.cache  # noqa: B019  games live as long as the process
    def labels(self, language: str) -> list[str]:
        """The names of the lines of a sheet and of the tie-breaks."""
        texts = self.texts(language)
        return [texts(f"line.{name}") for name in (*self.lines, *self.ties)]

    def guide(self, box: OpenBox, seats: int, language: str = LANGUAGE) -> Guide:
        """What a client needs to show this game: shapes, labels, signs, and what each card does."""
        texts = self.texts(language)
        cards = self._cards(box.face, seats, texts)
        return guide_of(self.view, [kind.name for kind in self.moves.kinds], self.signs, cards, texts)

    def _cards(self, face: Any, seats: int, texts: Texts) -> dict[str, Card]:
        return {} if self.cards is None else self.cards(face, seats, texts)

    def _draw_by_shapes(self, view: msgspec.Struct, names: list[str], face: Any, texts: Texts) -> Any:
        """A view for the terminal, for a game without a drawing of its own."""
        return draw_view(view, names, self._cards(face, len(names), texts), texts)

    def check_seats(self, seats: object) -> int:
        """The number of seats, or BadCall if this many cannot play."""
        fewest, most = self.seats
        number = whole_number(seats)
        if number is None or not fewest <= number <= most:
            raise BadCall(f"{self.title} is for {fewest} to {most} players, not {seats!r}")
        return number

    @functools.cached_property
    def contents(self) -> dict[str, Any]:
        """The contents of the game's own box.toml."""
        return read_toml(str(files(self.package) / "box.toml"), f"the box of {self.title}")

    def open_box(self, options: Mapping[str, Any] | None = None, box: Mapping[str, Any] | str | None = None) -> OpenBox:
        """The box with these options; `box` is a TOML file or its contents, instead of the game's own."""
        if box is not None and not isinstance(box, dict):
            return OpenBox(self, options, box)
        key = repr((dict(options) if isinstance(options, Mapping) else options or {}, box))
        return self._boxes.get(key, lambda: OpenBox(self, options, box))
