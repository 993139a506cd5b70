"""Impossible positions are refused in one sentence; whatever a position leaves out is filled in."""

from __future__ import annotations

import random
import tomllib
from importlib.resources import files
from typing import Any

import pytest

import townwright as tw

from .audit import VARIANTS
from .table import finish, play, table

IMPOSSIBLE: dict[str, dict[str, Any]] = {
    "field 'hammer': expected a seat": {"hammer": 4},
    "expected 4 rows": {"players": [{"town": [".. .. .. .."]}, {}]},
    "row 4: expected 4 squares": {"players": [{"town": ["..", "..", "..", ".."]}, {}]},
    "square a4: expected '..', 'W'": {"players": [{"town": ["XX .. .. ..", *[".. .. .. .."] * 3]}, {}]},
    "got 'FC(WGWG)'": {"players": [{"town": ["FC(WGWG) .. .. ..", *[".. .. .. .."] * 3]}, {}], "cards": ["warehouse"]},
    "got 'FC(W)'": {"players": [{"town": ["FC(W) FC(W) .. ..", *[".. .. .. .."] * 3]}, {}], "cards": ["bank"]},
    "expected the monument that stands": {"players": [{"town": ["MO .. .. ..", *[".. .. .. .."] * 3]}, {}]},
    "expected one monument at most": {"players": [{"town": ["MO MO .. ..", *[".. .. .. .."] * 3]}, {}]},
    "expected each monument once": {"players": [{"monuments": ["shrine"]}, {"monuments": ["shrine"]}]},
    "expected a monument, one of: architects_guild, archive": {"players": [{"monuments": ["pyramid"]}, {}]},
    "field 'cards', row 1: expected a building": {"cards": ["castle"]},
    "field 'cards', row 2: expected one card of type FD": {"cards": ["farm", "orchard"]},
    "field 'named': expected the resource": {"phase": "round"},
    "field 'named': expected none while": {"named": "W"},
    "field 'over': expected true only": {"over": True},
    "field 'pending'": {"pending": [1]},
    "field 'phase': expected 'watch' only while": {"phase": "watch", "named": "W"},
    "field 'decision': expected 'name' or 'pick' in the phase 'name' of a player who must act, got 'build'": {
        "players": [{"decision": "build"}, {}]
    },
    "field 'decision': expected, because": {"players": [{"holding": "W"}, {}]},
    "belong to Town Hall and Solo": {"open": ["W", "W", "W"]},
    "field 'holding'": {"phase": "round", "named": "W", "players": [{"decision": "swap"}, {}]},
    "field 'making'": {"phase": "round", "named": "W", "players": [{"decision": "target"}, {}]},
    "field 'spot'": {"phase": "round", "named": "W", "players": [{"decision": "mark"}, {}]},
    "field 'targets'": {"phase": "round", "named": "W", "players": [{"decision": "exchange"}, {}]},
    "only while Opaleye's Watch": {"phase": "round", "named": "W", "players": [{"decision": "list"}, {}]},
    "player 1 must act in this position but has no move": {
        "phase": "round",
        "named": "W",
        "players": [{"town": ["W W W W"] * 4, "decision": "handle"}, {}],
    },
    "field 'town': expected a list": {"players": [{"town": "W"}, {}]},
    "field 'players'": {"players": []},
}


@pytest.mark.parametrize("sentence", IMPOSSIBLE)
def test_impossible_positions_are_refused_in_one_sentence(sentence: str) -> None:
    position = {"players": [{}, {}], **IMPOSSIBLE[sentence]}
    with pytest.raises(tw.BadPosition) as problem:
        tw.position("tiny-towns", {"game": "tiny-towns", "position": position})
    text = str(problem.value)
    assert sentence in text
    assert "\n" not in text


