"""The compiler's complaints: one sentence with file and line, instead of its traceback."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Collection, Iterator

from . import cache

ROOMS = {"Box": "box", "State": "state"}  # where the classes of fields are


def complaint(name: str, part: str, error: Exception, makes_arrays: Collection[str]) -> str:
    """Why an entry point of a part of the package does not compile."""
    if isinstance(error, KeyError):  # Numba's error for a field that does not exist
        field = str(error.args[0])
        place = misspelt(part, field) or mentioned(part, field, ast.Attribute) or name
        return f"{place}: there is no field {field!r} in the state or the box"
    lines = [line for line in str(error).splitlines() if line.strip() and not line.startswith("Failed in ")]
    place = innermost(lines) or mentioned(part, name, ast.FunctionDef) or name
    if "NRT required" in str(error):
        allowed = ", ".join(sorted(makes_arrays))
        return f"{place}: a rule has no lists and no dicts, and makes an array only with one of: {allowed}"
    if re.search(r"No conversion from (none|.* to int64 for '\S*return)", str(error)):
        return f"{place}: expected a function that returns a number"
    if re.search(r"\bnone\)", str(error)) and (silent := without_value(part)):
        return f"{silent}: expected a function that returns a number"
    if unmarked := re.search(r"Untyped global name '(\w+)'.*<class 'function'>", str(error)):
        place = mentioned(part, unmarked[1], ast.FunctionDef) or place
        return f"{place}: expected {unmarked[1]} to be marked with @rule"
    if unknown := re.search(r"NameError: (name '(\w+)' is not defined)", str(error)):
        return f"{mentioned(part, unknown[2], ast.Name) or place}: {unknown[1]}"
    return f"{place}: does not compile: {reason(lines)} (TOWNWRIGHT_PURE=1 runs it uncompiled)"


def innermost(lines: list[str]) -> str | None:
    """The first line of this package in the compiler's message, which begins at the fault and goes outwards."""
    for line in lines:
        if where := re.match(r'File "(?:.*/)?townwright/((?:games|engine)/[^"]+)", line (\d+)', line):
            return f"{where[1]}, line {where[2]}"
    return None


def reason(lines: list[str]) -> str:
    """The compiler's complaint, without its lists of types."""
    first = next((line for line in lines if "rror" not in line.split()[0] or ":" in line), lines[0]).strip()
    if unbound := re.search(r'due to "TypeError: (.*)"', first):
        return unbound[1]
    if first.startswith("No implementation of"):
        calls = (line.strip() for line in lines)
        return next((f"there is no {call[4:]}" for call in calls if call.startswith(">>> ")), first)
    return first


def mentioned(part: str, name: str, kind: type[ast.Attribute | ast.Name | ast.FunctionDef]) -> str | None:
    """File and line where a game's sources first mention a name: as a field, alone, or as a function's."""
    for place, tree in sources(part):
        for node in ast.walk(tree):
            if isinstance(node, kind) and name in (getattr(node, key, None) for key in ("attr", "id", "name")):
                return f"{place}, line {node.lineno}"
    return None


def without_value(part: str) -> str | None:
    """File and line of the first function that promises a number and returns nothing."""
    for place, tree in sources(part):
        for function in ast.walk(tree):
            if isinstance(function, ast.FunctionDef) and ast.unparse(function.returns or ast.Constant(None)) == "int":
                values = [node.value for node in ast.walk(function) if isinstance(node, ast.Return)]
                if not any(values):
                    return f"{place}, line {function.lineno}"
    return None


def misspelt(part: str, field: str) -> str | None:
    """File and line where a function reads a field of its box or state that does not exist there."""
    lacking = set()
    for kind, room in ROOMS.items():
        module = sys.modules.get(f"townwright.games.{part}.{room}")
        if not hasattr(getattr(module, kind, None), field):
            lacking.add(kind)
    for place, tree in sources(part):
        for function in ast.walk(tree):
            if isinstance(function, ast.FunctionDef):
                arguments = [arg for arg in function.args.args if arg.annotation is not None]
                wrong = {f"{arg.arg}.{field}" for arg in arguments if ast.unparse(arg.annotation) in lacking}  # type: ignore[arg-type]
                for node in ast.walk(function):
                    if isinstance(node, ast.Attribute) and ast.unparse(node) in wrong:
                        return f"{place}, line {node.lineno}"
    return None


def sources(part: str) -> Iterator[tuple[str, ast.Module]]:
    """The Python files of a game's folder, parsed, with their paths as the author knows them."""
    folder = cache.PACKAGE / "games" / part
    for path in sorted(folder.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        yield f"games/{part}/{path.relative_to(folder).as_posix()}", tree
