"""Old London Bridge by hand: games by mouse, touch and keys, every bonus tile, two people, and what the board shows."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect
from tests.server.guests import Guest
from tests.test_random_play import SOAK

import townwright as tw

from .old_london_bridge import PLACES, OldLondonBridge, uses
from .people import BOT, ME, OPEN, RANDOM, Move, Person, Position, seated, soon, steady

GAME = "old-london-bridge"
COLOURS = ("chapel", "gate", "inn", "bridge")
BOX = (Path(tw.__file__).parent / "games" / "old_london_bridge" / "box.toml").read_text()


def expert(n: int | str) -> dict[str, str]:
    """The n-th expert builder of every colour."""
    letters = dict(zip(COLOURS, "CGIB", strict=True))
    return {f"{name}_scoring": f"{letters[name]}{n}" if n != "random" else n for name in COLOURS}


def late(rounds: int) -> Callable[[dict[str, Any]], bool]:
    """Whether a round has begun; `make soak` plays all of them by hand."""
    return lambda now: SOAK > 1 or now["view"]["round"] >= rounds


# Counts the houses that rise on the player's own bridge.
NOTE_HOUSES = """() => {
  window.risen = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, { duration }) {
    if (duration && this.matches(".home .piece")) window.risen += 1;
    return animate.apply(this, arguments);
  };
}"""


def test_a_whole_game_for_two_is_played_with_the_mouse(person: Callable[..., Person]) -> None:
    """With animations, pairs of cards, two turns in a round, and an expert builder of every colour."""
    ada = person("Ada", still=False)
    ada.sit(ada.make(GAME, ME, RANDOM, options=expert("random")))
    ada.page.evaluate(NOTE_HOUSES)
    hands = OldLondonBridge(ada, random.Random(1))
    hands.game()
    assert {"cards", "space", "centre"} <= set(hands.done)
    ada.finds_the_result()
    expect(ada.page.locator("svg[data-picture]")).to_have_count(2)
    houses = [name for name in ada.situation["view"]["players"][0]["bridge"] if name.isdigit()]
    assert ada.page.evaluate("window.risen") >= len(houses)
    picture = ada.saves_the_picture()
    for number in houses:
        assert f">{number}</text>" in picture
    assert not ada.page.locator("#move-list").count()


def test_a_game_for_three_is_played_by_touch_at_360_pixels(person: Callable[..., Person]) -> None:
    ada = person("Ada", phone=True, size=(360, 780))
    code = ada.make(GAME, ME, BOT, BOT)
    ada.advance(code, 0, late(11))
    ada.sit(code)
    OldLondonBridge(ada, random.Random(2)).game()
    ada.finds_the_result()


def test_a_game_is_played_by_keyboard_alone(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    code = ada.make(GAME, ME, BOT, BOT, BOT)
    ada.advance(code, 0, lambda now: late(11)(now) and now["view"]["decision"] == "choose")
    ada.sit(code)
    ada.turn()
    page = ada.page
    reached: set[str] = set()
    for _ in range(80):  # Tab leads to everything that can be pressed
        page.keyboard.press("Tab")
        at = page.evaluate("({ ...document.activeElement.dataset })")
        reached |= {name for name in ("card", "stack", "hub", "gift", "scoring") if name in at}
        if len(reached) == 5:
            break
        assert "slot" not in at  # Tab stops at slots of the bridge only if something can be replaced
    assert reached == {"card", "stack", "hub", "gift", "scoring"}
    OldLondonBridge(ada, random.Random(3), keys=True).game()
    ada.finds_the_result()


def test_two_people_lay_cards_face_down_and_turn_them_over_together(person: Callable[..., Person]) -> None:
    ada, ben = person("Ada"), person("Ben", dark=True)
    code = ada.make(GAME, ME, OPEN)
    ben.api("POST", f"/api/tables/{code}/join", {})
    for one in (ada, ben):
        one.page.goto(f"/t/{code}")
    for one in (ada, ben):
        one.turn()
    hands = {one: OldLondonBridge(one, random.Random(one.name)) for one in (ada, ben)}
    pair = next(move for move in ada.moves if move["words"] == "cards 3 1")
    hands[ben].press(hands[ben].card(3))
    hands[ada].play(pair)
    expect(ben.page.locator(".ribbon .down")).to_have_count(2)
    expect(ben.page.locator("[data-picked]")).to_have_count(1)  # what he has in hand stays there
    hands[ben].press(ben.page.locator("[data-picked]"))  # until he puts it back
    expect(ben.page.locator(".ribbon .secret")).to_have_count(0)
    expect(ada.page.locator(".ribbon .secret")).to_have_text(["3", "1"])
    assert ben.situation["view"]["players"][0]["chosen"] is None
    ada.page.locator('[data-card="2"]').click()  # an illegal click explains itself
    expect(ada.toast()).to_contain_text("It is not your turn.")
    hands[ben].play(next(move for move in ben.moves if move["words"] == "cards 3 2"))
    first = ben.situation["view"]["chapel_order"][0]
    for one, seat in ((ada, 0), (ben, 1)):
        expect(one.page.locator(".ribbon .entry")).to_have_count(4)
        other = "Ben" if seat == 0 else "Ada"
        order = f"You before {other}" if first == seat else f"{other} before you"
        expect(one.page.locator(".ties")).to_have_text(f"{order}: further on the chapel track.")
    turn = (ada, ben)[first]
    move = next(move for move in turn.moves if move["kind"] == "space")
    hands[turn].play(move)
    other = (ben, ada)[first]
    expect(other.page.locator(f'.wheel [data-recent="{first}"]')).to_have_count(1)
    expect(other.page.locator(f'.others [data-recent="{first}"]')).to_have_count(1)  # the house


def test_the_focus_stays_while_another_player_lays_cards(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    ben = Guest(ada.url, "Ben")
    code = ada.make(GAME, ME, OPEN)
    ben.join(code)
    ada.page.goto(f"/t/{code}")
    seat = ben.sit(code)
    seat.until("situation")
    ada.turn()
    ada.page.keyboard.press("3")
    ada.page.locator("[data-picked]").focus()
    ada.updated_by(seat.play)
    expect(ada.page.locator("[data-picked]")).to_be_focused()


def box_of_tiles() -> str:
    """A box whose gate track gives a bonus tile on every space."""
    assert "bonus_spaces = [3, 6, 9, 12]" in BOX
    return BOX.replace("bonus_spaces = [3, 6, 9, 12]", f"bonus_spaces = {list(range(1, 15))}")


def test_every_building_and_every_bonus_tile_is_used_by_pointing(person: Callable[..., Person]) -> None:
    """Ada collects tiles over the protocol; whatever has not been tested yet, she does on her page."""
    ada, chance = person("Ada"), random.Random(5)
    hands = OldLondonBridge(ada, chance)
    kinds = {"CH2", "GT2", "OCC", "FREE", "X", "PLUS", "LADY", "REC"}
    wanted = kinds | {"chapel", "gate", "inn", "emporium", "guild", "garden", "take", "inn cards", "replace"}
    for _ in range(30):
        code = ada.make(GAME, ME, RANDOM, RANDOM, box={"name": "Tiles", "toml": box_of_tiles()})
        seat = ada.protocol(code)
        now = seat.turn()
        ada.sit(code)
        while wanted and not now["over"]:
            move = next((one for one in now["moves"] if shows(now, one) & wanted), None)
            if move is None:
                seat.play(collecting(now, wanted, chance)["code"])
            else:
                ada.page.locator(f'.table[data-ply="{now["ply"]}"]').wait_for()
                if used := uses(now["view"], move):
                    for kind in used:
                        expect(hands.tile(kind)).to_have_class(re.compile("open"))
                hands.play(move)
                wanted -= shows(now, move)
            seat.reach(now["ply"] + 1)
            now = seat.turn()
        seat.close()
        if not wanted:
            return
    raise AssertionError(f"never came up: {wanted}")


def box_of_ways() -> str:
    """A box of tiles whose second stack holds many tiles that help to place a pawn."""
    box = box_of_tiles()
    for kind in ("OCC", "FREE", "X"):
        box, n = re.subn(rf'(kind = "{kind}"\nback = 2\ncopies) = \d', r"\1 = 4", box)
        assert n == 1
    return box


def test_bonus_tiles_are_used_together_by_pointing(person: Callable[..., Person]) -> None:
    """Ben plays first, to the X or the centre, and Ada follows him there."""
    ada = person("Ada")
    ben = Guest(ada.url, "Ben")
    hands = OldLondonBridge(ada, random.Random(10))
    wanted = [{"OCC", "X"}, {"OCC", "FREE"}]
    for _ in range(25):  # about half the tables come to each of them
        code = ada.make(GAME, ME, OPEN, box={"name": "Ways", "toml": box_of_ways()})
        ben.join(code)
        seats = [ada.protocol(code), ben.sit(code)]
        now = [seat.until("situation") for seat in seats]
        while wanted and not now[0]["over"]:
            ply = now[0]["ply"]
            both = next((one for one in now[0]["moves"] if set(uses(now[0]["view"], one)) in wanted), None)
            if both is None:
                for seat, here, follow in zip(seats, now, (follows, leads), strict=True):
                    if here["moves"] and here["ply"] == ply:
                        seat.play(follow(here)["code"])
                        break
            else:
                ada.sit(code)
                ada.turn()
                together_used(hands, both)
                wanted.remove(set(uses(now[0]["view"], both)))
            now = [seat.reach(ply + 1) for seat in seats]
        for seat in seats:
            seat.close()
        if not wanted:
            return
    raise AssertionError(f"never came up: {wanted}")


def together_used(hands: OldLondonBridge, move: Move) -> None:
    """Plays a move that uses two tiles; both are named before, and gone afterwards."""
    ada = hands.person
    before = held(ada)
    kinds = uses(ada.situation["view"], move)
    names = {"OCC": "Occupied space", "X": "X space", "FREE": "Free centre"}
    if move["kind"] == "space":
        hands.press(hands.stack(move["fields"]["stack"]))
    else:
        hands.press(hands.tile("FREE"))
        hands.press(hands.stack(move["fields"]["stack"]))
    expect(hands.deed("confirm")).to_have_text("Use both tiles and build")
    for kind in kinds:
        expect(hands.page.locator(".dock .summary")).to_contain_text(f"{names[kind]} tile")
        expect(hands.tile(kind)).to_have_class(re.compile(r"\bon\b"))
    ply = ada.ply
    hands.confirm()
    ada.page.locator(f'.table:not([data-ply="{ply}"])').wait_for()
    after = held(ada)
    for kind in kinds:
        assert after[kind] == before[kind] - 1


def held(ada: Person) -> Counter[str]:
    """All her bonus tiles; the last turn of a round makes the new ones usable."""
    mine = ada.situation["view"]["players"][0]
    return Counter(mine["tiles"]) + Counter(mine["fresh"])


def without_tiles(now: dict[str, Any]) -> list[Move]:
    return [one for one in now["moves"] if not uses(now["view"], one)] or now["moves"]


def leads(now: dict[str, Any]) -> Move:
    """High cards and gates; before Ada's turn the X if she can follow there, otherwise the centre."""
    moves, view = now["moves"], now["view"]
    if moves[0]["kind"] == "take":
        return taking(now, ("X",))
    plain = without_tiles(now)
    after = view["order"][view["turn"] :] if view["decision"] == "place" else []
    if after and after[0]["seat"] == 0:
        barred = [one for one in moves if uses(view, one) == ["X"]]
        if barred and {"OCC", "X"} <= view["players"][0]["tiles"].keys():
            return barred[0]
        plain = [one for one in plain if one["kind"] == "centre"] or plain
    gates = [one for one in plain if one["fields"].get("stack") == "gate"]
    return max(gates[-1:] or plain, key=lambda one: one["fields"].get("values", []))


