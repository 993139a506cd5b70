"""Forced moves: the rules themselves answer a decision that has a single option.

A rule that reaches such a decision checks `forced` first:

    if options == 1 and forced(s):
        play_pay(box, s, seat, only)
    else:
        s.decision = PAY

The match sets `ask_all` in a copy to learn which moves were played automatically, so that the log can show them.
"""

from __future__ import annotations

from .compiling import rule
from .fields import Header


@rule
def forced(s: Header) -> bool:
    """Whether a decision with a single option is played at once (always, except when the match lists forced moves)."""
    return s.ask_all == 0
