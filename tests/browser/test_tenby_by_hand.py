"""Tenby by hand: a whole game by mouse, others by touch on a small phone and by keyboard alone, two people, every option, and what the board shows."""

from __future__ import annotations

import os
import random
import re
import tomllib
from collections import Counter
from collections.abc import Callable
from itertools import chain, combinations
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from .people import BOT, ME, OPEN, Move, Person, Position, soon, steady
from .tenby import BOX, DECKS, Tenby, full_box, settler, short_box, to_the_end

ROWS = {row["id"]: row for table in (*DECKS, "start", "plain") for row in tomllib.loads(BOX)[table]}
MIDDLE = "one => one.scrollIntoView({ block: 'center' })"  # clear of the prompt above and the bar below
ICONS = {row["id"]: row["icons"].replace("O", "") for row in tomllib.loads(BOX)["day"]}  # without rings
FEATURES = tomllib.loads(BOX)["maxima"]
SOAK = bool(os.environ.get("TOWNWRIGHT_SOAK"))
RICH = {"start_rings": "9 9 9 9 9"}


def test_a_whole_game_is_played_with_the_mouse(person: Callable[..., Person]) -> None:
    """By clicks and by dragging, with everything that moves: two rounds, in `make soak` all ten."""
    ada = person("Ada", still=False)
    ada.by_hand(900)  # between two streets that are counted
    ada.sit(ada.make("tenby", box=None if SOAK else short_box(2)))
    hands = Tenby(ada, random.Random(11), ("drag", "click"))
    hands.game()
    assert hands.done.count("choose") == (10 if SOAK else 2)
    assert hands.done[0] == "keep"
    expect(ada.page.locator(".result h1")).to_have_text(
        "The points are being counted."
    )  # the winner comes after the counting
    expect(ada.page.locator(".podium strong, .result .sheet:visible")).to_have_count(0)
    ada.page.locator('[data-do="skip"]').click()
    ada.finds_the_result()
    expect(ada.page.locator("svg[data-picture]")).to_have_count(2)
    for shown in ("none", ""):  # laid out again: it does not count a second time
        ada.page.locator(".board.tenby").evaluate("(one, shown) => (one.style.display = shown)", shown)
        ada.look()
        ada.look()
    assert ada.page.locator('[data-do="skip"]').count() == 0
    expect(ada.page.locator('[data-do="count"]')).to_be_visible()


def test_a_game_is_played_by_touch_at_360_pixels(person: Callable[..., Person]) -> None:
    """Three players with a box of their own: two rounds."""
    ada = person("Ada", phone=True)
    ada.sit(ada.make("tenby", ME, BOT, BOT, box=short_box(2)))
    hands = Tenby(ada, random.Random(12), ("tap",))
    hands.game()
    ada.finds_the_result()


def test_a_game_is_played_by_keyboard_alone(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    ada.sit(ada.make("tenby", box=short_box(2), options=RICH))
    reached: set[str] = set()
    ada.turn()
    for _ in range(60):  # Tab leads to everything that can be pressed
        ada.page.keyboard.press("Tab")
        reached |= set(ada.page.evaluate("Object.keys(document.activeElement.dataset)"))
        if reached >= {"keep", "day", "place", "line", "zoom"}:
            break
    assert reached >= {"keep", "day", "place", "line", "zoom"}
    ada.page.locator("[data-keep]").last.focus()
    ada.page.keyboard.press("Enter")
    expect(ada.page.locator('[data-do="confirm"]')).to_be_focused()  # on to what is next, and back
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator("[data-keep]").last).to_be_focused()
    hands = Tenby(ada, random.Random(13), ("keys",))
    hands.game()
    ada.finds_the_result()


@pytest.mark.skipif(not SOAK, reason="make soak")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("mode", ["none", "open_sea", "ebb_flow", "high_tide"])
def test_whole_games_with_every_option(person: Callable[..., Person], seats: int, mode: str) -> None:
    ada = person("Ada")
    options = {"accolades": mode, "visiting": True, "start_card": "none" if seats == 3 else "one_random"}
    ada.sit(ada.make("tenby", ME, *[BOT] * (seats - 1), options=options))
    Tenby(ada, random.Random(seats), ("click", "keys", "drag")).game()
    ada.finds_the_result()


def test_every_action_is_done_on_the_pieces(person: Callable[..., Person]) -> None:
    """Does first what it has not done yet: icons, rings, counters, an accolade opened, visitors."""
    ada, done = person("Ada"), set[str]()
    wanted = {"keep", "choose", "forfeit", "reveal", "end", "commit", "show", "mix", "gain"}
    wanted |= {"buy T", "buy P", "buy L", "buy R", "buy move"}

    def enough(done: set[str]) -> bool:
        return done >= wanted and len(done & {"use T", "use P", "use L", "use R"}) >= 2

    for n in range(40):  # not every deal offers everything
        mode = ("high_tide", "ebb_flow")[n % 2]
        options = {**RICH, "accolades": mode, "visiting": True}
        ada.sit(ada.make("tenby", box=short_box(2, cost=1), options=options))
        hands = Tenby(ada, random.Random(mode), ("click",))

        def fresh(moves: list[Move], hands: Tenby = hands, before: frozenset[str] = frozenset(done)) -> Move:
            def known(move: Move) -> tuple[bool, int, bool]:
                name = " ".join(move["words"].split()[:2]) if move["kind"] in ("use", "buy") else move["kind"]
                times = hands.done.count(name) + (move["kind"] == "end")
                return name in before, times, move["kind"] != "commit"

            return min(moves, key=known)

        ada.turn()
        while not ada.over and not enough(done | set(hands.done)):
            hands.play(fresh)
        done |= set(hands.done)
        if enough(done):
            break
    assert enough(done), wanted - done


