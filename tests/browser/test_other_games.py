"""Every game of the package is played to its end through the generic table."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest

from townwright.games import load, names

from .people import BOT, ME, Person

OTHERS = [
    (game, seats)
    for game in names()
    if game != "copenhagen"
    for seats in ((1, 2) if load(game).seats[0] == 1 else (2,))
]


@pytest.mark.parametrize(("game", "seats"), OTHERS)
def test_a_whole_game_is_played_from_the_list_of_moves(person: Callable[..., Person], game: str, seats: int) -> None:
    ada, chance = person("Ada"), random.Random(game)
    ada.sit(ada.make(game, ME, *[BOT] * (seats - 1)))
    ply = ada.turn()
    while not ada.over:
        count = int(ada.table.get_attribute("data-choices") or 0)
        ada.page.locator(f'.move[data-at="{chance.randrange(count)}"]').click()
        ply = ada.turn(after=ply)
    print(game, seats, ply)
    ada.finds_the_result()


@pytest.mark.parametrize(("game", "seats"), OTHERS)
@pytest.mark.parametrize("locale", ["en-GB", "it-IT"])
def test_the_generic_table_has_no_missing_words(
    person: Callable[..., Person], game: str, seats: int, locale: str
) -> None:
    ada = person("Ada", locale=locale)
    code = ada.make(game, ME, *[BOT] * (seats - 1))
    ada.advance(code, 14, hints=True)
    ada.sit(code)
    ada.page.locator(".generic").wait_for()
    ada.page.evaluate("document.querySelectorAll('.generic details').forEach((one) => (one.open = true))")
    words = ada.page.locator(".generic").inner_text()
    assert len(words) > 200
    assert not re.findall(r".{0,30}(?:[{}_]|\bundefined\b|\bNaN\b|\bnull\b|\[object).{0,30}", words)