@pytest.mark.parametrize(
    ("options", "view", "sentence"),
    [
        ({"variant": "town_hall"}, {}, "field 'phase': expected 'keep', 'round' or 'watch'"),
        ({"variant": "town_hall"}, {"phase": "round", "rounds": 1}, "exactly in every third round"),
        ({"variant": "town_hall"}, {"phase": "round", "named": "W", "discards": ["W"]}, "expected 15 cards"),
        ({"variant": "town_hall"}, {"phase": "round", "named": "W", "pile": ["W"] * 9}, "expected at most 3 W cards"),
        ({"variant": "solo"}, {}, "expected one player in the solo variant"),
    ],
)
def test_impossible_positions_of_the_variants(options: Any, view: Any, sentence: str) -> None:
    with pytest.raises(tw.BadPosition) as problem:
        table("", "", options=options, **view)
    assert sentence in str(problem.value)


@pytest.mark.parametrize(
    ("view", "sentence"),
    [
        ({"phase": "round", "named": "W", "open": ["G", "G", "B"]}, "field 'picked'"),
        ({"picked": 1}, "field 'picked'"),
        ({"pile": ["W"]}, "field 'pile': expected 12 cards"),
        ({"open": ["W", "W", "W"], "pile": ["W", *[None] * 11]}, "expected at most 3 W cards"),
        ({"discards": []}, "belongs to Town Hall"),
    ],
)
def test_impossible_positions_of_solo(view: Any, sentence: str) -> None:
    with pytest.raises(tw.BadPosition) as problem:
        table("", **view)
    assert sentence in str(problem.value)


EMPTY_ROWS = [".. .. .. .."] * 3
FULL = ["W W W W"] * 4
GUILD = {"town": ["MO CO .. ..", *EMPTY_ROWS], "decision": "exchange", "targets": ["b4"]}
CAVERN, WITHOUT = {"cavern": True}, {"monuments": False}
ROUND = {"phase": "round", "named": "W"}
WATCH = {"phase": "watch", "named": "W"}


def owner(monument: str, *marks: str, **more: Any) -> dict[str, Any]:
    """A player whose monument is in the first row, with other marks beside it."""
    row = " ".join([*("MO", *marks), *[".."] * (3 - len(marks))])
    return {"town": [row, *EMPTY_ROWS], "monuments": [monument], **more}