def test_two_people_play_to_the_result_and_hands_stay_secret(person: Callable[..., Person]) -> None:
    ada, ben = person("Ada"), person("Ben", dark=True)
    code = ada.make("tenby", ME, OPEN, box=short_box(2), options={"night_order": "seats"})
    ben.api("POST", f"/api/tables/{code}/join", {})
    for one in (ada, ben):
        one.page.goto(f"/t/{code}")
    hands = {one: Tenby(one, random.Random(one.name)) for one in (ada, ben)}
    ada.turn()
    keep = ada.moves[0]["fields"]["resident"]
    for line in ada.api("GET", f"/api/tables/{code}/box?language=en")["guide"]["cards"][keep]["lines"]:
        expect(ada.page.locator(f'[data-keep="{keep}"]')).to_contain_text(line["text"])  # read before it is chosen
    expect(ada.page.locator("[data-keep] .progress")).to_have_count(2)
    hands[ada].act(ada.moves[0])
    expect(ada.page.locator(f'[data-resident="{keep}"]')).to_have_count(1)
    ben.turn()
    assert ben.situation["view"]["players"][0]["residents"] is None
    expect(ben.page.locator("[data-resident]")).to_have_count(0)
    hands[ben].act(ben.moves[0])
    ada.turn(after=1)
    day = ada.moves[0]["fields"]["day"]
    ben.page.locator(f'[data-day="{day}"]').click()  # an illegal click explains itself
    expect(ben.toast()).to_contain_text("It is not your turn.")
    hands[ada].act(ada.moves[0])
    ben.turn(after=2)
    expect(ben.page.locator(f'[data-day="{day}"][data-recent="0"] .piece')).to_have_count(1)
    ben.page.locator(f'[data-day="{day}"]').click()
    expect(ben.toast()).to_contain_text("There is already a piece on that day card.")
    ben.page.locator('.neighbour[data-spot="seat-0"]').click()  # the other town is enlarged in place of the own
    expect(ben.page.get_by_role("heading", name="Town of Ada")).to_be_visible()
    ben.page.locator('[data-do="back"]').click()
    expect(ben.page.get_by_role("heading", name="Your town")).to_be_visible()
    to_the_end(*hands.values())
    for one in (ada, ben):
        one.finds_the_result()
    assert ada.situation["sheet"] == ben.situation["sheet"]
    assert all(player.done.count("choose") == 2 for player in hands.values())


def test_a_choice_stays_while_another_player_decides_or_leaves(person: Callable[..., Person]) -> None:
    ada, ben = person("Ada"), person("Ben")
    options = {"accolades": "ebb_flow", "night_order": "seats"}
    code = ada.make("tenby", ME, OPEN, box=short_box(2), options=options)
    ben.api("POST", f"/api/tables/{code}/join", {})
    ada.page.goto(f"/t/{code}")
    seat = ben.protocol(code)
    hands, page = Tenby(ada, random.Random(1)), ada.page
    seat.until("situation")  # the deal needs both
    ada.turn()
    hands.act(ada.moves[0])
    while seat.turn()["view"]["decision"] != "declare":
        seat.play()
    page.locator('[data-declare="hide"]').click()
    ada.updated_by(seat.play)  # both declare at once
    hands.confirm()
    page.locator('.neighbour[data-spot="seat-1"]').click()
    page.locator(".day.can").first.click()
    ply = ada.ply
    seat.close()
    ada.updated_by(lambda: ben.api("POST", f"/api/tables/{code}/leave"))
    expect(page.get_by_role("heading", name="Town of Ben")).to_be_visible()  # she still looks at it
    page.locator('[data-do="back"]').click()
    hands.confirm()
    page.locator(f'.table:not([data-ply="{ply}"])').wait_for()


def midway(ada: Person) -> str:
    """A late turn of Ada's with a terrace icon, some rings, and a town of several streets."""

    def good(now: dict[str, Any]) -> bool:
        words, streets = {move["words"] for move in now["moves"]}, now["view"]["players"][0]["streets"]
        if not {"use T", "buy move"} <= words or not now["view"]["market"]["terrace"]:
            return False
        return len(streets) > 1 and sum(map(len, streets)) > 7

    return ada.find(good, ME, BOT, game="tenby", after=70, choose=settler, options={"accolades": "open_sea"})


def another(ada: Person) -> str:
    """The same for a test that changes the position."""
    return midway(ada)


def a_third(ada: Person) -> str:
    return midway(ada)


def seated(person: Callable[..., Person], position: Position, **how: Any) -> Person:
    ada = person("Ada", at=position, **how)
    ada.sit(position.code)
    ada.turn()
    ada.page.locator(".market").wait_for()
    return ada


@pytest.fixture
def ada(person: Callable[..., Person], played: Callable[[Callable[[Person], str]], Position]) -> Person:
    return seated(person, played(midway))


def bubble(hands: Tenby, words: str) -> str:
    """The points that a place promises."""
    label = str(hands.spot(words).get_attribute("aria-label"))
    return label.rsplit(" ", 1)[1].replace("\N{MINUS SIGN}", "-").replace("\N{PLUS-MINUS SIGN}", "+")


def test_every_feature_of_every_card_is_drawn_and_can_be_counted(ada: Person) -> None:
    seen = 0
    for name in ("market", "card"):
        for one in ada.page.locator(f"[data-{name}]").all():
            row = ROWS[str(one.get_attribute(f"data-{name}"))]
            drawn = one.evaluate("one => [...one.querySelectorAll('[data-feature]')].map(f => f.dataset.feature)")
            assert {thing: drawn.count(thing) for thing in drawn} == row.get("features", {}), row
            seen += len(drawn)
    assert seen > 15


