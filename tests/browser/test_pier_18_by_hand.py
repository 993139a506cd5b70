"""Pier 18 by hand: whole games by mouse, by touch on a small phone and by keyboard, two people, and what the board shows."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from townwright.games import load

from .people import BOT, ME, OPEN, Person, Position, seated, soon, steady
from .pier_18 import Pier18

TURNS = {"allow_rotation": True}
CUT = """() => [...document.querySelectorAll(".berth .plate, .berth .plan, .offer .card")]
  .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"""


def test_a_whole_game_is_played_with_the_mouse(person: Callable[..., Person]) -> None:
    """By clicks and by dragging, with the half-turn and with animations."""
    ada = person("Ada", still=False)
    ada.sit(ada.make("pier-18", options=TURNS))
    hands = Pier18(ada, random.Random(1), ("drag", "click"))
    hands.game()
    assert Counter(hands.done) == {"choose": 1, "take": 4, "lay": 1}
    ada.finds_the_result()
    expect(ada.page.locator("svg[data-picture]")).to_have_count(2)


def test_a_game_is_played_by_touch_at_360_pixels(person: Callable[..., Person]) -> None:
    ada = person("Ada", phone=True)
    ada.sit(ada.make("pier-18", ME, BOT, BOT, options=TURNS))
    hands = Pier18(ada, random.Random(2), ("tap",))
    ply = ada.turn()
    hands.play(ada.moves[0])
    ada.turn(after=ply)
    soon(lambda: ada.page.evaluate(CUT), [])  # three piers side by side: names, goals and cards fit
    hands.game()
    assert Counter(hands.done) == {"choose": 1, "take": 3, "lay": 1}
    ada.finds_the_result()


def test_a_game_is_played_by_keyboard_alone(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    ada.sit(ada.make("pier-18", options=TURNS))
    ada.turn()
    page = ada.page
    reached: set[str] = set()
    for _ in range(60):  # Tab leads to everything that can be pressed
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.dataset.role ?? ''"))
        if reached >= {"plan", "foundation"}:
            break
    assert reached >= {"plan", "foundation"}
    hands = Pier18(ada, random.Random(3), ("keys",))
    hands.game()
    assert Counter(hands.done) == {"choose": 1, "take": 4, "lay": 1}
    ada.finds_the_result()


def test_two_people_play_and_choices_stay_sealed(person: Callable[..., Person]) -> None:
    ada, ben = person("Ada"), person("Ben", dark=True)
    code = ada.make("pier-18", ME, OPEN)
    ben.api("POST", f"/api/tables/{code}/join", {})
    for one in (ada, ben):
        one.page.goto(f"/t/{code}")
    for one in (ada, ben):
        one.turn()
    hands = {one: Pier18(one, random.Random(one.name), ("click",)) for one in (ada, ben)}
    hands[ada].play(ada.moves[0])
    expect(ada.page.get_by_text("Your choice is sealed until everybody has chosen.")).to_be_visible()
    expect(ben.page.get_by_text("Ada has chosen.")).to_be_visible()
    assert "plan" not in str(ben.situation["view"]["players"][0]["choice"])
    hands[ben].play(ben.moves[0])
    for one in (ada, ben):
        expect(one.page.locator(".berth .plan")).to_have_count(2)
        expect(one.page.locator("button[data-card]")).to_have_count(3)
    ply = 2
    for _ in range(2):
        mover = next(one for one in (ada, ben) if one.situation["pending"] == [hands[one].person_seat()])
        other = ben if mover is ada else ada
        card = other.situation["view"]["offer"][0] or other.situation["view"]["offer"][1]
        hands[other].card(card).click()  # an illegal click explains itself
        expect(other.toast()).to_contain_text("It is not your turn.")
        hands[mover].play(mover.moves[-1])
        ply += 1
        for one in (ada, ben):
            one.page.locator(f'.table[data-ply="{ply}"]').wait_for()
    for one in (ada, ben):
        expect(one.page.locator(".berth .won")).to_have_count(1)  # the patron of the round
        expect(one.page.locator(".quay")).to_contain_text("was left over")
    expect(other.page.locator(".berth:not(.own) .recent")).to_have_count(1)  # the latest move of the other


def midway(ada: Person) -> str:
    """The third round: Ada takes first or last, and cards lie covered."""
    for _ in range(100):  # about one in five comes to it
        code = ada.make("pier-18", options=TURNS)
        chance = random.Random(code)

        def choose(now: dict[str, Any], chance: random.Random = chance) -> dict[str, Any]:
            return chance.choice([move for move in now["moves"] if move["fields"].get("overlap", 2) == 2])

        ada.advance(code, 6, lambda now: now["view"]["round"] == 3, choose=choose)
        seat = ada.protocol(code)
        now = seat.turn()
        seat.close()
        lines = {line["name"]: line["parts"] for line in now["sheet"][0]["lines"]}
        if not now["over"] and all(lines[name] for name in ("fishers", "poets", "lovers", "sellers")):
            return code
        ada.advance(code)  # because the number of unfinished tables is limited
    raise AssertionError("no table has every kind of person on a pier")


@pytest.fixture
def ada(person: Callable[..., Person], played: Callable[[Callable[[Person], str]], Position]) -> Person:
    return seated(person, played(midway), "button[data-card]")


def test_what_a_card_would_bring_is_shown_before_it_is_laid(ada: Person) -> None:
    hands, page = Pier18(ada, random.Random(5)), ada.page
    card = next(card for card in ada.situation["view"]["offer"] if card)
    moves = {m["fields"]["overlap"]: m for m in ada.moves if m["fields"]["card"] == card and not m["fields"]["turned"]}
    seat = ada.protocol(page.url.rsplit("/", 1)[1])
    seat.turn()
    foreseen = {n: seat.ask("foresee", code=move["code"])["foresight"] for n, move in moves.items()}
    seat.close()
    now = page.locator(".fate").all_text_contents()
    hands.card(card).click()
    expect(page.locator("g.ghost")).to_have_count(1)
    for n, foresight in foreseen.items():
        page.keyboard.press(str(n))
        expect(page.locator(f'[data-cover="{n}"]')).to_have_attribute("aria-checked", "true")
        points = foresight["points"][0]
        sign = f"+{points}" if points > 0 else f"\N{MINUS SIGN}{-points}" if points < 0 else "\N{PLUS-MINUS SIGN}0"
        expect(page.locator(f'[data-cover="{n}"]')).to_contain_text(sign)
        for name, change in foresight["lines"][0].items():
            if name != "goal":
                shown = hands.own.locator(f'[data-line="{name}"] .change')
                expect(shown).to_have_text(f"+{change}" if change > 0 else f"\N{MINUS SIGN}{-change}")
        sides = [ada.situation["view"]["players"][0][side] for side in ("left", "right")]
        faded = sum(mark != "." for side in sides for mark in side[len(side) - n :])
        expect(hands.own.locator(".person.faded")).to_have_count(faded)
        for change in foresight["pieces"]:
            if change["path"] == ["players", 0, "goal", "found"]:
                expect(hands.own.locator(".plan .far")).to_contain_text(str(change["after"]))
        race = next(race for race in moves[n]["fields"]["races"] if race)
        shown = page.locator(".race.changed").first
        expect(shown.locator(".one").first).to_have_text(str(race["total"]))
        expect(shown.locator(".leads")).to_have_count(0 if race["leader"] is None else 1)
    page.keyboard.press("7")
    expect(ada.toast()).to_contain_text("at most three sections")
    page.keyboard.press("t")
    expect(page.locator('[data-do="turn"]')).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(page.locator("g.ghost")).to_have_count(0)
    expect(hands.card(card)).to_be_focused()
    soon(lambda: page.locator(".fate").all_text_contents(), now)
    assert not [frame for frame in ada.sent if frame["type"] == "play"]


AT_ONCE = """async () => {
  const [first, second] = document.querySelectorAll("button[data-card]");
  const { x, y } = first.getBoundingClientRect();
  const point = (name, on, by) => on.dispatchEvent(new PointerEvent(name, { bubbles: true, clientX: x + by, clientY: y + by, pointerId: 1 }));
  point("pointerdown", first, 5);
  for (const name of ["pointermove", "pointerup"]) point(name, document.body, 40);
  point("pointerdown", second, 5);
  second.click();
}"""


def test_a_click_right_after_a_drag_counts(ada: Person) -> None:
    """As on a machine so busy that both arrive at the same time."""
    ada.page.evaluate(AT_ONCE)
    expect(ada.page.locator("button[data-card]").nth(1)).to_have_attribute("aria-pressed", "true")


def test_a_line_outlines_what_it_counts_and_covered_people_can_be_looked_at(ada: Person) -> None:
    page, own = ada.page, ada.page.locator(".berth.own")
    for line in ada.situation["sheet"][0]["lines"][:4]:
        button = own.locator(f'[data-line="{line["name"]}"]')
        button.hover()
        spaces = [part["pieces"] for part in line["parts"]]
        runs = sum(1 for part in spaces for n, one in enumerate(part) if not n or not follows(part[n - 1], one))
        expect(own.locator(".outline")).to_have_count(runs)
        expect(own.locator(".caption")).to_contain_text(line["parts"][0]["label"])
        page.mouse.move(2, 2)
        expect(own.locator(".outline")).to_have_count(0)
        button.focus()
        page.keyboard.press("Enter")
        expect(own.locator(".outline")).to_have_count(runs)
        page.locator("h1").first.click()
    tab = own.locator(".tab").first
    tab.hover()
    expect(own.locator(".below .deck")).to_have_count(1)
    page.mouse.move(2, 2)
    expect(own.locator(".below")).to_have_count(0)
    tab.focus()
    expect(own.locator(".below")).to_have_count(1)
    expect(tab).to_have_attribute("aria-label", re.compile("^2 sections lie under "))


def follows(one: str, other: str) -> bool:
    """Whether a space is the next one on the same side."""
    return one[0] == other[0] and int(other[1:]) == int(one[1:]) + 1


WINDOWS = ((1280, 800), (1440, 900), (1024, 768), (780, 360))
ON_TOP = """one => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""


