"""The rulings of the rules page that the worked cases do not touch, each by its number."""

from __future__ import annotations

from typing import Any

import pytest

import townwright as tw
from townwright.games.tenby.rows import COLOURS, KINDS

from .table import (
    FACE,
    PIERS,
    TERRACES,
    card_points,
    contents,
    line,
    places,
    play,
    rings,
    shifts,
    singles,
    streets,
    table,
    town,
    without_terraces,
    words,
)

NO_FIT = "The edges do not match there; nothing goes beyond the sea."


def test_ruling_1_nothing_goes_beyond_the_sea_not_even_another_sea_edge() -> None:
    match = table(town("P33 P43"), decision="place", gained="P28")
    assert match.why_not(0, "place after 2") == NO_FIT
    assert match.why_not(0, "place before 1") == NO_FIT


def test_ruling_1_a_completed_street_takes_a_moved_card_between_and_reopens_when_an_end_leaves() -> None:
    moves = shifts("P33 P43", "P11")
    assert "move 3 before 2" in moves
    match = table(town("P33 P11 P43"), decision="move")
    assert line(match, "completed") == 1
    match.play(0, "move 3 new")
    assert line(match, "completed") == 0
    assert "place after 2" in places("P43", "P33 P11")


def test_ruling_2_one_card_is_never_a_completed_street() -> None:
    assert len(FACE.cards) == 72 + 48 + 24 + 5 + 4
    for row in FACE.cards.values():
        assert row.edges != ("sea", "sea"), row.id
        assert line(table(town(row.id)), "completed") == 0, row.id
    data = contents()
    data["pier"][0] |= {"edges": ["sea", "sea"]}
    data["edge"].append({"name": "island", "left": "sea", "right": "sea", "base": "pier"})
    with pytest.raises(tw.BadBox, match=r"got sea \| sea"):  # nor can a box of one's own have such a card
        table(town("S1"), box=data)


def test_ruling_3_a_card_that_stands_alone_cannot_found_a_street() -> None:
    match = table(town("S1 T03", "P33"), decision="move")
    assert match.why_not(0, "move 3 new") == "That would change nothing."
    match.play(0, "move 3 before 1")
    assert streets(match) == [["P33", "S1", "T03"]]


def test_ruling_3_putting_a_card_back_where_it_was_changes_nothing() -> None:
    match = table(town("T11 T10 T14"), decision="move")
    for move in ("move 2 before 2", "move 2 before 3", "move 3 after 3"):
        assert match.why_not(0, move) == "That would change nothing.", move
    assert match.why_not(0, "move 1 before 3") is None


def test_ruling_4_a_gap_must_close() -> None:
    # S1 pier|terrace, T57 terrace|pier, P43 pier|sea: without T57 terrace would touch pier
    match = table(town("S1 T57 P43"), decision="move")
    assert match.why_not(0, "move 2 new") == "The street it leaves could not close up."
    assert match.why_not(0, "move 2 before 1") == "The street it leaves could not close up."
    assert match.why_not(0, "move 3 new") is None


def test_ruling_5_a_landmark_may_move_within_its_own_street() -> None:
    assert "move 2 after 3" in shifts("T11 L03 T14")
    assert "move 2 before 4" not in shifts("T11 L03 T14", "L08 T10")
    assert "move 5 before 2" not in shifts("T11 L03 T14", "T10 L08")
    match = table(town("T11 L03 T14", "L08 T10"), decision="move")
    assert match.why_not(0, "move 2 before 4") == "That street already has a landmark."


def test_ruling_6_a_card_joins_one_street_only() -> None:
    match = table(town("T11", "T14"), decision="place", gained="T10")
    match.play(0, "place after 1")
    assert streets(match) == [["T11", "T10"], ["T14"]]


def test_ruling_7_a_blind_card_is_seen_after_the_decision_and_must_be_placed() -> None:
    match = table(town("S1"), decision="source", icon="T")
    before = match.view(0)["decks"]["terrace"]["left"]
    match.play(0, "blind terrace")
    assert match.view(0)["decks"]["terrace"]["left"] == before - 1
    assert match.view(1)["gained"] == match.view(0)["gained"]
    assert sum(len(street) for street in streets(match)) + (match.view(0)["gained"] is not None) == 2
    with pytest.raises(tw.CannotUndo):
        match.undo(0)


