"""What a player reads: the sentence of a move says what it brings, the drawing explains its signs."""

from __future__ import annotations

import io
import random
import re
from typing import Any

import msgspec
import pytest
from rich.console import Console

import townwright as tw
from townwright.engine.match import Match

from .audit import RANDOM_SCORING, VARIANTS
from .table import BOX, NAME, about_to_build, build, placing, player, seen, table, tiles


def sentence(match: Match, words: str, seat: int = 0) -> str:
    """The sentence of a move."""
    return next(move.text for move in match.moves(seat) if move.words == words)


def test_a_chapel_names_its_strength_its_space_and_the_coins() -> None:
    match = about_to_build("32", player("57 49"), offset=1)
    assert sentence(match, "space chapel") == (
        "Go to the chapel space, gain £2 and build chapel 32 (blue). Strength 3: chapel marker to space 3, £1 in coins."
    )


def test_a_gate_names_its_bonus_tiles() -> None:
    match = about_to_build("24", player("50 43 39", gate=2), offset=0)
    assert sentence(match, "space gate") == (
        "Go to the gate space, gain £3 and build gate 24 (orange). Strength 4: gate marker to space 6, 2 bonus tiles."
    )
    none = about_to_build("24", player("50 43 39", gate=2), offset=0, bonus=[{"tiles": []}] * 3)
    assert sentence(none, "space gate").endswith("Strength 4: gate marker to space 6.")


def test_the_end_of_a_track_names_its_prize_and_a_marker_there_stays() -> None:
    match = about_to_build("32", player("57 49", chapel=13))
    assert sentence(match, "space chapel").endswith("chapel marker to space 15, £10 for the end of the track.")
    there = about_to_build("32", player("57 49", chapel=15))
    assert sentence(there, "space chapel").endswith("Strength 3: the marker is at the end of its track and stays.")


def test_an_inn_names_the_worth_of_its_cards_or_the_only_possible_cards() -> None:
    match = about_to_build("20", player("57 49"), offset=5)
    assert sentence(match, "space inn").endswith("Strength 3: any cards worth 3.")
    only = about_to_build("20", player("57 49"), supply={"2": 4})
    assert sentence(only, "space inn").endswith("Strength 3: a card of value 2.")
    nothing = about_to_build("20", player("57 49"), supply={"4": 4})
    assert sentence(nothing, "space inn").endswith("Strength 3: no cards: the supply has none that fit.")


def test_an_emporium_names_its_money_and_guilds_and_gardens_nothing() -> None:
    assert sentence(about_to_build("29", player("51 48 33")), "space emporium").endswith("Strength 4: £4.")
    assert sentence(about_to_build("2", player("57")), "centre guild") == "Go to the centre, pay £2 and build guild 2."
    assert sentence(about_to_build("G-blue", player("57")), "space garden").endswith("and build garden (blue).")


def test_a_forced_replacement_is_announced() -> None:
    match = about_to_build("58", player("40 30"), offset=1)
    assert sentence(match, "space chapel") == (
        "Go to the chapel space, gain £2 and build chapel 58 (green) in place of inn 40 (blue) in slot 1. "
        "Strength 1: chapel marker to space 1."
    )


def test_a_replacement_with_a_choice_is_announced_and_each_slot_names_its_effect() -> None:
    mine = player("57 49 32 23 15 11")
    match = about_to_build("20", mine, offset=0)
    assert sentence(match, "space inn") == (
        "Go to the inn space, gain £1 and build inn 20 (blue) in place of another building."
    )
    match.play(0, "space inn")
    assert [move.text for move in match.moves(0)] == [
        "Replace guild 23 in slot 4 with inn 20 (blue). Strength 5: any cards worth 5.",
        "Replace emporium 15 (orange) in slot 5 with inn 20 (blue). Strength 6: any cards worth 6.",
    ]


def test_a_placement_names_the_tiles_that_it_needs() -> None:
    others = (player(pawn="chapel"), player(pawn="centre"))
    match = placing(
        player(tiles=tiles(OCC=1, X=1, FREE=1)),
        *others,
        stacks={"chapel": {"top": "3"}, "guild": {"top": "59"}},
    )
    assert sentence(match, "space chapel") == (
        "Go to the X space at the chapel stack and build chapel 3 (grey), using an X space tile, "
        "using an Occupied space tile. Strength 1: chapel marker to space 1."
    )
    assert sentence(match, "free guild") == (
        "Go to the centre with a Free centre tile and build guild 59, using an Occupied space tile."
    )


def test_bonus_tiles_say_what_they_bring() -> None:
    order = [{"seat": 0, "value": 3}, {"seat": 1, "value": 0}, {"seat": 2, "value": 0}]
    mine = player(chapel=3, gate=2, tiles=tiles(CH2=1, GT2=1, REC=1))
    match = table(mine, player(), player(), decision="after", pending=[0], order=order)
    assert {move.words: move.text for move in match.moves(0)} == {
        "done": "End your turn.",
        "ch2": "Use a Chapel +2 tile: chapel marker to space 5, £2 in coins.",
        "gt2": "Use a Gate +2 tile: gate marker to space 4, a bonus tile.",
        "rec": "Use a Recall tile: take your card of value 3 back from the supply.",
    }