def test_a_players_own_box_is_drawn_from_its_data(person: Callable[..., Person]) -> None:
    """On cards with the maximum of everything each feature is there, inside its card, and apart from others of its kind."""
    ada = person("Ada")
    ada.sit(ada.make("tenby", box=full_box(), options={"start_residents": "none", "night_order": "seats"}))
    ada.turn()
    cards = ada.page.locator(".market [data-market] svg:has([data-feature]), .town .card:has([data-feature])")
    expect(cards).to_have_count(7)
    maxima = tomllib.loads(BOX)["maxima"]
    for drawn in cards.evaluate_all(
        """all => all.map(one => [...one.querySelectorAll("[data-feature]")].map(f =>
             [f.dataset.feature, ...["x", "y", "width", "height"].map(name => Number(f.getAttribute(name)))]))"""
    ):
        assert Counter(thing for thing, *_ in drawn) == maxima
        for thing, x, y, width, height in drawn:
            assert min(x, y) >= 0, thing
            assert x + width <= 100, thing
            assert y + height <= 150, thing
            assert min(width, height) >= 3.5, thing
        for (one, x, y, width, height), (other, left, top, *_) in combinations(drawn, 2):
            apart = abs(left - x) >= 0.75 * width or abs(top - y) >= 0.75 * height
            assert one != other or apart, (one, x, y, left, top)


def test_the_board_shows_the_settings_of_the_set_up(person: Callable[..., Person]) -> None:
    """Towns begin empty, there are no residents and no plain terraces, and a moved card may not found a street."""
    ada = person("Ada")
    options = {
        "start_card": "none",
        "start_residents": "none",
        "plain_terraces": 0,
        "plain_piers": 3,
        "founding": False,
    }
    code = ada.make("tenby", options={**RICH, **options, "night_order": "seats"})
    ada.sit(code)
    ada.turn()
    page, hands = ada.page, Tenby(ada, random.Random(8))
    expect(page.locator(".town .card")).to_have_count(0)
    expect(page.locator("[data-keep], [data-resident]")).to_have_count(0)
    expect(page.locator('[data-market^="PT-"]')).to_have_count(0)
    expect(page.locator('[data-market^="PP-"]')).to_have_count(2)  # two sides of a card
    hands.play(lambda moves: min(moves, key=lambda move: str(move["fields"]["day"])))  # the lowest number acts first
    for card, words in (("PP-L", "new"), ("PP-R", "after 1")):  # a completed street
        hands.press(page.locator('[data-buy="P"]'))
        hands.press(hands.card(card))
        hands.lay(words)
        expect(page.locator(f'.town [data-card="{card}"]')).to_have_count(1)
    hands.press(page.locator('[data-buy="P"]'))
    hands.press(hands.card("PP-L"))
    hands.press(hands.spot("new"))
    expect(page.locator(".board .bar")).to_contain_text("Left: ends at the sea. Right: continues with a pier.")
    hands.confirm()
    expect(page.locator('.town [data-card="PP-L"]')).to_have_count(2)
    expect(page.locator('[data-market^="PP-"]')).to_have_count(0)  # it was the last
    ada.sit(ada.find(can_move, game="tenby", choose=settler, options={**RICH, **options, "night_order": "seats"}))
    ada.turn()
    page.locator('[data-buy="move"]').click()
    page.locator(".town .card.can").first.click()
    assert "new" not in hands.spots
    page.locator(".closed").last.click()
    expect(ada.toast()).to_contain_text("may not found a street")


def can_move(now: dict[str, Any]) -> bool:
    return any(move["words"] == "buy move" for move in now["moves"])


def test_a_sign_lights_what_it_counts_and_writes_the_sum_of_the_sheet(ada: Person) -> None:
    page = ada.page
    line = ada.situation["sheet"][0]["lines"][0]
    cards = page.locator(".town .card")
    for at, part in enumerate(line["parts"]):
        cards.nth(at).hover()
        points = f"{part['points']} point" + ("" if part["points"] == 1 else "s")
        expect(page.get_by_role("tooltip")).to_contain_text(points)
        assert page.get_by_role("tooltip").inner_text().count("=") <= 1
        found = re.search(r": (.*) (\d+) \u00d7 \d+$", part["label"])
        if found and "buildings" not in found[1] and "colours" not in found[1]:
            halos, frames = (
                page.locator(".town .card .halo"),
                page.locator(".town .card > rect[stroke='#ffd84a'][x='3']"),
            )
            soon(lambda n=int(found[2]), halos=halos, frames=frames: n in (halos.count(), frames.count()))  # type: ignore[misc]
    page.mouse.move(2, 2)
    expect(page.get_by_role("tooltip")).to_have_count(0)
    page.locator('[data-line="cards"]').hover()
    expect(page.locator(".town .worth")).to_have_text([str(part["points"]) for part in line["parts"]])
    page.locator('[data-line="residents"]').hover()
    for part in ada.situation["sheet"][0]["lines"][1]["parts"]:
        expect(page.locator(".caption")).to_contain_text(part["label"])
    resident = page.locator("[data-resident]").first
    resident.hover()
    expect(page.get_by_role("tooltip")).to_contain_text("Gives")
    resident.focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    expect(page.get_by_role("tooltip")).to_contain_text("Gives")
    page.keyboard.press("Escape")
    expect(page.get_by_role("tooltip")).to_have_count(0)
    expect(page.locator(".accolade .race")).to_have_count(3)