def test_pier_and_offer_are_visible_together(ada: Person) -> None:
    page, pier = ada.page, ada.page.locator(".berth.own svg.pier")
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        for one in (pier, *page.locator("button[data-card]").all()):
            expect(one).to_be_in_viewport(ratio=0.98)
        page.locator("button[data-card]").first.click()
        expect(page.locator('[data-do="lay"]')).to_be_in_viewport(ratio=0.98)
        for one in (pier, *page.locator(".fate").all()):
            expect(one).to_be_in_viewport(ratio=0.9)
        page.keyboard.press("Escape")


def test_with_three_players_dealt_cards_and_the_start_of_the_pier_are_visible_together(
    person: Callable[..., Person],
) -> None:
    ada = person("Ada")
    ada.sit(ada.make("pier-18", ME, BOT, BOT))
    ada.turn()
    page = ada.page
    page.locator("[data-hand] .strip").nth(0).click()  # a click picks what is missing: the plan, then the pier
    page.locator("[data-hand] .strip").nth(1).click()
    move = next(
        one
        for one in ada.moves
        if [one["fields"][role] for role in ("plan", "foundation")] == ada.situation["view"]["players"][0]["hand"][:2]
    )
    for name, points in move["fields"]["worth"].items():  # the board shows at once what the two would bring
        expect(page.locator(f'.berth.own [data-line="{name}"] .change')).to_have_count(1 if points else 0)
    expect(page.locator(".berth.own .plan .far")).to_contain_text(str(move["fields"]["goal"]["found"]))
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        expect(page.locator(".berth.own svg.pier")).to_be_in_viewport(ratio=0.98)
        for one in (page.locator('[data-do="keep"]'), *page.locator("[data-role]").all()):
            expect(one).to_be_in_viewport(ratio=0.98)
            soon(lambda one=one: one.evaluate(ON_TOP))  # type: ignore[misc]
    page.locator("[data-hand] .strip").nth(2).click()
    expect(ada.toast()).to_contain_text("Both are chosen.")


