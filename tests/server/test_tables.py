"""Tables: making, finding, joining, leaving, changing and watching them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from townwright.bots import PEOPLE

from .guests import BOT, ME, OPEN, RANDOM, Guest, play_out
from .process import Server

Guests = Callable[..., Guest]


def people(info: dict) -> list[str | None]:
    return [seat["name"] for seat in info["seats"]]


def test_a_table_is_found_by_its_code_in_any_case(guest: Guests) -> None:
    ada, bob = guest("Ada"), guest("Bob")
    code = ada.make("copenhagen", ME, OPEN)
    assert len(code) == 6
    assert set(code) <= set("ABCDEFGHJKMNPQRSTUVWXYZ")
    found = bob.get(f"/api/tables/{code.lower()}")
    assert (found["code"], found["status"], found["you"], found["yours"]) == (code, "open", None, False)
    assert bob.join(code.lower())["you"] == 1
    assert ada.get(f"/api/tables/{code}")["yours"] is True


def test_a_guest_takes_a_chosen_seat_or_the_first_open_one(guest: Guests) -> None:
    ada, bob, cyd = guest("Ada"), guest("Bob"), guest("Cyd")
    code = ada.make("copenhagen", ME, OPEN, OPEN)
    assert bob.join(code, 2)["you"] == 2
    assert cyd.post(f"/api/tables/{code}/join", {"seat": 2}, 409)["code"] == "taken"
    assert cyd.post(f"/api/tables/{code}/join", {"seat": 7}, 404)["code"] == "no-seat"
    assert people(cyd.join(code)) == ["Ada", "Cyd", "Bob"]


def test_joining_again_changes_nothing(guest: Guests) -> None:
    ada, bob = guest("Ada"), guest("Bob")
    code = ada.make("copenhagen", ME, OPEN, OPEN)
    assert bob.join(code, 1) == bob.join(code, 2)


def test_no_one_can_join_a_full_table_or_a_running_game(guest: Guests) -> None:
    ada, bob, cyd = guest("Ada"), guest("Bob"), guest("Cyd")
    code = ada.make("copenhagen", ME, OPEN)
    bob.join(code)
    assert cyd.post(f"/api/tables/{code}/join", {}, 409)["code"] == "full"
    ada.sit(code)
    bob.sit(code).until("situation")
    assert cyd.post(f"/api/tables/{code}/join", {}, 409)["code"] == "begun"


@pytest.mark.parametrize("code", ["ZZZZZZ", "ABC", "OOOOOO", "ABCDE1"])
def test_an_unknown_code_is_reported(guest: Guests, code: str) -> None:
    ada = guest()
    assert ada.get(f"/api/tables/{code}", 404)["code"] == "not-found"
    assert ada.post(f"/api/tables/{code}/join", {}, 404)["code"] == "not-found"
    seat = ada.watch(code)
    assert seat.until("trouble")["problem"]["code"] == "not-found"
    assert not list(seat.rest())
    assert seat.socket.close_code == 4404


def test_a_guest_without_a_name_can_watch_but_not_play(guest: Guests) -> None:
    nobody, ada = guest(None), guest()
    code = ada.make("copenhagen", ME, OPEN)
    assert nobody.get("/api/me") == {"name": None, "tables": []}
    assert nobody.get(f"/api/tables/{code}")["you"] is None
    assert nobody.post("/api/tables", {"game": "copenhagen", "seats": [ME, BOT]}, 403)["code"] == "no-name"
    assert nobody.post(f"/api/tables/{code}/join", {}, 403)["code"] == "no-name"
    seat = nobody.watch(code)
    assert seat.until("table")["table"]["you"] is None
    assert seat.trouble("say", text="hello") == "no-name"


def test_names_are_tidied_and_can_be_changed(guest: Guests) -> None:
    ada = guest("  Ada\t\n of   Lovelace ")
    assert ada.get("/api/me")["name"] == "Ada of Lovelace"
    cookie = ada.cookie
    assert ada.put("/api/me", {"name": "Augusta"})["name"] == "Augusta"
    assert ada.cookie == cookie
    for name in ("", " \u200b\u0007 ", "x" * 25, None, 7):
        ada.put("/api/me", {"name": name}, 400)
    assert ada.get("/api/me")["name"] == "Augusta"


@pytest.mark.parametrize(
    ("wish", "says"),
    [
        ({"game": "chess", "seats": [ME, BOT]}, "chess"),
        ({"game": "copenhagen", "seats": [ME]}, "2 to 4 players"),
        ({"game": "copenhagen", "seats": [ME] + [BOT] * 5}, "2 to 4 players"),
        ({"game": "copenhagen", "seats": [ME, ME]}, "one seat"),
        ({"game": "copenhagen", "seats": [ME, {"who": "bot", "bot": "oracle"}]}, "oracle"),
        ({"game": "copenhagen", "seats": [ME, BOT], "options": {"speed": 9}}, "speed"),
        ({"game": "copenhagen", "seats": [ME, BOT], "pace": 11}, "pace"),
        ({"game": "copenhagen", "seats": [ME, BOT], "colour": "red"}, "colour"),
        ({"seats": [ME, BOT]}, "game"),
    ],
)
def test_an_impossible_table_is_refused_in_one_sentence(guest: Guests, wish: dict, says: str) -> None:
    assert says in guest().post("/api/tables", wish, 404 if says == "chess" else 400)["message"]


def test_leaving_before_the_game_opens_the_seat_and_changes_the_owner(guest: Guests) -> None:
    ada, bob = guest("Ada"), guest("Bob")
    code = ada.make("copenhagen", ME, OPEN)
    bob.join(code)
    left = ada.post(f"/api/tables/{code}/leave")
    assert (people(left), left["you"], left["yours"]) == ([None, "Bob"], None, False)
    assert bob.get(f"/api/tables/{code}")["yours"] is True
    assert ada.post(f"/api/tables/{code}/leave", None, 409)["code"] == "no-seat"
    gone = bob.post(f"/api/tables/{code}/leave")
    assert (gone["status"], gone["why_closed"]) == ("closed", "everybody has left")
    ada.post(f"/api/tables/{code}/join", {}, 409)


def test_when_a_player_leaves_a_running_game_a_bot_plays_on_to_the_end(guest: Guests) -> None:
    ada, bob = guest("Ada"), guest("Bob")
    code = ada.make("copenhagen", ME, OPEN)
    bob.join(code)
    a, b = ada.sit(code), bob.sit(code)
    play_out([a, b], until=6)
    left = bob.post(f"/api/tables/{code}/leave")
    assert (left["seats"][1]["who"], left["seats"][1]["name"], left["you"]) == ("bot", "Bob", None)
    shown = b.until("situation", lambda frame: not frame["moves"] and not frame["undo"])
    assert shown["undo"] is None  # Bob watches now, and sees what a spectator sees
    while not a.turn()["over"]:
        a.play()
    assert a.news(lambda table: table["status"] == "over")["deal"]["secret"]


def test_when_the_last_person_leaves_the_bots_finish_the_game(guest: Guests) -> None:
    ada, eve = guest("Ada"), guest("Eve")
    code = ada.make("copenhagen", ME, BOT, pace=10)
    seat = ada.sit(code)
    seat.play()
    watching = eve.watch(code)
    ada.post(f"/api/tables/{code}/leave")
    assert watching.until("situation", lambda frame: frame["over"])["verdict"]


def test_the_owner_gives_seats_to_bots_and_opens_them_again(guest: Guests) -> None:
    ada, bob = guest("Ada"), guest("Bob")
    code = ada.make("copenhagen", ME, OPEN, OPEN)
    place = f"/api/tables/{code}/seats"
    given = ada.put(f"{place}/1", {"who": "bot", "bot": "random"})["seats"][1]
    assert (given["who"], given["bot"]) == ("bot", "random")
    assert people(ada.put(f"{place}/1", {"who": "open"})) == ["Ada", None, None]
    bob.join(code)
    assert ada.put(f"{place}/0", {"who": "bot"}, 409)["code"] == "taken"
    assert bob.put(f"{place}/2", {"who": "bot"}, 403)["code"] == "not-yours"
    assert ada.put(f"{place}/9", {"who": "bot"}, 404)["code"] == "no-seat"
    assert "oracle" in ada.put(f"{place}/2", {"who": "bot", "bot": "oracle"}, 400)["message"]
    ada.sit(code)
    other = bob.sit(code)
    other.news(lambda table: all(seat["ready"] for seat in table["seats"][:2]))
    ada.put(f"{place}/2", {"who": "bot"})  # nothing else was missing
    other.news(lambda table: table["status"] == "playing")
    assert ada.put(f"{place}/2", {"who": "open"}, 409)["code"] == "begun"


def test_spectators_see_everything_public_and_can_do_nothing(guest: Guests) -> None:
    ada, eve = guest("Ada"), guest("Eve")
    code = ada.make("copenhagen", ME, BOT, pace=10)
    seat = ada.sit(code)
    seat.turn()
    watching = eve.watch(code)
    shown = watching.until("situation")
    assert (shown["moves"], shown["undo"]) == ([], None)
    assert "Ada" in shown["prompt"]
    for kind, fields in {
        "play": {"id": "1", "ply": 0, "code": seat.now["moves"][0]["code"]},
        "undo": {"id": "2"},
        "hint": {"id": "3"},
        "why": {"id": "4", "move": 1},
        "consent": {"yes": True},
        "ready": {"commitment": "00" * 32},
        "reveal": {"entropy": "00" * 8},
        "pace": {"pace": 0},
        "wait": {"wait": 60},
        "here": {},
        "remind": {"seat": 0},
        "stand_in": {"seat": 0},
        "end": {"yes": True},
    }.items():
        assert watching.trouble(kind, **fields) == "no-seat"
    seat.play()
    assert watching.reach(1)["log"][0]["seat"] == 0


def test_only_listed_tables_with_an_open_seat_are_listed(guest: Guests) -> None:
    ada, bob = guest("Ada"), guest("Bob")
    shown, hidden = ada.make("copenhagen", ME, OPEN, listed=True), ada.make("copenhagen", ME, OPEN)
    full = ada.make("copenhagen", ME, BOT, listed=True)  # open only until Ada is ready
    codes = [line["code"] for line in bob.get("/api/tables")]
    assert shown in codes
    assert not {hidden, full} & set(codes)
    bob.join(shown)
    assert shown not in [line["code"] for line in bob.get("/api/tables")]


def test_my_tables_show_whose_turn_it_is(guest: Guests) -> None:
    ada, bob = guest("Ada"), guest("Bob")
    code = ada.make("copenhagen", ME, OPEN)
    bob.join(code)
    waiting = ada.make("copenhagen", ME, OPEN)
    ada.sit(code)
    seat = bob.sit(code)
    seat.until("situation")

    def mine(guest: Guest) -> dict[str, bool]:
        return {line["code"]: line["your_turn"] for line in guest.get("/api/me")["tables"]}

    turns = mine(ada)[code], mine(bob)[code]
    assert sorted(turns) == [False, True]
    assert turns[seat.now["pending"][0]] is True
    assert mine(ada)[waiting] is False
    assert set(mine(bob)) == {code}


def test_a_guest_can_have_forty_unfinished_tables(guest: Guests) -> None:
    ada = guest()
    codes = [ada.make("copenhagen", ME, OPEN) for _ in range(40)]
    wish = {"game": "copenhagen", "seats": [ME, OPEN]}
    assert ada.post("/api/tables", wish, 429)["code"] == "too-many-tables"
    ada.post(f"/api/tables/{codes[7]}/leave")
    ada.post("/api/tables", wish, 201)


def test_bots_alone_play_their_game_to_the_end(guest: Guests, server: Server) -> None:
    ada = guest()
    code = ada.make("pier-18", RANDOM, BOT)
    assert ada.watch(code).until("situation", lambda frame: frame["over"])["verdict"]


def test_options_reach_the_game(guest: Guests) -> None:
    ada = guest()
    games = {game["name"]: game for game in ada.get("/api/games")}
    assert set(games) == {"copenhagen", "old-london-bridge", "pier-18", "tenby", "tiny-towns"}
    option = next(o for o in games["copenhagen"]["options"] if o["kind"] == "number")
    wish = option["most"] if option["default"] != option["most"] else option["least"]
    code = ada.make("copenhagen", ME, BOT, options={option["name"]: wish})
    assert ada.get(f"/api/tables/{code}")["options"][option["name"]] == wish


def test_texts_come_in_italian_on_request(guest: Guests) -> None:
    ada = guest()
    code = ada.make("copenhagen", ME, BOT)
    first = ada.sit(code).until("situation")
    second = ada.watch(code, language="it").until("situation")
    assert first["prompt"] != second["prompt"]
    assert first["view"] == second["view"]
    for language in ("en", "it"):
        assert "<h1>" in ada.get(f"/api/games/copenhagen/rules?language={language}")["html"]
    ada.get("/api/games?language=xx", 400)
    assert ada.watch(code, language="xx").until("trouble")["problem"]["code"] == "language"


def test_bots_have_names_of_people_who_are_not_at_the_table(guest: Guests) -> None:
    ada = guest("Ada")
    code = ada.make("copenhagen", BOT, OPEN, RANDOM, ME, pace=10)
    first, free, second, me = people(ada.get(f"/api/tables/{code}"))
    assert {first, second} <= {*PEOPLE} - {"Ada"}
    assert (free, me) == (None, "Ada")
    assert first != second
    namesake = guest(str(first).upper())
    namesake.join(code)
    other, _, same, _ = people(ada.get(f"/api/tables/{code}?language=it"))
    assert other in {*PEOPLE} - {"Ada", first, second}
    assert same == second
    ada.sit(code)
    seat = namesake.sit(code)
    seat.until("situation")
    namesake.post(f"/api/tables/{code}/leave")  # a bot plays on under the name of the one who left
    assert people(ada.get(f"/api/tables/{code}")) == [other, str(first).upper(), second, "Ada"]
    assert [one["name"] for one in ada.get("/api/me")["tables"][0]["seats"]][::2] == [other, second]


def test_a_guest_without_a_name_is_you_in_every_language(guest: Guests) -> None:
    you = guest("You")
    code = you.make("copenhagen", ME, BOT)
    assert people(you.get(f"/api/tables/{code}"))[0] == "You"
    assert people(you.get(f"/api/tables/{code}?language=it"))[0] == "Tu"


def test_the_box_of_a_table_is_fetched_once_in_each_language(guest: Guests) -> None:
    ada = guest()
    code = ada.make("copenhagen", ME, BOT)
    place = f"/api/tables/{code}/box"
    assert "tables" not in ada.get(f"/api/tables/{code}")
    first = ada.http.get(place)
    assert first.json()["guide"]
    again = ada.http.get(place, headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    italian = ada.http.get(f"{place}?language=it", headers={"If-None-Match": first.headers["etag"]})
    assert italian.status_code == 200
    assert italian.json()["guide"] != first.json()["guide"]
    ada.get("/api/tables/ZZZZZZ/box", 404)


def test_every_choice_of_an_option_has_words(guest: Guests) -> None:
    ada = guest()
    for english, italian in zip(ada.get("/api/games"), ada.get("/api/games?language=it"), strict=True):
        for one, other in zip(english["options"], italian["options"], strict=True):
            assert list(one["choices"]) == list(other["choices"])
            assert (one["kind"] == "choice") == bool(one["choices"])
            assert not one["choices"] or one["default"] in one["choices"]
            assert not set(one["choices"].values()) & set(other["choices"].values())