def test_raised_cards_say_what_they_count() -> None:
    order = [{"seat": 0, "card": 1, "value": 3}, {"seat": 0, "card": 2, "value": 1}]
    order += [{"seat": 1, "card": card, "value": 0} for card in (1, 2)]
    match = table(player(tiles=tiles(PLUS=2)), player(), decision="plus", pending=[0], order=order)
    match.play(0, "plus 2")
    assert [move.text for move in match.moves(0)] == [
        "Leave your cards as they are.",
        "Use a Card +1 tile on your card of value 3: it counts 4.",
        "Use a Card +1 tile on your card of value 1: it counts 3.",
    ]


def amount(pattern: str, text: str) -> int:
    found = re.search(pattern, text)
    return int(found[1]) if found else 0


def check_sentence(before: Any, after: Any, text: str) -> None:
    """The sentence of a building agrees with what happened."""
    mine, now = before["bridge"], after["bridge"]
    changed = [n for n in range(len(now)) if n >= len(mine) or mine[n] != now[n]]
    assert len(changed) == 1
    slot = changed[0] + 1 if changed[0] < len(mine) else 0
    assert amount(r"in slot (\d+)", text) == slot
    kind, crest = BOX.face.buildings[now[changed[0]]]
    if kind in ("guild", "garden"):
        assert "Strength" not in text
        return
    assert amount(r"Strength (\d+)", text) == after["powers"][crest]
    gained = {name: after["income"].get(name, 0) - before["income"].get(name, 0) for name in after["income"]}
    assert amount(r"£(\d+) in coins", text) == gained.get("coins", 0)
    assert amount(r"£(\d+) for the end", text) == gained.get("prizes", 0)
    assert amount(r"Strength \d+: £(\d+)", text) == gained.get("emporia", 0)
    for track in ("chapel", "gate"):
        space = amount(rf"{track} marker to space (\d+)", text)
        assert (space or before[track]) == after[track]


@pytest.mark.parametrize(("seats", "options"), VARIANTS[:3] + VARIANTS[-3:])
def test_the_sentence_of_a_placement_comes_true(seats: int, options: dict[str, Any]) -> None:
    rng = random.Random(f"told {seats}")
    checked = 0
    for game in range(4):
        match = tw.new(NAME, seats=seats, seed=f"told {game}", options=options)
        while not match.over:
            seat = rng.choice(match.pending)
            move = rng.choice(match.moves(seat))
            before = seen(match, seat)
            match.play(seat, move)
            if move.kind in ("space", "centre", "free", "replace") and match.view()["decision"] != "replace":
                check_sentence(before, seen(match, seat), move.text)
                checked += 1
            elif move.kind in ("space", "centre", "free"):
                assert "in place of another building" in move.text
    assert checked > 30


def drawn(match: Match) -> str:
    game, names = match.game, ["Ann", "Ben", "Cy", "Dee"]
    console = Console(width=400, file=io.StringIO())
    view = msgspec.convert(match.view(0), game.view)
    console.print(game.draw(view, names[: match.seats], match.box.face, game.texts()))
    return console.file.getvalue()


def test_the_drawing_explains_its_signs_and_what_the_tracks_give() -> None:
    picture = drawn(build("32", player("57 49 G-grey", fresh=tiles(), gate=2)))
    assert "crests: b blue, o orange, g grey, n green, * all four" in picture
    assert "signs: ch chapel, ga gate, in inn, em emporium, gu guild, ♣ garden, · free slot" in picture
    assert "ga57b in49b ♣g ch32b · · · · · · · ·" in picture
    assert "(£1 on 2, £2 on 5, £3 on 8, £5 on 11, £10 on 15)" in picture
    assert "(bonus tiles on 3, 6, 9, 12, £10 on 15)" in picture
    assert "Most buildings: £5, £3." in picture


def test_the_drawing_shows_the_figures_of_the_scorings() -> None:
    options = {"chapel_scoring": "C2", "gate_scoring": "G3", "inn_scoring": "I4", "bridge_scoring": "B3"}
    picture = " ".join(drawn(tw.new(NAME, seats=2, seed=1, options=options)).split())
    assert "C2: Front of the chapel track: £1 every round." in picture
    assert "G3: Spaces moved on the gate track: 4 or more £3, 7 or more £5, 10 or more £9, 13 or more £12." in picture
    assert "I4: Sets of cards: 1+2 £5, 1+2+3 £10, 1+2+3+4 £15." in picture
    assert "B3: £2 for each number up to 30." in picture


def test_every_scoring_can_be_drawn() -> None:
    seen_codes = set()
    for seed in range(40):
        match = tw.new(NAME, seats=3, seed=seed, options=RANDOM_SCORING)
        picture = drawn(match)
        codes = match.view()["scoring"]
        assert all(f"{code}: " in picture for code in codes)
        seen_codes |= set(codes)
    assert len(seen_codes) == 16
