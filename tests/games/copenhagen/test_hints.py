"""Why a hint recommends a move."""

from __future__ import annotations

from tests.play import steps

import townwright as tw
from townwright.engine.hints import reason


def test_a_reason_names_the_line_that_a_move_finishes() -> None:
    match = tw.new("copenhagen", 2, 5)
    reasons = []
    for seat, code in steps(match, 5, 400):
        before = {part.label for line in match.sheet()[seat].lines for part in line.parts}
        copy = match.copy()
        copy.play(seat, code)
        fresh = [part for line in copy.sheet()[seat].lines for part in line.parts if part.label not in before]
        if len(fresh) == 1:
            known = match.known(seat)
            reasons.append((reason(known, code, "en"), fresh[0]))
    assert reasons
    for why, part in reasons:
        assert why is not None
        assert why.endswith(f" +{part.points} ({part.label}).")
