"""Tenby: set-up, night, day and clean-up, and what comes after each decision."""

from __future__ import annotations

from townwright.engine.chance import below, shuffle
from townwright.engine.compiling import num, rule
from townwright.engine.fields import Codes
from townwright.engine.forcing import forced
from townwright.engine.moves import FINE

from .. import moves
from ..box import Box
from ..moves import NOT_DRAWN, NOT_IN_ROW, TAKEN
from ..rows import EBB_FLOW, HIGH_TIDE, OPEN_SEA
from ..state import (
    CHOOSE,
    DAY,
    DECKS,
    DECLARE,
    FIRST,
    ICONS,
    KEEP,
    MENU,
    MIX,
    NIGHT,
    OPEN,
    PIER,
    SECOND,
    SECRET,
    SETUP,
    START_FIRST,
    TERRACE,
    VISIT,
    VISITOR,
    State,
)
from .decks import (
    DECK_FIRST,
    can_draw,
    clear_market,
    deal_days,
    deal_market,
    draw_residents,
    draw_visitors,
    keep_resident,
    leave_token,
    to_discards,
)
from .town import NEW, insert
from .turn import actor, can_spend, gain_card, icons_left, refuse_show

KEEP_CARD, SHOW, HIDE, CHOOSE_DAY = moves.keep.base, moves.show.base, moves.hide.base, moves.choose.base
MIX_OF, GAIN = moves.mix.base, moves.gain.base


# --- set-up ---


@rule
def setup(box: Box, s: State) -> None:
    """Lays the table for `s.seats` players (1.2)."""
    seats = num(s.seats)
    for d in range(DECKS):
        first, size = num(DECK_FIRST[d]), num(box.size[d])
        for i in range(size):
            s.deck[first + i] = first + i + 1
        shuffle(s, s.deck, first, first + size)
        s.left[d] = size
    deal_market(box, s)
    for day in range(box.days):
        s.day_deck[day] = day + 1
    shuffle(s, s.day_deck, 0, num(box.days))
    s.day_left = box.days
    deal_days(s)
    for p in range(seats):
        s.night[p] = p
    if box.random_night:
        shuffle(s, s.night, 0, seats)
    for n in range(seats):
        s.rings[s.night[n]] = box.start_rings[n]
    for kind in range(2):
        s.plain[kind] = box.plain[kind]
    if box.start_card:
        deal_starts(box, s)
    for r in range(box.residents):
        s.residents[r] = r + 1
    shuffle(s, s.residents, 0, num(box.residents))
    s.residents_left = box.residents
    deal_accolades(box, s)
    s.phase = SETUP
    go_on_setup(box, s)


@rule
def pick(s: State, left: int) -> int:
    """The place of a random bit of a mask: one card of a small pile."""
    n, rest = 0, left
    while rest:
        rest &= rest - 1
        n += 1
    for _ in range(below(s, n)):
        left &= left - 1
    place = 0
    while (left >> place) & 1 == 0:
        place += 1
    return place


@rule
def deal_starts(box: Box, s: State) -> None:
    """One random start card each: the first card of the first street."""
    left = (1 << num(box.starts)) - 1
    for p in range(s.seats):
        c = pick(s, left)
        left &= ~(1 << c)
        insert(s, p, START_FIRST + c, NEW)


@rule
def deal_accolades(box: Box, s: State) -> None:
    """The accolades of the mode in play: some lie open, or each player is dealt one (1.9)."""
    left = (1 << num(box.accolades)) - 1
    count = 0
    if box.mode == OPEN_SEA:
        count = num(box.open_sea)
    elif box.mode == HIGH_TIDE:
        count = num(s.seats) + 1
    elif box.mode == EBB_FLOW:
        count = num(s.seats)
    for place in range(count):
        a = pick(s, left)
        left &= ~(1 << a)
        if box.mode == EBB_FLOW:
            s.dealt[place] = a + 1
        else:
            s.lying[place] = a + 1


@rule
def go_on_setup(box: Box, s: State) -> None:
    """The first residents in night order, then open or secret accolades, then the first night (1.2, 1.9)."""
    while box.start_residents and s.step < s.seats:
        p = actor(s)
        if s.residents_left and draw_residents(s, p):
            s.decision = KEEP
            s.pending = 1 << p
            return
        s.step += 1
    s.step = 0
    if box.mode == EBB_FLOW:
        s.decision = DECLARE
        s.pending = (1 << num(s.seats)) - 1
    else:
        begin_night(s)


# --- keeping a resident ---


@rule
def list_keeps(s: State, out: Codes) -> int:
    """The residents drawn: two, or the last of the deck."""
    e = num(s.draws) - 1
    out[0] = KEEP_CARD + s.drawn_first[e] - 1
    if s.drawn_second[e] == 0:
        return 1
    out[1] = KEEP_CARD + s.drawn_second[e] - 1
    return 2


@rule
def refuse_keep(s: State, r: int) -> int:
    e = num(s.draws) - 1
    return FINE if r + 1 == s.drawn_first[e] or r + 1 == s.drawn_second[e] else NOT_DRAWN


