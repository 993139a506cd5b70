"""Random runs that meet every card; moves and points against independent and slower counts."""

from __future__ import annotations

import functools
import itertools
from typing import Any

import numpy as np
import pytest

import townwright as tw
from townwright.bots import make
from townwright.engine import chance
from townwright.engine.fields import Fields, Snapshot, blank
from townwright.engine.sheets import parts_of
from townwright.games import load
from townwright.games.tenby import moves as kinds
from townwright.games.tenby.state import CARDS, LYING, PLAIN_FIRST, ROW, SHIFT

from .audit import LONGEST

GAME = load("tenby")
MODES = ("none", "open_sea", "ebb_flow", "high_tide")
Town = list[list[int]]

pytestmark = pytest.mark.xdist_group("tenby content")  # what was played is shared


@functools.cache
def finished() -> list[tuple[Any, Any]]:
    """Random games of every mode and player count, played to the end: box and state of each."""
    found = []
    for mode, seats in itertools.product(MODES, range(2, 6)):
        box = GAME.open_box({"accolades": mode, "visiting": True})
        games = 60
        states = np.zeros((games, GAME.state_layout.itemsize), np.uint8)
        rngs = np.stack([chance.generator(f"{mode}{seats}{n}") for n in range(games)])
        for n in range(games):
            GAME.entry_points.setup(box.bytes, states[n], seats, chance.deal_key(f"content{mode}{seats}{n}"))
        codes, lengths = np.zeros(GAME.moves.size, np.int32), np.zeros(games, np.int32)
        GAME.entry_points.playouts(box.bytes, states, rngs, codes, lengths)
        assert lengths.max() <= LONGEST[seats]
        found += [(box, Fields(state, GAME.state_layout)) for state in states]
    return found


def test_every_card_is_placed_somewhere() -> None:
    placed = {s.town[p, i] - 1 for _, s in finished() for p in range(s.seats) for i in range(s.cards[p])}
    assert placed == set(GAME.open_box().face.cards)


def test_every_resident_is_held_and_every_accolade_is_in_play() -> None:
    held, lying, dealt = 0, set(), set()
    for _, s in finished():
        for p in range(s.seats):
            held |= s.hand[p]
            dealt.add(s.dealt[p])
        lying |= {s.lying[n] for n in range(LYING)}
    face = GAME.open_box().face
    assert held == (1 << len(face.residents)) - 1
    assert lying == dealt == set(range(len(face.accolades) + 1))


def test_every_resident_and_accolade_gives_points_to_a_player() -> None:
    paid = set()
    for box, s in finished():
        for p in range(s.seats):
            for line, parts in parts_of(box, Snapshot(s.bytes, GAME.state_layout), p, GAME.texts()).items():
                paid |= {part.label.split(":")[0] for part in parts if part.points and GAME.lines[line] != "cards"}
    face = GAME.open_box().face
    assert {row.name for row in face.accolades} <= paid
    assert {row.name for row in face.residents} <= paid


def streets_of(s: Any, p: int) -> Town:
    """A town as lists of card numbers."""
    streets: Town = []
    for i in range(s.cards[p]):
        if s.begins[p] >> i & 1:
            streets.append([])
        streets[-1].append(s.town[p, i] - 1)
    return streets


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_decks_run_out_and_are_reshuffled_and_day_cards_collect_rings(seats: int) -> None:
    box = GAME.open_box({"visiting": True})
    codes = np.zeros(GAME.moves.size, np.int32)
    played = np.zeros(GAME.moves.size, np.int64)
    rng, state = chance.generator(f"decks{seats}"), blank(GAME.state_layout)
    s = Fields(state, GAME.state_layout)
    shuffled, most_tokens = set(), 0
    for n in range(60):
        GAME.entry_points.setup(box.bytes, state, seats, chance.deal_key(f"decks{n}"))
        while not s.over:
            before = [*(s.left[d] for d in range(3)), s.day_left]
            seat = next(p for p in range(seats) if s.pending >> p & 1)
            count = GAME.entry_points.legal(box.bytes, state, seat, codes)
            code = int(codes[chance.spin(rng, count)])
            GAME.entry_points.apply(box.bytes, state, seat, code)
            played[code] += 1
            after = [*(s.left[d] for d in range(3)), s.day_left]
            shuffled |= {pile for pile in range(4) if after[pile] > before[pile]}
            most_tokens = max(most_tokens, *(s.tokens[place] for place in range(ROW)))
    # two players deal 21 of 30 day cards; with four and more every deck is shuffled again
    expected = {2: set(), 3: {3}, 4: {0, 1, 2, 3}, 5: {0, 1, 2, 3}}[seats]
    assert expected <= shuffled
    assert (3 in shuffled) == (seats > 2)
    assert most_tokens >= 3
    for kind in (kinds.choose, kinds.use, kinds.forfeit, kinds.buy, kinds.reveal, kinds.mix, kinds.blind, kinds.keep):
        assert played[kind.base : kind.base + kind.size].any(), kind.name
    assert played[kinds.gain.base + PLAIN_FIRST : kinds.gain.base + CARDS].all()


