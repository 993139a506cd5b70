"""The rooms of a game: the files of its folder and the names in them, checked when the game is loaded.

Every problem is one sentence that names the file and what is expected there.
"""

from __future__ import annotations

import importlib
import inspect
import sys
import traceback
from importlib.resources import files
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec

from .compiling import PURE
from .converting import inspect as inspect_types
from .errors import BadGame, TownwrightError
from .fields import Field, Header, layout
from .moves import SECRECIES, Describe, Kind, Moves, Offer, Reasons
from .shapes import Sign, fields_of, literal_values, shape_of
from .texts import Texts, languages, load_texts

# Functions and their parameters, by room. Rules are compiled, everything else is plain Python.
RULES = {
    "setup": "box s",
    "decision": "s seat",
    "legal": "box s seat out",
    "apply": "box s seat code",
    "refuse": "box s seat code",
    "score": "box s out",
    "observe": "box s seat known",
    "resample": "box known rng",
}
OPTIONAL_RULES = {
    "parts": "box s seat out",
    "note": "box k code",
    "sealed": "box k",
    "facts": "box k out",
    "gets": "box s seat code",
}
FUNCTIONS = {
    "box": {"pack": "file box"},
    "moves": {"say": "face k kind values texts"},
    "view": {"show": "face box k", "read": "face box view s", "whole": "k", "asks": "k seat"},
    "sense": {"estimate": "box s guess"},
}
OPTIONAL = {
    "moves": {"because": "face k reason kind values texts", "fields": "face code note", "things": "face"},
    "view": {"verdict": "face box s texts", "cards": "face seats texts"},
    "sheet": {
        "label": "face line values texts",
        "pieces": "face line values",
        "counts": "face line",
        "unseen": "face k line seat texts",
    },
    "draw": {"draw": "view names face texts"},
    "solve": {"exact": "known seat", "solve": "match seat", "check_given": "position"},
    "sense": {"value": "box s weights seat guess"},
}
NEEDED = ("box", "state", "moves", "rules", "view", "sense")
MISSING = "expected this file in the game's folder"


