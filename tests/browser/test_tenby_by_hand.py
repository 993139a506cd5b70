"""Tenby by hand: a whole game by mouse, others by touch on a small phone and by keyboard alone, two people, every option, and what the board tells."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from .people import BOT, ME, OPEN, Move, Person, Position
from .tenby import Tenby, short_box


def test_a_whole_game_is_played_with_the_mouse(person: Callable[..., Person]) -> None:
    """Ten rounds by clicks and by dragging, with everything that moves."""
    ada = person("Ada", still=False)
    ada.sit(ada.make("tenby"))
    hands = Tenby(ada, random.Random(11), ("drag", "click"))
    hands.game()
    assert {"choose", "keep", "end"} < set(hands.done)
    ada.finds_the_result()
    expect(ada.page.locator("svg[data-picture]")).to_have_count(2)


def test_a_game_is_played_by_touch_at_360_pixels(person: Callable[..., Person]) -> None:
    """Three players with a box of their own: two rounds, and many rings to spend."""
    ada = person("Ada", phone=True)
    ada.sit(ada.make("tenby", ME, BOT, BOT, box=short_box(2, start_rings='"6 6 6 6 6"')))
    hands = Tenby(ada, random.Random(12), ("tap",))
    hands.game()
    ada.finds_the_result()


def test_a_game_is_played_by_keyboard_alone(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    ada.sit(ada.make("tenby", box=short_box(2, start_rings='"6 6 6 6 6"')))
    reached: set[str] = set()
    ada.turn()
    for _ in range(60):  # Tab leads to everything that can be pressed
        ada.page.keyboard.press("Tab")
        reached |= set(ada.page.evaluate("Object.keys(document.activeElement.dataset)"))
        if reached >= {"keep", "day", "place", "line", "zoom"}:
            break
    assert reached >= {"keep", "day", "place", "line", "zoom"}
    hands = Tenby(ada, random.Random(13), ("keys",))
    hands.game()
    ada.finds_the_result()
