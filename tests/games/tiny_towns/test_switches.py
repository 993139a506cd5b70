"""The options for questions that the rulebook leaves open, section 8 of the rules page."""

from __future__ import annotations

import townwright as tw
from townwright.games import load

from .table import ROW, lines, play, player, table, words


def test_8_1_feast_halls_in_solo() -> None:
    halls = "TV TV .. .." + ROW * 3
    assert lines(table(halls, cards="feast_hall"))["taverns"] == 6
    assert lines(table(halls, cards="feast_hall", options={"solo_feast_hall": 2}))["taverns"] == 4
    for without, kept in (("inn", {"feast_hall"}), ("feast_hall", {"inn"}), ("both", set())):
        drawn = {
            tw.new("tiny-towns", 1, seed=n, options={"solo_without": without}).view()["cards"][4] for n in range(60)
        }
        assert drawn & {"inn", "feast_hall"} == kept


def test_8_9_the_cavern_in_solo_by_option() -> None:
    assert "cavern" in words(table("", phase="round", named="G", options={"cavern": True, "cavern_solo": True}))


def test_the_options_default_to_the_rules_page() -> None:
    """For 8.5, 8.6 and 8.10 to 8.12 the page needs no option: they are decided or facts of the box."""
    assert load("tiny-towns").open_box().options == {
        "variant": "standard",
        "monuments": True,
        "cavern": False,
        "buildings": "random",
        "hammer": "first",
        "solo_without": "inn",  # 8.1
        "solo_feast_hall": 3,  # 8.1
        "watch_optional": False,  # 8.2: test_watch.py
        "watch_effects": False,  # 8.2
        "watch_delay": True,  # 8.2
        "watch_no_room": "stays",  # 8.2
        "grove_optional": False,  # 8.3: test_5_19_it_may_be_optional
        "starloom_ranking": "competition",  # 8.4: test_5_21_same_round_same_place_then_the_third
        "effect_markers": True,  # 8.7
        "castle_tie": True,  # 8.8: test_5_1_castle_is_two_cottages_and_no_monument
        "cavern_solo": False,  # 8.9
    }


def test_8_7_without_the_option_an_effect_brings_a_bank_without_a_marker() -> None:
    for marked, words_after in ((True, {f"mark {letter}" for letter in "WYBGS"}), (False, {"ready"})):
        seat = player("MO .. .. .." + ROW * 3, "grove_university", decision="endow")
        match = table(seat, "", cards="bank", phase="round", named="W", hammer=1, options={"effect_markers": marked})
        play(match, "endow FC b4")
        assert words(match) == words_after


def test_8_9_the_cavern_of_town_hall_is_open_in_drawn_rounds_only() -> None:
    options = {"variant": "town_hall", "cavern": True}
    assert "cavern" in words(table("", "", phase="round", named="G", options=options))
    assert "cavern" not in words(table("", "", phase="round", rounds=2, options=options))


def test_8_10_the_resource_cards_are_three_of_each() -> None:
    match = tw.new("tiny-towns", 1, seed=1, options={"monuments": False})
    cards = match.to_json()["position"]
    assert sorted(cards["open"] + cards["pile"]) == sorted("WYBGS" * 3)
