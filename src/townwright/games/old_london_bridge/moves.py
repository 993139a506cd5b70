"""Old London Bridge: kinds of move and reasons (kinds.py), and their sentences (sentences.py)."""

from __future__ import annotations

from .kinds import MOVES, REASONS, things
from .sentences import because, say

__all__ = ["MOVES", "REASONS", "because", "say", "things"]