def follows(now: dict[str, Any]) -> Move:
    """Low cards, gates, and no use of tiles."""
    moves = now["moves"]
    if moves[0]["kind"] == "take":
        mine = now["view"]["players"][0]
        held = {kind for kind, n in {**mine["tiles"], **mine["fresh"]}.items() if n}
        return taking(now, [kind for kind in ("OCC", "X", "FREE") if kind not in held])
    gates = [one for one in without_tiles(now) if one["fields"].get("stack") == "gate"]
    return min(gates or without_tiles(now), key=lambda one: one["fields"].get("values", []))


def taking(now: dict[str, Any], kinds: Iterable[str]) -> Move:
    """A tile of one of these kinds, otherwise the top of the stack that holds them."""
    tops = [stack["top"] for stack in now["view"]["bonus"]]
    moves = {tops[one["fields"]["stack"] - 1]: one for one in now["moves"]}
    second = next((one for one in now["moves"] if one["fields"]["stack"] == 2), now["moves"][0])
    return next((moves[kind] for kind in kinds if kind in moves), second)


def test_a_bonus_tile_that_cannot_be_used_explains_why(person: Callable[..., Person]) -> None:
    ada, chance = person("Ada"), random.Random(6)
    for good, tile, words in (
        (only_fresh, '[data-fresh="true"]', "it can be used from the next round on"),
        (plus_waits, '[data-bonus="PLUS"][data-fresh="false"]', "That is not possible now"),
    ):
        ada.sit(of_tiles(ada, good, {"PLUS"}, chance))
        ada.turn()
        ada.page.locator(f"ul.tiles {tile}").first.click()
        expect(ada.toast()).to_contain_text(words)


