"""Home, new table, lobby, languages and themes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from .people import BOT, ME, OPEN, Person

WEB = Path(__file__).parents[2] / "web"
MESSAGES = (WEB / "messages", WEB / "src" / "games" / "copenhagen" / "messages")
# every text of the page that a player can read or hear
SEEN = """() => {
  const seen = [];
  const walk = (node) => {
    for (const child of node.childNodes) if (child.nodeType === 3 && child.data.trim()) seen.push(child.data.trim());
    for (const name of ["aria-label", "title", "placeholder", "alt"]) if (node.getAttribute?.(name)) seen.push(node.getAttribute(name));
    for (const child of node.children) walk(child);
  };
  walk(document.body);
  return [document.title, ...seen];
}"""


def test_one_click_starts_a_game_and_home_leads_back_to_it(person: Callable[..., Person]) -> None:
    ada = person(None)
    ada.page.goto("/")
    ada.button("Play now: Copenhagen").click()
    levels = ada.page.get_by_role("dialog")
    expect(levels.get_by_role("button")).to_have_count(5)  # four levels, and the cross
    levels.get_by_label("2", exact=True).check()
    levels.get_by_role("button", name="casual").click()
    ada.turn()
    assert ada.page.evaluate("localStorage.getItem('townwright.level')") == '"casual"'
    assert [seat["bot"] for seat in ada.api("GET", f"/api/tables/{ada.page.url[-6:]}")["seats"]] == [
        None,
        "casual",
        "casual",
    ]
    code = ada.page.url[-6:]
    ada.pick(ada.moves[0]["words"])
    ada.page.get_by_role("link", name="Townwright").click()
    line = ada.page.locator(f'a[href="/t/{code}"]')
    expect(line).to_contain_text("Copenhagen")
    line.click()
    ada.turn()
    assert ada.ply


def test_play_now_remembers_how_many_opponents_and_which(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    ada.page.goto("/")
    ada.button("Play now: Tiny Towns").click()
    dialog = ada.page.get_by_role("dialog")
    dialog.get_by_label("3", exact=True).check()
    dialog.get_by_role("button", name="beginner").click()
    ada.table.wait_for()
    ada.page.goto("/")
    expect(ada.page.locator(".against").first).to_contain_text("3 computers, beginner")
    ada.button("Play now: Pier 18").click()  # at most three can play it
    ada.table.wait_for()
    seats = ada.api("GET", f"/api/tables/{ada.page.url[-6:]}")["seats"]
    assert [seat["bot"] for seat in seats] == [None, "beginner", "beginner"]
    ada.page.goto("/")
    ada.button("Change opponents for Copenhagen").click()
    expect(dialog.get_by_label("3", exact=True)).to_be_checked()


def test_every_play_now_is_on_the_first_screen(person: Callable[..., Person]) -> None:
    ada = person("Ada", size=(1280, 800))
    for tables in range(5):
        if tables:
            ada.make("copenhagen", ME, OPEN)
        ada.page.goto("/")
        buttons = ada.page.get_by_role("button", name=re.compile("^Play now: "))
        expect(buttons).to_have_count(5)
        for box in buttons.all():
            place = box.bounding_box()
            assert place
            assert place["y"] + place["height"] <= 800
        if tables == 1:
            expect(ada.page.get_by_role("heading", name="Continue")).to_be_in_viewport()


def test_a_problem_with_a_new_table_appears_beside_its_field(person: Callable[..., Person]) -> None:
    ada = person(None)
    ada.expected = ("400",)
    ada.page.goto("/new/tiny-towns")
    name = ada.page.get_by_label("Your name")
    name.fill("\u200b")
    ada.button("Open the table").click()
    expect(name).to_have_accessible_description(re.compile("visible letter"))
    expect(name).to_be_focused()
    name.fill("Ada")
    field = ada.page.locator('input.field[id^="option-"]:not([type="number"])').first
    field.evaluate("one => one.closest('details')?.setAttribute('open', '')")
    field.fill("nonsense")
    ada.button("Open the table").click()
    expect(ada.page.locator(".error:not(:empty)")).to_have_count(1)


def test_every_game_is_on_the_first_page(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    ada.page.goto("/")
    expect(ada.page.locator(".box h3")).to_have_text([game["title"] for game in ada.api("GET", "/api/games")])
    ends = "all => all.map(one => one.getBBox()).filter(box => box.width > 280).map(box => [box.x, box.x + box.width])"
    for left, right in ada.page.locator('.box svg.cover path[fill="var(--water)"]').evaluate_all(ends):
        assert left < 0, "a river begins inside its cover"
        assert right > 320, "a river ends inside its cover"


def test_a_wrong_code_is_explained(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    ada.expected = ("404",)
    ada.page.goto("/")
    ada.page.get_by_label("Table code").fill("abc")
    ada.button("Join").click()
    expect(ada.page.get_by_label("Table code")).to_have_accessible_description("A table code has six letters.")
    expect(ada.page.get_by_label("Table code")).to_be_focused()
    ada.page.get_by_label("Table code").fill("zzzzzz")
    ada.button("Join").click()
    expect(ada.page.get_by_role("heading", name="Table not found")).to_be_visible()


def test_a_new_table_has_options_seats_and_a_lobby(person: Callable[..., Person]) -> None:
    ada, ben = person("Ada"), person(None)
    page = ada.page
    page.goto("/new/copenhagen")
    page.get_by_role("button", name="Add a player").click()
    expect(page.locator("output")).to_have_text("3 players")
    page.get_by_label("Seat 3").select_option("bot:strong")
    page.get_by_text("Public.").click()
    page.get_by_text("instant").click()
    page.get_by_role("checkbox").first.click()
    changed = page.locator(".option.changed")
    expect(changed).to_have_count(1)
    ada.button("Open the table").click()
    expect(page.get_by_text("Waiting for 1 more player")).to_be_visible()
    code = page.locator(".lobby .code").inner_text()
    info = ada.api("GET", f"/api/tables/{code}")
    assert info["pace"] == 0
    assert [seat["who"] for seat in info["seats"]] == ["person", "open", "bot"]
    ben.page.goto("/")  # he sees it among the tables with a free seat, and follows its link
    ben.page.locator(f'a[href="/t/{code}"]').click()
    ben.page.get_by_label("Your name").fill("Ben")
    ben.button("Sit here").click()
    for one in (ada, ben):
        one.table.wait_for()


def test_the_owner_gives_the_free_seat_to_the_computer(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    ada.page.goto(f"/t/{ada.make('copenhagen', ME, OPEN)}")
    ada.button("Computer player").click()
    ada.turn()


def test_the_whole_table_is_in_italian(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    code = ada.make()
    ada.advance(code, 10)
    ada.sit(code)
    ada.turn()
    english, italian = (
        {text for folder in MESSAGES for text in json.loads((folder / f"{language}.json").read_text()).values()}
        for language in ("en", "it")
    )
    patterns = [
        re.compile(re.sub(r"\\{\w+\\}", ".+", re.escape(text)))
        for text in english - italian
        if re.sub(r"\{\w+\}", "", text).strip(" :·()")
    ]
    server_texts = {
        ada.situation["prompt"],
        *(move["text"] for move in ada.moves),
        *(line["text"] for line in ada.situation["log"]),
    }
    server_texts |= {line["label"] for line in ada.situation["sheet"][0]["lines"]}
    prompt = ada.situation["prompt"]
    ada.button("Settings").click()
    ada.page.locator("dialog[open]").get_by_label("Language").select_option("it")
    expect(ada.page.locator("html")).to_have_attribute("lang", "it")
    expect(ada.page.locator(".prompt p").first).not_to_have_text(prompt)
    ada.turn()
    seen = ada.page.evaluate(SEEN)
    names = {"English", "Copenhagen", "Chat", "Townwright"}
    left = [
        text
        for text in seen
        if text not in names and (text in server_texts or any(pattern.fullmatch(text) for pattern in patterns))
    ]
    assert len(seen) > 100
    assert not left
    ada.page.reload()
    ada.turn()
    expect(ada.page.locator("html")).to_have_attribute("lang", "it")


def test_the_options_of_a_new_table_are_in_italian(person: Callable[..., Person]) -> None:
    ada = person("Ada", locale="it-IT")
    ada.page.goto("/new/tenby")
    expect(ada.page.locator("#option-accolades option")).to_have_text(
        ["Nessuna", "Mare aperto", "Flusso e riflusso", "Alta marea"]
    )


def test_the_theme_follows_the_system_and_can_be_switched(person: Callable[..., Person]) -> None:
    ada = person("Ada", dark=True)
    ada.page.goto("/")
    html = ada.page.locator("html")
    expect(html).to_have_attribute("data-theme", "dark")
    ada.button("Light theme").click()
    expect(html).to_have_attribute("data-theme", "light")
    ada.page.reload()
    expect(html).to_have_attribute("data-theme", "light")
    ada.button("Dark theme").click()
    expect(html).to_have_attribute("data-theme", "dark")


def test_a_spectator_sees_the_table_and_cannot_play(person: Callable[..., Person]) -> None:
    ada, ben = person("Ada"), person("Ben")
    code = ada.make("copenhagen", ME, BOT)
    ada.advance(code, 8)
    ben.sit(code)
    expect(ben.page.get_by_text("You are watching.")).to_be_visible()
    expect(ben.page.locator(".move")).to_have_count(0)
    ben.page.locator('[data-bridge="1"]').click()
    expect(ben.toast()).to_contain_text("You are watching this game.")