@pytest.mark.parametrize(
    ("first", "view", "options", "sentence"),
    [
        ({"town": ["CO(W) .. .. ..", *EMPTY_ROWS]}, {}, {}, "field 'town': expected cubes on cottages only beside"),
        (owner("shrine", "CO(W)"), {}, {}, "field 'town': expected cubes on cottages only beside"),
        (
            {"town": ["CO(W) .. .. ..", *EMPTY_ROWS], "monuments": ["statue"]},  # not built yet
            {},
            {},
            "field 'town': expected cubes on cottages only beside the Statue",
        ),
        (
            owner("statue", "CO(W)", decision="build", before={"town": ["CO(W) .. .. ..", *EMPTY_ROWS]}),
            ROUND,
            {},
            "field 'before.town': expected cubes on cottages only beside the Statue",
        ),
        ({"watch": ["CO"]}, {}, {}, "field 'watch': expected at most 3 types, and only for the owner"),
        ({"watch": ["CO"], "monuments": ["opaleyes_watch"]}, {}, {}, "field 'watch': expected at most 3 types"),
        (owner("archive", watch=["CO"]), {}, {}, "field 'watch': expected at most 3 types, and only for the owner"),
        (owner("opaleyes_watch", watch=["CO", "FD", "WL", "CH"]), {}, {}, "field 'watch': expected at most 3 types"),
        (
            owner("opaleyes_watch", watch=["CO"], decision="build", before={"town": [], "watch": ["CO"]}),
            ROUND,
            {},
            "field 'before.watch': expected",
        ),
        ({"cavern": 1}, {}, {}, "field 'cavern': expected at most 0, got 1"),
        ({"cavern": 3}, {}, CAVERN, "field 'cavern': expected at most 2, got 3"),
        ({"decision": "build", "before": {"cavern": 3}}, ROUND, CAVERN, "field 'before.cavern': expected at most 2"),
        ({**GUILD, "exchanges": 3, "monuments": ["architects_guild"]}, ROUND, {}, "expected at most 2, and only for"),
        ({**GUILD, "exchanges": 2, "monuments": ["archive"]}, ROUND, {}, "only for the owner of the Architect's Guild"),
        (owner("archive", decision="endow"), ROUND, {}, "'endow' only for the owner of Grove University"),
        (owner("archive", decision="list"), ROUND, {}, "'list' only while Opaleye's Watch wants types"),
        (owner("archive", due=["CO"]), WATCH, {}, "only in the phase 'watch' for the owner of Opaleye's Watch"),
        (owner("opaleyes_watch", watch=["CO"], due=["WL"]), WATCH, {}, "others that are still on the Watch"),
        (
            owner("opaleyes_watch", watch=["CO"], due=["CO"], settled=["WL"], decision="settle"),
            WATCH,
            {},
            "field 'due': expected types of 'settled'",
        ),
        (
            {
                **owner("opaleyes_watch", "FC(W)", "FC(Y)", "FC(B)", watch=["FC"], due=["FC"]),
                "town": ["MO FC(W) FC(Y) FC(B)", "FC(G) FC(S) .. ..", *EMPTY_ROWS[:2]],
            },
            {**WATCH, "cards": ["bank"]},
            {},
            "field 'due': expected no Bank",
        ),
        ({"decision": "name", "made": ["CO"]}, {}, {}, "fields 'made' and 'settled': expected only in the phases"),
        ({"town": FULL}, {"phase": "keep"}, {}, "field 'town': expected an empty town while monuments are chosen"),
        ({"town": FULL}, {"pending": [0]}, WITHOUT, "field 'pending': expected some of the seats 1; got 0"),
        (
            {"town": FULL},
            {**ROUND, "pending": [0, 1]},
            WITHOUT,
            "field 'pending': expected some of the seats 1; got 0, 1",
        ),
    ],
)
def test_players_with_impossible_belongings_are_refused(first: Any, view: Any, options: Any, sentence: str) -> None:
    position = {"players": [first, {"decision": "ready"} if first.get("decision") == "name" else {}], **view}
    with pytest.raises(tw.BadPosition) as problem:
        tw.position("tiny-towns", {"game": "tiny-towns", "options": options, "position": position})
    assert sentence in str(problem.value)
    assert str(problem.value).startswith(("player 1, ", "field 'pending'"))
    assert "\n" not in str(problem.value)


def test_the_cavern_of_solo_takes_nothing_unless_the_table_says_so() -> None:
    with pytest.raises(tw.BadPosition, match="expected at most 0, got 1"):
        table({"cavern": 1}, options=CAVERN)
    assert table({"cavern": 1}, options={**CAVERN, "cavern_solo": True}).view()["players"][0]["cavern"] == 1


def test_the_box_says_how_much_a_warehouse_holds() -> None:
    contents = tomllib.loads((files("townwright.games.tiny_towns") / "box.toml").read_text(encoding="utf-8"))
    contents["game"]["store"] = 2
    players = [{"town": ["FC(WW) .. .. ..", *EMPTY_ROWS]}, {}]
    data = {"game": "tiny-towns", "box": contents, "position": {"players": players, "cards": ["warehouse"]}}
    assert tw.position("tiny-towns", data).view()["players"][0]["town"][0] == "FC(WW) .. .. .."
    players[0]["town"][0] = "FC(WWW) .. .. .."
    with pytest.raises(tw.BadPosition, match=r"FC\(WWW\)"):
        tw.position("tiny-towns", data)


