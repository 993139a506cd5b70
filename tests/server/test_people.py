"""People: they go away and come back, the others act in the meantime, links open seats, and rematches follow."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.terminal import good

import townwright as tw

from .guests import BOT, ME, OPEN, RANDOM, Frame, Guest, Seat, play_out
from .process import Server

Guests = Callable[..., Guest]
WAIT = 1.0  # seconds; the shortest that can be set


def table_of(guest: Guests, *names: str, game: str = "copenhagen", more: tuple[Frame, ...] = (), **how: object) -> list:
    """The seats of people at a table where the game has begun."""
    people = [guest(name) for name in names]
    seats = [ME, *[OPEN] * (len(names) - 1), *more]
    code = people[0].make(game, *seats, **{"wait": WAIT, **how})
    for person in people[1:]:
        person.join(code)
    found = [person.sit(code) for person in people]
    for seat in found:
        seat.until("situation")
    return found


def absent(seat: Seat, *who: int) -> Frame:
    """Waits until exactly these of the others are absent. (This seat gives no sign of life and soon counts as absent.)"""
    return seat.news(
        lambda table: [one["seat"] for one in table["seats"] if one["absent"] and one["seat"] != table["you"]] == [*who]
    )


def events(seat: Seat) -> list[str]:
    """Every sentence about people that has come through a socket."""
    return [line["text"] for frame in seat.frames if frame["type"] == "people" for line in frame["lines"]]


def reported(seat: Seat, text: str) -> None:
    """Waits until a sentence about people comes through a socket."""
    while text not in events(seat):
        seat.receive()


def first_mover(seats: list[Seat]) -> tuple[Seat, Seat]:
    """Of two seats, the one that must act and the other."""
    return (seats[0], seats[1]) if seats[0].now["moves"] else (seats[1], seats[0])


def test_everyone_sees_who_is_away_and_for_how_long(guest: Guests) -> None:
    ada, bob = table_of(guest, "Ada", "Bob")
    assert [seat["away"] for seat in ada.news(lambda table: True)["seats"]] == [None, None]
    bob.close()
    gone = ada.news(lambda table: not table["seats"][1]["here"])["seats"][1]
    assert (gone["away"], gone["absent"]) == (0, False)
    assert absent(ada, 1)["seats"][1]["away"] == 1
    time.sleep(1.1)
    assert ada.guest.get(f"/api/tables/{ada.code}")["seats"][1]["away"] >= 2
    back = bob.guest.watch(ada.code)
    assert absent(ada)["seats"][1]["away"] is None
    reported(ada, "Bob came back.")
    reported(back, "You came back.")


def test_a_short_absence_is_not_reported(guest: Guests) -> None:
    ada, bob = table_of(guest, "Ada", "Bob", wait=60)
    bob.close()
    ada.news(lambda table: not table["seats"][1]["here"])
    bob.guest.watch(ada.code)
    ada.news(lambda table: table["seats"][1]["here"])
    ada.send("say", text="there you are")
    ada.until("chat")
    assert events(ada) == ["Bob took a seat."]


def test_a_bot_plays_for_an_absent_person_until_that_person_is_back(guest: Guests) -> None:
    ada, bob = table_of(guest, "Ada", "Bob")
    assert ada.trouble("stand_in", seat=1) == "not-absent"
    bob.close()
    absent(ada, 1)
    ada.send("stand_in", seat=1)
    reported(ada, "You let the computer play for Bob.")
    assert ada.news(lambda table: table["seats"][1]["stand_in"])["seats"][1]["who"] == "person"
    for _ in range(4):
        ada.play()
        ada.turn()  # the bot has answered
    again = bob.guest.watch(ada.code)
    assert ada.news(lambda table: table["seats"][1]["stand_in"] is None)["seats"][1]["here"]
    reported(ada, "Bob came back.")
    reported(again, "Ada let the computer play for you.")
    again.until("situation")
    play_out([ada, again], until=ada.ply + 6)  # Bob plays himself


def test_the_move_a_bot_is_thinking_about_is_dropped_when_the_person_is_back(guest: Guests) -> None:
    seats = table_of(guest, "Ada", "Bob", pace=2)
    mover, other = first_mover(seats)
    at = seats.index(mover)
    mover.close()
    absent(other, at)
    other.send("stand_in", seat=at)
    other.news(lambda table: table["seats"][at]["stand_in"])
    again = mover.guest.watch(other.code)  # within the two seconds that a bot takes
    assert again.turn()["ply"] == 0
    time.sleep(2.5)
    assert again.play()["ply"] == 1
    assert [line["seat"] for line in other.reach(1)["log"]] == [at]


def test_bots_play_for_two_absent_people_at_once(guest: Guests) -> None:
    ada, bob, cyd = table_of(guest, "Ada", "Bob", "Cyd", game="pier-18")
    bob.close()
    cyd.close()
    absent(ada, 1, 2)
    for seat in (1, 2):
        ada.send("stand_in", seat=seat)
    ada.news(lambda table: all(one["stand_in"] for one in table["seats"][1:]))
    assert play_out([ada])["over"]
    info = ada.news(lambda table: table["status"] == "over")
    assert sum(one["wins"] for one in info["seats"]) >= 1


def test_in_a_simultaneous_round_the_bot_chooses_only_for_the_absent_player(guest: Guests) -> None:
    ada, bob, cyd = table_of(guest, "Ada", "Bob", "Cyd", game="tiny-towns")
    bob.close()
    absent(ada, 1)
    ada.send("stand_in", seat=1)
    ada.news(lambda table: table["seats"][1]["stand_in"])
    play_out([ada, cyd], until=12)
    moved = [line["seat"] for line in ada.lines]
    assert 1 in moved
    assert cyd.ply >= 12


def test_when_everyone_is_away_the_table_waits_for_them(guest: Guests) -> None:
    seats = table_of(guest, "Ada", "Bob")
    for seat in seats:
        seat.close()
    time.sleep(1.5 * WAIT)
    eve = guest("Eve").watch(seats[0].code)
    shown = absent(eve, 0, 1)
    assert (shown["status"], shown["ending"]) == ("playing", None)
    back = [seat.guest.watch(seat.code) for seat in seats]
    absent(eve)
    for one in back:
        one.until("situation")
    play_out(back, until=4)


def test_a_person_whose_page_is_open_counts_as_absent_only_when_the_table_waits_for_them(guest: Guests) -> None:
    seats = table_of(guest, "Ada", "Bob")
    mover, other = first_mover(seats)
    at, rest = seats.index(mover), seats.index(other)
    for _ in range(5):  # signs of life keep a person from being absent
        time.sleep(0.6 * WAIT)
        mover.send("here")
    assert not mover.guest.get(f"/api/tables/{mover.code}")["seats"][at]["absent"]
    shown = absent(other, at)["seats"]
    assert (shown[at]["here"], shown[rest]["away"]) == (True, None)  # the table does not wait for the other
    other.send("stand_in", seat=at)
    other.until("situation", lambda frame: frame["moves"])  # the bot has moved
    mover.send("here")
    other.news(lambda table: table["seats"][at]["stand_in"] is None and not table["seats"][at]["absent"])


def test_a_reminder_reaches_an_open_page_and_is_limited(guest: Guests) -> None:
    seats = table_of(guest, "Ada", "Bob", wait=60)
    mover, other = first_mover(seats)
    at, rest = seats.index(mover), seats.index(other)
    names = ["Ada", "Bob"]
    assert mover.trouble("remind", seat=rest) == "not-absent"
    assert other.trouble("remind", seat=rest) == "no-person"
    assert other.trouble("remind", seat=7) == "no-seat"
    other.send("remind", seat=at)
    assert mover.until("reminded")["text"] == f"{names[rest]} reminded you: it is your turn."
    reported(other, f"You reminded {names[at]}.")
    assert other.trouble("remind", seat=at) == "reminded"
    italian = other.guest.watch(other.code, language="it")
    reported(italian, f"Hai mandato un promemoria a {names[at]}.")


def test_the_owner_sets_how_long_a_player_may_be_away(guest: Guests) -> None:
    ada, bob = table_of(guest, "Ada", "Bob", wait=3600)
    assert bob.trouble("wait", wait=5) == "not-yours"
    assert ada.trouble("wait", wait=0) == "malformed"
    bob.close()
    ada.news(lambda table: not table["seats"][1]["here"])
    ada.send("wait", wait=WAIT)
    assert absent(ada, 1)["wait"] == WAIT


def test_an_undo_request_is_dropped_when_its_player_becomes_absent(guest: Guests) -> None:
    seats = table_of(guest, "Ada", "Bob")
    mover, other = first_mover(seats)
    mover.play()
    other.reach(1)
    assert mover.ask("undo")["ok"]
    at = seats.index(mover)
    other.until("asked", lambda frame: frame["seat"] == at)
    mover.close()
    other.until("asked", lambda frame: frame["seat"] is None)


def test_absences_stand_ins_and_events_survive_a_crash(own_server: Server) -> None:
    def make(name: str = "Ada") -> Guest:
        return Guest(own_server.url, name)

    ada, bob, cyd = table_of(make, "Ada", "Bob", "Cyd", game="pier-18")
    bob.close()
    cyd.close()
    absent(ada, 1, 2)
    ada.send("stand_in", seat=1)
    reported(ada, "You let the computer play for Bob.")
    left = time.time()
    time.sleep(0.5)
    own_server.kill()
    own_server.start()
    again = ada.guest.watch(ada.code)
    info = again.until("table")["table"]
    assert [one["stand_in"] is not None for one in info["seats"]] == [False, True, False]
    assert info["seats"][2]["away"] >= int(time.time() - left)  # counted from before the crash
    assert info["seats"][2]["absent"]
    reported(again, "You let the computer play for Bob.")
    again.send("stand_in", seat=2)
    assert play_out([again])["over"]


def test_the_game_ends_without_a_winner_when_all_people_agree(guest: Guests, tmp_path: Path) -> None:
    ada, bob = table_of(guest, "Ada", "Bob", more=(BOT,))
    eve = guest("Eve").watch(ada.code)
    play_out([ada, bob], until=7)
    ada.send("end", yes=True)
    asked = bob.news(lambda table: table["ending"])["ending"]
    assert asked == {"seat": 0, "waiting": [1]}
    reported(bob, "Ada proposed to end the game.")
    bob.send("end", yes=False)
    ada.news(lambda table: table["ending"] is None)
    reported(ada, "Bob wanted to play on.")
    bob.send("end", yes=True)
    ada.news(lambda table: table["ending"])
    before = bob.now["sheet"]
    ada.send("end", yes=True)
    for seat in (ada, bob, eve):
        now = seat.until("situation", lambda frame: frame["over"])
        assert (now["pending"], now["moves"], now["undo"]) == ([], [], None)
        assert now["verdict"] == "The game was ended early: there is no winner."
        assert now["log"][-1]["text"] == "The game was ended by agreement."
    assert {sheet["rank"] for sheet in now["sheet"]} == {0}
    assert [sheet["total"] for sheet in now["sheet"]] == [sheet["total"] for sheet in before]
    info = ada.news(lambda table: table["status"] == "over")
    assert (info["ended"], [one["wins"] for one in info["seats"]]) == (True, [0, 0, 0])
    assert ada.ask("play", ply=now["ply"], code=0)["problem"]["code"] == "not-playing"
    assert ada.trouble("end", yes=True) == "not-playing"
    assert ada.trouble("remind", seat=1) == "not-playing"
    assert ada.ply == now["ply"]  # the bot plays no more
    place = f"/api/tables/{ada.code}"
    last = eve.guest.get(f"{place}/replay?ply={now['ply']}&reader=all")["situation"]
    assert (last["over"], last["verdict"], last["sheet"]) == (True, now["verdict"], now["sheet"])
    record = eve.guest.get(f"{place}/record")
    assert len(tw.replay(json.dumps(record)).log) == now["ply"] - 1
    (tmp_path / "record.json").write_text(json.dumps(record))
    good("verify", str(tmp_path / "record.json"))


def test_ending_the_game_does_not_need_the_absent(guest: Guests) -> None:
    ada, bob, cyd = table_of(guest, "Ada", "Bob", "Cyd", game="pier-18")
    cyd.close()
    ada.news(lambda table: not table["seats"][2]["here"])
    ada.send("end", yes=True)
    assert ada.news(lambda table: table["ending"])["ending"]["waiting"] == [1, 2]
    bob.send("end", yes=True)
    ada.news(lambda table: table["ending"] and table["ending"]["waiting"] == [2])
    assert ada.until("situation", lambda frame: frame["over"])["verdict"]  # once Cyd counts as absent


def test_a_person_alone_with_bots_can_end_the_game_at_once(guest: Guests) -> None:
    (ada,) = table_of(guest, "Ada", more=(BOT,), pace=10)
    ada.send("end", yes=True)
    assert ada.until("situation", lambda frame: frame["over"])["verdict"]
    assert not events(ada)  # no one had to agree
    assert ada.guest.get("/api/me")["tables"][0]["status"] == "over"


def test_a_proposal_is_dropped_when_its_player_leaves(guest: Guests) -> None:
    ada, bob, _cyd = table_of(guest, "Ada", "Bob", "Cyd", game="pier-18")
    ada.send("end", yes=True)
    bob.news(lambda table: table["ending"])
    ada.guest.post(f"/api/tables/{ada.code}/leave")
    bob.news(lambda table: table["ending"] is None and table["seats"][0]["who"] == "bot")
    reported(bob, "Ada left the game; the computer plays on.")
    assert bob.guest.get(f"/api/tables/{bob.code}")["status"] == "playing"


def test_an_ended_game_stays_ended_after_a_crash(own_server: Server) -> None:
    (ada,) = table_of(lambda name: Guest(own_server.url, name), "Ada", more=(BOT,))
    ada.play()
    ada.send("end", yes=True)
    now = ada.until("situation", lambda frame: frame["over"])
    own_server.kill()
    own_server.start()
    again = ada.guest.watch(ada.code).until("situation")
    assert (again["over"], again["verdict"], again["ply"]) == (True, now["verdict"], now["ply"])


def test_a_link_lets_a_person_continue_on_another_device(guest: Guests) -> None:
    ada, bob = table_of(guest, "Ada", "Bob")
    place = f"/api/tables/{ada.code}"
    key = bob.guest.post(f"{place}/key")["key"]
    phone = guest(None)  # a browser without a cookie
    info = phone.post(f"{place}/claim", {"key": key})
    assert (info["you"], info["seats"][1]["name"], phone.get("/api/me")["name"]) == (1, "Bob", "Bob")
    assert bob.news(lambda table: table["you"] is None)
    assert not bob.until("situation")["moves"]
    assert bob.trouble("end", yes=True) == "no-seat"
    now = phone.watch(ada.code)
    now.until("situation")
    play_out([ada, now], until=3)
    assert bob.guest.post(f"{place}/claim", {"key": key})["you"] == 1  # and back again
    assert phone.get(place)["you"] is None


def test_a_key_opens_one_seat_and_a_new_one_replaces_it(guest: Guests, server: Server) -> None:
    ada, bob = table_of(guest, "Ada", "Bob")
    place = f"/api/tables/{ada.code}"
    first, second = (ada.guest.post(f"{place}/key")["key"] for _ in range(2))
    eve = guest("Eve")
    assert eve.post(f"{place}/key", None, 403)["code"] == "no-seat"
    for key in (first, "0" * 43, first[:-1] + "\N{SNOWMAN}"):
        assert eve.post(f"{place}/claim", {"key": key}, 403)["code"] == "bad-key"
    eve.post(f"{place}/claim", {"key": ""}, 400)
    assert bob.guest.post(f"{place}/claim", {"key": second}, 409)["code"] == "two-seats"
    assert eve.get(place)["you"] is None
    assert eve.post(f"{place}/claim", {"key": second})["yours"] is True  # the owner's seat
    assert ada.guest.get(place)["yours"] is False
    sent = json.dumps(bob.frames) + json.dumps(eve.get(place))
    with sqlite3.connect(f"file:{server.data}/townwright.sqlite?mode=ro", uri=True) as database:
        kept = "".join(str(row) for row in database.execute("SELECT * FROM seats"))
    for key in (first, second):
        assert key not in sent
        assert key not in kept


def test_leaving_gives_up_the_link(guest: Guests) -> None:
    ada, bob = table_of(guest, "Ada", "Bob")
    place = f"/api/tables/{ada.code}"
    key = bob.guest.post(f"{place}/key")["key"]
    bob.guest.post(f"{place}/leave")
    assert bob.guest.post(f"{place}/claim", {"key": key}, 403)["code"] == "bad-key"


def test_joining_and_leaving_are_reported(guest: Guests) -> None:
    ada, bob = guest("Ada"), guest("Bob")
    code = ada.make("copenhagen", ME, OPEN, OPEN)
    seat = ada.watch(code)
    bob.join(code)
    reported(seat, "Bob took a seat.")
    bob.post(f"/api/tables/{code}/leave")
    reported(seat, "Bob left the table.")
    reported(bob.watch(code, language="it"), "Bob ha lasciato il tavolo.")


def test_the_owner_frees_the_seat_of_a_person_who_does_not_come(guest: Guests) -> None:
    ada, bob, cyd = guest("Ada"), guest("Bob"), guest("Cyd")
    code = ada.make("copenhagen", ME, OPEN)
    bob.join(code)
    place = f"/api/tables/{code}/seats"
    assert bob.put(f"{place}/0", {"who": "open"}, 403)["code"] == "not-yours"
    watching = bob.watch(code)
    freed = ada.put(f"{place}/1", {"who": "open"})["seats"][1]
    assert (freed["who"], freed["name"]) == ("open", None)
    assert watching.news(lambda table: table["you"] is None)
    reported(watching, "Ada freed the seat of Bob.")
    assert cyd.join(code)["you"] == 1


def test_while_the_owner_is_absent_another_person_is_in_charge(guest: Guests) -> None:
    ada, bob = guest("Ada"), guest("Bob")
    code = ada.make("copenhagen", ME, OPEN, OPEN, wait=WAIT)
    bob.join(code)
    seat = bob.sit(code)  # Ada never opens the table
    seat.news(lambda table: table["yours"])
    assert ada.get(f"/api/tables/{code}")["yours"] is False
    bob.put(f"/api/tables/{code}/seats/2", {"who": "bot"})
    bob.put(f"/api/tables/{code}/seats/0", {"who": "bot"})
    seat.news(lambda table: table["status"] == "playing")  # nothing else was missing


def test_in_a_rematch_everyone_moves_on_by_one_seat_and_victories_are_counted(guest: Guests) -> None:
    ada, bob = table_of(guest, "Ada", "Bob", game="pier-18", more=(RANDOM,), pace=0)
    place = f"/api/tables/{ada.code}"
    assert ada.guest.post(f"{place}/rematch", None, 409)["code"] == "not-over"
    sheet = play_out([ada, bob])["sheet"]
    won = [one["rank"] == 1 for one in sheet]
    info = ada.news(lambda table: table["status"] == "over")
    assert (info["round"], [one["wins"] for one in info["seats"]]) == (1, won)
    assert guest("Eve").post(f"{place}/rematch", None, 403)["code"] == "no-seat"
    again = bob.guest.post(f"{place}/rematch", None, 201)
    reported(ada, "Bob asked for a rematch.")
    assert ada.news(lambda table: table["rematch"])["rematch"] == again["code"]
    assert ada.guest.post(f"{place}/rematch", None, 201)["code"] == again["code"]
    assert [one["name"] for one in again["seats"]][0::2] == ["Bob", "Ada"]
    assert again["seats"][1]["bot"] == "random"
    assert (again["round"], [one["wins"] for one in again["seats"]]) == (2, [*won[1:], won[0]])
    assert (again["options"], again["wait"], again["you"], again["yours"]) == (info["options"], WAIT, 0, True)
    seats = [bob.guest.sit(again["code"]), ada.guest.sit(again["code"])]
    for seat in seats:
        seat.until("situation")
    seats[0].send("end", yes=True)
    seats[1].send("end", yes=True)
    seats[0].until("situation", lambda frame: frame["over"])
    third = ada.guest.post(f"/api/tables/{again['code']}/rematch", None, 201)
    assert (third["round"], [one["wins"] for one in third["seats"]]) == (3, [*won[2:], *won[:2]])


def test_in_a_rematch_the_seat_of_a_person_who_does_not_come_can_be_given_to_a_bot(guest: Guests) -> None:
    ada, bob = table_of(guest, "Ada", "Bob", game="pier-18")
    play_out([ada, bob])
    again = ada.guest.post(f"/api/tables/{ada.code}/rematch", None, 201)
    seat = ada.guest.sit(again["code"])
    assert absent(seat, 0)["seats"][0]["name"] == "Bob"
    given = ada.guest.put(f"/api/tables/{again['code']}/seats/0", {"who": "bot"})
    assert (given["seats"][0]["who"], given["seats"][0]["wins"]) == ("bot", 0)
    seat.news(lambda table: table["status"] == "playing")
    assert bob.guest.get(f"/api/tables/{again['code']}")["you"] is None


@pytest.mark.parametrize("kind", ["remind", "stand_in"])
def test_nothing_can_be_done_about_a_bot(guest: Guests, kind: str) -> None:
    (ada,) = table_of(guest, "Ada", more=(BOT,), pace=10)
    assert ada.trouble(kind, seat=1) == "no-person"
