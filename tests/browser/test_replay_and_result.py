"""After the game: the result with its pictures, and the replay."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from playwright.sync_api import expect

from .people import BOT, ME, Move, Person, Position, soon, steady
from .tenby import short_box


def whole_game(*bots: dict[str, str]) -> Callable[[Person], str]:
    def play(ada: Person) -> str:
        code = ada.make("copenhagen", ME, *bots)
        ada.advance(code)
        return code

    return play


FOR_TWO, FOR_THREE = whole_game(BOT), whole_game(BOT, BOT)


@pytest.fixture
def finished(
    person: Callable[..., Person], played: Callable[[Callable[[Person], str]], Position]
) -> tuple[Person, str, int]:
    """Ada, and the code and length of a game that she has played."""
    position = played(FOR_TWO)
    ada = person("Ada", at=position)
    return ada, position.code, ada.api("GET", f"/api/tables/{position.code}/replay?ply=0&reader=none")["plies"]


def test_the_replay_steps_scrubs_and_plays(finished: tuple[Person, str, int]) -> None:
    ada, code, plies = finished
    page = ada.page
    ada.by_hand(1100)  # between two moves while it plays
    page.goto(f"/t/{code}/replay")
    at = page.locator(".controls output")
    expect(at).to_have_text(f"{plies} of {plies}")
    page.get_by_role("button", name="Go to start").click()
    expect(at).to_have_text(f"0 of {plies}")
    expect(page.get_by_text("The game is set up.")).to_be_visible()
    page.get_by_role("button", name="Next move").click()
    expect(at).to_have_text(f"1 of {plies}")
    page.locator("h1").click()
    page.keyboard.press("ArrowRight")
    expect(at).to_have_text(f"2 of {plies}")
    page.get_by_role("slider").fill("20")
    expect(at).to_have_text(f"20 of {plies}")
    page.get_by_role("button", name="Previous move").click()
    expect(at).to_have_text(f"19 of {plies}")
    page.get_by_role("button", name="Play", exact=True).click()
    for ply in (20, 21):
        ada.due()
        expect(at).to_have_text(f"{ply} of {plies}")
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Go to end").click()
    expect(at).to_have_text(f"{plies} of {plies}")


def test_the_replay_shows_whole_houses(finished: tuple[Person, str, int]) -> None:
    ada, code, plies = finished
    for width, height in ((1280, 800), (1024, 768), (780, 360)):
        ada.page.set_viewport_size({"width": width, "height": height})
        for ply in (plies // 2, plies):
            ada.page.goto(f"/t/{code}/replay?ply={ply}")
            houses = ada.page.locator(".street .finished" if ply == plies else ".plot")
            expect(houses).to_have_count(2 if ply == plies else 1)
            for house in houses.all():
                expect(house).to_be_in_viewport(ratio=0.98)
                assert steady(house)["height"] > height / 2


def test_the_replay_shows_what_each_player_knew_and_links_lead_to_moments(
    finished: tuple[Person, str, int], person: Callable[..., Person]
) -> None:
    ada, code, plies = finished
    page = ada.page
    page.goto(f"/t/{code}/replay?ply=12&reader=all")
    reader = page.get_by_label("Show:")
    expect(reader).to_have_value("all")
    views = {}
    for who in ("all", "0", "1", "none"):
        reader.select_option(who)
        page.wait_for_url(f"**/replay?ply=12&reader={who}")
        expect(reader).to_have_value(who)
        expect(page.locator("[data-bridge]")).to_have_count(7)
        answer = page.request.get(f"/api/tables/{code}/replay?ply=12&reader={who}")
        views[who] = answer.json()["situation"]["view"]["players"]
        page.reload()
        shown = views[who][int(who) if who.isdigit() else 0]
        expect(page.locator("[data-bridge]")).to_have_count(7)
        expect(page.locator('[data-spot="hand"]')).to_have_count(0 if shown["hand"] is None else 1)
    assert all(player["hand"] is not None for player in views["all"])
    for who, seat in (("0", 1), ("1", 0), ("none", 0), ("none", 1)):  # others know a hand if they saw all its cards
        player = views[who][seat]
        assert player["hand"] in (None, player["seen"])
    ben = person("Ben")  # a stranger with the link
    ben.page.goto(f"/t/{code}/replay?ply=12&reader=1")
    expect(ben.page.locator(".controls output")).to_have_text(f"12 of {plies}")
    expect(ben.page.get_by_label("Show:")).to_have_value("1")


def test_the_result_gives_pictures_the_record_and_a_rematch(finished: tuple[Person, str, int], tmp_path: Path) -> None:
    ada, code, plies = finished
    page = ada.page
    page.goto(f"/t/{code}")
    page.locator(".table.over").wait_for()
    ada.finds_the_result()
    expect(page.locator(".deal")).to_contain_text("The deal matches the seal published before the game.")
    with page.expect_download() as svg:
        page.get_by_role("button", name="SVG").first.click()
    root = ElementTree.parse(svg.value.path()).getroot()
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert len(list(root.iter())) > 100
    assert [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")][-1] == "Copenhagen"
    alone = page.context.new_page()  # the picture contains its fonts
    svg.value.save_as(tmp_path / "town.svg")
    alone.goto((tmp_path / "town.svg").as_uri())
    soon(
        lambda: alone.evaluate("[...document.fonts].map((font) => [font.family, font.status])"),
        [["Fraunces", "loaded"]],
    )
    with page.expect_download() as png:
        page.get_by_role("button", name="PNG").first.click()
    assert Path(png.value.path()).read_bytes().startswith(b"\x89PNG")
    with page.expect_download() as file:
        page.get_by_role("link", name="Download game record").click()
    assert len(json.loads(Path(file.value.path()).read_text())["moves"]) == plies
    page.get_by_role("link", name="Replay").click()
    page.wait_for_url(f"**/t/{code}/replay")
    page.get_by_role("link", name="Back to the table").click()
    ada.button("Play again").click()
    page.locator(".table:not(.over)").wait_for()
    assert code not in page.url


@pytest.mark.parametrize("phone", [False, True])
def test_winner_points_and_every_house_are_visible_without_scrolling(
    person: Callable[..., Person], played: Callable[[Callable[[Person], str]], Position], phone: bool
) -> None:
    position = played(FOR_THREE)
    ada = person("Ada", at=position, phone=phone)
    ada.sit(position.code)
    houses = ada.page.locator(".street .finished")
    expect(houses).to_have_count(3)
    for width, height in [(360, 740)] if phone else [(1280, 800), (1024, 768), (1920, 1080)]:
        ada.page.set_viewport_size({"width": width, "height": height})
        for part in (ada.page.locator(".result h1"), ada.page.locator(".podium"), *houses.all()):
            expect(part).to_be_in_viewport(ratio=0.99)
        assert steady(houses.first)["width"] > min(100, width / 4)


def test_the_curve_on_the_result_leads_to_the_moment_with_the_better_move(finished: tuple[Person, str, int]) -> None:
    ada, code, _ = finished
    page = ada.page
    page.goto(f"/t/{code}")
    page.get_by_role("button", name="Analyse the game").click()
    expect(page.get_by_role("img", name="Each player's chance of winning")).to_be_visible()
    expect(page.locator(".analysis [role=status]")).to_have_count(0, timeout=120_000)  # the list is complete
    costly = page.locator(".analysis li button").first
    expect(costly).to_be_visible()
    ply = int(re.findall(r"Move (\d+)", costly.inner_text())[0]) - 1
    costly.click()
    expect(page.locator(".controls output")).to_have_text(re.compile(rf"^{ply} of "))
    expect(page.locator(".now strong")).to_have_text(re.compile("^Better: "))


def test_a_click_on_the_curve_opens_that_moment_with_the_better_move_on_the_board(
    finished: tuple[Person, str, int],
) -> None:
    ada, code, plies = finished
    log = ada.api("GET", f"/api/tables/{code}/replay?ply={plies}&reader=all")["situation"]["log"]
    figures = {"chance": [0.5, 0.5], "after": [0.5, 0.5], "points": [1, 1], "points_after": [1, 1], "turning": False}
    takes = [line for line in log if line["move"] and line["move"]["kind"] == "take"]
    other = {
        "code": 10**6,
        "words": "take 5 6",
        "text": "Take two others.",
        "kind": "take",
        "fields": {"bridges": [5, 6]},
    }
    decisions = [
        {"ply": line["ply"] - 1, "seat": line["seat"], "move": line["move"], "best": best, "loss": 0.1, **figures}
        for n, line in enumerate(takes)
        for best in [line["move"] if n == 5 else other]
    ]
    found = {"status": "done", "done": plies, "total": plies, "decisions": decisions, "accuracy": [90, 80]}
    page = ada.page
    page.route(re.compile("/analysis"), lambda route: route.fulfill(json=found))
    page.goto(f"/t/{code}")
    curve = page.get_by_role("img", name="Each player's chance of winning")
    for one in (decisions[3], decisions[5], decisions[-3]):  # on the result, then on the replay
        place = curve.evaluate(
            "(svg, x) => { const at = new DOMPoint(x, 60).matrixTransform(svg.getScreenCTM());"
            " const box = svg.getBoundingClientRect(); return [at.x - box.x, at.y - box.y]; }",
            600 * one["ply"] / plies,
        )
        curve.click(position={"x": place[0], "y": place[1]})
        expect(page.locator(".controls output")).to_have_text(f"{one['ply']} of {plies}")
        expect(page.get_by_label("Show:")).to_have_value(str(one["seat"]))
        better, marks = page.locator(".now strong"), page.locator(".replay > .board .marked")
        if one["best"] is other:
            expect(better).to_have_text("Better: Take two others.")
            expect(marks.first).to_be_visible()
        else:  # the best move was played
            expect(better).to_have_count(0)
            expect(marks).to_have_count(0)


TENBY = {
    "keep": '[data-keep="{resident}"].marked',
    "choose": '[data-day="{day}"].marked',
    "use": '[data-use="{icon}"].marked',
    "forfeit": '[data-forfeit="{icon}"].marked',
    "buy": '[data-buy="{action}"].marked',
    "reveal": '[data-deck="{deck}"].marked',
    "blind": '[data-deck="{deck}"].marked',
    "gain": '[data-market="{card}"].marked',
    "place": ".home .town .hint, .market .marked",
    "move": ".home .town .hint",
    "end": "",
}
TOWNS = {
    "keep": '[data-keep="{which}"].marked',
    "name": '[data-resource="{resource}"].marked',
    "pick": '[data-resource="{resource}"].marked',
    "place": '.home [data-square="{square}"] .hint',
    "build": '[data-card="{card}"].marked',
    "ready": "",
}


@pytest.mark.parametrize(
    ("game", "bots", "marks", "more"),
    [
        ("tenby", [BOT], TENBY, {"box": short_box(5, cost=1)}),
        ("tiny-towns", [BOT], {kind: mark for kind, mark in TOWNS.items() if kind != "pick"}, {}),
        ("tiny-towns", [], {kind: TOWNS[kind] for kind in ("pick", "place", "ready")}, {}),
        ("old-london-bridge", [BOT, BOT], {"done": ""}, {}),
    ],
)
def test_the_better_move_is_marked_on_the_board_or_told_right_above_it(
    person: Callable[..., Person], game: str, bots: list[dict[str, str]], marks: dict[str, str], more: dict[str, Any]
) -> None:
    ada = person("Ada")
    seen: Counter[str] = Counter()

    def rarest(now: dict[str, Any]) -> Move:
        move: Move = min(now["moves"], key=lambda one: (seen[one["kind"]], random.random()))
        seen[move["kind"]] += 1
        return move

    for _ in range(20):  # until a game has them all
        code = ada.make(game, ME, *bots, **more)
        plies = ada.advance(code, choose=rarest)
        log = ada.api("GET", f"/api/tables/{code}/replay?ply={plies}&reader=all")["situation"]["log"]
        lines = {line["move"]["kind"]: line for line in log if line["move"] and line["move"]["kind"] in marks}
        if lines.keys() == marks.keys():
            break
    assert lines.keys() == marks.keys()
    figures = {"chance": [0.5], "after": [0.5], "points": [1], "points_after": [1], "turning": False, "loss": 0.1}
    decisions = [
        {"ply": line["ply"] - 1, "seat": line["seat"], "move": {**line["move"], "code": 10**6}, "best": line["move"]}
        for line in lines.values()
    ]
    found = {"status": "done", "done": plies, "total": plies, "accuracy": [90]}
    found["decisions"] = [{**one, **figures} for one in decisions]
    page = ada.page
    page.route(re.compile("/analysis"), lambda route: route.fulfill(json=found))
    for width, height in ((1280, 800), (360, 740)):
        page.set_viewport_size({"width": width, "height": height})
        for one in decisions:
            page.goto(f"/t/{code}/replay?ply={one['ply']}&reader={one['seat']}&better")
            best = one["best"]
            better, board = page.locator(".now strong"), page.locator(".replay > .board")
            expect(better).to_have_text(f"Better: {best['text']}")
            expect(better).to_be_in_viewport(ratio=1)
            mark = marks[best["kind"]].format(**best["fields"])
            for part in filter(None, mark.split(", ")):
                expect(board.locator(part).first).to_be_visible()
            board.locator(".board").wait_for()
            assert steady(board)["y"] - steady(better)["y"] - steady(better)["height"] < 40