def legal_town(box: Any, town: Town) -> bool:
    """Every street on its own: edges meet, no sea inside, one landmark."""
    left, right, landmark = box.left_edge, box.right_edge, box.count
    for street in town:
        if any(right[a] != left[b] or right[a] == 2 for a, b in itertools.pairwise(street)):
            return False
        if sum(landmark[c, 21] for c in street) > 1:
            return False
    return True


def brute_force(box: Any, town: Town) -> set[tuple[int, int, int]]:
    """Every card, taken out and put into every gap of every street or alone, that leaves a legal and different town.

    A triple is the card's number in the town, the street before the move (-1 for a new one) and the gap in it.
    """
    found, number = set(), 0
    for a, street in enumerate(town):
        for i, card in enumerate(street):
            rest = street[:i] + street[i + 1 :]
            for b, target in enumerate(town):
                base = rest if a == b else target
                for gap in range(len(base) + 1):
                    after = [list(one) for one in town]
                    after[a] = rest
                    after[b] = [*base[:gap], card, *base[gap:]]
                    if a == b and gap == i:
                        continue  # back where it was
                    if legal_town(box, [one for one in after if one]):
                        found.add((number, b, gap))
            if len(street) > 1 and legal_town(box, [*town[:a], rest, *town[a + 1 :], [card]]):
                found.add((number, -1, 0))
            number += 1
    return found


def triple(town: Town, code: int) -> tuple[int, int, int]:
    """A move's code as such a triple."""
    number, target = kinds.move.values(code)
    if target == 2 * kinds.TOWN:
        return number, -1, 0
    beside, after, first = target % kinds.TOWN, target >= kinds.TOWN, 0
    for b, street in enumerate(town):
        if beside < first + len(street):
            gap = beside - first + after
            if first <= number < first + len(street) and number < beside + after:
                gap -= 1
            return number, b, gap
        first += len(street)
    raise AssertionError(code)


def test_the_moves_of_a_town_are_exactly_the_legal_triples() -> None:
    codes = np.zeros(GAME.moves.size, np.int32)
    sizes = set()
    for box, s in finished()[::3]:
        state = s.bytes.copy()
        k = Fields(state, GAME.state_layout)
        for p in range(k.seats):
            town = streets_of(k, p)
            k.over, k.decision, k.pending = 0, SHIFT, 1 << p
            count = GAME.entry_points.legal(box.bytes, state, p, codes)
            listed = [triple(town, int(code)) for code in codes[:count]]
            assert len(set(listed)) == len(listed)
            assert set(listed) == brute_force(box.printed, town)
            sizes.add(count)
            for code in codes[:count][:: max(1, count // 8)]:  # and each leads where it says
                after = state.copy()
                a = Fields(after, GAME.state_layout)
                a.step = next(n for n in range(k.seats) if k.night[n] == p)
                a.phase = 2
                GAME.entry_points.apply(box.bytes, after, p, int(code))
                assert moved(town, triple(town, int(code))) == sorted(streets_of(a, p))
    assert max(sizes) > 100


def moved(town: Town, where: tuple[int, int, int]) -> Town:
    """The town after a triple."""
    number, b, gap = where
    streets, first = [list(street) for street in town], 0
    for street in streets:
        if number < first + len(street):
            card = street.pop(number - first)
            break
        first += len(street)
    if b < 0:
        streets.append([card])
    else:
        streets[b].insert(gap, card)
    return sorted(street for street in streets if street)


def test_greedy_play_beats_random_play() -> None:
    match = tw.new("tenby", seats=2, seed=21)
    bots = [make("greedy", 1), make("random", 2)]
    while not match.over:
        seat = match.pending[0]
        match.play(seat, bots[seat].choose(match.known(seat), seat))
    assert match.sheet()[0].total > 60 > match.sheet()[1].total
