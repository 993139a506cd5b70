"""Forced moves: a decision with a single option is answered by the rules themselves.

Where that happens a rule asks first:

    if options == 1 and forced(s):
        play_pay(box, s, seat, only)
    else:
        s.decision = PAY

The match turns `ask_all` on in a copy to learn which moves were played silently, so that the log can tell them.
"""

from __future__ import annotations

from .compiling import rule
from .fields import Header


@rule
def forced(s: Header) -> bool:
    """Whether a decision with a single option is played at once (always, except to tell it afterwards)."""
    return s.ask_all == 0
