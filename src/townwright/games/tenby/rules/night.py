"""Tenby: the night, when everybody chooses a day card; before the first one, accolades are declared open or secret."""

from __future__ import annotations

from townwright.engine.compiling import num, rule
from townwright.engine.fields import Codes
from townwright.engine.moves import FINE

from .. import moves
from ..box import Box
from ..moves import NOT_IN_ROW, TAKEN
from ..rows import EBB_FLOW
from ..state import CHOOSE, DAY, NIGHT, OPEN, SECRET, State
from .turn import actor, refuse_show

SHOW, HIDE, CHOOSE_DAY = moves.show.base, moves.hide.base, moves.choose.base


@rule
def play_declare(s: State, p: int, code: int) -> None:
    """All decide at the same time; decisions stay hidden until the last one (ruling 21)."""
    s.shown[p] = OPEN if code == SHOW else SECRET
    s.pending &= ~(1 << p)
    if s.pending == 0:
        s.revealed += 1
        begin_night(s)


@rule
def begin_night(s: State) -> None:
    s.rounds += 1
    s.phase = NIGHT
    s.step = 0
    s.decision = CHOOSE
    s.pending = 1 << actor(s)


@rule
def is_free(s: State, place: int) -> bool:
    """Whether no piece stands on a day card of the row."""
    for p in range(s.seats):
        if s.picked[p] == place + 1:
            return False
    return True


@rule
def list_days(box: Box, s: State, p: int, out: Codes) -> int:
    """The day cards without a piece; a secret accolade may be opened first (1.3, ruling 21)."""
    n = 0
    for place in range(s.seats + 1):
        if s.row[place] and is_free(s, place):
            out[n] = CHOOSE_DAY + s.row[place] - 1
            n += 1
    if box.mode == EBB_FLOW and refuse_show(box, s, p) == FINE:
        out[n] = SHOW
        n += 1
    return n


@rule
def row_place(s: State, day: int) -> int:
    """The place of a day card in the row, -1 if it is not there."""
    for place in range(s.seats + 1):
        if s.row[place] == day + 1:
            return place
    return -1


@rule
def refuse_day(s: State, day: int) -> int:
    place = row_place(s, day)
    if place < 0:
        return NOT_IN_ROW
    return FINE if is_free(s, place) else TAKEN


@rule
def play_day(box: Box, s: State, p: int, day: int) -> None:
    """Puts the piece on a day card; when all have chosen, the day begins in the order of the numbers."""
    s.picked[p] = row_place(s, day) + 1
    s.step += 1
    if s.step < s.seats:
        s.pending = 1 << actor(s)
        return
    for i in range(1, s.seats):
        seat, j = num(s.night[i]), i
        while j and day_number(box, s, num(s.night[j - 1])) > day_number(box, s, seat):
            s.night[j] = s.night[j - 1]
            j -= 1
        s.night[j] = seat
    s.phase = DAY
    s.step = 0


@rule
def day_number(box: Box, s: State, p: int) -> int:
    return num(box.day_number[s.row[s.picked[p] - 1] - 1])