def of_tiles(ada: Person, good: Callable[[dict[str, Any]], Any], wanted: set[str], chance: random.Random) -> str:
    """A table of tiles that comes to a good situation while Ada collects some kinds."""
    return ada.find(
        lambda now: bool(good(now)),
        *(ME, RANDOM, RANDOM),
        game=GAME,
        choose=lambda now: collecting(now, wanted, chance),
        box={"name": "Tiles", "toml": box_of_tiles()},
    )


def only_fresh(now: dict[str, Any]) -> bool:
    """Whether Ada has a new tile, and no older one of that kind that she could use instead."""
    mine = now["view"]["players"][0]
    fresh, older = ({kind for kind, n in mine[which].items() if n} for which in ("fresh", "tiles"))
    return bool(fresh) and not fresh & older


def plus_waits(now: dict[str, Any]) -> bool:
    """Whether Ada places her pawn and owns a plus tile, which only helps after a reveal."""
    return now["view"]["decision"] == "place" and "PLUS" in now["view"]["players"][0]["tiles"]


def shows(now: dict[str, Any], move: Move) -> set[str]:
    """The pieces that a move would use on the board."""
    kind = move["kind"]
    if kind in PLACES:
        return {*uses(now["view"], move), move["fields"]["stack"]}
    return {"inn": {"inn cards"}}.get(kind, {kind}) | set(uses(now["view"], move))


