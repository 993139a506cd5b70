"""Two people at one table; undo, hint and explanations."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from .people import Person, soon, together, worth


def invited(person: Callable[..., Person]) -> tuple[Person, Person, str]:
    """Ada opens a table on the page, Ben comes by its code and sits down."""
    ada, ben = person(None), person(None)
    ada.page.goto("/new/copenhagen")
    ada.page.get_by_label("Your name").fill("Ada")
    ada.button("Open the table").click()
    expect(ada.page.get_by_role("img", name="QR code: Link to this table")).to_be_visible()
    code = ada.page.locator(".lobby .code").inner_text()
    assert re.fullmatch("[A-Z]{6}", code)
    assert ada.page.get_by_label("Link to this table", exact=True).input_value() == f"{ada.url}/t/{code}"
    ben.page.goto("/")
    ben.page.get_by_label("Table code").fill(code.lower())
    ben.button("Join").click()
    ben.page.get_by_label("Your name").fill("Ben")
    ben.button("Sit here").click()
    for one in (ada, ben):
        one.table.wait_for()
    return ada, ben, code


def turn_of_both(ada: Person, ben: Person) -> None:
    """The one who must act plays a move from the list; both see it."""
    ply = ada.ply
    mover = ada if ada.situation["moves"] else ben
    mover.turn()
    builds = [move for move in mover.moves if move["kind"] == "build"]
    words = (max(builds, key=worth) if builds else mover.moves[0])["words"]
    mover.unfold()
    mover.press(mover.page.locator(f'.move[data-words="{words}"]'))
    for one in (ada, ben):
        one.page.locator(f'.table[data-ply="{ply + 1}"]').wait_for()


def test_two_browsers_play_to_the_end_with_chat_presence_and_rematch(person: Callable[..., Person]) -> None:
    ada, ben, code = invited(person)
    ada.page.get_by_role("tab", name="Chat").click()
    ada.page.get_by_label("Write a message").fill("<b>Hello</b> Ben & all")
    ada.button("Send").click()
    expect(ben.page.get_by_role("tab", name="Chat")).to_contain_text("1")
    ben.page.get_by_role("tab", name="Chat").click()
    expect(ben.page.get_by_role("log", name="Chat")).to_contain_text("<b>Hello</b> Ben & all")

    away = ada.page.locator(".scores").get_by_text("away")
    expect(away).to_have_count(0)
    ben.page.goto("/")
    expect(away).to_be_visible()
    expect(ben.page.locator(f'a[href="/t/{code}"]')).to_contain_text("Copenhagen")
    ben.page.locator(f'a[href="/t/{code}"]').click()
    expect(away).to_have_count(0)

    ben.table.wait_for()
    for _ in range(4):
        turn_of_both(ada, ben)
    ply = together(code, ada, ben, until=10)  # points; the game ends at 12
    for one in (ada, ben):
        one.page.locator(f'.table[data-ply="{ply}"]').wait_for()
    while not ada.over:
        turn_of_both(ada, ben)
    for one in (ada, ben):
        one.finds_the_result()
    ben.page.evaluate(
        "Object.defineProperty(document, 'hidden', { get: () => true })"
    )  # otherwise the page would follow automatically
    ada.button("Play again").click()
    ben.button("Join rematch").click()
    for one in (ada, ben):
        one.page.locator('.table[data-ply="0"]').wait_for()
    assert ada.page.url == ben.page.url


def test_between_two_people_undo_needs_consent(person: Callable[..., Person]) -> None:
    ada, ben, _code = invited(person)
    mover, other = (ada, ben) if ada.situation["moves"] else (ben, ada)
    expect(mover.page.locator("[data-bridge]")).to_have_count(7)
    harbour = mover.page.locator("[data-bridge]").evaluate_all("all => all.map(one => one.ariaLabel)")
    mover.pick(mover.moves[0]["words"])
    other.turn(after=0)
    mover.button("Ask to undo").click()
    expect(mover.page.get_by_role("alert")).to_contain_text(f"Waiting for {'Ben' if mover is ada else 'Ada'}")
    other.button("Decline").click()
    expect(mover.page.get_by_role("alert")).to_have_count(0)
    assert mover.ply == 1
    mover.button("Ask to undo").click()
    expect(other.page.get_by_role("alert")).to_contain_text("would like to undo a move")
    other.button("Allow").click()
    mover.page.locator('.table[data-ply="2"]:not([data-choices="0"])').wait_for()
    soon(lambda: mover.page.locator("[data-bridge]").evaluate_all("all => all.map(one => one.ariaLabel)"), harbour)
    expect(mover.page.get_by_role("log", name="Log")).to_contain_text("You took back")


def test_undo_is_free_until_something_hidden_is_seen(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    ada.sit(ada.find(lambda now: any(m["kind"] == "build" and m["fields"].get("coats") for m in now["moves"]), after=6))
    before = ada.turn()
    ada.unfold()
    house, list_of_moves = ada.situation["view"]["players"][0]["house"], ada.page.locator(".move").all_inner_texts()
    ada.pick(next(m["words"] for m in ada.moves if m["kind"] == "build" and m["fields"].get("coats")))
    ada.turn(after=before)
    assert ada.situation["undo"] == "free"
    ada.button("Undo").click()
    ada.page.locator(f'.table[data-ply="{before + 2}"]:not([data-choices="0"])').wait_for()
    assert ada.situation["view"]["players"][0]["house"] == house
    soon(lambda: ada.page.locator(".move").all_inner_texts(), list_of_moves)


def test_a_hint_appears_in_words_on_the_board_and_in_the_list(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    ada.sit(ada.make())
    ada.turn()
    ada.unfold()
    ada.button("Hint").click()
    expect(ada.toast()).to_contain_text("Hint: ")
    words = ada.toast().inner_text().strip().removeprefix("Hint: ")  # before it goes
    expect(ada.page.locator(".move.hinted")).to_be_visible()
    expect(ada.page.locator(".board .marked").first).to_be_visible()
    move = ada.page.locator(".move.hinted .what").inner_text().strip()
    assert re.match(re.escape(move) + r" Expected: -?\d+ points?, \d+% chance of winning\.", words), words
    marked = ada.page.locator(".move:has(.expected)")
    assert 1 <= marked.count() <= 3
    for one in marked.all():
        figures = [re.findall(r"(-?\d+), (\d+)%", who) for who in one.locator(".expected > span").all_inner_texts()]
        assert [len(found) for found in figures] == [1, 1]  # of both players
        assert 99 <= sum(int(found[0][1]) for found in figures) <= 101


def test_pointing_at_a_move_shows_what_it_would_bring(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    ada.sit(
        ada.find(lambda now: any(m["kind"] == "build" and m["fields"].get("points") for m in now["moves"]), after=8)
    )
    ada.turn()
    ada.unfold()
    move = next(m for m in ada.moves if m["kind"] == "build" and m["fields"].get("points"))
    ada.page.locator(f'.move[data-words="{move["words"]}"]').hover()
    foresight = ada.page.locator(".foresight")
    expect(foresight).to_contain_text(f"This move: +{move['fields']['points']} (")
    ada.page.mouse.move(1, 1)
    expect(foresight).to_be_empty()


def test_an_illegal_click_explains_itself(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    ada.sit(ada.make())
    ply = ada.turn()
    ada.pick("take 1 4")  # with the ability tile that everyone starts with; from now on only neighbours
    ply = ada.turn(after=ply)
    for bridge in (1, 4):
        ada.page.locator(f'[data-bridge="{bridge}"]').click()
    expect(ada.toast()).not_to_be_empty()
    first = ada.toast().inner_text()
    ada.page.locator(f'[data-tile="{ada.unpaid()}"]').click()
    expect(ada.toast()).not_to_be_empty()
    expect(ada.toast()).not_to_have_text(first)
    ada.page.locator('button[data-spot="house"]').click()
    expect(ada.toast()).to_contain_text("Choose a facade tile first")
    ada.page.locator('[data-ability="any"]').click()
    expect(ada.toast()).to_contain_text("Any cards")
    assert ada.ply == ply
