"""The plain table, which shows every new game, and every other game if the player prefers it to the drawn board."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect
from tests.chosen import names

from townwright.games import load

from .people import BOT, ME, Move, Person, Position

BOARDS = Path(__file__).parents[2] / "web" / "src" / "games"
GAMES = [(game, max(2, load(game).seats[0])) for game in names()] + [
    (game, 1) for game in names() if load(game).seats[0] == 1
]
SOAK = "TOWNWRIGHT_SOAK" in os.environ
PLAIN = "localStorage.setItem('townwright.likes', JSON.stringify({ plain: true }))"


@pytest.fixture
def plain(person: Callable[..., Person]) -> Callable[..., Person]:
    """Makes people who prefer the plain table."""

    def make(name: str = "Ada", **how: Any) -> Person:
        one = person(name, **how)
        one.page.add_init_script(PLAIN)
        return one

    return make


def test_the_plain_table_is_chosen_in_the_settings_and_kept(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    game = next(game for game in names() if (BOARDS / game / "Board.svelte").exists())
    ada.sit(ada.make(game))
    expect(ada.page.locator(".generic")).to_have_count(0)
    ada.button("Settings").click()
    ada.page.get_by_label("Plain table").check()
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator(".generic")).to_be_visible()
    ada.page.reload()
    expect(ada.page.locator(".generic")).to_be_visible()
    expect(ada.page.locator("#move-list")).to_be_visible()


@pytest.mark.parametrize(("game", "seats"), GAMES if SOAK else GAMES[-1:])
def test_a_game_is_played_to_its_end_from_the_list_of_moves(
    plain: Callable[..., Person], game: str, seats: int
) -> None:
    ada, chance = plain("Ada"), random.Random(game)
    code = ada.make(game, ME, *[BOT] * (seats - 1))
    if not SOAK:
        ada.advance(code, 36)
    ada.sit(code)
    ply = ada.turn()
    while not ada.over:
        count = int(ada.table.get_attribute("data-choices") or 0)
        ada.page.locator(f'.move[data-at="{chance.randrange(count)}"]').click()
        ply = ada.turn(after=ply)
    print(game, seats, ply)
    ada.finds_the_result()


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_the_generic_table_has_no_missing_words(plain: Callable[..., Person], game: str, seats: int) -> None:
    ada, chance = plain("Ada"), random.Random(game)
    code = ada.make(game, ME, *[BOT] * (seats - 1))
    ada.advance(code, 14, choose=lambda now: chance.choice(now["moves"]))
    at = Position(code, ada.context.storage_state())  # type: ignore[arg-type]
    for locale in ("en-GB", "it-IT"):
        one = plain("Ada", at=at, locale=locale)
        one.sit(code)
        one.page.locator(".generic").wait_for()
        one.page.evaluate("document.querySelectorAll('.generic details').forEach((one) => (one.open = true))")
        words = one.page.locator(".generic").inner_text()
        assert len(words) > 100
        assert not re.findall(r".{0,30}(?:[{}_]|\bundefined\b|\bNaN\b|\bnull\b|\[object).{0,30}", words)


def named_by(fields: Any) -> Iterator[str]:
    """Every text in the fields of a move."""
    if isinstance(fields, str):
        yield fields
    elif isinstance(fields, list | dict):
        for one in fields.values() if isinstance(fields, dict) else fields:
            yield from named_by(one)


def cards_of(moves: list[Move], guide: dict[str, Any]) -> set[str]:
    """The cards that moves name."""
    return {word for move in moves for word in named_by(move["fields"]) if word in guide["cards"]}


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_every_card_to_choose_from_shows_what_it_does_and_can_be_clicked(
    plain: Callable[..., Person], game: str, seats: int
) -> None:
    ada = plain("Ada")
    code = ada.make(game, ME, *[BOT] * (seats - 1))
    ada.sit(code)
    ply = ada.turn()
    guide = ada.api("GET", f"/api/tables/{code}/box?language=en")["guide"]
    table, clicks, marks = ada.page.locator(".generic"), 0, 0
    table.wait_for()
    for _ in range(5):
        for card in cards_of(ada.moves, guide):
            face, key = table.locator(f'[data-id="{card}"]'), table.locator(f'[data-key="{card}"]').first
            if not face.count():  # the head of a row, which explains itself before the choice is made
                key.click()
                face = ada.page.locator("dialog[open]")
            for line in guide["cards"][card]["lines"]:
                if line["type"] == "text":
                    expect(face.filter(has_text=line["text"]).first).to_be_visible()
            if ada.page.locator("dialog[open]").count():
                ada.page.keyboard.press("Escape")
        on_the_table = table.locator(".can")
        if on_the_table.count():
            on_the_table.first.click()
            choice = ada.page.locator("dialog[open] .choices button").first
            choice.or_(ada.page.locator(f'.table:not([data-ply="{ply}"])')).first.wait_for()
            if choice.is_visible():
                choice.click()
            clicks += 1
        else:
            ada.page.locator('.move[data-at="0"]').click()
        ply = ada.turn(after=ply)
        marks += table.locator('[data-recent="1"]').count()  # the other player's latest move
        if ada.over:
            break
    assert clicks
    assert marks or seats == 1


@pytest.mark.parametrize("phone", [False, True])
def test_a_small_card_explains_itself_when_it_is_pointed_at(plain: Callable[..., Person], phone: bool) -> None:
    ada = plain("Ada", phone=phone)
    for game, seats in GAMES:
        code = ada.make(game, ME, *[BOT] * (seats - 1))
        ada.advance(code, 24)
        ada.sit(code)
        ada.page.locator(".generic").wait_for()
        card = ada.page.locator(".generic .folded:visible").first
        if card.count():
            break
    else:
        raise AssertionError("no game has small cards")
    guide = ada.api("GET", f"/api/tables/{code}/box?language=en")["guide"]
    words = guide["cards"][card.get_attribute("data-id")]
    note = ada.page.get_by_role("tooltip")
    expect(note).to_have_count(0)
    if phone:
        card.tap()
    else:
        card.hover()
        expect(note).to_contain_text(words["title"])
        ada.page.mouse.move(1, 1)
        expect(note).to_have_count(0)
        card.focus()
    expect(note).to_contain_text(words["title"])
    for line in words["lines"]:
        if line["type"] == "text":
            expect(note).to_contain_text(line["text"])
    expect(note).to_be_in_viewport(ratio=1)
    ada.page.keyboard.press("Escape")
    expect(note).to_have_count(0)