def test_ruling_7_and_11_an_empty_deck_with_empty_discards_is_not_offered() -> None:
    match = table(*without_terraces(rings=3), icons={"T": 1})
    assert match.why_not(0, "reveal terrace") == "That deck and its discards are empty."
    match.play(0, "use T")
    assert words(match) == {"gain PT-L", "gain PT-R"}
    assert match.why_not(0, "blind terrace") == "That deck and its discards are empty."


def test_ruling_8_a_forfeit_is_possible_when_nothing_can_be_gained() -> None:
    match = table(*without_terraces(), icons={"T": 1}, options={"plain_terraces": 0})
    assert words(match) == {"forfeit T"}
    assert match.why_not(0, "use T") == "There is no card left for it to gain."


def test_ruling_8_neither_an_icon_in_use_nor_a_bought_action_can_be_forfeited() -> None:
    match = table(town("S1", rings=5), icons={"T": 1})
    assert {"use T", "forfeit T", "buy T", "buy P", "buy L", "buy R"} <= words(match)
    assert "forfeit R" not in words(match)
    match.play(0, "use T")
    assert match.why_not(0, "forfeit T") == "That is not possible now."


def test_ruling_9_rings_and_tokens_come_at_the_start_of_the_turn() -> None:
    match = table(
        {"day": "D30", "rings": 1},
        {},
        phase="night",
        decision="choose",
        round=4,
        step=1,
        day_row=[{"card": "D08", "tokens": 3}, {"card": "D30"}, {"card": "D02"}],
    )
    match.play(1, "choose D08")
    assert rings(match, 1) == 7
    assert match.view()["day_row"][0] == {"card": "D08", "tokens": 0}
    assert rings(match, 0) == 1  # the other has not begun


def test_ruling_10_a_taken_card_is_not_replaced_and_a_revealed_one_stays() -> None:
    match = table(town("S1", rings=3), icons={"T": 2}, market={"terrace": ["T10", "T11"]})
    play(match, 0, "reveal pier", "use T", "gain T10", "place after 1")
    view = match.view()
    assert view["market"]["terrace"] == ["T11"]
    assert len(view["market"]["pier"]) == 1


def test_ruling_11_reveal_shuffles_the_discards_of_an_empty_deck() -> None:
    laid, discards = TERRACES[4:], TERRACES[:4]
    players = [{"streets": singles(laid[n::2]), "rings": 2} for n in range(2)]
    match = table(*players, decks={"terrace": {"left": 0, "discards": discards}})
    match.play(0, "reveal terrace")
    view = match.view()
    assert len(view["market"]["terrace"]) == 1
    assert (view["decks"]["terrace"]["left"], view["decks"]["terrace"]["discards"]) == (3, [])


def test_ruling_12_a_row_stays_short_when_the_cards_run_out() -> None:
    match = table(*without_terraces(2), step=1)
    match.play(1, "end")
    view = match.view()
    assert sorted(view["market"]["terrace"]) == TERRACES[:2]
    assert (len(view["market"]["pier"]), len(view["market"]["landmark"])) == (2, 1)


def test_ruling_13_the_last_resident_is_kept_and_then_R_is_gone() -> None:
    ids = [row.id for row in FACE.residents]
    match = table({"residents": ids[:20], "rings": 9}, {"residents": ids[20:39]}, icons={"R": 2})
    match.play(0, "use R")
    assert match.view(0)["players"][0]["residents"] == [*ids[:20], ids[39]]
    assert match.why_not(0, "use R") == "There is no card left for it to gain."
    assert match.why_not(0, "buy R") == "There is no card left for it to gain."
    assert "forfeit R" in words(match)


def test_ruling_13_the_returned_resident_goes_to_the_bottom() -> None:
    match = table(town("S1", rings=4))
    match.play(0, "buy R")
    first, second = sorted(move.removeprefix("keep ") for move in words(match))
    match.play(0, f"keep {second}")
    view = match.view(0)
    assert view["players"][0]["residents"] == [second]
    assert view["residents"]["from_bottom"] == [first]
    assert view["residents"]["left"] == 39