def collecting(now: dict[str, Any], wanted: set[str], chance: random.Random) -> Move:
    """Gates for their tiles, tiles of wanted kinds, high cards last."""
    moves = now["moves"]
    tops = [stack["top"] for stack in now["view"]["bonus"]]
    takes = [one for one in moves if one["kind"] == "take" and tops[one["fields"]["stack"] - 1] in wanted]
    gates = [one for one in moves if one["fields"].get("stack") == "gate"]
    return chance.choice(takes or gates or moves)


def midway(ada: Person) -> str:
    """Four players with expert builders, at Ada's placement late in the game, but before the last round."""
    chance = random.Random(7)

    def choose(now: dict[str, Any]) -> Move:
        good = [move for move in now["moves"] if move["kind"] == "space" and "in place of" not in move["text"]]
        return chance.choice(good or now["moves"])

    def good(now: dict[str, Any]) -> bool:
        fits = now["view"]["players"][0]["fits"]
        open_stacks = {move["fields"]["stack"] for move in now["moves"] if move["kind"] == "space"}
        several = [name for name in open_stacks if sum(len(spot["slots"]) for spot in fits.get(name, [])) > 1]
        barred = "X" not in now["view"]["players"][0]["tiles"]
        more = now["view"]["markers"]["left"] > 0
        return now["view"]["decision"] == "place" and len(open_stacks) > 2 and bool(several) and barred and more

    return ada.find(good, ME, BOT, BOT, BOT, game=GAME, after=45, choose=choose, options=expert(1))


@pytest.fixture
def ada(person: Callable[..., Person], played: Callable[[Callable[[Person], str]], Position]) -> Person:
    return seated(person, played(midway), "[data-stack]")