@rule
def play_keep(s: State, p: int, r: int) -> None:
    keep_resident(s, p, FIRST if s.drawn_first[num(s.draws) - 1] == r + 1 else SECOND)
    s.decision = MENU
    if s.phase == SETUP:
        s.step += 1


# --- open or secret ---


@rule
def play_declare(s: State, p: int, code: int) -> None:
    """All decide at the same time; decisions stay unknown until the last one (ruling 21)."""
    s.shown[p] = OPEN if code == SHOW else SECRET
    s.pending &= ~(1 << p)
    if s.pending == 0:
        s.revealed += 1
        begin_night(s)


# --- night ---


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
    """Where a day card lies in the row, -1 if it does not."""
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


# --- day ---


@rule
def begin_turn(box: Box, s: State) -> None:
    """The rings of the day card and on it are taken at once (1.3, ruling 9)."""
    p = actor(s)
    place = num(s.picked[p]) - 1
    if place >= 0:
        day = num(s.row[place]) - 1
        s.rings[p] += s.tokens[place] + box.day_rings[day]
        s.tokens[place] = 0
        for icon in range(ICONS):
            s.icons[icon] = box.day_icons[day, icon]


@rule
def go_on_day(box: Box, s: State) -> None:
    """Goes on to the next decision of the day. CHOOSE means that a turn has yet to begin.

    A turn with nothing left to do ends by itself, except the last of a round: its end brings new cards to light.
    """
    while s.decision == MENU or s.decision == CHOOSE:
        if s.decision == CHOOSE:
            s.decision = MENU
            if s.step == s.seats:
                end_day(box, s)
                return
            begin_turn(box, s)
        p = actor(s)
        s.pending = 1 << p
        if s.step == s.seats - 1 or icons_left(s) or can_spend(box, s, p) or not forced(s):
            return
        end_turn(s)


@rule
def end_turn(s: State) -> None:
    """The day card is discarded; the piece goes to the lowest free night card, so the order stays."""
    p = actor(s)
    place = num(s.picked[p]) - 1
    if place >= 0:
        s.day_discards |= 1 << (num(s.row[place]) - 1)
        s.row[place] = 0
        s.picked[p] = 0
    s.step += 1
    s.decision = CHOOSE


# --- clean-up ---


@rule
def end_day(box: Box, s: State) -> None:
    """The last day ends the game; else a token for the day card left over, the market to the discards (1.3)."""
    if s.rounds == box.rounds:
        s.over = 1
        s.pending = 0
        s.revealed += 1
    else:
        leave_token(s)
        clear_market(s)
        s.step = -1
        s.phase = VISIT if box.visiting and s.rounds == box.rounds - 1 else NIGHT


@rule
def next_visit(s: State) -> None:
    """Each player in night order draws visitors, if any card is left to draw (1.9, ruling 23)."""
    s.step += 1
    if s.step < s.seats and (can_draw(s, TERRACE) or can_draw(s, PIER)):
        s.decision = MIX
        s.pending = 1 << actor(s)
    else:
        s.phase = NIGHT


@rule
def go_on(box: Box, s: State) -> None:
    """Plays whatever follows a decision, up to the next one. MENU means that the last decision is done."""
    if s.phase == DAY:
        go_on_day(box, s)
    if s.decision != MENU or s.over:
        return
    if s.phase == SETUP:
        go_on_setup(box, s)
    if s.phase == VISIT:
        next_visit(s)
    if s.phase == NIGHT and s.decision == MENU:
        deal_market(box, s)
        deal_days(s)
        begin_night(s)


# --- visitors ---


@rule
def list_mixes(out: Codes) -> int:
    """None to three terraces, the rest piers."""
    for terraces in range(4):
        out[terraces] = MIX_OF + terraces
    return 4


@rule
def play_mix(box: Box, s: State, p: int, terraces: int) -> None:
    s.decision = VISITOR
    if draw_visitors(s, terraces) == 1 and forced(s):
        play_visitor(box, s, p, num(s.visitors[0]) - 1)


@rule
def list_visitors(s: State, out: Codes) -> int:
    """The cards drawn: one must be placed."""
    n = 0
    for i in range(3):
        if s.visitors[i]:
            out[n] = GAIN + s.visitors[i] - 1
            n += 1
    return n


@rule
def refuse_visitor(s: State, c: int) -> int:
    for i in range(3):
        if s.visitors[i] == c + 1:
            return FINE
    return NOT_DRAWN


@rule
def play_visitor(box: Box, s: State, p: int, c: int) -> None:
    """One card is placed at once, the others are discarded for all to see."""
    for i in range(3):
        if s.visitors[i] and s.visitors[i] != c + 1:
            to_discards(s, num(s.visitors[i]) - 1)
        s.visitors[i] = 0
    s.visiting[0] = 0
    s.visiting[1] = 0
    s.revealed += 1
    gain_card(box, s, p, c)