def test_ends_that_fit_glow_with_the_points_that_the_server_foresees(
    person: Callable[..., Person], played: Callable[[Callable[[Person], str]], Position]
) -> None:
    ada = seated(person, played(a_third))
    hands, page = Tenby(ada, random.Random(5)), ada.page
    code = page.url.rsplit("/", 1)[1]
    card = ada.situation["view"]["market"]["terrace"][0]
    hands.card(card).click()
    before = {words: bubble(hands, words) for words in hands.spots}
    page.keyboard.press("Escape")
    expect(page.locator(".spot")).to_have_count(0)
    expect(hands.card(card)).to_be_focused()
    hands.card(card).click()
    if page.locator(".closed").count():  # where it does not fit, a click says why
        page.locator(".closed").first.click(force=True)
        expect(ada.toast()).to_have_text(re.compile("sea|edges|landmark"))
    page.keyboard.press("Escape")
    assert not [frame for frame in ada.sent if frame["type"] == "play"]
    seat = ada.protocol(code)
    seat.turn()
    for words in ("use T", f"gain {card}"):
        seat.play(next(move["code"] for move in seat.turn()["moves"] if move["words"] == words))
        now = seat.turn()
    places = [move for move in now["moves"] if move["kind"] == "place"]
    if places:  # a card that fits nowhere was placed automatically
        assert {move["words"].removeprefix("place ") for move in places} == set(before)
        for move in places:
            foreseen = seat.ask("foresee", code=move["code"])["foresight"]["points"][0]
            assert int(before[move["words"].removeprefix("place ")]) == foreseen, move["words"]
            expect(hands.spot(move["words"].removeprefix("place "))).to_be_visible()
    else:
        assert list(before) == ["new"]
    seat.close()


def test_moving_a_card_shows_every_legal_gap(
    person: Callable[..., Person], played: Callable[[Callable[[Person], str]], Position]
) -> None:
    ada = seated(person, played(another))
    hands, page = Tenby(ada, random.Random(6)), ada.page
    page.locator('[data-buy="move"]').click()
    expect(page.locator(".bar .paid")).to_contain_text("2")  # the cost is shown before it is confirmed
    shown: dict[str, str] = {}
    for number in [str(one.get_attribute("data-place")) for one in page.locator(".town .card.can").all()]:
        page.locator(f'.town [data-place="{number}"]').click()
        shown |= {f"move {number} {words}": bubble(hands, words) for words in hands.spots}
        page.locator(f'.town [data-place="{number}"]').click()
        expect(page.locator(".spot")).to_have_count(0)
    page.keyboard.press("Escape")
    assert not [frame for frame in ada.sent if frame["type"] == "play"]
    seat = ada.protocol(page.url.rsplit("/", 1)[1])
    now = seat.turn()
    seat.play(next(move["code"] for move in now["moves"] if move["words"] == "buy move"))
    moves = seat.turn()["moves"]
    assert {move["words"] for move in moves} == set(shown)
    for move in random.Random(1).sample(moves, min(8, len(moves))):
        assert int(shown[move["words"]]) == seat.ask("foresee", code=move["code"])["foresight"]["points"][0]
    seat.close()


def affluent(ada: Person) -> str:
    """A turn with a pier icon, no terrace icon, and rings for a terrace: a terrace can be paid for in two ways."""

    def good(now: dict[str, Any]) -> bool:
        words = {move["words"] for move in now["moves"]}
        return {"use P", "buy T"} <= words and "use T" not in words and now["view"]["market"]["terrace"] != []

    return ada.find(good, game="tenby", after=20, choose=settler, options=RICH)


def test_how_a_card_is_paid_for_is_chosen_and_one_undo_takes_it_all_back(
    person: Callable[..., Person], played: Callable[[Callable[[Person], str]], Position]
) -> None:
    ada = seated(person, played(affluent))
    page, hands = ada.page, Tenby(ada, random.Random(7))
    before = ada.situation["view"]
    codes = {move["words"]: move["code"] for move in ada.moves}
    card = before["market"]["terrace"][0]
    for way, words in (("use P", "Uses a pier icon."), ("buy T", "Costs 2 rings")):
        hands.card(card).click()
        expect(page.locator("[data-pay]")).to_have_count(2 + ("use L" in codes))
        expect(page.locator('[data-pay="use P"]')).to_have_attribute("aria-pressed", "true")
        page.locator(f'[data-pay="{way}"]').click()
        expect(page.locator(f'[data-pay="{way}"]')).to_have_attribute("aria-pressed", "true")
        expect(page.locator(f'[data-pay="{way}"]')).to_contain_text(words)
        expect(page.locator(".bar .lavish")).to_have_count(
            int(way == "use P")
        )  # the bar says that it is more than is needed
        ply, sent = ada.ply, len(ada.sent)
        places = hands.spots
        hands.lay(places[0])
        hands.settled(ply)
        plays = [frame["code"] for frame in ada.sent[sent:] if frame["type"] == "play"]
        assert plays[0] == codes[way]
        assert len(plays) == (3 if len(places) > 1 else 2)  # a single place is taken automatically
        ada.button("Undo").click()
        page.locator(f'.table[data-ply="{ply + 2 * len(plays)}"]:not([data-choices="0"])').wait_for()
        assert ada.situation["view"] == before
        expect(hands.card(card)).to_be_visible()


def choosing(ada: Person) -> str:
    def good(now: dict[str, Any]) -> bool:
        return bool(now["view"]["decision"] == "keep" and now["view"]["phase"] == "day")

    return ada.find(good, game="tenby", choose=settler, options=RICH)


