"""Bots from outside: Python classes with `choose(known, seat)`, named like `my_module:MyBot`."""

from __future__ import annotations

import importlib
import inspect
import sys
import traceback
from pathlib import Path
from typing import Any

from townwright.bots import Bot
from townwright.engine.cache import PACKAGE
from townwright.engine.errors import BadCall

FAILURES = (Exception, SystemExit)  # of a bot from outside, which must not end the program


def outside_bot(name: str, seed: int | str) -> Bot:
    """An object of the class. Its constructor gets a seed if it has a parameter of this name."""
    module, _, kind = name.partition(":")
    if not kind.isidentifier() or not all(part.isidentifier() for part in module.split(".")):
        raise BadCall(f"there is no bot {name!r}; expected a level, or a class of yours like my_module:MyBot")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        bot_class: Any = getattr(importlib.import_module(module), kind, None)
    except FAILURES as problem:
        raise BadCall(f"the bot {name!r} cannot be imported: {cause(problem)}") from None
    if not callable(bot_class) or not callable(getattr(bot_class, "choose", None)):
        raise BadCall(f"{name!r} is not a bot; expected a class with choose(known, seat)")
    try:
        takes_seed = "seed" in inspect.signature(bot_class).parameters
        bot: Bot = bot_class(seed=seed) if takes_seed else bot_class()
    except FAILURES as problem:
        raise BadCall(f"the bot {name!r} cannot be made: {cause(problem)}") from None
    return bot


def cause(problem: BaseException) -> str:
    """What went wrong in a bot from outside, with the last line of its own code, in one line."""
    steps = traceback.extract_tb(problem.__traceback__)
    ours = ("<", str(PACKAGE), importlib.__file__)
    theirs = [step for step in steps if not step.filename.startswith(ours)]
    where = f" ({Path(theirs[-1].filename).name}, line {theirs[-1].lineno})" if theirs else ""
    return " ".join(f"{type(problem).__name__}: {problem}{where}".split())