def test_ruling_14_a_plain_end_keeps_its_side_and_the_supply_runs_out() -> None:
    match = table(town("PT-L T10"), decision="move")
    match.play(0, "move 1 new")
    assert streets(match) == [["T10"], ["PT-L"]]
    match = table(town("PT-L"), decision="source", icon="P", options={"plain_terraces": 1})
    assert match.why_not(0, "gain PT-R") == "No plain end of that kind is left."
    assert "gain PP-L" in words(match)


def test_ruling_15_a_start_card_may_be_moved() -> None:
    assert "move 1 new" in shifts("S1 T10")


def counted_as(card: str) -> set[str]:
    """Everything that a card counts as, apart from its features: a resident for each thing tells."""
    data, found = contents(), set()
    for what in (*COLOURS, *KINDS):
        data["resident"][0] |= {"what": what, "thresholds": [1], "incomplete": [1], "completed": [1]}
        match = table(town(card, residents=["R01"]), box=data)
        found |= {what} if line(match, "residents") else set()
    return found


def test_ruling_14_a_plain_end_counts_as_town_card_and_base_and_a_terrace_side_as_a_white_building() -> None:
    for side in ("PT-L", "PT-R"):
        assert counted_as(side) == {"town", "terrace", *COLOURS}
    for side in ("PP-L", "PP-R"):
        assert counted_as(side) == {"town", "pier"}
    assert not any(FACE.cards[FACE.card_numbers[side]].features for side in ("PT-L", "PT-R", "PP-L", "PP-R"))


def test_ruling_15_a_start_card_is_a_terrace_and_a_home() -> None:
    for start, colour in zip(("S1", "S2", "S3", "S4", "S5"), COLOURS, strict=True):
        assert counted_as(start) == {"town", "terrace", "home", colour}


def test_ruling_16_a_landmark_counts_as_all_that_it_is() -> None:
    match = table(town("L03", residents=["R39"]), options={"accolades": "open_sea"}, accolades=[{"card": "A02"}])
    assert line(match, "accolades") == 10  # one home
    assert line(match, "residents") == 2  # one landmark
    assert counted_as("L03") == {"town", "terrace", "home", "landmark", *COLOURS}  # a white building
    assert counted_as("L15") == {"town", "pier", "business", "landmark"}
    assert counted_as("L01") == {"town", "terrace", "landmark"}


@pytest.mark.parametrize(("icon", "decks"), [("T", "T"), ("P", "TP"), ("L", "TPL")])
def test_ruling_17_icons_can_be_downgraded_also_when_bought(icon: str, decks: str) -> None:
    market = {"terrace": ["T10"], "pier": ["P02"], "landmark": ["L03"]}
    match = table(town("S1", rings=4), market=market)
    match.play(0, f"buy {icon}")
    cards = {move.removeprefix("gain ") for move in words(match, kind="gain")}
    expected = {{"T": "T10", "P": "P02", "L": "L03"}[deck] for deck in decks} | {"PT-L", "PT-R"}
    expected |= {"PP-L", "PP-R"} if "P" in decks else set()
    assert cards == expected
    if icon != "L":
        assert match.why_not(0, "gain L03") == (
            "The icon you are using is too low for that card: icons can only be downgraded."
        )


def test_ruling_18_the_turn_ends_by_choice_and_only_without_icons() -> None:
    match = table(town("S1", rings=2), icons={"T": 1})
    assert match.why_not(0, "end") == "Use or give up every icon before you end the turn."
    play(match, 0, "forfeit T", "end")
    assert match.pending == (1,)


def test_ruling_18_a_turn_with_nothing_left_to_do_ends_by_itself_but_not_the_last_of_a_round() -> None:
    match = table(town("S1"), town("S2"), icons={"T": 1}, market={"terrace": ["T65"]})
    play(match, 0, "use T", "gain T65")  # fits nowhere; no icon, no ring
    assert match.pending == (1,)
    assert words(match, 1) == {"end"}  # the end of the round brings new cards to light
    match = table(town("S1", rings=1), town("S2"), icons={"T": 1}, market={"terrace": ["T65"]})
    play(match, 0, "use T", "gain T65")
    assert match.pending == (0,)  # a reveal is affordable: the end is a choice
    assert words(match) == {"end", "reveal terrace", "reveal pier", "reveal landmark"}


