"""People at the table: away and back, a bot standing in, ending by agreement, own links, invitations and rematches."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect
from tests.server.process import Server

from townwright.games import load

from .people import BOT, ME, OPEN, Person, soon
from .tiny_towns import unhurried

People = Callable[..., Person]


def seated(
    person: People, *names: str, game: str = "copenhagen", more: tuple[dict[str, str], ...] = (), **how: object
) -> tuple:
    """People at a table whose game has begun, and its code."""
    people = [person(name) for name in names]
    code = people[0].make(game, ME, *[OPEN] * (len(names) - 1), *more, **{"wait": 1, **how})  # type: ignore[arg-type]
    for one in people[1:]:
        one.api("POST", f"/api/tables/{code}/join", {})
    for one in people:
        one.page.goto(f"/t/{code}")
    for one in people:
        one.table.wait_for()
    return *people, code


def log(one: Person) -> Locator:
    return one.page.get_by_role("log", name="Log")


def in_dialog(one: Person, name: str) -> Locator:
    return one.page.locator("dialog[open]").last.get_by_role("button", name=name, exact=True)


def test_a_bot_plays_for_a_person_who_vanished_until_they_come_back(person: People) -> None:
    ada, ben, code = seated(person, "Ada", "Ben")
    ben.page.goto("about:blank")
    note = ada.page.locator(".prompt .note").filter(has_text="Ben has been away for")
    expect(note).to_contain_text("1 min")  # later more
    for width, height in ((780, 360), (320, 640), (1280, 800)):  # nothing covers the buttons
        ada.page.set_viewport_size({"width": width, "height": height})
        for button in note.get_by_role("button").all():
            button.click(trial=True)
    note.get_by_role("button", name="Remind").click()
    expect(log(ada)).to_contain_text("You reminded Ben.")
    expect(note.get_by_role("button", name="Remind")).to_be_disabled()
    note.get_by_role("button", name="Let the computer play").click()
    expect(log(ada)).to_contain_text("You let the computer play for Ben.")
    expect(note).to_have_count(0)
    expect(ada.page.locator(".scores").get_by_role("img", name="the computer plays for now")).to_be_visible()
    ada.turn()
    ada.page.keyboard.press("m")
    for _ in range(3):
        ply = ada.turn()
        ada.pick(ada.moves[0]["words"])
        ada.turn(after=ply)
    ben.page.goto(f"/t/{code}")
    expect(ada.toast()).to_contain_text("Ben came back.")
    expect(log(ben)).to_contain_text("Ada let the computer play for you.")
    expect(log(ben)).to_contain_text("You came back.")
    expect(ada.page.locator(".scores").get_by_role("img", name="the computer plays for now")).to_have_count(0)


def test_a_reminder_reaches_the_page_of_the_player_whose_turn_it_is(person: People) -> None:
    ada, ben, _ = seated(person, "Ada", "Ben", wait=600)
    mover, other = (ada, ben) if ada.situation["moves"] else (ben, ada)
    for one in (ada, ben):
        one.page.clock.install()
    other.page.reload()
    other.table.wait_for()
    other.page.clock.fast_forward(70_000)
    expect(other.page.get_by_text("Connection lost")).to_have_count(0)  # after so long a silence the page connects anew
    note = other.page.locator(".prompt .note").filter(has_text="is taking a while")
    note.get_by_role("button", name="Remind").click()
    expect(mover.toast()).to_contain_text(f"{other.name} reminded you: it is your turn.")
    expect(log(mover)).to_contain_text("reminded you")


def test_a_game_is_ended_by_agreement_and_has_no_winner(person: People) -> None:
    ada, ben, _ = seated(person, "Ada", "Ben", more=(BOT,), wait=600)
    ada.button("Settings").click()
    in_dialog(ada, "End the game").click()
    in_dialog(ada, "Cancel").click()
    in_dialog(ada, "End the game").click()
    in_dialog(ada, "End the game").click()
    expect(ada.page.locator(".note")).to_contain_text("You proposed to end the game. Waiting for Ben.")
    note = ben.page.locator(".note")
    expect(note).to_contain_text("Ada proposes to end the game without a winner.")
    note.get_by_role("button", name="Play on").click()
    expect(ada.toast()).to_contain_text("Ben wanted to play on.")
    expect(note).to_have_count(0)
    ada.page.reload()
    expect(log(ada)).to_contain_text("Ben wanted to play on.")
    expect(ada.toast()).to_be_empty()  # earlier events are not news
    ada.button("Settings").click()
    in_dialog(ada, "End the game").click()
    in_dialog(ada, "End the game").click()
    note.get_by_role("button", name="End it").click()
    for one in (ada, ben):
        expect(one.page.locator(".result h1")).to_have_text("The game was ended early: there is no winner.")
        expect(one.page.locator(".result .first, .result .rank, .result .best")).to_have_count(0)
        expect(one.page.locator(".result tfoot td")).to_have_count(3)
        expect(log(one)).to_contain_text("The game was ended by agreement.")


def test_unfinished_input_stays_when_another_player_leaves(person: People) -> None:
    """A filter, a move of the list, a hint, a line of chat."""
    ada, _ben, cleo, code = seated(person, "Ada", "Ben", "Cleo", wait=600)
    seats = [one.protocol(code) for one in (ada, _ben, cleo)]
    while not ada.situation["moves"]:
        mover = next(seat for seat in seats if seat.reach(ada.ply)["moves"])
        ada.updated_by(mover.play)
    ada.turn()
    page = ada.page
    page.get_by_role("tab", name="Chat").click()
    page.get_by_label("Write a message").fill("Well play")
    page.get_by_role("tab", name="Log").click()
    ada.unfold()
    ada.button("Hint").click()
    hinted = page.locator(".move.hinted").inner_text()
    verb = hinted.split()[0]  # the hinted move passes this filter
    page.locator("#moves input").fill(verb)
    page.keyboard.press("ArrowDown")
    chosen = page.locator(".move.active").text_content() or ""  # inner_text would add line breaks
    ada.updated_by(lambda: cleo.api("POST", f"/api/tables/{code}/leave"))
    expect(page.locator("#moves input")).to_have_value(verb)
    expect(page.locator(".move.active")).to_have_text(chosen)
    expect(page.locator(".move.hinted")).to_be_visible()
    page.get_by_role("tab", name="Chat").click()
    expect(page.get_by_label("Write a message")).to_have_value("Well play")


# The game, when to stop, and a piece that has the focus although the board would move it elsewhere.
WAITING: dict[str, tuple[Callable[[dict[str, Any]], bool], str]] = {
    "copenhagen": (lambda now: now["view"]["decision"] == "discard", ".board [data-ability]"),
    "old-london-bridge": (lambda now: now["view"]["decision"] == "place", ".board [data-scoring]"),
    "pier-18": (lambda now: now["moves"][0]["kind"] == "lay", '.board [data-cover="0"]'),
    "tiny-towns": (lambda now: now["view"]["players"][0]["decision"] == "build", ".board .others button"),
}

FORESEEN = re.compile("[+\N{MINUS SIGN}\N{PLUS-MINUS SIGN}]\\d")  # points that a move would bring


@pytest.mark.parametrize("game", WAITING)
def test_the_focus_stays_where_it_is_when_another_player_leaves(person: People, game: str) -> None:
    asked, piece = WAITING[game]
    people = [person(name) for name in ("Ada", "Ben", "Cleo")]
    ada = unhurried(people[0])
    code = ada.make(game, ME, OPEN, OPEN, wait=600)
    for one in people[1:]:
        one.api("POST", f"/api/tables/{code}/join", {})
    seats = [one.protocol(code) for one in people]
    for _ in range(400):
        now = [seat.reach(max(0, *(seat.ply for seat in seats))) for seat in seats]
        if now[0]["moves"] and asked(now[0]):
            break
        next(seat for seat, one in zip(seats, now, strict=True) if one["moves"]).play()
    ada.sit(code)
    ada.turn()
    board = ada.page.locator(piece).first
    board.focus()
    ada.page.keyboard.press("Shift")  # she plays by keyboard
    if game == "pier-18":  # what each way to lay the card would bring has arrived
        soon(lambda: all(map(FORESEEN.search, ada.page.locator("[data-cover]").all_inner_texts())))
    stops = ada.page.locator("[data-cover]").all_inner_texts()
    ada.updated_by(lambda: people[2].api("POST", f"/api/tables/{code}/leave"))
    assert board.evaluate("one => one === document.activeElement")
    if game == "pier-18":  # it still shows what each way to lay the card would bring
        assert len(stops) == 4
        soon(lambda: ada.page.locator("[data-cover]").all_inner_texts(), stops)


def test_leaving_asks_first(person: People) -> None:
    ada, ben, code = seated(person, "Ada", "Ben", wait=600)
    ben.button("Settings").click()
    in_dialog(ben, "Leave game").click()
    expect(ben.page.locator("dialog[open]").last).to_contain_text("you cannot come back")
    in_dialog(ben, "Cancel").click()
    assert ben.api("GET", f"/api/tables/{code}")["you"] == 1
    in_dialog(ben, "Leave game").click()
    in_dialog(ben, "Leave game").click()
    ben.page.wait_for_url("**/")
    expect(log(ada)).to_contain_text("Ben left the game; the computer plays on.")


def test_a_link_lets_a_person_continue_on_another_device_and_its_key_leaves_the_address_bar(person: People) -> None:
    ada, ben, code = seated(person, "Ada", "Ben", wait=600)
    ben.button("Settings").click()
    ben.page.get_by_role("button", name="Show my link").click()
    link = ben.page.get_by_label("Your own link", exact=True).input_value()
    assert re.fullmatch(rf".*/t/{code}#seat=[\w-]{{43}}", link)
    ben.page.keyboard.press("Escape")
    phone = person(None, phone=True)
    phone.page.goto(link)
    phone.table.wait_for()
    expect(phone.page.locator(".scores .you")).to_contain_text("Ben")
    assert phone.page.url == f"{phone.url}/t/{code}"
    note = ben.page.locator(".note")
    expect(note).to_contain_text("You took your seat on another device.")
    note.get_by_role("button", name="Play here").click()
    expect(note).to_have_count(0)
    expect(phone.page.locator(".note")).to_contain_text("another device")
    expect(ada.page.locator("aside .scores").first).not_to_contain_text("away")
    phone.expected = ("403",)
    phone.page.goto(f"/t/{code}#seat={'0' * 43}")
    expect(phone.toast()).to_contain_text("no longer opens a seat")


def test_the_lobby_shows_who_comes_and_goes_and_the_owner_frees_a_seat(person: People) -> None:
    ada, ben = person("Ada"), person("Ben")
    code = ada.make("copenhagen", ME, OPEN, OPEN)
    ada.page.goto(f"/t/{code}")
    ben.page.goto(f"/t/{code}")
    ben.page.get_by_role("button", name="Sit here").first.click()
    expect(log(ada)).to_contain_text("Ben took a seat.")
    ada.button("Free this seat: Ben").click()
    in_dialog(ada, "Free this seat").click()
    expect(log(ben)).to_contain_text("Ada freed the seat of Ben.")
    ben.page.get_by_role("button", name="Sit here").first.click()
    ben.button("Leave seat").click()
    in_dialog(ben, "Cancel").click()
    ben.button("Leave seat").click()
    in_dialog(ben, "Leave seat").click()
    expect(log(ada)).to_contain_text("Ben left the table.")


def test_one_click_takes_everyone_to_the_rematch_and_victories_are_counted(person: People) -> None:
    ada, ben, code = seated(person, "Ada", "Ben", wait=600)
    for one in (ada, ben):
        one.button("Settings").click()
        if one is ada:
            in_dialog(one, "End the game").click()
            in_dialog(one, "End the game").click()
    ben.page.keyboard.press("Escape")
    ben.page.locator(".note").get_by_role("button", name="End it").click()
    ada.button("Play again").click()
    expect(ben.page.locator(".follow")).to_contain_text("Ada asked for a rematch.")
    for one in (ada, ben):
        one.page.wait_for_url(lambda url: not url.endswith(code))  # Ben's page follows automatically
        one.page.locator('.table[data-ply="0"]').wait_for()
    assert ada.page.url == ben.page.url
    seats = ada.api("GET", f"/api/tables/{ada.page.url[-6:]}")["seats"]
    assert [seat["name"] for seat in seats] == ["Ben", "Ada"]
    expect(ada.page.locator(".scores .wins")).to_have_text(["0", "0"])


def test_link_and_qr_code_use_the_address_that_works_on_other_machines(person: People, tmp_path: Path) -> None:
    server = Server(tmp_path, "--public-url", "https://towns.example.org")
    try:
        ada = person("Ada", server=server)
        code = ada.make("copenhagen", ME, OPEN)
        ada.page.goto(f"/t/{code}")
        link = ada.page.get_by_label("Link to this table", exact=True)
        expect(link).to_have_value(f"https://towns.example.org/t/{code}")
        expect(ada.page.get_by_role("img", name="QR code: Link to this table")).to_be_visible()
        expect(ada.page.get_by_text("works on this computer only")).to_have_count(0)
    finally:
        server.kill()


def test_a_players_own_box_is_checked_announced_to_everyone_and_offered_again(person: People, tmp_path: Path) -> None:
    ada, ben = person("Ada"), person("Ben")
    printed = (files(load("copenhagen").package) / "box.toml").read_text(encoding="utf-8")
    box = tmp_path / "Dear harbour.toml"
    box.write_text("colours = 3\n")
    ada.page.goto("/new/copenhagen")
    ada.page.get_by_text("Your own box").click()
    chooser = ada.page.get_by_label("Choose a box file")
    chooser.set_input_files(box)
    expect(ada.page.locator("#box-problems")).to_contain_text("Dear harbour.toml cannot be used")
    expect(ada.page.locator("#box-problems li").first).to_contain_text("the box of Copenhagen: ")
    box.write_text(printed.replace("min_cost = 0", "min_cost = 1", 1))
    chooser.set_input_files(box)
    expect(ada.page.get_by_text("will be used")).to_be_visible()
    expect(ada.page.locator("#box-problems")).to_be_empty()
    ada.button("Open the table").click()
    note = "Own box “Dear harbour.toml”: these are not the printed cards."
    expect(ada.page.get_by_text(note)).to_be_visible()
    ben.page.goto(ada.page.url)
    expect(ben.page.get_by_text(note)).to_be_visible()
    ben.button("Sit here").click()
    for one in (ada, ben):
        one.table.wait_for()
        expect(one.page.get_by_text(note)).to_be_visible()
    ada.page.goto("/new/copenhagen")
    ada.page.get_by_text("Your own box").click()
    ada.button("Dear harbour.toml").click()
    expect(ada.page.get_by_text("will be used")).to_be_visible()