def test_the_market_can_be_seen_while_a_resident_is_chosen_and_explains_itself_when_the_mouse_moves(
    person: Callable[..., Person], played: Callable[[Callable[[Person], str]], Position]
) -> None:
    position = played(choosing)
    ada = person("Ada", at=position)
    page = ada.page
    page.goto(f"/t/{position.code}")
    page.locator('[data-do="peek"]').click()
    card = page.locator(".market .face-up").first
    box = steady(card)
    town = steady(page.locator(".home"))["y"]
    page.locator('[data-do="peek"]').press("Enter")
    expect(card).to_have_count(0)
    assert abs(steady(page.locator(".home"))["y"] - town) < 1  # it stays where it is
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.locator('[data-do="peek"]').press("Enter")
    expect(card).to_be_visible()
    ada.look()
    expect(page.locator(".lens")).to_have_count(0)  # the card has slid under the mouse
    page.mouse.move(box["x"] + 24, box["y"] + 20)
    expect(page.locator(".lens")).to_be_visible()
    lens = steady(page.locator(".lens"))
    assert lens["x"] >= box["x"] + box["width"]
    page.locator('[data-do="peek"]').click()
    expect(page.locator("[data-keep]")).to_have_count(2)


def landmark(ada: Person) -> str:
    """A turn in which a landmark at the end of a street, which counts what it shows itself, can be moved."""

    def good(now: dict[str, Any]) -> bool:
        ends = [street[at] for street in now["view"]["players"][0]["streets"] if len(street) > 1 for at in (0, -1)]
        return can_move(now) and any(
            ROWS[card].get("range") == "gold" and ROWS[card].get("condition") in FEATURES for card in ends
        )

    return ada.find(good, game="tenby", choose=settler, box=full_box(), options=RICH)


LIGHT = """card => {
  for (const halo of card.querySelectorAll(".halo")) {
    const { left, right, top, bottom } = halo.getBoundingClientRect();
    for (let y = top + 1; y < bottom; y += 2)
      for (let x = left + 1; x < right; x += 2)
        if (card.contains(document.elementFromPoint(x, y)) && !document.elementFromPoint(x, y).closest("use")) return [x, y];
  }
}"""  # a point of something that shines: light alone, nothing drawn on it


def test_a_click_on_what_shines_counts(
    person: Callable[..., Person], played: Callable[[Callable[[Person], str]], Position]
) -> None:
    """A click on a card removes the light that was under the pointer, and still counts."""
    ada = seated(person, played(landmark))
    hands, page = Tenby(ada, random.Random(9)), ada.page
    page.locator('[data-buy="move"]').click()
    gold = next(
        one
        for one in page.locator(".town .card.can").all()
        if (row := ROWS[str(one.get_attribute("data-card"))]).get("range") == "gold" and row["condition"] in FEATURES
    )
    other = page.locator(f'.town .card.can:not([data-card="{gold.get_attribute("data-card")}"])').first
    for _ in range(2):  # picked up and put back: the focus is there
        other.click()
    expect(page.locator(".spot")).to_have_count(0)
    gold.hover()
    gold.locator(".halo").first.wait_for()
    x, y = gold.evaluate(LIGHT)
    page.mouse.click(x, y)
    assert hands.spots
    page.keyboard.press("Escape")
    page.locator('[data-buy="move"]').click()
    box = steady(gold)
    page.mouse.move(box["x"] + box["width"] / 3, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=3)
    assert hands.spots
    page.mouse.up()  # dropped where it stands, it stays in hand, as after a drop anywhere else
    ada.look()
    assert hands.spots


def lonely(ada: Person) -> str:
    """A turn in which the first card, alone in its street, can be moved to the end of the last one."""

    def good(now: dict[str, Any]) -> bool:
        streets = now["view"]["players"][0]["streets"]
        if len(streets) < 3 or len(streets[0]) > 1 or not any(move["words"] == "buy move" for move in now["moves"]):
            return False
        return bool(ROWS[streets[-1][-1]]["edges"][1] == ROWS[streets[0][0]]["edges"][0] != "sea")

    def scattered(now: dict[str, Any]) -> Move:
        apart = [move for move in now["moves"] if move["kind"] == "place" and move["fields"]["where"] == "new"]
        return (apart or [settler(now)])[0]

    return ada.find(good, game="tenby", after=10, choose=scattered, options=RICH)


def test_a_street_vanishes_with_its_only_card(
    person: Callable[..., Person], played: Callable[[Callable[[Person], str]], Position]
) -> None:
    ada = seated(person, played(lonely))
    hands, page, ply = Tenby(ada, random.Random(7)), ada.page, ada.ply
    before = ada.situation["view"]["players"][0]["streets"]
    page.locator('[data-buy="move"]').click()
    page.locator('.town [data-place="1"]').click()
    hands.lay(f"after {sum(map(len, before))}")
    hands.settled(ply)
    after = ada.situation["view"]["players"][0]["streets"]
    assert after == [*before[1:-1], [*before[-1], *before[0]]]
    drawn = lambda: [one.get_attribute("data-card") for one in page.locator(".town .card").all()]  # noqa: E731
    assert drawn() == list(chain(*after))
    ada.button("Undo").click()
    soon(drawn, list(chain(*before)))


UNCOVERED = """one => {
  const { x, y, width, height } = one.getBoundingClientRect();
  const top = document.elementFromPoint(x + width / 2, y + height / 2);
  return one.contains(top) || top?.closest(".ghost, .bubble, .spot, [data-market]") !== null;
}"""


@pytest.mark.parametrize("size", [(1280, 800), (1440, 900), (1024, 768), (740, 360)])
def test_town_and_choices_fit_on_one_screen(ada: Person, size: tuple[int, int]) -> None:
    page = ada.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    seen = (".frame > .town", "[data-market]", "[data-deck]", "[data-day]", "[data-use]")
    for one in (one for part in seen for one in page.locator(part).all()):
        expect(one).to_be_in_viewport(ratio=0.97)
    board = page.locator(".board.tenby")
    before = steady(board)["y"]
    page.locator("[data-market].can").first.click()
    page.locator(".spot").last.click()
    page.mouse.move(2, 2)
    if size[0] > 1000:  # another prompt, with one line or two, moves nothing
        assert steady(board)["y"] == before
    for one in (page.locator(".frame > .town"), page.locator('[data-do="confirm"]'), *page.locator(".spot").all()):
        expect(one).to_be_in_viewport(ratio=0.97)
    for one in page.locator(
        ".spot, [data-market]:visible, [data-do]:visible"
    ).all():  # nothing that can be clicked is covered
        soon(lambda one=one: one.evaluate(UNCOVERED))  # type: ignore[misc]