def test_a_full_town_is_completed_and_the_hammer_is_with_the_next_player() -> None:
    match = table({"town": FULL}, "", "")
    view = match.view()
    assert [player["place"] for player in view["players"]] == [1, None, None]
    assert (view["hammer"], match.pending) == (1, (1,))
    match.play(1, "name W")
    assert match.pending == (1, 2)
    while not match.over:
        match.play(match.pending[0], match.codes(match.pending[0])[-1])
    assert match.view()["players"][0]["place"] == 1


@pytest.mark.parametrize(("ranking", "place"), [("competition", 3), ("dense", 2)])
def test_full_towns_share_the_next_place(ranking: str, place: int) -> None:
    done = {"place": 1}
    match = table(done, done, {"town": FULL}, {"town": FULL}, "", hammer=4, options={"starloom_ranking": ranking})
    assert [player["place"] for player in match.view()["players"]] == [1, 1, place, place, None]


def test_a_town_that_was_full_before_the_round_takes_no_part_in_it() -> None:
    match = table({"town": FULL}, "", phase="round", named="W")
    assert match.pending == (1,)
    assert match.view()["players"][0]["place"] == 1


def test_a_town_filled_in_this_round_is_completed_at_its_end() -> None:
    for pending, decision in (([0, 1], "build"), ([1], "ready")):
        match = table({"town": FULL, "decision": decision}, "", phase="round", named="W", pending=pending)
        assert match.view()["players"][0]["place"] is None
        finish(match)
        assert match.view()["players"][0]["place"] == 1


def test_a_full_town_waits_for_the_watch_to_end_the_round() -> None:
    seat = owner("opaleyes_watch", watch=["WL"], due=["WL"])
    match = table(seat, {"town": FULL}, phase="watch", named="W")
    assert match.view()["players"][1]["place"] is None
    play(match, "settle WL b4", "ready")
    assert match.view()["players"][1]["place"] == 1


def test_the_game_is_over_when_all_towns_are_full() -> None:
    with pytest.raises(tw.BadPosition, match="field 'over': expected true when every town is completed"):
        table({"town": FULL}, {"town": FULL})
    match = table({"town": FULL}, {"town": FULL}, over=True)
    assert match.over
    assert [player["place"] for player in match.view()["players"]] == [1, 1]


def test_positions_of_whole_games_can_be_loaded_again() -> None:
    """Every position that random play reaches, hidden parts included, is accepted and does not change."""
    for seats, options in VARIANTS:
        match = tw.new("tiny-towns", seats, seed=f"again {options}", options=options)
        rng = random.Random(f"{seats}{options}")
        while not match.over:
            if rng.random() < 0.15:
                assert tw.position("tiny-towns", match.to_json()).state == match.state
            seat = rng.choice(match.pending)
            builds = [code for code in match.codes(seat) if match.game.moves.kind(code).name == "build"]
            match.play(seat, rng.choice(builds or match.codes(seat)))


FORT = {"town": ["MO .. .. ..", *EMPTY_ROWS], "monuments": ["fort_ironweed"]}
FIVE_BANKS = {"town": ["FC(W) FC(Y) FC(B) FC(G)", "FC(S) .. .. ..", *EMPTY_ROWS[:2]]}


def test_the_owner_of_the_fort_does_not_name() -> None:
    with pytest.raises(tw.BadPosition, match="expected player 2 to hold it, because player 1 owns Fort Ironweed"):
        table(FORT, "", hammer=0)
    with pytest.raises(tw.BadPosition, match="expected player 2 to hold it, because player 1 owns Fort Ironweed"):
        table(FORT, "", hammer=0, phase="round", named="W")
    with pytest.raises(tw.BadPosition, match="expected player 2, 3 or 4 to hold it, because player 1 owns Fort"):
        table(FORT, "", "", "", hammer=0)
    assert table(FORT, "").pending == (1,)  # by default the first player who may hold it
    assert table(FORT, {"town": FULL}, "").pending == (2,)  # a full town passes the hammer on, past the Fort
    assert table(FORT, {"town": FULL}).pending == (0,)  # the last player