def test_the_t_key_explains_that_this_table_has_no_half_turn(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    code = ada.make("pier-18")
    ada.advance(code, 2)
    ada.sit(code)
    ada.turn()
    card = ada.page.locator("button[data-card]").first
    ada.page.locator('[data-spot="landing"]').click()
    expect(ada.toast()).to_contain_text("Choose a card from the offer first")
    card.click()
    expect(ada.page.locator('[data-do="turn"]')).to_have_count(0)
    ada.page.keyboard.press("t")
    expect(ada.toast()).to_contain_text("Cards may not be turned at this table.")


def test_a_finger_drags_a_card_over_the_pier_and_lays_it(person: Callable[..., Person]) -> None:
    """On a phone on its side; a card let go elsewhere stays in hand."""
    ada = person("Ada", phone=True, size=(780, 360))
    code = ada.make("pier-18")
    ada.advance(code, 2)
    ada.sit(code)
    ply = ada.turn()
    hands = Pier18(ada, random.Random(6))
    card = ada.situation["view"]["offer"][-1] or ada.situation["view"]["offer"][-2]
    x, y = centre(hands.card(card))
    hands.finger((x, y), (x - 60, y + 20))
    expect(ada.page.locator("g.ghost")).to_have_count(1)
    hands.finger(centre(hands.card(card)), hands.point(2))
    ada.turn(after=ply)
    assert [frame["code"] for frame in ada.sent if frame["type"] == "play"] == [
        next(
            line["move"]["code"] for line in ada.log if line["move"] and line["move"]["words"] == f"take {card} over 2"
        )
    ]


def centre(of: Locator) -> tuple[float, float]:
    box = steady(of)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_players_own_box_is_drawn_from_its_cards(person: Callable[..., Person]) -> None:
    """Every card has one person of each kind, a lone lovers' space counts five, and names begin with "My"."""
    ada = person("Ada")
    toml = (files(load("pier-18").package) / "box.toml").read_text(encoding="utf-8")
    toml = re.sub('left = ".{4}"', 'left = "FPS."', toml)
    toml = re.sub('right = ".{4}"', 'right = "...L"', toml)
    toml = re.sub('name = ".*"', lambda found: found[0].replace('"', '"My ', 1), toml)
    toml = re.sub("lovers = 2", "lovers = 5", toml, count=1)
    code = ada.make("pier-18", box={"name": "Mine.toml", "toml": toml})
    ada.sit(code)
    ada.turn()
    dealt = ada.page.locator("[data-hand]").first
    assert people_of(dealt) == Counter(F=1, P=1, S=1, L=1)
    expect(dealt.locator(".name")).to_contain_text("My ")
    expect(dealt.locator("[data-role=foundation]")).to_have_text("As pier +8")  # lovers 5, a group of three 2, fisher 1
    hands = Pier18(ada, random.Random(7), ("click",))
    ply = ada.turn()
    hands.play(ada.moves[0])
    ada.turn(after=ply)
    expect(hands.own.locator(".plate strong")).to_have_text("8")
    assert people_of(hands.own.locator("svg.pier")) == Counter(F=1, P=1, S=1, L=1)
    assert people_of(ada.page.locator("button[data-card] .strip").first) == Counter(F=1, P=1, S=1, L=1)


def people_of(where: Locator) -> Counter[str]:
    """The people drawn there, by kind."""
    return Counter(
        where.locator(".person use").evaluate_all("all => all.map((one) => one.getAttribute('href').at(-1))")
    )