def test_a_sector_shows_its_house_on_the_bridge_with_its_strength_crest_by_crest(ada: Person) -> None:
    hands, page = OldLondonBridge(ada, random.Random(8)), ada.page
    mine = ada.situation["view"]["players"][0]
    for move in ada.moves:
        if move["kind"] != "space":
            continue
        stack = move["fields"]["stack"]
        hands.stack(stack).hover()
        spots = mine["fits"][stack]
        slots = sorted(slot for spot in spots for slot in spot["slots"])
        expect(page.locator(".home .offered")).to_have_count(len(slots))
        for slot in slots:
            expect(page.locator(f'.home [data-at="{slot}"] .offered')).to_have_count(1)
        expect(page.locator(".dock .summary")).to_contain_text(move["text"])
        if len(slots) == 1:
            strength = spots[0].get("strength", 0)
            expect(page.locator(".home .ghost")).to_have_count(1)
            badges = page.locator(".home .badge text")
            expect(badges).to_have_text([str(n + 1) for n in range(strength)])
            for track in ("chapel", "gate"):
                walks = stack == track and spots[0]["space"] != mine[track]
                expect(page.locator(f".track.{track} .ghost")).to_have_count(int(walks))
        else:  # each slot shows what the house would be worth there
            expect(page.locator(".home .ghost")).to_have_count(0)
            for spot in spots:
                for slot in spot["slots"]:
                    if "strength" in spot:
                        expect(page.locator(f'.home [data-at="{slot}"] .badge text').first).to_have_text(
                            str(spot["strength"])
                        )
        page.mouse.move(2, 2)
        expect(page.locator(".home .offered")).to_have_count(0)
    assert not [frame for frame in ada.sent if frame["type"] == "play"]


def test_the_bar_shows_what_a_placement_would_bring_before_it_is_confirmed(ada: Person) -> None:
    hands, page = OldLondonBridge(ada, random.Random(9)), ada.page
    move = next(one for one in ada.moves if one["kind"] == "space")
    seat = ada.protocol(page.url.rsplit("/", 1)[1])
    seat.turn()
    foresight = seat.ask("foresee", code=move["code"])["foresight"]
    seat.close()
    hands.press(hands.stack(move["fields"]["stack"]))
    expect(hands.deed("confirm")).to_be_visible()
    labels = {line["name"]: line["label"] for line in ada.situation["sheet"][0]["lines"]}
    for name, change in foresight["lines"][0].items():
        sign = f"+{change}" if change > 0 else f"\N{MINUS SIGN}{-change}"
        expect(page.locator(".dock .summary")).to_contain_text(f"{labels[name]} {sign}")
    page.keyboard.press("Escape")
    expect(hands.deed("confirm")).to_have_count(0)
    barred = next(name for name, pay in ada.situation["view"]["wheel"].items() if pay == "X")
    hands.press(hands.stack(barred))
    expect(ada.toast()).to_contain_text(re.compile("X|empty"))
    assert not [frame for frame in ada.sent if frame["type"] == "play"]


def test_the_wheel_shows_its_payments_and_the_markers_what_is_known(ada: Person) -> None:
    view = ada.situation["view"]
    for name, pay in view["wheel"].items():
        words = "an X, barred" if pay == "X" else f"pays £{pay}"
        expect(ada.page.locator(f'[data-stack="{name}"]')).to_have_attribute("aria-label", re.compile(words))
    row = ada.page.locator(".markers .marker")
    expect(row).to_have_count(12)
    expect(row).to_have_text([*map(str, view["markers"]["turned"]), *[""] * view["markers"]["left"]])
    left = 5 - view["markers"]["turned"].count(3)
    expect(ada.page.locator(".markers")).to_have_attribute("aria-label", re.compile(f"{left} of value 3"))


