"""Tiny Towns: the rules.

`table` lays the table and runs the rounds, `handle` is about the cube of the round, `build` about
constructing and its effects, `town` about points, `known` about what a player may know. Numbers such as
5.2 are rulings explained in docs/rules/tiny-towns.md.
"""

from .dispatch import apply, legal, refuse
from .known import observe, resample
from .table import setup
from .town import score

__all__ = ["apply", "legal", "observe", "refuse", "resample", "score", "setup"]