def test_the_builder_of_the_fort_may_have_named_in_the_same_round() -> None:
    seat = {**FORT, "decision": "build", "before": {"town": ["Y .. B ..", "S W S ..", *EMPTY_ROWS[:2]]}}
    assert table(seat, "", hammer=0, phase="round", named="W").view()["hammer"] == 0


def test_a_player_with_a_bank_for_every_resource_does_not_name() -> None:
    with pytest.raises(tw.BadPosition, match="because player 1 has every resource on a Bank and may not name"):
        table(FIVE_BANKS, "", hammer=0, cards="bank")
    with pytest.raises(tw.BadPosition, match="player 2, field 'place': expected one, because nobody may name"):
        table(FORT, FIVE_BANKS, cards="bank")


def test_a_resource_barred_by_the_namers_own_bank_is_refused() -> None:
    with pytest.raises(tw.BadPosition, match="expected a resource that lies on no Bank of player 1, who named it"):
        table("FC(W) .. .. .. / .. .. .. .. / .. .. .. .. / .. .. .. ..", "", cards="bank", phase="round", named="W")


@pytest.mark.parametrize("card", ["inn", "bank"])
def test_solo_has_neither_inn_nor_bank(card: str) -> None:
    with pytest.raises(tw.BadPosition, match=f"field 'cards': expected only buildings .*, got '{card}'"):
        table("", cards=card)
    assert card in table("", "", cards=card).view()["cards"]
    assert card in table("", cards=card, options={"variant": "town_hall"}, phase="round", named="W").view()["cards"]


@pytest.mark.parametrize("monument", ["fort_ironweed", "opaleyes_watch"])
def test_solo_has_neither_fort_nor_watch(monument: str) -> None:
    sentence = f"player 1, field 'monuments': expected only monuments that Solo has, got '{monument}'"
    with pytest.raises(tw.BadPosition, match=sentence):
        table({"monuments": [monument]})
    with pytest.raises(tw.BadPosition, match="field 'given_back': expected only monuments that Solo has"):
        table({"monuments": ["shrine"], "given_back": monument})


def test_the_monument_given_back_is_no_longer_listed_as_yours() -> None:
    with pytest.raises(tw.BadPosition, match="expected the one kept; the other belongs in 'given_back'"):
        table({"monuments": ["shrine", "statue"]}, "")
    with pytest.raises(tw.BadPosition, match="expected only beside the one monument that was kept"):
        table({"given_back": "statue"}, {"monuments": ["shrine"]})
    match = tw.new("tiny-towns", 2, seed=4)
    kept, other = match.view(0)["players"][0]["monuments"]
    match.play(0, "keep 1")
    me = match.view(0)["players"][0]
    assert (me["monuments"], me["given_back"]) == ([kept], other)
    assert match.view(1)["players"][0]["given_back"] is None


def test_between_rounds_everybody_has_seen_everything() -> None:
    with pytest.raises(tw.BadPosition, match="player 1, field 'before': expected only in the phases"):
        table({"before": {"town": FULL}}, "")


def test_the_view_of_every_reader_can_be_loaded_and_shows_the_same() -> None:
    for seats, options in VARIANTS:
        match = tw.new("tiny-towns", seats, seed=f"seen {options}", options=options)
        rng = random.Random(f"{seats}{options}")
        while True:
            if match.over or rng.random() < 0.1:
                for reader in (*range(seats), None):
                    view = match.view(reader)
                    data = {"game": "tiny-towns", "options": options, "position": view}
                    assert tw.position("tiny-towns", data, seed=1).view(reader) == view
            if match.over:
                break
            seat = rng.choice(match.pending)
            builds = [code for code in match.codes(seat) if match.game.moves.kind(code).name == "build"]
            match.play(seat, rng.choice(builds or match.codes(seat)))