# What the sector in front of each stack shows, found by its angle.
SECTORS = """() => {
  const box = (one) => one.getBoundingClientRect();
  const hub = box(document.querySelector("[data-hub]"));
  const angle = (one) => {
    const { left, top, width, height } = box(one);
    return Math.atan2(top + height / 2 - hub.top - hub.height / 2, left + width / 2 - hub.left - hub.width / 2);
  };
  const apart = (a, b) => Math.abs(Math.atan2(Math.sin(a - b), Math.cos(a - b)));
  const pays = [...document.querySelectorAll(".wheel .upright")];
  const near = (stack) => pays.toSorted((a, b) => apart(angle(a), angle(stack)) - apart(angle(b), angle(stack)))[0];
  const shown = (pay) => pay.textContent.replace("£", "") || "X";
  return Object.fromEntries(
    [...document.querySelectorAll("[data-stack]")].map((one) => [one.dataset.stack, shown(near(one.querySelector(".cover")))]),
  );
}"""
TURNS = """() => {
  window.turns = 0;
  document.addEventListener("transitionrun", (event) => (window.turns += event.target.matches(".wheel .ring") ? 1 : 0));
}"""
AT_REST = (
    "Promise.all(document.querySelector('.wheel .ring').getAnimations().map((one) => one.finished)).then(() => true)"
)


def test_the_wheel_turns_clockwise_with_the_marker_unless_motion_is_reduced(person: Callable[..., Person]) -> None:
    ada = person("Ada", still=False)
    code = ada.make(GAME, ME, RANDOM)
    ada.sit(code)
    ada.turn()
    ada.page.evaluate(TURNS)
    ring = ada.page.locator(".wheel .ring")

    def degrees() -> float:
        return float(ring.evaluate("one => parseFloat(one.style.transform.slice(7))"))

    for number, moving in ((2, True), (3, True), (4, False)):
        if not moving:
            ada.stop_motion()
        before, turns = degrees(), ada.page.evaluate("window.turns")
        ada.advance(code, 0, lambda now, number=number: now["view"]["round"] == number)  # type: ignore[misc]
        expect(ada.page.locator(".markers .up")).to_have_count(number)
        view = ada.situation["view"]
        soon(degrees, before + 60 * view["markers"]["turned"][-1])
        assert ada.page.evaluate(AT_REST)
        assert ada.page.evaluate("window.turns") - turns == moving
        assert ada.page.evaluate(SECTORS) == {name: str(pay) for name, pay in view["wheel"].items()}


