"""Bots from outside: any Python class with `choose(known, seat)`, named like `my_module:MyBot`."""

from __future__ import annotations

import importlib
import inspect
import sys
import traceback
from pathlib import Path
from typing import Any

from townwright.bots import Bot
from townwright.engine.errors import BadCall


def outside_bot(name: str, seed: int | str) -> Bot:
    """An object of the class; its constructor is given a seed if it takes one."""
    module, _, kind = name.partition(":")
    if not kind.isidentifier() or not all(part.isidentifier() for part in module.split(".")):
        raise BadCall(f"there is no bot {name!r}; expected a level, or a class of yours like my_module:MyBot")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        found: Any = getattr(importlib.import_module(module), kind, None)
    except Exception as problem:
        raise BadCall(f"the bot {name!r} cannot be imported: {told(problem)}") from None
    if not callable(found) or not callable(getattr(found, "choose", None)):
        raise BadCall(f"{name!r} is no bot; expected a class with choose(known, seat)")
    try:
        takes_seed = "seed" in inspect.signature(found).parameters
        bot: Bot = found(seed=seed) if takes_seed else found()
    except Exception as problem:
        raise BadCall(f"the bot {name!r} cannot be made: {told(problem)}") from None
    return bot


def told(problem: Exception) -> str:
    """What went wrong in somebody else's code, and where, in one line."""
    steps = traceback.extract_tb(problem.__traceback__)
    aside = ("<", __file__, importlib.__file__)
    inside = [step for step in steps if not step.filename.startswith(aside)]
    where = f" ({Path(inside[-1].filename).name}, line {inside[-1].lineno})" if inside else ""
    return f"{type(problem).__name__}: {problem}{where}"
