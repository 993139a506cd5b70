"""Copenhagen by hand: a whole game by mouse, and games to their end by touch on a small phone and by keyboard alone."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .people import Copenhagen, Keys, Move, Person, normal, steady


def test_a_whole_game_is_played_by_clicking_the_board(person: Callable[..., Person]) -> None:
    ada = person("Ada", still=False)
    hands = Copenhagen(ada, random.Random(1))
    while not hands.turned or not {"take", "build", "discard"} <= set(hands.done):  # few deals miss one of these
        ada.sit(ada.make())
        hands.game()
    print(Counter(hands.done))
    ada.finds_the_result()
    expect(ada.page.get_by_text("Fair deal, verified by your browser.")).to_be_visible()


BEGUN = 36  # moves made before touch and keys take over


def kind(name: str) -> Callable[[Move], bool]:
    return lambda move: move["kind"] == name


# Rare moves: which move, the abilities that lead to it, options.
DEEDS: dict[str, tuple[Callable[[Move], bool], tuple[str, ...], dict[str, Any]]] = {
    "discard": (kind("discard"), ("extra",), {}),
    "a third card": (kind("card"), ("extra",), {}),
    "no third card": (kind("decline"), ("extra",), {}),
    "end": (kind("end"), ("both",), {}),
    "pay with a change of colours": (lambda move: move["fields"].get("cards", 0) > 0, ("change",), {}),
    "pay with the discount": (lambda move: bool(move["fields"].get("discount")), ("discount",), {}),
    "a white tile": (kind("special"), (), {}),
    "an ability": (kind("ability"), (), {}),
    "all active again": (kind("activate"), (), {}),
    "let a coat of arms go": (kind("lose"), (), {"coat_compulsory": False}),
}
BY_TOUCH = ("pay with a change of colours", "a white tile", "an ability")


@pytest.mark.parametrize(("deed", "phone"), [*((deed, False) for deed in DEEDS), *((deed, True) for deed in BY_TOUCH)])
def test_rare_moves_can_be_made_on_the_board(person: Callable[..., Person], deed: str, phone: bool) -> None:
    good, wishes, options = DEEDS[deed]
    ada = person("Ada", phone=phone)
    move = ada.seek(good, *wishes, **options)
    ply = ada.ply
    Copenhagen(ada, random.Random(deed)).play(move)
    ada.page.locator(f'.table:not([data-ply="{ply}"])').wait_for()
    assert [frame["code"] for frame in ada.sent if frame["type"] == "play"] == [move["code"]]
    line = next(line for line in ada.log if line["seat"] == 0 and line["move"] == move)
    assert line["text"].startswith("You ")
    expect(ada.page.locator("[role=log] li").filter(has_text=line["text"]).last).to_be_visible()


def test_a_game_is_played_to_its_end_by_touch_at_360_pixels(person: Callable[..., Person]) -> None:
    ada = person("Ada", phone=True)
    hands = Copenhagen(ada, random.Random(2))
    while not {"take", "build", "discard"} <= set(hands.done):  # few deals miss one of these
        code = ada.make()
        ada.advance(code, BEGUN)
        ada.sit(code)
        hands.game()
    print(Counter(hands.done))
    ada.finds_the_result()


def two_finger_tap(page: Page, x: float, y: float) -> None:
    session = page.context.new_cdp_session(page)
    points = [{"x": x - 20, "y": y, "id": 1}, {"x": x + 20, "y": y, "id": 2}]
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points[:1]})
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def turnable(moves: list[Move]) -> str | None:
    """A tile with four outlines or more, each of which can be turned into another one."""
    outlines: dict[str, set[tuple[tuple[int, int], ...]]] = {}
    for move in moves:
        if move["kind"] == "build":
            cells = normal(cell.rstrip("*") for cell in move["fields"]["cells"])
            outlines.setdefault(move["fields"]["tile"], set()).add(tuple(cells))
    many = {tile: found for tile, found in outlines.items() if len(found) >= 4}
    return next((tile for tile, found in many.items() if all(turns(one) & found for one in found)), None)


def turns(outline: tuple[tuple[int, int], ...]) -> set[tuple[tuple[int, int], ...]]:
    """The other outlines of a tile when it is turned."""
    found, now = set(), outline
    for _ in range(3):
        now = tuple(sorted((y, -x) for x, y in now))
        left, low = min(x for x, _ in now), min(y for _, y in now)
        now = tuple(sorted((x - left, y - low) for x, y in now))
        found.add(now)
    return found - {outline}


def test_a_tap_of_two_fingers_turns_the_tile(person: Callable[..., Person]) -> None:
    ada = person("Ada", phone=True)
    ada.sit(ada.find(lambda now: turnable(now["moves"]) is not None, after=6))
    ada.turn()
    tile = turnable(ada.moves)
    hands = Copenhagen(ada, random.Random(3))
    ada.press(ada.page.locator(f'[data-tile="{tile}"]'))
    before = hands.ghost()
    hands.wall.scroll_into_view_if_needed()
    box = steady(hands.wall)  # after a tap the page may still scroll
    two_finger_tap(ada.page, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    ada.page.wait_for_function(
        "old => document.querySelector('button[data-spot=house]').ariaLabel.split(' · ')[0] !== old",
        arg=", ".join(before),
    )
    assert normal(hands.ghost()) != normal(before)
    assert ada.ply == ada.situation["ply"]  # nothing was played


SEEN = """() => [...document.querySelectorAll(".may")].every((cell) => {
  const { left, right, top, bottom } = cell.getBoundingClientRect();
  return [[left, top], [right, bottom]].every(([x, y]) => document.elementFromPoint(x, y)?.matches(".wall"));
})"""


def test_on_a_phone_every_highlighted_cell_is_visible_when_a_coat_of_arms_is_gained(
    person: Callable[..., Person],
) -> None:
    ada = person("Ada", phone=True)
    ada.seek(kind("special"))
    cells = [move["fields"]["cell"] for move in ada.moves if move["kind"] == "special"]
    expect(ada.page.locator(".may")).to_have_count(len(cells))
    expect(ada.page.locator(".bar .summary")).to_be_in_viewport()
    ada.page.wait_for_function(SEEN)
    box = steady(ada.page.locator(".may").first)
    ada.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(ada.page.locator('.bar [data-do="lay"]')).to_be_enabled()


class KeysOnBoard(Keys):
    """A player of Copenhagen who uses only the keyboard."""

    def list(self, move: Move) -> None:
        """Plays from the move list, which still has the focus."""
        assert self.on("#move-list"), self.page.evaluate("document.activeElement.outerHTML.slice(0, 200)")
        at = int(self.page.locator(f'.move[data-words="{move["words"]}"]').get_attribute("data-at") or 0)
        self.press(*["PageDown"] * (at // 8), *["ArrowDown"] * (at % 8), "Enter")

    def find(self, move: Move) -> None:
        """Plays by typing the words of the move into the search field."""
        self.press("Shift+Tab")
        self.page.keyboard.type(move["words"].replace("*", ""))
        at = int(self.page.locator(f'.move[data-words="{move["words"]}"]').get_attribute("data-at") or 0)
        self.press(*["ArrowDown"] * at, "Enter")

    def take(self, move: Move) -> None:
        """Takes on the board: the footbridges by Tab and Enter."""
        for n in move["fields"]["bridges"]:
            self.tab_to(f'[data-bridge="{n}"]')
            self.press("Enter")
        self.say_yes(move)

    def digits(self, move: Move) -> None:
        """Takes on the board: the numbers of the footbridges."""
        self.press(*map(str, move["fields"]["bridges"]))
        self.say_yes(move)

    def say_yes(self, move: Move) -> None:
        """Confirms a pair that uses up an ability tile."""
        if "uses" in move["fields"]:
            self.page.wait_for_function("() => document.activeElement.dataset.do === 'uses'")
            self.press("Enter")

    def build(self, move: Move, hands: Copenhagen, *, by_letter: bool) -> None:
        """Builds on the board: chooses the tile, turns it, moves it with the arrows, Enter."""
        tile, cells = move["fields"]["tile"], [cell.rstrip("*") for cell in move["fields"]["cells"]]
        if by_letter:
            self.press(tile[0].lower(), tile[1])
        else:
            self.tab_to(f'[data-tile="{tile}"]')
            self.press("Enter")
        self.page.wait_for_function("() => document.activeElement.dataset.spot === 'house'")
        for n in range(12):
            if normal(hands.ghost()) == normal(cells):
                break
            self.press("f" if n in (4, 9) else "r")
        assert normal(hands.ghost()) == normal(cells)
        for _ in range(12):
            ghost = sorted(hands.ghost())
            across, up = (
                ord(min(cells)[0]) - ord(ghost[0][0]),
                min(int(c[1]) for c in cells) - min(int(c[1]) for c in ghost),
            )
            if not across and not up:
                break
            self.press(
                ("ArrowRight" if across > 0 else "ArrowLeft") if across else ("ArrowUp" if up > 0 else "ArrowDown")
            )
        self.press("Enter")


def test_a_game_is_played_to_its_end_by_keyboard_alone(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    done: Counter[str] = Counter()
    while (
        done["take"] < 3 or done["build"] < 2
    ):  # from the list, by Tab, and by letters and numbers; few deals bring less
        code = ada.make()
        ada.advance(code, BEGUN)
        ada.sit(code)
        by_keys(ada, done)
    print(done)
    ada.finds_the_result()


def by_keys(ada: Person, done: Counter[str]) -> None:
    """Plays to the end by keyboard alone; counts the kinds of moves."""
    hands, keys = Copenhagen(ada, random.Random(4)), KeysOnBoard(ada)
    ply = ada.turn()
    if not done:
        expect(ada.page.locator("#move-list")).to_have_count(0)
    keys.press("m")
    while not ada.over:
        move = hands.choose()
        kind = move["kind"]
        hands.done.append(kind)
        done[kind] += 1
        back = True
        if kind == "take" and done[kind] == 2:
            keys.take(move)
        elif kind == "take" and done[kind] == 3:
            keys.digits(move)
        elif kind == "build" and done[kind] < 3:
            keys.build(move, hands, by_letter=done[kind] == 2)
        elif kind == "build" and done[kind] == 3 and len(ada.moves) > 6:
            keys.find(move)
        else:
            keys.list(move)
            back = False
        ply = ada.turn(after=ply)
        if back and not ada.over and not keys.on("#move-list"):
            keys.press("m")