def test_ruling_19_a_day_card_left_over_collects_a_ring_each_round() -> None:
    match = table(
        {},
        {},
        phase="night",
        decision="choose",
        round=3,
        day_row=[{"card": "D01"}, {"card": "D30"}, {"card": "D29", "tokens": 2}],
    )
    play(match, 0, "choose D01")
    play(match, 1, "choose D30")
    play(match, 0, "forfeit T", "end")
    play(match, 1, "forfeit P", "forfeit P", "end")
    assert {"card": "D29", "tokens": 3} in match.view()["day_row"]


def won(options: dict[str, Any], *players: dict[str, Any], **more: Any) -> list[int]:
    """What accolades give each player."""
    match = table(*players, options=options, **more)
    return [line(match, "accolades", seat) for seat in range(len(players))]


@pytest.mark.parametrize(
    ("piers", "shares"),
    [
        ((2, 1, 1, 0), [10, 0, 0, 0]),
        ((1, 2, 2, 0), [0, 5, 5, 0]),
        ((1, 1, 1, 0), [3, 3, 3, 0]),
        ((1, 1, 1, 1), [2] * 4),
    ],
)
def test_ruling_20_tied_players_share_rounded_down(piers: tuple[int, ...], shares: list[int]) -> None:
    cards = iter(PIERS)
    players = [{"streets": [[next(cards)] for _ in range(n)]} for n in piers]
    assert won({"accolades": "open_sea"}, *players, accolades=[{"card": "A03"}]) == shares
    awake = [{"card": "A03", "counter": 3}, {"card": "A04"}]
    assert won({"accolades": "high_tide"}, *players, accolades=awake) == shares
    held = [{"accolade": "A03", "shown": "open"}, *({"accolade": f"A{n:02}", "shown": "secret"} for n in (4, 5, 2))]
    open_card = [player | card for player, card in zip(players, held, strict=True)]
    assert won({"accolades": "ebb_flow"}, *open_card) == [15 // piers.count(max(piers)) if n else 0 for n in shares]


def test_ruling_20_nothing_never_wins() -> None:
    homes = [town("S1"), town("S2")]  # nobody has a landmark
    assert won({"accolades": "open_sea"}, *homes, accolades=[{"card": "A04"}]) == [0, 0]
    assert won({"accolades": "high_tide"}, *homes, accolades=[{"card": "A04", "counter": 0}]) == [0, 0]
    for shown in ("secret", "open"):
        mine = [homes[0] | {"accolade": "A04", "shown": shown}, homes[1] | {"accolade": "A05", "shown": shown}]
        assert won({"accolades": "ebb_flow"}, *mine) == [0, 0]


def test_ruling_20_a_secret_accolade_pays_its_owner_alone_unless_another_is_strictly_above() -> None:
    def secret(*streets: str) -> list[int]:
        held = [{"accolade": "A03", "shown": "secret"}, {"accolade": "A04", "shown": "secret"}, {"accolade": "A05"}]
        towns = [town(*street.split()) | card for street, card in zip(streets, held, strict=True)]
        return won({"accolades": "ebb_flow"}, *towns)

    assert secret("P02 P03", "P04", "T10") == [5, 0, 0]
    assert secret("P02", "P03", "P04") == [5, 0, 0]  # a tie of three does not reduce it
    assert secret("P02", "P03 P04", "T10") == [0, 0, 0]  # the leader wins nothing: the accolade is not his


def test_ruling_21_a_secret_accolade_is_opened_for_the_number_of_the_round() -> None:
    options = {"accolades": "ebb_flow"}
    players = [{"rings": 4, "accolade": "A01", "shown": "secret"}, {"accolade": "A02", "shown": "secret"}]
    match = table(*players, options=options, round=4)
    match.play(0, "show")
    assert rings(match) == 0
    assert match.view(1)["players"][0]["accolade"] == "A01"
    night = table(
        *players,
        options=options,
        round=5,
        phase="night",
        decision="choose",
        day_row=[{"card": "D01"}, {"card": "D02"}, {"card": "D03"}],
    )
    assert night.why_not(0, "show") == "It costs 5 rings; you have 4."
    players[0]["rings"] = 5
    night = table(
        *players,
        options=options,
        round=5,
        phase="night",
        decision="choose",
        day_row=[{"card": "D01"}, {"card": "D02"}, {"card": "D03"}],
    )
    night.play(0, "show")
    assert night.pending == (0,)  # the day card is still to be chosen
    assert night.why_not(0, "show") == "Your accolade is already open."


def test_ruling_21_the_first_decision_is_free_simultaneous_and_secret() -> None:
    match = tw.new("tenby", seats=3, seed=3, options={"accolades": "ebb_flow", "start_residents": "none"})
    assert match.pending == (0, 1, 2)
    match.play(2, "show")
    assert match.pending == (0, 1)
    assert [player["shown"] for player in match.view(0)["players"]] == ["undecided"] * 3
    assert match.view(0)["players"][2]["accolade"] is None
    match.play(0, "hide")
    match.play(1, "hide")
    assert [player["shown"] for player in match.view(1)["players"]] == ["secret", "secret", "open"]
    assert match.view(1)["players"][2]["accolade"] is not None
    assert match.view(1)["players"][0]["accolade"] is None


def test_ruling_22_high_tide_prices_run_over_the_whole_table() -> None:
    options = {"accolades": "high_tide"}
    lying: list[dict[str, Any]] = [{"card": "A01", "counter": 1}, {"card": "A02"}, {"card": "A03"}]
    match = table({"rings": 9}, {}, options=options, accolades=lying)
    assert match.why_not(0, "commit A01") == "There is already a counter on that accolade."
    match.play(0, "commit A02")
    assert rings(match) == 5
    match.play(0, "commit A03")
    assert rings(match) == 0
    poor = table({"rings": 3}, {}, options=options, accolades=lying)
    assert poor.why_not(0, "commit A02") == "It costs 4 rings; you have 3."
    three = [{"card": f"A0{n}", "counter": 0 if n < 4 else None} for n in range(1, 6)]
    match = table({"rings": 20}, {}, {}, {}, options=options, accolades=three)
    assert match.why_not(0, "commit A04") == "You have no score counter left."


def test_ruling_22_only_activated_accolades_score_whoever_has_most() -> None:
    options = {"accolades": "high_tide"}
    players = [town("T10"), town("T11", "T13")]
    idle = table(*players, options=options, accolades=[{"card": "A02"}, {"card": "A01"}])
    assert [line(idle, "accolades", seat) for seat in range(2)] == [0, 0]
    active = table(*players, options=options, accolades=[{"card": "A02", "counter": 0}, {"card": "A01"}])
    assert [line(active, "accolades", seat) for seat in range(2)] == [0, 10]


def visit(**more: Any) -> Any:
    return table(
        town("S1"), town("S2"), options={"visiting": True}, round=9, phase="visit", decision="mix", order=[1, 0], **more
    )


def test_ruling_23_visitors_are_drawn_as_declared_one_is_placed_two_are_discarded() -> None:
    match = visit(seed=4)
    match.play(1, "mix 2")
    mine, theirs = match.view(1)["visitors"], match.view(0)["visitors"]
    assert [card[0] for card in mine["cards"]] == ["T", "T", "P"]
    assert theirs == {"terraces": 2, "piers": 1, "cards": None}
    chosen, *others = mine["cards"]
    match.play(1, f"gain {chosen}")
    if match.view()["decision"] == "place":
        match.play(1, "place new")
    assert [chosen] in streets(match, 1)
    discards = [card for pile in match.view()["decks"].values() for card in pile["discards"]]
    assert sorted(discards) == sorted(others)
    assert match.pending == (0,)


def test_ruling_23_an_empty_deck_is_replaced_by_the_other() -> None:
    match = table(*without_terraces(1), options={"visiting": True}, round=9, phase="visit", decision="mix")
    match.play(0, "mix 3")
    assert match.view(1)["visitors"] == {"terraces": 1, "piers": 2, "cards": None}


def test_ruling_23_fewer_than_three_cards_are_what_there_is() -> None:
    cards = TERRACES + PIERS
    players = [{"streets": singles(cards[n:119:3])} for n in range(3)]
    match = table(*players, options={"visiting": True}, round=9, phase="visit", decision="mix")
    match.play(0, "mix 0")  # the only card left is placed as far as it can be; then nobody has visitors
    if match.pending == (0,) and match.view()["decision"] == "place":
        match.play(0, "place new")
    assert (match.view()["phase"], match.view()["round"]) == ("night", 10)


def test_visitors_come_in_the_clean_up_of_the_ninth_round_before_the_new_market() -> None:
    match = table(town("S1"), town("S2"), options={"visiting": True}, round=9, step=1, market={"terrace": ["T10"]})
    match.play(1, "end")
    view = match.view()
    assert (view["phase"], view["decision"], view["market"]["terrace"]) == ("visit", "mix", [])
    assert "T10" in view["decks"]["terrace"]["discards"]


def test_after_the_last_round_there_is_no_clean_up() -> None:
    match = table(
        town("S1"), {}, round=10, step=1, market={"terrace": ["T10"]}, day_row=[None, {"card": "D01", "tokens": 1}]
    )
    match.play(1, "end")
    assert match.over
    view = match.view()
    assert view["market"]["terrace"] == ["T10"]
    assert {"card": "D01", "tokens": 1} in view["day_row"]


def test_ruling_24_the_street_with_the_most_points_is_taken_not_the_one_with_the_most_instances() -> None:
    # shutters: 1 + 3 + 2 with the sea at both ends, and 3 + 2 + 2 + 2 without
    match = table(town("T65 T27 T72", "T26 T02 T03 T14", residents=["R21"]))
    (part,) = match.sheet()[0].lines[1].parts
    assert (part.points, part.label) == (6, "Carpenter A: shutters 6 in street 1, completed")
    match = table(town("T65 T27 T72", "T26 T02 T03 T14 T28", residents=["R21"]))  # 11: the third threshold
    (part,) = match.sheet()[0].lines[1].parts
    assert (part.points, part.label) == (8, "Carpenter A: shutters 11 in street 2, not completed")


def test_ruling_24_a_white_building_is_resolved_afresh_for_every_card_and_resident() -> None:
    # L03 is white: red for T02 on its left, purple for T21 on its right, and any colour for each resident
    match = table(town("T02 L03 T21", residents=["R34", "R35", "R36", "R37", "R38"]))
    assert card_points(match) == [3, 4, 3]
    data = contents()
    for row in data["resident"]:
        row |= {"thresholds": [1], "incomplete": [1], "completed": [1], "scope": "each"}
    match = table(town("L03", residents=["R34", "R35", "R36", "R37", "R38"]), box=data)
    assert [part.points for part in match.sheet()[0].lines[1].parts] == [1] * 5


def test_ruling_25_a_full_tie_is_a_win_for_all() -> None:
    match = table(town("P33"), town("P28"), round=10, step=2, over=True)
    assert match.winners == (0, 1)


def test_the_option_founding_forbids_new_streets_by_moves() -> None:
    assert "move 1 new" not in shifts("S1 T10", "T11", options={"founding": False})
    match = table(town("S1 T10", "T11"), decision="move", options={"founding": False})
    assert match.why_not(0, "move 1 new") == "At this table a moved card may not found a street."


def test_the_only_possible_move_is_made_at_once() -> None:
    match = table(town("P33 S1 T57 P43", "T10", rings=2), options={"founding": False})
    match.play(0, "buy move")
    assert streets(match) == [["P33", "S1", "T10", "T57", "P43"]]
    assert rings(match) == 0


def test_no_move_can_be_bought_when_no_card_can_move() -> None:
    match = table(town("S1", rings=2))
    assert match.why_not(0, "buy move") == "No card of your town can be moved."
