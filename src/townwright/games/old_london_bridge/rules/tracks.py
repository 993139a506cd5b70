"""The chapel and the gate track: moving, stacking, who is ahead; money, by where it comes from."""

from __future__ import annotations

from townwright.engine.compiling import num, rule

from ..box import Box
from ..state import CHAPEL, COINS, PRIZES, State


@rule
def earn(s: State, p: int, source: int, money: int) -> None:
    """Adds money gained or paid, by where it came from."""
    s.money[p] += money
    s.earned[p, source] += money


@rule
def place_of(s: State, track: int, p: int) -> int:
    """How many markers are ahead of a player's; there are no ties (19)."""
    for place in range(s.seats):
        if s.line[track, place] == p:
            return place
    return 0


@rule
def at_end(box: Box, s: State, track: int, p: int) -> bool:
    """Whether a marker has reached the last space and never moves again."""
    return s.space[track, p] >= box.last[track]


@rule
def coins_between(box: Box, start: int, stop: int) -> int:
    """The coins of the chapel track after the space `start`, up to `stop`."""
    money = 0
    for space in range(start + 1, stop + 1):
        money += num(box.coin[space])
    return money


@rule
def tiles_between(box: Box, start: int, stop: int) -> int:
    """The bonus tiles that the gate track gives after the space `start`, up to `stop`."""
    n = 0
    for space in range(start + 1, stop + 1):
        n += num(box.bonus_at[space])
    return n


@rule
def prize_between(box: Box, track: int, start: int, stop: int) -> int:
    """The prize for reaching the last space of a track."""
    return num(box.prize) if start < stop and stop == box.last[track] else 0


@rule
def walk_to(box: Box, s: State, track: int, p: int, steps: int) -> int:
    """The space that a marker reaches; surplus steps are lost (1.6)."""
    return min(num(s.space[track, p]) + steps, num(box.last[track]))


@rule
def advance(box: Box, s: State, track: int, p: int, steps: int) -> None:
    """Moves a marker: coins or bonus tiles on the way, the prize at the end (1.6, 23)."""
    last = num(box.last[track])
    start = num(s.space[track, p])
    if start >= last:
        return
    stop = walk_to(box, s, track, p, steps)
    if track == CHAPEL:
        earn(s, p, COINS, coins_between(box, start, stop))
    else:
        s.due += tiles_between(box, start, stop)
    earn(s, p, PRIZES, prize_between(box, track, start, stop))
    s.space[track, p] = stop
    arrive(s, track, p, stop == last)


@rule
def arrive(s: State, track: int, p: int, end: bool) -> None:
    """Puts a marker on top of those on its space, or below them at the end of the track."""
    place = place_of(s, track, p)
    here = num(s.space[track, p])
    while place > 0:
        ahead = num(s.line[track, place - 1])
        there = num(s.space[track, ahead])
        if there > here or (there == here and end):
            return
        s.line[track, place] = ahead
        s.line[track, place - 1] = p
        place -= 1