def test_on_a_phone_a_street_fills_the_width_and_choice_and_town_are_a_thumb_apart(ada: Person) -> None:
    page = ada.page
    page.set_viewport_size({"width": 360, "height": 780})
    page.locator(".board:not(.wide) .town").wait_for()
    page.wait_for_function(  # everything has found its new size
        """() => {
          const top = (one) => document.querySelector(one).getBoundingClientRect().top;
          return top(".frame > .town") - top(".market") < 450;
        }"""
    )
    assert steady(page.locator(".frame > .town"))["width"] > 320
    streets = ada.situation["view"]["players"][0]["streets"]
    longest = max(range(len(streets)), key=lambda at: len(streets[at]))
    boxes = [steady(page.locator(f'.town [data-card="{streets[longest][at]}"]').first) for at in (0, -1)]
    assert boxes[1]["x"] + boxes[1]["width"] - boxes[0]["x"] > 320 * len(streets[longest]) / (
        len(streets[longest]) + 2.2
    )
    page.locator("[data-market].can").first.click()
    page.locator(".spot").first.evaluate(MIDDLE)
    page.locator(".spot").first.click()
    expect(page.locator('[data-do="confirm"]')).to_be_in_viewport(ratio=0.97)  # it sticks to the lower edge
    page.evaluate("scrollTo(0, 10_000)")
    page.locator('[data-do="cancel"]').click()
    for one in page.locator(".token, .price").all():  # what else could be done comes into sight
        soon(lambda one=one: one.evaluate(CLEAR))  # type: ignore[misc]


# Neither end of a place lies under the prompt or the bar.
CLEAR = """one => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [y + 3, y + height - 3].every((at) => {
    const top = document.elementFromPoint(x + width / 2, at);
    return top && !top.closest(".prompt, .bar");
  });
}"""


def test_on_a_phone_a_place_that_is_scrolled_to_is_clear_of_prompt_and_bar(
    person: Callable[..., Person], played: Callable[[Callable[[Person], str]], Position]
) -> None:
    ada = seated(person, played(lonely), phone=True, size=(360, 560))
    page = ada.page

    def check_clear(kind: str) -> None:
        page.locator(kind).first.wait_for()
        for start in (0, 10_000):
            for place in page.locator(kind).all():
                page.evaluate("start => scrollTo(0, start)", start)
                place.evaluate("place => place.scrollIntoView({ block: 'nearest' })")
                assert place.evaluate(CLEAR), (start, place.get_attribute("aria-label"))
                page.evaluate("start => scrollTo(0, start)", start)
                place.scroll_into_view_if_needed()  # as a tap does
                assert place.evaluate(CLEAR), (start, place.get_attribute("aria-label"))

    ada.press(page.locator('[data-buy="move"]'))
    page.locator(".board .bar").wait_for()
    check_clear(".town .card.can")
    ada.press(page.locator('.town [data-place="1"]'))
    check_clear(".spot")


def drafting(ada: Person) -> str:
    def good(now: dict[str, Any]) -> bool:
        return bool(now["view"]["decision"] == "choose" and len(now["moves"]) > 1)

    return ada.find(good, game="tenby", choose=settler, after=10)


def test_on_a_phone_nothing_moves_when_a_day_card_is_chosen(
    person: Callable[..., Person], played: Callable[[Callable[[Person], str]], Position]
) -> None:
    ada = seated(person, played(drafting), phone=True)
    layout = """() => [...document.querySelectorAll(".day, .market, .home")]
      .map((one) => [one.offsetLeft, one.offsetTop, one.offsetWidth, one.offsetHeight])"""
    before = ada.page.evaluate(layout)
    assert len({top for _, top, _, _ in before[:-2]}) == 1  # in one line
    ada.press(ada.page.locator(".day.can").first)
    expect(ada.page.locator(".day.picked .piece")).to_be_visible()
    assert ada.page.evaluate(layout) == before
    ada.page.set_viewport_size({"width": 740, "height": 360})
    ada.page.locator(".board.short").wait_for()
    for icons in ada.page.locator(".day .icons").all():  # a day is chosen by its icons, on a phone on its side, too
        expect(icons).to_be_visible()


def crowded(ada: Person) -> str:
    """Five players, and a free day card with several icons."""

    def good(now: dict[str, Any]) -> bool:
        days = [move["fields"]["day"] for move in now["moves"] if move["kind"] == "choose"]
        return max((len(ICONS[day]) for day in days), default=0) > 1

    return ada.find(good, ME, *[BOT] * 4, game="tenby", choose=settler, after=2)


def test_with_five_players_the_market_stays_where_it_is_from_night_to_day(
    person: Callable[..., Person], played: Callable[[Callable[[Person], str]], Position]
) -> None:
    ada = seated(person, played(crowded), size=(1366, 768))
    page, ply = ada.page, ada.ply
    before = steady(page.locator(".market"))["y"]
    days = [str(move["fields"]["day"]) for move in ada.moves if move["kind"] == "choose"]
    day = page.locator(f'[data-day="{max(days, key=lambda one: len(ICONS[one]))}"]')
    day.click()
    day.click()
    ada.turn(after=ply)
    expect(page.locator("[data-use]")).not_to_have_count(0)
    assert steady(page.locator(".market"))["y"] == before
    page.set_viewport_size({"width": 740, "height": 360})  # on a phone on its side, the button stays in sight
    page.locator(".board.short").wait_for()
    end = page.locator('[data-do="end"]')
    expect(end).to_be_in_viewport(ratio=0.97)
    box = steady(end)
    assert box["y"] + box["height"] <= steady(page.locator(".prices"))["y"] + 1  # it covers no price


