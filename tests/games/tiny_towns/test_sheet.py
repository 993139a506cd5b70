"""The score sheet during a round: a town counts as the reader knows it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import townwright as tw
from townwright.cli import main
from townwright.engine.match import Match
from townwright.games import load

from .table import WELL, lines, parts, play, player, table


def built_a_shed() -> Match:
    """Seat 0 has built a Shed in a round that is not over."""
    match = table(WELL, "", cards="shed", phase="round", named="B", hammer=1)
    return play(match, "place B c4", "build shed a4=W b4=S", "target b4")


def grey(match: Match, reader: int | None) -> int:
    """The points of the grey buildings of seat 0 on the reader's sheet."""
    return next(line.points for line in match.sheet(reader)[0].lines if line.name == "wells")


def test_a_town_counts_as_it_is_during_a_round() -> None:
    match = built_a_shed()
    assert lines(match) == {"wells": 1, "empty": -15}
    assert parts(match, "wells") == [1]
    assert match.view(0)["players"][0]["town"][0] == ".. WL B .."


def test_readers_count_their_own_town_as_it_is_and_others_as_last_seen() -> None:
    match = built_a_shed()
    assert [grey(match, reader) for reader in (0, 1, None)] == [1, 0, 0]
    play(match, "ready")
    assert [grey(match, reader) for reader in (0, 1, None)] == [1, 0, 0]
    play(match, "place B a4", "ready", seat=1)
    assert [grey(match, reader) for reader in (0, 1, None)] == [1, 1, 1]


def test_a_town_counts_as_it_is_during_a_round_of_solo() -> None:
    match = table(WELL, cards="shed", open=["B", "W", "Y"])
    play(match, "pick B", "place B c4", "build shed a4=W b4=S", "target b4")
    assert lines(match) == {"wells": 1, "empty": -15}
    assert grey(match, 0) == 1


def test_a_position_saved_during_a_round_is_scored_as_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "position.json"
    path.write_text(json.dumps(built_a_shed().to_json()))
    assert lines(tw.position("tiny-towns", path.read_text())) == {"wells": 1, "empty": -15}
    with pytest.raises(SystemExit) as done:
        main(["score", "tiny-towns", str(path)])
    assert done.value.code in (0, None)
    assert "Shed on b4" in capsys.readouterr().out


def test_one_empty_square_and_one_building_of_a_type_are_in_the_singular() -> None:
    match = table("TV .. CO CO / CO CO CO CO / CO CO CO CO / CO CO CO CO", "", cards="tavern")
    sheet = {line.name: [part.label for part in line.parts] for line in match.sheet()[0].lines}
    assert sheet["taverns"] == ["Tavern on a4"]
    assert sheet["empty"] == ["1 empty square"]


def test_cards_of_a_custom_box_are_explained_from_its_data() -> None:
    game = load("tiny-towns")
    contents = json.loads(json.dumps(game.contents))
    well = next(row for row in contents["building"] if row["id"] == "well")
    well |= {"id": "pump", "points": 4, "near": ["FD", "MO"]}
    contents["recommended"]["buildings"].remove("well")
    contents["game"]["store"] = 1
    cards = game.guide(game.open_box(box=contents), 3).cards
    assert cards["pump"].title == "pump"
    assert [line.text for line in cards["pump"].lines if hasattr(line, "text")] == [
        "well (grey)",
        "4 points for each red or purple building next to it",
    ]
    assert cards["warehouse"].lines[-1].text == "-1 point for each cube on it; holds 1 cube that others named"  # type: ignore[union-attr]


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_guide_explains_every_card_and_labels_every_field(language: str) -> None:
    game = load("tiny-towns")
    box = game.open_box()
    guide = game.guide(box, 1, language)
    assert set(guide.cards) >= {box.face.card_id(card) for card in range(40)}
    assert all(card.title and card.lines for card in guide.cards.values())
    assert all(field.label for fields in guide.areas.values() for field in fields if field.shape != "hidden")
    feast = guide.cards["feast_hall"].lines[-1]
    assert feast.text == ("3 points" if language == "en" else "3 punti")  # type: ignore[union-attr]


def test_a_player_who_keeps_a_monument_reads_what_each_does() -> None:
    match = table(player("", None), {"monuments": []}, options={"monuments": True}, phase="keep")
    for move in match.moves(0):
        name = match.view(0)["players"][0]["monuments"][move.fields["which"] - 1]
        about = match.game.guide(match.box, 2).cards[name].lines[-1]
        assert about.text in move.text  # type: ignore[union-attr]