def test_a_long_summary_can_be_scrolled_by_keyboard(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    ada.sit(ada.make(GAME, ME, RANDOM))
    ada.turn()
    hands = OldLondonBridge(ada, random.Random(1))
    hands.press(hands.card(3))
    summary = ada.page.locator(".dock .summary")
    expect(summary).not_to_have_attribute("tabindex", "0")
    ada.page.evaluate("document.documentElement.style.fontSize = '48px'")  # too large for the room there is
    expect(summary).to_have_attribute("tabindex", "0")
    ada.page.evaluate("document.documentElement.style.fontSize = ''")
    expect(summary).not_to_have_attribute("tabindex", "0")


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_expert_builders_show_how_everyone_stands(person: Callable[..., Person], n: int) -> None:
    """Sixteen scorings at four tables: the board shows what the sheet counts."""
    ada = person("Ada")
    code = ada.make(GAME, ME, RANDOM, RANDOM, RANDOM, options=expert(n))
    ada.advance(code, 40)
    ada.sit(code)
    ada.turn()
    places = ("no place", "1st", "2nd", "3rd", "4th")
    standings = ada.situation["view"]["standings"]
    lines = {line["name"]: line for line in ada.situation["sheet"][0]["lines"]}
    for name, code_of, now in zip(COLOURS, ada.situation["view"]["scoring"], standings, strict=True):
        card = ada.page.locator(f'[data-scoring="{code_of}"]')
        money = lines[name]["points"]
        if n == 1:
            place = places[now["places"][0]]
            expect(card.locator(".mine")).to_have_text(f"{place}: £{money}" if money else place)
        elif n == 2:
            expect(card.locator(".mine")).to_have_text(f"£{money}")
            expect(card.locator(".glyph")).to_have_count(1 + sum(now["leader"] == seat for seat in range(4)))
        else:
            expect(card.locator(".mine")).to_have_text(f"£{money}")
        card.hover()
        counted = [piece for part in lines[name]["parts"] for piece in part["pieces"]]
        expect(ada.page.locator(".home .outlined")).to_have_count(len(counted))
    ada.page.locator("[data-scoring]").first.click()
    for code_of in ada.situation["view"]["scoring"]:
        expect(ada.page.locator("dialog[open]")).to_contain_text(f"{code_of}: ")


def test_an_inn_lights_only_cards_that_can_still_be_taken(person: Callable[..., Person]) -> None:
    ada, chance = person("Ada"), random.Random(4)

    def choose(now: dict[str, Any]) -> Move:
        inns = [move for move in now["moves"] if move["fields"].get("stack") == "inn"]
        return chance.choice(inns or now["moves"])

    def good(now: dict[str, Any]) -> bool:
        """Whether the lowest card alone is not enough, and a 4 in its place is too much."""
        if now["view"]["decision"] != "inn":
            return False
        hauls = [move["fields"]["cards"] for move in now["moves"]]
        low = min(value for haul in hauls for value in haul)
        return low < 4 and [low] not in hauls and all(sum(haul) == now["view"]["due"] for haul in hauls)

    ada.sit(ada.find(good, ME, RANDOM, RANDOM, game=GAME, choose=choose))
    ada.turn()
    hands, page = OldLondonBridge(ada, chance), ada.page
    hauls = [move["fields"]["cards"] for move in ada.moves]
    taken: list[int] = []
    while True:
        for value in range(5):
            more = sorted([*taken, value], reverse=True)
            fits = value and any(all(haul.count(one) >= more.count(one) for one in set(more)) for haul in hauls)
            expect(page.locator(f'.hand .open [data-card="{value}"]')).to_have_count(1 if fits else 0)
        if sorted(taken, reverse=True) in hauls:
            break
        value = next(one for one in (1, 2, 3, 4) if page.locator(f'.hand .open [data-card="{one}"]').count())
        hands.press(hands.card(value))
        taken.append(value)
        expect(page.locator(".dock [data-haul]")).to_have_count(len(taken))
    expect(hands.deed("confirm")).to_be_visible()
    hands.press(page.locator('[data-haul="0"]'))  # puts one back
    expect(hands.deed("confirm")).to_have_count(0)
    hands.press(hands.card(4))
    expect(ada.toast()).to_contain_text("worth more than")


@pytest.mark.parametrize("size", [(1280, 800), (1440, 900), (1024, 768), (780, 360), (667, 375)])
def test_wheel_cards_and_bridge_are_visible_together(ada: Person, size: tuple[int, int]) -> None:
    ada.page.set_viewport_size({"width": size[0], "height": size[1]})
    for part in (".wheel svg", ".home svg", ".hand", ".gifts", ".tiles", ".dock"):
        expect(ada.page.locator(f".layout {part}").first).to_be_in_viewport(ratio=0.98)
    before = steady(ada.page.locator(".home"))
    ada.page.locator(".stack.open .cover").first.click()
    expect(ada.page.locator('[data-do="confirm"]')).to_be_in_viewport(ratio=0.98)
    assert steady(ada.page.locator(".home")) == before  # nothing jumps


def test_another_players_bridge_is_enlarged(ada: Person) -> None:
    ada.page.locator(".others button").first.click()
    dialog = ada.page.locator("dialog[open]")
    expect(dialog.locator("svg.bridge")).to_be_visible()
    expect(dialog).to_contain_text("If the game ended now")


def test_a_tap_at_the_lower_edge_of_a_phone_counts(person: Callable[..., Person]) -> None:
    """The bar comes up under the finger, but only after the tap."""
    ada, chance = person("Ada", phone=True, size=(360, 780)), random.Random(8)
    kinds = {"ch2": "CH2", "gt2": "GT2", "rec": "REC"}

    def good(now: dict[str, Any]) -> bool:
        return now["view"]["decision"] == "place" and any(move["kind"] in kinds for move in now["moves"])

    ada.sit(of_tiles(ada, good, set(kinds.values()), chance))
    ada.turn()
    kind = next(move["kind"] for move in ada.moves if move["kind"] in kinds)
    tile = ada.page.locator(f'[data-bonus="{kinds[kind]}"][data-fresh="false"]')
    tile.evaluate("one => scrollBy(0, one.getBoundingClientRect().bottom - innerHeight + 4)")
    ada.press(tile)
    expect(ada.page.locator('[data-do="confirm"]')).to_be_visible()
