"""Bad input to every public call: one clear sentence, and nothing changes."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.chosen import names

import townwright as tw
from townwright.games import load

from .play import played, steps

ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


def one_sentence(error: pytest.ExceptionInfo[tw.TownwrightError]) -> None:
    """The message is one line without a traceback."""
    text = str(error.value)
    assert text
    assert "\n" not in text
    assert "Traceback" not in text
    assert len(text) < 500


@pytest.mark.parametrize("name", ["chess", "", names()[0].title() + " ", None, 3, names()[0] + "\0", [names()[0]]])
def test_an_unknown_game_is_refused_with_the_list_of_games(name: Any) -> None:
    for call in (lambda: tw.new(name), lambda: tw.position(name, {}), lambda: tw.games.load(name)):
        with pytest.raises(tw.BadCall, match=rf"there is no game .*; expected one of: .*{names()[0]}") as error:
            call()
        one_sentence(error)


@pytest.mark.parametrize("name", names())
def test_a_wrong_number_of_seats_is_refused(name: str) -> None:
    fewest, most = load(name).seats
    for seats in (fewest - 1, most + 1, -1, 99, True, 2.0, "2"):
        with pytest.raises(tw.BadCall, match=f"for {fewest} to {most} players, not") as error:
            tw.new(name, seats)  # type: ignore[arg-type]
        one_sentence(error)


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("options", [{"nonsense": 1}, {3: 4}, [1], "x", 5])
def test_unknown_options_are_refused(name: str, options: Any) -> None:
    with pytest.raises(tw.BadCall, match="option") as error:
        tw.new(name, options=options)
    one_sentence(error)


@pytest.mark.parametrize("name", names())
def test_option_values_of_the_wrong_type_are_refused(name: str) -> None:
    for option in load(name).open_box().options:
        with pytest.raises(tw.TownwrightError, match=option) as error:
            tw.new(name, options={option: {"a": object}})
        one_sentence(error)


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("seed", [1.5, True, b"7", [], "\ud800", pytest.param(10**5000, id="huge")])
def test_seeds_that_are_neither_numbers_nor_texts_are_refused(name: str, seed: Any) -> None:
    with pytest.raises(tw.BadCall, match="a seed is a whole number or a text") as error:
        tw.new(name, seed=seed)
    one_sentence(error)


@pytest.mark.parametrize("name", names())
def test_seats_and_moves_that_do_not_exist_are_refused(name: str) -> None:
    match = tw.new(name, seed=1)
    before = match.state
    for seat in (-1, match.seats, 99, None, "0", True):
        for call in (match.moves, match.codes, lambda s: match.play(s, 0)):
            with pytest.raises(tw.BadCall, match="a seat is 0 to") as error:
                call(seat)
            one_sentence(error)
    seat = match.pending[0]
    for move in (-1, match.game.moves.size, 10**30, "dance", "", "take 1 2 3 4", None, 1.0, True, b"x", [1]):
        with pytest.raises(tw.IllegalMove) as error:
            match.play(seat, move)  # type: ignore[arg-type]
        one_sentence(error)
    for language in ("xx", "../en", ""):
        with pytest.raises(tw.BadCall, match="language"):
            match.moves(seat, language)
    assert match.state == before
    assert match.log == []


@pytest.mark.parametrize("name", names())
def test_every_illegal_code_is_refused_with_a_reason_and_changes_nothing(name: str) -> None:
    match = tw.new(name, seed=2)
    rng = random.Random(2)
    for _ in steps(match, 2):
        if match.ply % 19:
            continue
        before = match.state
        for seat in range(match.seats):
            legal = set(match.codes(seat))
            for code in rng.sample(range(match.game.moves.size), min(60, match.game.moves.size)):
                assert (match.why_not(seat, code) is None) == (code in legal)
                if code not in legal:
                    with pytest.raises(tw.IllegalMove):
                        match.play(seat, code)
        assert match.state == before


@pytest.mark.parametrize("name", names())
def test_moves_after_the_end_are_refused(name: str) -> None:
    match = played(name, load(name).seats[0], {}, 3)
    assert match.why_not(0, 0)
    with pytest.raises(tw.IllegalMove):
        match.play(0, 0)


RECORDS = [
    (None, "expected a table"),
    ([], "expected a table"),
    ("", "is not JSON"),
    ("{", "is not JSON"),
    ("\ud800", "is not JSON"),
    ({"position": {}}, "this is a position; expected a record"),
    (b"\xff\xfe", "is not JSON"),
    ("[" * 100_000, "is not JSON|nested"),
    ({}, "is missing"),
    ({"townwright": 99, "game": "x", "rules": 1, "seats": 2, "seed": 1}, "format 99"),
]


@pytest.mark.parametrize(("data", "message"), RECORDS)
def test_data_that_is_not_a_record_is_refused(data: Any, message: str) -> None:
    with pytest.raises(tw.BadRecord, match=message) as error:
        tw.replay(data)
    one_sentence(error)


@pytest.mark.parametrize("name", names())
def test_changed_records_are_refused(name: str) -> None:
    record = played(name, load(name).seats[0], {}, 4, 12).record()
    for change, message in (
        ({"rules": 0}, "rules version 0"),
        ({"seats": 99}, "players"),
        ({"seed": None}, "seed"),
        ({"options": {"nonsense": 1}}, "no option"),
        ({"moves": [*record["moves"], [0, 10**9]]}, f"move {len(record['moves']) + 1} of"),
        ({"moves": [[99, 0]]}, "expected|seat"),
        ({"moves": [[0, -1]]}, "expected"),
        ({"moves": "none"}, "expected a list"),
        ({"extra": 1}, "is not known"),
        ({"box": {"options": {}}}, "box"),
    ):
        with pytest.raises(tw.TownwrightError, match=message) as error:
            tw.replay({**record, **change})
        one_sentence(error)


@pytest.mark.parametrize("name", names())
def test_truncated_positions_and_records_are_refused(name: str) -> None:
    match = played(name, load(name).seats[0], {}, 5, 30)
    for data, load_it, kind in (
        (json.dumps(match.to_json()), lambda text: tw.position(name, text), tw.BadPosition),
        (json.dumps(match.record()), tw.replay, tw.BadRecord),
    ):
        for cut in range(0, len(data) - 1, max(1, len(data) // 60)):
            with pytest.raises(kind) as error:
                load_it(data[:cut])
            one_sentence(error)


def mutate(data: Any, rng: random.Random, junk: Any) -> Any:
    """One or more changes somewhere in nested data: an item removed, doubled, moved or replaced."""
    data = copy.deepcopy(data)
    places: list[tuple[Any, Any]] = []

    def walk(node: Any) -> None:
        items = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
        for key, value in list(items):
            places.append((node, key))
            walk(value)

    walk(data["position"])
    for _ in range(rng.choice((1, 1, 2, 5))):
        node, key = rng.choice(places)
        if isinstance(node, list) and not 0 <= key < len(node):
            continue
        match rng.randrange(5):
            case 0:
                node[key] = junk
            case 1:
                node.pop(key, None) if isinstance(node, dict) else node.pop(key)
            case 2 if isinstance(node, list):
                node.append(copy.deepcopy(node[key]))
            case 3 if isinstance(node, list):
                rng.shuffle(node)
            case _:
                value = node.get(key) if isinstance(node, dict) else node[key]
                if isinstance(value, bool):
                    node[key] = not value
                elif isinstance(value, int):
                    node[key] = rng.choice((-1, 0, 1, value + 1, value - 1, 7, 127, 128, 2**31, 2**63, 2**200))
                elif isinstance(value, str):
                    node[key] = rng.choice(("", "x", value + value, value[:-1], value.lower(), "P", "99"))
    return data


@pytest.mark.parametrize("name", names())
@settings(max_examples=150, deadline=None)
@given(seed=st.integers(0, 10**6), junk=ANY_JSON)
def test_hostile_positions_are_refused_or_playable(name: str, seed: int, junk: Any) -> None:
    """A position with changes anywhere gives either an error of one sentence or a match that can be continued."""
    rng = random.Random(seed)
    fewest, most = load(name).seats
    match = played(name, rng.randint(fewest, most), {}, seed % 50, rng.randrange(60))
    data = mutate(match.to_json(), rng, junk)
    if rng.random() < 0.3:
        data["generator"] = None
    try:
        loaded = tw.position(name, data, seed=1)
    except tw.TownwrightError as problem:
        sentence = str(problem)
        loaded = None
    if loaded is None:
        assert "\n" not in sentence
        return
    for seat in range(loaded.seats):
        json.dumps(loaded.view(seat))
    loaded.sheet()
    for _ in steps(loaded, seed, 30):
        pass


@settings(max_examples=200, deadline=None)
@given(data=ANY_JSON)
def test_arbitrary_json_is_refused(data: Any) -> None:
    for form in (data, json.dumps(data)):
        with pytest.raises(tw.TownwrightError):
            tw.position(names()[0], form)
        with pytest.raises(tw.TownwrightError):
            tw.replay(form)


@pytest.mark.parametrize("name", names())
def test_a_position_of_another_game_is_refused(name: str) -> None:
    data = {"game": "chess", "position": {}}
    with pytest.raises(tw.BadPosition, match=f"a position of 'chess'; expected {name!r}"):
        tw.position(name, data)


@pytest.mark.parametrize("name", names())
def test_files_and_data_that_are_not_a_box_are_refused(name: str, tmp_path: Any) -> None:
    missing = tmp_path / "missing.toml"
    broken = tmp_path / "broken.toml"
    broken.write_text("a = [")
    binary = tmp_path / "binary.toml"
    binary.write_bytes(bytes(range(256)))
    for source in (str(missing), str(broken), str(binary), {}, {"options": 3}, str(tmp_path), "a\0b", 5, b"x", []):
        with pytest.raises(tw.TownwrightError, match=f"the box of {load(name).title}") as error:
            tw.new(name, box=source)  # type: ignore[arg-type]
        one_sentence(error)


@pytest.mark.parametrize("name", names())
def test_numpy_integers_are_accepted_as_numbers(name: str) -> None:
    match = tw.new(name, np.int64(load(name).seats[0]), seed=1)
    seat = np.int8(match.pending[0])
    match.play(seat, np.random.default_rng(1).choice(match.codes(seat)))
    assert match.ply == 1