LEGIBLE = """low => [...document.querySelectorAll(".accolade, .accolade :is(.about, .name, .race), .resident, .resident .name")]
  .every(one => one.scrollWidth <= one.clientWidth && getComputedStyle(one).textOverflow !== "ellipsis"
    && (!low || one.getBoundingClientRect().bottom <= innerHeight))"""


@pytest.mark.parametrize(
    ("mode", "locale"),
    [("high_tide", "en-GB"), ("high_tide", "it-IT"), ("open_sea", "en-GB"), ("ebb_flow", "it-IT")],
)
def test_names_of_accolades_and_residents_are_never_cut_off(
    person: Callable[..., Person], mode: str, locale: str
) -> None:
    """Five players, at a turn in which rings can be spent on accolades."""
    ada = person("Ada", locale=locale)
    code = ada.make("tenby", ME, *[BOT] * 4, options={**RICH, "accolades": mode})
    ada.advance(code, 0, lambda now: now["view"]["decision"] == "menu", settler)
    ada.sit(code)
    ada.turn()
    expect(ada.page.locator(".accolade .race").first.locator(".one")).to_have_count(5)
    for width, height in ((360, 780), (414, 896), (768, 1024), (1024, 768), (1280, 800), (1920, 1080)):
        ada.page.set_viewport_size({"width": width, "height": height})
        ada.page.wait_for_function(LEGIBLE, arg=width >= 768)


def spent(ada: Person) -> str:
    can_end = lambda now: any(move["words"] == "end" for move in now["moves"])  # noqa: E731
    return ada.find(can_end, game="tenby", choose=settler, options=RICH)


def test_a_hint_to_end_the_turn_is_outlined_in_the_bar_of_a_phone(
    person: Callable[..., Person], played: Callable[[Callable[[Person], str]], Position]
) -> None:
    ada = seated(person, played(spent), size=(360, 780))
    end = ada.page.locator('.bar [data-do="end"]')
    expect(end).to_have_css("outline-style", "none")
    ada.unfold()
    ada.page.locator('.move[data-words="end"]').hover()  # what the list points out is marked as a hint is
    expect(end).to_have_css("outline-style", "solid")


def zoom_of(town: Locator) -> float:
    return float(town.get_attribute("data-zoom") or 0)


def test_a_town_is_panned_and_zoomed(ada: Person) -> None:
    page, town = ada.page, ada.page.locator(".frame > .town")
    assert zoom_of(town) == 1
    box = steady(town)
    page.mouse.move(box["x"] + box["width"] / 3, box["y"] + box["height"] / 2)
    page.mouse.wheel(0, -400)
    expect(town).not_to_have_attribute("data-zoom", "1.00")
    expect(page.locator(".map")).to_be_visible()  # a small map shows what part is seen
    before = str(town.get_attribute("viewBox"))
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 3 - 80, box["y"] + box["height"] / 2, steps=3)
    page.mouse.up()
    expect(town).not_to_have_attribute("viewBox", before)
    before = str(town.get_attribute("viewBox"))
    page.locator(".map").click(position={"x": 4, "y": 4})
    expect(town).not_to_have_attribute("viewBox", before)
    page.locator('.tools [data-zoom="fit"]').click()
    expect(town).to_have_attribute("data-zoom", "1.00")
    expect(page.locator(".map")).to_have_count(0)
    page.locator('.tools [data-zoom="in"]').click()
    soon(lambda: zoom_of(town) > 1.3)
    page.locator('.tools [data-zoom="out"]').click()
    expect(town).to_have_attribute("data-zoom", "1.00")
    page.locator("[data-market].can").first.click()  # with a card in hand, zooming goes to its best place
    hands = Tenby(ada, random.Random(9))
    best = max(hands.spots, key=lambda words: int(bubble(hands, words)))
    for _ in range(3):
        page.locator('.tools [data-zoom="in"]').click()
    soon(lambda: zoom_of(town) > 2.5)
    place, frame = steady(hands.spot(best).locator(".glow")), steady(town)
    assert frame["x"] <= place["x"] + place["width"] / 2 <= frame["x"] + frame["width"]


def test_fingers_pinch_the_town_and_hold_a_card_to_read_it(
    person: Callable[..., Person], played: Callable[[Callable[[Person], str]], Position]
) -> None:
    ada = seated(person, played(midway), phone=True)
    page, town = ada.page, ada.page.locator(".frame > .town")
    town.evaluate(MIDDLE)
    box = steady(town)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    session = ada.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        fingers = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

    touch("touchStart", (x - 30, y), (x + 30, y))
    for far in (50, 70, 90):
        touch("touchMove", (x - far, y), (x + far, y))
    touch("touchEnd")
    expect(town).not_to_have_attribute("data-zoom", "1.00")
    card = page.locator("[data-market]").first
    card.evaluate(MIDDLE)
    box = steady(card)
    touch("touchStart", (box["x"] + 20, box["y"] + 30))
    expect(page.get_by_role("tooltip")).to_be_visible()
    touch("touchEnd")
    expect(page.locator(".spot")).to_have_count(0)  # it was read, not taken
    session.detach()


# A point of the town that is not on the card in hand, if possible on another card.
BESIDE = """() => {
  const { top, bottom } = document.querySelector(".frame > .town").getBoundingClientRect();
  const found = [];
  for (let y = Math.max(top, 0) + 8; y < Math.min(bottom, innerHeight) - 8; y += 8)
    for (let x = 80; x < 300; x += 8) {
      const at = document.elementFromPoint(x, y);
      if (at?.closest(".frame > .town") && !at.closest(".lifted, .spot")) found.push([x, y, at.closest(".card") !== null]);
    }
  return (found.find(([, , card]) => card) ?? found[0]).slice(0, 2);
}"""


