"""A game that `townwright new-game` wrote, in a copy of the project: it works, and errors in it get clear messages."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.new_game import NAME, TITLE, Copy

from townwright.engine import cache

GENERIC = ("random_play", "match", "texts", "fields", "positions", "foresight", "arena", "batch", "pure", "bad_input")
pytestmark = pytest.mark.xdist_group("new-game")


@pytest.fixture
def broken(copy: Copy) -> Iterator[Copy]:
    """The new game, for a test to break; it is restored afterwards."""
    before = {path: path.read_bytes() for path in copy.game.iterdir() if path.is_file()}
    yield copy
    for path, content in before.items():
        path.write_bytes(content)


def test_new_game_prints_the_paths_of_its_files(copy: Copy) -> None:
    assert "src/townwright/games/river_town/rules.py" in copy.announced
    assert "tests/games/river_town/audit.py" in copy.announced


def test_first_use_compiles_with_a_progress_bar_and_only_once(copy: Copy, compiled: list[str]) -> None:
    first, again = compiled
    bar = f"preparing {TITLE}, first time only"
    assert f"{TITLE} is ready" in first
    assert f"{TITLE} is ready" in again
    assert bar in first
    assert bar not in again
    assert any((place / "ready").exists() for place in cache.root().glob("river_town-*"))


def test_a_new_game_works_in_games_rules_and_simulate(copy: Copy, compiled: list[str]) -> None:
    assert "River Town" in copy.townwright("games")
    assert "Take one of them into your street" in copy.townwright("rules", "river-town")
    assert "greedy" in copy.townwright("simulate", "river-town", "-n", "20", "--bots", "greedy,random")


def test_a_new_game_passes_the_generic_tests(copy: Copy, compiled: list[str]) -> None:
    files = [f"tests/test_{name}.py" for name in GENERIC]
    done = copy.run("-m", "pytest", "-q", "-p", "no:cacheprovider", *files, GAME=NAME)
    assert done.returncode == 0, done.stdout[-3000:]


def test_an_invalid_or_taken_name_is_refused(copy: Copy) -> None:
    assert "small letters" in copy.townwright("new-game", "River Town")
    assert "there is a game 'river-town' already" in copy.townwright("new-game", "river-town")
    assert "there is a game 'copenhagen' already" in copy.townwright("new-game", "copenhagen")
    for name in ("class", "names", "load", "engine"):
        assert f"already uses the name '{name}'" in copy.townwright("new-game", name)


MISSING = {
    "a rule": ("rules.py", "def refuse(", "def refuse_it(", "rules.py: expected refuse(box, s, seat, code)"),
    "a room's name": ("view.py", "class View(", "class Sight(", "view.py: expected View, a msgspec Struct"),
    "an offer": ("rules.py", "OFFERS = (Offer(moves.take, TAKE),)", "OFFERS = ()", "expected an Offer of kind 'take'"),
    "words of a kind": ("moves.py", '"take": lambda', '"grab": lambda', "expected words for kind 'take' in MOVES"),
    "a sentence": ("it.toml", 'gone = "Lì', 'lost = "Lì', "it.toml: expected 'gone' in [reason]"),
    "a label": ("en.toml", 'street = "Street"', 'road = "Street"', "en.toml: expected 'street' in [view]"),
    "parameters": ("moves.py", "values: tuple[int, ...], texts: Texts", "texts: Texts", "expected say(face, k, kind"),
    "seats": ("__init__.py", "seats=(2, 4)", "seats=(4, 2)", "__init__.py: expected seats to be (fewest, most)"),
    "lines": (
        "__init__.py",
        'lines=("houses", "colours")',
        'lines="houses"',
        "__init__.py: expected lines to be a tuple",
    ),
    "a field": ("__init__.py", "version=1,", 'version=1, scored=("roof",),', "expected scored to name fields of State"),
    "a mark": ("rules.py", "@rule\ndef refuse", "def refuse", "rules.py: expected refuse to be marked with @rule"),
    "facts": (
        "rules.py",
        "@rule\ndef note",
        "@rule\ndef facts(box: Box, k: State, out: Codes) -> None:\n    out[0] = 1\n\n\n@rule\ndef note",
        "view.py: expected show(face, box, k, facts)",
    ),
    "waiting": ("en.toml", "[wait]", "[queue]", "en.toml: expected 'take' in [wait]"),
    "asking": ("en.toml", "[ask]", "[query]", "en.toml: expected sentences in [ask]"),
    "TOML": ("en.toml", "[wait]", "[wait", "en.toml: expected TOML"),
    "Python": ("rules.py", "    s.left = HOUSES\n", "    s.left = = HOUSES\n", "rules.py, line 27: invalid syntax"),
    "the header": (
        "state.py",
        "class State(Header)",
        "class State",
        "expected State to begin with the engine's Header",
    ),
    "an import": (
        "rules.py",
        "from .moves import GONE",
        "from .moves import GONNE",
        "games/river_town/rules.py, line 12: ImportError: cannot import name 'GONNE'",
    ),
    "a name": ("state.py", "4, 24, 3, 6", "4, 24, 3, six", "state.py, line 7: NameError: name 'six' is not defined"),
    "a fact": ("__init__.py", 'title="River Town",', "", "__init__.py, line 7: TypeError"),
    "the game": ("__init__.py", "GAME = Game(", "TOWN = Game(", "__init__.py: expected GAME = Game("),
    "a line twice": ("__init__.py", '("houses", "colours")', '("houses", "houses")', "a different one for each line"),
    "words of a dimension": (
        "moves.py",
        "lambda face, place:",
        "lambda face:",
        "moves.py: expected the words of kind 'take' in MOVES to be a function of face, place",
    ),
    "a text": (
        "en.toml",
        'gone = "There is no house there."',
        "gone = 3",
        "en.toml: 'reason.gone': expected a text, got 3",
    ),
    "a brace": ("en.toml", "{who} took {house}", "{who} took {house", "'did.take': expected placeholders with names"),
    "a choice": (
        "box.py",
        "    bonus: Annotated",
        '    mood: Literal["calm", "wild"] = "calm"\n    bonus: Annotated',
        "it.toml: expected 'wild' in [choice.mood]",
    ),
    "types": (
        "box.py",
        "list[HouseRow]",
        "list[HausRow]",
        "box.py: expected types for the fields of File: name 'HausRow'",
    ),
    "looks": (
        "view.py",
        "def asks(",
        'SIGNS = ["R"]\n\n\ndef asks(',
        "view.py: expected SIGNS, a dict: the look of each sign",
    ),
    "a decision": (
        "rules.py",
        "take, TAKE)",
        'take, "TAKE")',
        "rules.py: expected OFFERS to have only Offers of a kind",
    ),
    "a kind": (
        "rules.py",
        "(Offer(moves.take, TAKE),)",
        "(Offer(moves.take, TAKE), Offer(moves.Kind('sell'), TAKE))",
        "rules.py: expected the kind 'sell' of an Offer to be in MOVES",
    ),
    "a setting": ("sense.py", "KINDS =", 'SEARCH = {"explor": 1}\nKINDS =', "expected SEARCH to set some of: explore,"),
}


@pytest.mark.parametrize("missing", MISSING)
def test_a_missing_thing_is_reported_in_a_sentence_with_its_file(broken: Copy, missing: str) -> None:
    file, old, new, sentence = MISSING[missing]
    broken.replace(file, old, new)
    if missing == "a room's name":
        broken.replace(file, "-> View", "-> Sight")
        broken.replace(file, "return View(", "return Sight(")
        broken.replace(file, "view: View", "view: Sight")
    output = broken.townwright("box", "new", NAME)  # loads this game alone
    assert sentence in output
    assert "Traceback" not in output


@pytest.mark.parametrize("file", ["sense.py", "state.py", "moves.py", "box.toml"])
def test_a_missing_file_is_named_in_a_sentence(broken: Copy, file: str) -> None:
    """Other files import state.py and moves.py."""
    (broken.game / file).unlink()
    output = broken.townwright("box", "new", NAME)
    assert f"games/river_town/{file}: expected this file" in output
    assert "Traceback" not in output


def test_a_server_with_a_game_that_is_not_complete_does_not_start(broken: Copy) -> None:
    broken.replace("en.toml", "[wait]", "[queue]")
    output = broken.townwright("serve", "--data", str(broken.root / "data"))
    assert output == "townwright: games/river_town/en.toml: expected 'take' in [wait].\n"


def test_numbers_for_learners_name_fields_of_the_state(broken: Copy) -> None:
    source = 'from townwright.engine.encoding import amount\n\nPARTS = (amount("opn", 24, "open houses"),)\n'
    (broken.game / "encoding.py").write_text(source)
    assert "encoding.py: expected PARTS and LEFT_OUT to name fields of State, got 'opn'" in broken.townwright(
        "box", "new", NAME
    )
    (broken.game / "encoding.py").unlink()


def test_a_solver_for_bots_alone_is_not_one_for_the_command(broken: Copy) -> None:
    file = broken.game / "solve.py"
    file.write_text("def exact(known, seat):\n    return None\n")
    assert "there is no solver for River Town; expected one of: pier-18" in broken.townwright("solve", NAME, "any.json")
    file.write_text("def solve(match, seat):\n    return None\n")
    assert "solve.py: expected solve(match, seat) and check_given(position) together" in broken.townwright(
        "box", "new", NAME
    )
    file.unlink()


def test_a_misspelt_field_is_reported_in_a_sentence_with_file_and_line(broken: Copy) -> None:
    broken.replace(
        "rules.py", "s.street[seat, s.length[seat]] = s.open[place]", "s.street[seat, s.lenght[seat]] = s.open[place]"
    )
    line = next(
        n for n, text in enumerate((broken.game / "rules.py").read_text().splitlines(), 1) if "s.lenght" in text
    )
    output = broken.townwright("simulate", "river-town", "-n", "1", "--bots", "random,random")
    assert f"games/river_town/rules.py, line {line}: there is no field 'lenght'" in output
    assert "Traceback" not in output


def test_the_error_for_a_field_of_the_box_read_from_the_state_names_that_line(broken: Copy) -> None:
    broken.replace("rules.py", "if s.length[s.turn] == box.houses:", "if s.length[s.turn] == s.houses:")
    lines = (broken.game / "rules.py").read_text().splitlines()
    line = next(n for n, text in enumerate(lines, 1) if "s.houses" in text)
    code = (
        "import townwright as tw; from townwright.engine.complaints import complaint; tw.games.load('river-town');"
        "print(complaint('apply', 'river_town', KeyError('houses'), ()));"
        "print(complaint('gets', 'river_town', Exception('No conversion from none to int64'), ()))"
    )
    output = broken.run("-c", code).stdout
    assert f"games/river_town/rules.py, line {line}: there is no field 'houses' in the state or the box" in output
    line = next(n for n, text in enumerate(lines, 1) if text.startswith("def gets"))
    assert f"games/river_town/rules.py, line {line}: expected a function that returns a number" in output


def test_the_error_for_a_wrong_result_or_an_unmarked_function_names_it(broken: Copy) -> None:
    broken.replace("rules.py", "    return TAKE\n", "    pass\n")
    lines = (broken.game / "rules.py").read_text().splitlines()
    code = (
        "from townwright.engine.complaints import complaint\n"
        "for told in ('there is no <unknown function>(none)',"
        " \"No conversion from Literal[str](gone) to int64 for '$478return_value.12', defined at None\","
        " \"Untyped global name 'open_house': Cannot determine Numba type of <class 'function'>\"):\n"
        "    print(complaint('refuse', 'river_town', Exception(told), ()))"
    )
    silent, text, unmarked = broken.run("-c", code).stdout.splitlines()
    for told, function, sentence in (
        (silent, "decision", "expected a function that returns a number"),
        (text, "refuse", "expected a function that returns a number"),
        (unmarked, "open_house", "expected open_house to be marked with @rule"),
    ):
        line = next(n for n, text in enumerate(lines, 1) if text.startswith(f"def {function}("))
        assert told == f"games/river_town/rules.py, line {line}: {sentence}"


REFUSED = {
    "a name": ("s.turn = (seat + 1) % s.seats", "s.turn = next_seat(s)", "name 'next_seat' is not defined"),
    "a type": ("s.left -= 1", 's.left -= "1"', "there is no isub(int8, Literal[str](1))"),
    "an argument": (
        "colours += bonus(box, s, seat, colour)",
        "colours += bonus(box, s, seat)",
        "missing a required argument: 'colour'",
    ),
}


@pytest.mark.parametrize("wrong", REFUSED)
def test_a_compile_error_is_reported_in_a_sentence_with_file_and_line(broken: Copy, wrong: str) -> None:
    old, new, sentence = REFUSED[wrong]
    broken.replace("rules.py", old, new)
    lines = (broken.game / "rules.py").read_text().splitlines()
    line = next(n for n, text in enumerate(lines, 1) if new in text)
    output = broken.townwright("simulate", "river-town", "-n", "1", "--bots", "random,random")
    assert f"games/river_town/rules.py, line {line}: " in output
    assert sentence in output
    assert "Traceback" not in output


def test_errors_in_a_box_are_reported_in_sentences(broken: Copy) -> None:
    broken.replace("box.toml", "bonus = 3", "bonuss = 3")
    output = broken.townwright("simulate", "river-town", "-n", "1", "--bots", "random,random")
    assert "the box of River Town: table 'options'" in output
    assert "field 'bonuss' is not known; expected one of: houses, bonus" in output
    assert "Traceback" not in output


def test_an_unknown_placeholder_in_a_sentence_is_reported(broken: Copy) -> None:
    broken.replace("en.toml", 'take = "Take {house}', 'take = "Take {hause}')
    errors = broken.run(
        "-c",
        "import townwright as tw; m = tw.new('river-town', seed=1); print(m.moves(0))",
    ).stderr
    assert (
        "games/river_town/en.toml: 'move.take' has a placeholder {hause}; expected: {house}, {colour}, {points}"
        in errors
    )