class Rooms:
    """The modules of a game's folder. `Rooms(package)` raises BadGame with everything that is wrong."""

    def __init__(self, package: str) -> None:
        self.package = package
        self.problems: list[str] = []
        folder = self.folder = Path(str(files(package)))
        for name in ("box.toml", *(f"{language}.toml" for language in languages())):
            if not (folder / name).is_file():
                self.wrong(name, MISSING)
        self.box, self.state, self.moves = self.room("box"), self.room("state"), self.room("moves")
        self.rules, self.view, self.sense = self.room("rules"), self.room("view"), self.room("sense")
        self.sheet, self.draw = self.room("sheet", optional=True), self.room("draw", optional=True)
        self.solve, self.encoding = self.room("solve", optional=True), self.room("encoding", optional=True)
        self.raise_problems()
        self._check_fields()
        self._check_moves()
        self._check_functions()
        self.raise_problems()
        self._check_settings()
        self.raise_problems()

    def raise_problems(self) -> None:
        """Raises BadGame if there are problems so far."""
        if self.problems:
            raise BadGame(*self.problems)

    def wrong(self, place: str, expected: str) -> None:
        problem = f"{self.place(place)}: {expected}"
        if problem not in self.problems:
            self.problems.append(problem)

    def place(self, file: str) -> str:
        """The path of a file of the folder, as its author knows it."""
        return f"games/{self.package.rpartition('.')[2]}/{file}"

    def room(self, name: str, optional: bool = False) -> ModuleType:
        """One module of the folder; an optional one that is missing is empty."""
        full = f"{self.package}.{name}"
        try:
            return importlib.import_module(full)
        except TownwrightError:
            raise
        except Exception as problem:
            missing = problem.name if isinstance(problem, ModuleNotFoundError) else None
            if missing in {f"{self.package}.{room}" for room in NEEDED}:
                self.wrong(f"{str(missing).rpartition('.')[2]}.py", MISSING)
            elif not optional or missing != full:
                self.raise_problems()  # a missing file explains why others cannot be imported
                raise BadGame(failure(problem, self.folder)) from problem
            return ModuleType(full)

    def file(self, module: ModuleType) -> str:
        """The name of a room's file, as its author knows it."""
        path = Path(getattr(module, "__file__", None) or f"{module.__name__.rpartition('.')[2]}.py")
        return f"{path.parent.name}/{path.name}" if path.name == "__init__.py" else path.name

    def find(self, module: ModuleType, name: str, kind: type, expected: str) -> Any:
        """The value of a name in a room; None if it does not have the type, which is then a problem."""
        value = getattr(module, name, None)
        if not isinstance(value, kind):
            self.wrong(self.file(module), f"expected {name}, {expected}")
            return None
        return value

    def _check_fields(self) -> None:
        state = self.find(self.state, "State", type, "a class of fields: class State(Header)")
        if state is not None and not issubclass(state, Header):
            self.wrong(self.file(self.state), "expected State to begin with the engine's Header: class State(Header)")
        box = self.find(self.box, "Box", type, "a class of fields, the packed box")
        if box is not None and not any(isinstance(value, Field) for value in vars(box).values()):
            self.wrong(self.file(self.box), "expected Box to have fields such as limit = i1()")
        for name, purpose in (("File", "what box.toml looks like"), ("Options", "its [options] table")):
            struct = self.find(self.box, name, type, f"a msgspec Struct: {purpose}")
            if struct is not None and not issubclass(struct, msgspec.Struct):
                self.wrong(self.file(self.box), f"expected {name} to be a msgspec Struct: {purpose}")
            elif struct is not None:
                self._check_types(struct)
        view = self.find(self.view, "View", type, "a msgspec Struct: what a person sees")
        if view is not None and not (issubclass(view, msgspec.Struct) and "players" in view.__struct_fields__):
            self.wrong(self.file(self.view), "expected View to be a Struct with a field 'players', one per seat")
        elif view is not None:
            self._check_types(view)

    def _check_types(self, struct: type[msgspec.Struct]) -> None:
        try:
            inspect_types(struct)
        except (NameError, TypeError, AttributeError) as problem:
            reason = str(problem).split("\n")[0]
            file = self.file(sys.modules[struct.__module__])
            self.wrong(file, f"expected types for the fields of {struct.__name__}: {reason}")

    def _check_moves(self) -> None:
        moves = self.find(self.moves, "MOVES", Moves, "the kinds of move: MOVES = Moves((take, build), {...})")
        if moves is not None:
            for kind in moves.kinds:
                if kind.name not in moves.describe:
                    self.wrong(self.file(self.moves), f"expected words for kind {kind.name!r} in MOVES")
                else:
                    self._check_words(kind, moves.describe[kind.name])
                if kind.secret is not None and kind.secret not in SECRECIES:
                    self.wrong(
                        self.file(self.moves),
                        f"expected secret of kind {kind.name!r} to be one of: {', '.join(SECRECIES)}",
                    )
        self.find(self.moves, "REASONS", Reasons, "why a move may be refused: REASONS = Reasons()")
        offers = self.find(self.rules, "OFFERS", tuple, "what is offered when: OFFERS = (Offer(moves.take, MAIN), ...)")
        if offers is not None and moves is not None:
            for offer in offers:
                if not isinstance(offer, Offer) or not all(map(is_number, offer.decisions)):
                    expected = "expected OFFERS to have only Offers of a kind and the numbers of its decisions"
                    self.wrong(self.file(self.rules), f"{expected}, such as Offer(moves.take, MAIN)")
                elif offer.kind not in moves.kinds:
                    name = getattr(offer.kind, "name", offer.kind)
                    self.wrong(self.file(self.rules), f"expected the kind {name!r} of an Offer to be in MOVES")
            kinds = [offer.kind for offer in offers if isinstance(offer, Offer)]
            for kind in moves.kinds:
                if kind not in kinds:
                    self.wrong(self.file(self.rules), f"expected an Offer of kind {kind.name!r} in OFFERS")

    def _check_words(self, kind: Kind, describe: Describe) -> None:
        takes = ["face", *kind.dims]
        try:
            inspect.signature(describe).bind(*takes)
        except TypeError:
            expected = f"expected the words of kind {kind.name!r} in MOVES to be a function of {', '.join(takes)}"
            self.wrong(self.file(self.moves), expected)

    def _check_functions(self) -> None:
        for name, takes in RULES.items():
            self._check_function(self.rules, name, takes, needed=True)
        for name, takes in OPTIONAL_RULES.items():
            self._check_function(self.rules, name, takes, needed=False)
        for room, functions in FUNCTIONS.items():
            for name, takes in functions.items():
                extra = " facts" if name == "show" and hasattr(self.rules, "facts") else ""
                self._check_function(getattr(self, room), name, takes + extra, needed=True)
        for room, functions in OPTIONAL.items():
            for name, takes in functions.items():
                self._check_function(getattr(self, room), name, takes, needed=False)
        if hasattr(self.rules, "parts") and not hasattr(self.sheet, "label"):
            self.wrong(
                "sheet.py", "expected label(face, line, values, texts), the words for the parts that rules.parts writes"
            )
        if hasattr(self.rules, "gets") != hasattr(self.moves, "things"):
            self.wrong(
                self.file(self.moves),
                "expected things(face), what rules.gets counts, and rules.gets together, or neither",
            )
        if hasattr(self.solve, "solve") != hasattr(self.solve, "check_given"):
            self.wrong(
                "solve.py",
                "expected solve(match, seat) and check_given(position) together, for townwright solve, or neither",
            )

    def _check_settings(self) -> None:
        from .thinking import Settings

        for room, name, purpose in (
            (self.view, "SIGNS", "the look of each sign"),
            (self.sense, "SEARCH", "settings of the search by name"),
            (self.sense, "WEIGHTS", "the weights of value by name"),
        ):
            if hasattr(room, name):
                self.find(room, name, dict, f"a dict: {purpose}")
        self.raise_problems()
        for token, sign in getattr(self.view, "SIGNS", {}).items():
            if not isinstance(sign, Sign):
                self.wrong(self.file(self.view), f"expected SIGNS[{token!r}] to be a Sign")
        for name in getattr(self.sense, "SEARCH", {}):
            if name not in Settings.__struct_fields__:
                known = ", ".join(Settings.__struct_fields__)
                self.wrong(self.file(self.sense), f"expected SEARCH to set some of: {known}; got {name!r}")
        if hasattr(self.sense, "value") and not hasattr(self.sense, "WEIGHTS"):
            self.wrong(self.file(self.sense), "expected WEIGHTS, the weights of value by name")
        fields = layout(self.state.State).names or ()
        parts, left_out = getattr(self.encoding, "PARTS", ()), getattr(self.encoding, "LEFT_OUT", {})
        for name in (*(getattr(part, "field", part) for part in parts), *left_out):
            if name not in fields:
                self.wrong(
                    self.file(self.encoding), f"expected PARTS and LEFT_OUT to name fields of State, got {name!r}"
                )

    def _check_function(self, module: ModuleType, name: str, takes: str, needed: bool) -> None:
        function = getattr(module, name, None)
        wanted = f"{name}({', '.join(takes.split())})"
        if function is None:
            if needed:
                self.wrong(self.file(module), f"expected {wanted}")
            return
        plain = getattr(function, "py_func", function)
        if module is self.rules and not PURE and plain is function:
            self.wrong(self.file(module), f"expected {name} to be marked with @rule")
        if not callable(plain) or len(inspect.signature(plain).parameters) != len(takes.split()):
            self.wrong(self.file(module), f"expected {wanted}, a function of {len(takes.split())} parameters")

    def check_facts(self, facts: dict[str, Any]) -> None:
        """Checks the shape of the facts that a game's declaration states."""
        shapes = {
            "title": (is_text, "a text"),
            "seats": (is_range, "(fewest, most) players, from 1 to 16"),
            "version": (is_number, "a whole number"),
            "lines": (is_names, "a tuple of names, a different one for each line of the sheet"),
            "ties": (is_names, "a tuple of names, a different one for each tie-break"),
            "scored": (is_names, "a tuple of names of fields"),
        }
        for name, (fits, expected) in shapes.items():
            if not fits(facts[name]):
                self.wrong("__init__.py", f"expected {name} to be {expected}, got {facts[name]!r}")
        self.raise_problems()
        for name in facts["scored"]:
            if not isinstance(getattr(self.state.State, name, None), Field):
                self.wrong("__init__.py", f"expected scored to name fields of State, got {name!r}")
        self.raise_problems()

    def check_texts(self, lines: tuple[str, ...]) -> None:
        """Checks that every message file has every sentence that the engine needs."""
        for language in languages():
            texts = load_texts(self.package, language)
            for key in self._needed(texts, lines):
                if key not in texts:
                    table, _, name = key.rpartition(".")
                    self.wrong(f"{language}.toml", f"expected {name!r} in [{table}]" if table else f"expected {name!r}")
        self.raise_problems()

    def _needed(self, texts: Texts, lines: tuple[str, ...]) -> list[str]:
        keys = ["title", "summary", "ask.over", *(f"line.{name}" for name in lines)]
        for field in msgspec.structs.fields(self.box.Options):
            keys.append(f"option.{field.name}")
            keys += [f"choice.{field.name}.{value}" for value in literal_values(field.type)]
        keys += [f"kind.{kind.name}" for kind in self.moves.MOVES.kinds]
        keys += [f"reason.{key}" for key in self.moves.REASONS.keys[1:]]
        keys += [f"sign.{token}" for token in getattr(self.view, "SIGNS", {})]
        own = sorted(texts.keys())
        keys += [f"did.{key[5:]}" for key in own if key.startswith("move.")]
        keys += [f"wait.{key[4:]}" for key in own if key.startswith("ask.") and key != "ask.over"]
        for table, purpose in (("ask", "what a player must decide"), ("move", "a move as an offer")):
            if not any(key.startswith(f"{table}.") and key != "ask.over" for key in own):
                self.wrong("en.toml", f"expected sentences in [{table}]: {purpose}")
        for struct, name, kind in fields_of(self.view.View):
            if shape_of(kind) != "hidden" and f"view.{struct.__name__}.{name}" not in texts:
                keys.append(f"view.{name}")
        return keys


def is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value)


def is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def is_range(value: object) -> bool:
    return (
        isinstance(value, tuple) and len(value) == 2 and all(map(is_number, value)) and 1 <= value[0] <= value[1] <= 16
    )


def is_names(value: object) -> bool:
    return isinstance(value, tuple) and all(map(is_text, value)) and len(set(value)) == len(value)


def failure(problem: Exception, folder: Path) -> str:
    """An error while Python imports a game's folder, with file and line."""
    if isinstance(problem, SyntaxError):
        file, line, text = problem.filename or "", problem.lineno, problem.msg
    else:
        frames = [(frame.filename, frame.lineno) for frame in traceback.extract_tb(problem.__traceback__)]
        file, line = next((place for place in reversed(frames) if folder in Path(place[0]).parents), frames[-1])
        # without the paths that Python adds
        text = f"{type(problem).__name__}: {str(problem).split(' (')[0]}"
    path = Path(file).relative_to(folder.parents[1]) if folder in Path(file).parents else Path(file)
    return f"{path.as_posix()}, line {line}: {text}"