def middle_of(town: Locator) -> float:
    """The middle of the part of a town that is seen, from left to right."""
    x, _, width, _ = map(float, str(town.get_attribute("viewBox")).split())
    return x + width / 2


def test_a_finger_taps_the_points_of_a_place_and_pans_beside_the_card_in_hand(
    person: Callable[..., Person], played: Callable[[Callable[[Person], str]], Position]
) -> None:
    ada = seated(person, played(midway), phone=True)
    page, town = ada.page, ada.page.locator(".frame > .town")
    hands = Tenby(ada, random.Random(8))
    ada.press(page.locator('[data-buy="move"]'))
    town.evaluate(MIDDLE)
    lifted = page.locator(".town .card.lifted")
    for card in page.locator(".town .card.can").all():
        ada.press(card)
        if len(hands.spots) > 2:
            break
        ada.press(card)
    number = lifted.get_attribute("data-place")
    words = next(words for words in reversed(hands.spots) if words != "new")
    for at in range(len(hands.spots)):  # all of every badge can be read
        badge, frame = steady(page.locator(".bubble").nth(at)), steady(town)
        assert frame["x"] <= badge["x"]
        assert badge["x"] + badge["width"] <= frame["x"] + frame["width"] + 1
    badge = steady(page.locator(".bubble rect").nth(hands.spots.index(words)))
    ada.heard(
        "click",
        lambda: page.touchscreen.tap(badge["x"] + badge["width"] / 2, badge["y"] + badge["height"] / 2),
    )
    expect(hands.spot(words)).to_have_attribute("aria-pressed", "true")
    expect(lifted).to_have_attribute("data-place", str(number))
    middle = middle_of(town)
    page.get_by_role("button", name="Zoom in").click()
    page.get_by_role("button", name="Zoom in").click()
    steady(town)
    before = town.get_attribute("viewBox")
    far = -50 if middle_of(town) < middle else 50  # away from the edge that the view may touch
    x, y = page.evaluate(BESIDE)
    session = ada.context.new_cdp_session(page)
    for kind, points in (("touchStart", [x]), ("touchMove", [x + far / 2]), ("touchMove", [x + far]), ("touchEnd", [])):
        session.send(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": to, "y": y, "id": 0} for to in points]}
        )
    session.detach()
    soon(lambda: town.get_attribute("viewBox") != before)
    expect(lifted).to_have_attribute("data-place", str(number))


def finished(ada: Person) -> str:
    code = ada.make("tenby", ME, BOT, BOT, box=short_box(3), options={"accolades": "open_sea"})
    ada.advance(code, choose=settler)
    return code


def test_the_finished_town_is_counted_street_by_street_and_can_be_saved(
    person: Callable[..., Person], played: Callable[[Callable[[Person], str]], Position], tmp_path: Path
) -> None:
    position = played(finished)
    ada = person("Ada", at=position)
    page = ada.page
    ada.by_hand(900)  # between two streets
    page.goto(f"/t/{position.code}")
    page.locator(".finish").wait_for()
    totals = page.locator(".finish h3 strong")
    sheet = ada.situation["sheet"]  # her own town first
    expect(totals).to_have_text([str(one["total"]) for one in sheet])
    page.locator('[data-do="count"]').click()
    expect(page.locator('.finish [role="status"]')).to_have_text("Counting street 1")
    expect(totals).to_have_text(["0", "0", "0"])
    ada.due()
    expect(page.locator('.finish [role="status"]')).to_have_text(re.compile("street 2|residents"))
    page.locator('[data-do="skip"]').click()
    expect(totals).to_have_text([str(one["total"]) for one in sheet])
    for one, article in zip(sheet, page.locator(".finish article").all(), strict=True):
        points = [int(text) for text in article.locator(".sums b").all_text_contents()]
        assert sum(points) == one["total"]
    with page.expect_download() as svg:
        page.get_by_role("button", name="SVG").first.click()
    svg.value.save_as(tmp_path / "town.svg")
    text = (tmp_path / "town.svg").read_text()
    cards = sum(map(len, ada.situation["view"]["players"][sheet[0]["seat"]]["streets"]))
    width, height = map(float, re.search(r'width="([\d.]+)" height="([\d.]+)"', text).groups())  # type: ignore[union-attr]
    assert width >= 100 * cards
    assert height < 350  # one long picture: with the words below, one line of streets has 327
    with page.expect_download() as png:
        page.get_by_role("button", name="PNG").first.click()
    png.value.save_as(tmp_path / "town.png")
    head = (tmp_path / "town.png").read_bytes()[:24]
    assert head.startswith(b"\x89PNG")
    assert int.from_bytes(head[20:24]) >= 500  # high enough to be read
    assert "tn-landmark" in text or "tn-terrace" in text or "tn-home" in text


def test_the_board_speaks_italian(
    person: Callable[..., Person], played: Callable[[Callable[[Person], str]], Position]
) -> None:
    ada = seated(person, played(midway), locale="it-IT")
    page = ada.page
    page.locator("[data-market].can").first.click()
    page.locator(".spot").first.click()
    expect(page.locator('[data-do="confirm"]')).to_be_visible()
    words = page.locator(".table > .board").inner_text()
    labels = page.locator(".table > .board [aria-label]").evaluate_all("all => all.map(one => one.ariaLabel).join(' ')")
    assert "La tua città" in words
    assert "Mettila qui" in words
    for english in ("Your town", "Lay it", "street", "points", "rings", "undefined", "NaN", "{"):
        assert english not in words + labels, english
