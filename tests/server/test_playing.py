"""Playing: whole games, acknowledgements, stale moves, simultaneous choices, undo, chat, hints and replays."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable
from typing import Any

import pytest
from tests.chosen import names

from .guests import BOT, ME, OPEN, RANDOM, Frame, Guest, Seat, play_out
from .process import Server

Guests = Callable[..., Guest]


def pair(guest: Guests, game: str = "copenhagen", *more: Frame, **options: Any) -> tuple[Seat, Seat]:
    """Two people at a table where the game has begun."""
    ada, bob = guest("Ada"), guest("Bob")
    code = ada.make(game, ME, OPEN, *more, **options)
    bob.join(code)
    seats = ada.sit(code), bob.sit(code)
    for seat in seats:
        seat.reach(0)
    return seats


def alone(guest: Guests, game: str = "copenhagen", *more: Frame, **options: Any) -> Seat:
    """One person and bots."""
    ada = guest("Ada")
    seat = ada.sit(ada.make(game, ME, *(more or (BOT,)), **options))
    seat.reach(0)
    return seat


def mover(*seats: Seat) -> Seat:
    """The seat that must act."""
    ply = max(seat.ply for seat in seats)
    return next(seat for seat in seats if seat.reach(ply)["moves"])


def anything(now: Frame) -> int:
    code: int = random.choice(now["moves"])["code"]
    return code


@pytest.mark.parametrize("game", names())
def test_two_people_and_a_bot_play_a_whole_game(guest: Guests, game: str) -> None:
    seats = pair(guest, game, RANDOM)
    end = play_out(list(seats), anything)
    assert (end["over"], end["moves"], end["pending"]) == (True, [], [])
    assert end["verdict"]
    assert min(sheet["rank"] for sheet in end["sheet"]) == 1
    other = seats[1].reach(end["ply"])
    assert (other["sheet"], other["verdict"]) == (end["sheet"], end["verdict"])
    for seat in seats:
        plies = [line["ply"] for line in seat.lines]
        assert plies == sorted(plies)
        assert set(plies) == set(range(1, end["ply"] + 1))
        assert seat.news(lambda table: table["status"] == "over")["deal"]["secret"]
    record = seats[0].guest.get(f"/api/tables/{seats[0].code}/record")
    assert len(record["moves"]) == end["ply"]


def test_a_move_is_acknowledged_with_its_ply_and_everyone_sees_it(guest: Guests) -> None:
    seats = pair(guest)
    seat = mover(*seats)
    move = seat.now["moves"][0]
    answer = seat.play(move["code"])
    assert (answer["ok"], answer["ply"], answer["problem"]) == (True, 1, None)
    for each in seats:
        (line,) = each.reach(1)["log"]
        assert (line["ply"], line["kind"], line["move"]["code"]) == (1, "move", move["code"])
        name = "You" if each is seat else seat.table["seats"][seat.table["you"]]["name"]
        assert line["text"].startswith(f"{name} took ")


def test_a_repeated_move_is_answered_but_not_played_again(guest: Guests) -> None:
    seats = pair(guest)
    seat = mover(*seats)
    move = {"id": "once", "ply": 0, "code": seat.now["moves"][0]["code"]}
    first = seat.ask("play", **move)
    assert first["ok"]
    assert seat.ask("play", **move) == first
    again = seat.guest.watch(seat.code)
    assert again.ask("play", **move) == first
    play_out(list(seats), until=5)
    assert again.ask("play", **move) == first
    assert sum(line["ply"] == 1 for line in seats[0].lines) == 1


def test_a_repeated_move_is_answered_after_a_crash(own_server: Server) -> None:
    ada = Guest(own_server.url)
    seat = ada.sit(ada.make("copenhagen", ME, BOT, pace=10))
    move = {"id": "once", "ply": 0, "code": seat.turn()["moves"][0]["code"]}
    first = seat.ask("play", **move)
    own_server.kill()
    own_server.start()
    again = ada.watch(seat.code)
    assert again.ask("play", **move) == first
    assert again.reach(1)["ply"] == 1
    assert [line["ply"] for line in again.lines] == [1]


def test_two_seats_may_use_the_same_id(guest: Guests) -> None:
    seats = pair(guest)
    for _ in range(4):
        seat = mover(*seats)
        answer = seat.ask("play", id="same" + str(seat.ply), ply=seat.ply, code=seat.now["moves"][0]["code"])
        assert answer["ok"]
        for each in seats:
            each.reach(answer["ply"])
    assert seats[0].ply == 4


def test_a_stale_move_is_refused_with_the_reason_and_the_situation(guest: Guests) -> None:
    seats = pair(guest)
    seat = mover(*seats)
    code = seat.now["moves"][0]["code"]
    seat.play(code)
    for ply in (0, 99):
        answer = seat.ask("play", ply=ply, code=code)
        assert (answer["ok"], answer["problem"]["code"]) == (False, "stale")
        fresh = seat.until("situation")
        assert (fresh["ply"], fresh["log"]) == (1, [])


def test_a_move_out_of_turn_is_refused(guest: Guests) -> None:
    seats = pair(guest)
    seat = mover(*seats)
    other = seats[0] if seat is seats[1] else seats[1]
    answer = other.ask("play", ply=0, code=seat.now["moves"][0]["code"])
    assert (answer["ok"], answer["problem"]["code"]) == (False, "stale")
    assert other.until("situation")["ply"] == 0


def test_an_illegal_move_is_refused_with_the_games_own_reason(guest: Guests) -> None:
    seat = alone(guest, pace=10)
    legal = {move["code"] for move in seat.turn()["moves"]}
    code = next(code for code in range(1000) if code not in legal)
    answer = seat.ask("play", ply=seat.ply, code=code)
    assert (answer["ok"], answer["problem"]["code"]) == (False, "illegal")
    assert answer["problem"]["message"] == seat.ask("why", move=code)["text"]
    fresh = [frame for frame in seat.frames if frame["type"] == "situation"][-1]
    assert (fresh["ply"], fresh["log"]) == (seat.ply, [])
    assert seat.ask("play", ply=seat.ply, code=10**12)["problem"]["code"] == "illegal"
    assert seat.play()["ok"]


def test_nothing_can_be_played_before_and_after_the_game(guest: Guests) -> None:
    ada = guest()
    seat = ada.sit(ada.make("copenhagen", ME, OPEN))
    assert seat.ask("play", ply=0, code=0)["problem"]["code"] == "not-playing"
    assert seat.ask("undo")["problem"]["code"] == "no-undo"
    assert seat.ask("hint")["move"] is None
    assert seat.ask("why", move=0)["text"] is None
    over = alone(guest, "pier-18", RANDOM)
    end = play_out([over])
    assert over.ask("play", ply=end["ply"], code=0)["problem"]["code"] == "not-playing"
    assert over.ask("undo")["problem"]["code"] == "no-undo"


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_in_a_simultaneous_round_seats_act_in_any_order_without_waiting(guest: Guests, order: tuple[int, int]) -> None:
    seats = pair(guest, "old-london-bridge")
    start = play_out(list(seats), until=0)
    while len(start["pending"]) < 2:
        play_out(list(seats), until=start["ply"] + 1)
        start = seats[0].now
    ply = seats[1].reach(start["ply"])["ply"]
    chosen = [random.choice(seat.now["moves"])["code"] for seat in seats]
    for n, who in enumerate(order):  # both choose from the same situation, which is not stale
        assert seats[who].ask("play", ply=ply, code=chosen[who])["ply"] == ply + n + 1


def choosing(guest: Guests) -> tuple[Seat, Seat]:
    """Two people who must both choose between open and secret, without seeing each other's choice."""
    seats = pair(guest, "tenby", options={"accolades": "ebb_flow"})
    now = play_out(list(seats), anything, until=0)
    while not now["over"] and {move["kind"] for move in now["moves"]} != {"show", "hide"}:
        now = play_out(list(seats), anything, until=now["ply"] + 1)
    assert now["pending"] == [0, 1]
    return seats


def test_sealed_choices_are_revealed_once_everyone_has_chosen(guest: Guests) -> None:
    first, second = choosing(guest)
    eve = guest("Eve").watch(first.code)
    ply = first.ply
    code = first.now["moves"][0]["code"]
    first.play(code)
    for reader in (second, eve):
        line = reader.reach(ply + 1)["log"][-1]
        assert (line["seat"], line["text"], line["move"]) == (0, "Ada made a choice in secret.", None)
    assert first.now["log"][-1]["move"]["code"] == code
    second.play()
    for reader in (second, eve):
        line = [line for line in reader.reach(ply + 2)["log"] if line["seat"] == 0][-1]
        assert line["move"]["code"] == code
        assert line["ply"] == ply + 2
        assert line["text"]


def test_a_sealed_choice_that_was_taken_back_is_never_revealed(guest: Guests) -> None:
    first, second = choosing(guest)
    ply, (one, other) = first.ply, [move["code"] for move in first.now["moves"]]
    first.play(one)
    assert first.now["undo"] == "free"
    assert first.ask("undo")["ok"]
    first.reach(ply + 2)
    first.play(other)
    second.reach(ply + 3)
    second.play()
    codes = [line["move"] and line["move"]["code"] for line in second.reach(ply + 4)["log"] if line["seat"] == 0]
    assert other in codes
    assert one not in codes


def test_a_rewind_takes_back_the_sealed_choices_of_others_too(guest: Guests) -> None:
    first, second = choosing(guest)
    ply, code = first.ply, second.reach(first.ply)["moves"][0]["code"]
    second.play(code)
    assert first.reach(ply + 1)["undo"] == "ask"  # to before Ada chose her resident
    first.ask("undo")
    second.until("asked", lambda frame: frame["seat"] == 0)
    second.send("consent", yes=True)
    first.reach(ply + 2)
    second.reach(ply + 2)
    while len(first.now["pending"]) < 2 or first.now["moves"][0]["kind"] not in ("show", "hide"):
        play_out([first, second], until=first.ply + 1)
    other = next(move["code"] for move in second.reach(first.ply)["moves"] if move["code"] != code)
    second.play(other)
    first.reach(second.ply)
    first.play()
    seen = [line["move"]["code"] for line in first.lines if line["seat"] == 1 and line["move"]]
    assert other in seen
    assert code not in seen


def test_undo_is_free_until_something_comes_to_light(guest: Guests) -> None:
    seats = pair(guest, "tiny-towns")
    seat = mover(*seats)
    before = seat.now
    seat.play()
    while seat.now["undo"] != "free":
        seat = mover(*seats)
        before = seat.now
        seat.play()
    answer = seat.ask("undo", id="back")
    assert answer["ok"]
    after = seat.reach(answer["ply"])
    assert after["ply"] == before["ply"] + 2
    assert after["log"][-1]["kind"] == "undo"
    assert {**after, "ply": 0, "log": 0} == {**before, "ply": 0, "log": 0}
    assert seat.ask("undo", id="back") == answer  # repeated, not taken back twice


def past_free_undo(seats: tuple[Seat, Seat]) -> tuple[Seat, Seat]:
    """Plays until a seat can only ask for an undo; returns that seat and the other."""
    while True:
        mover(*seats).play()
        ply = max(seat.ply for seat in seats)
        for one, other in (seats, seats[::-1]):
            other.reach(ply)
            if one.reach(ply)["undo"] == "ask":
                return one, other


def test_after_that_an_undo_needs_the_consent_of_the_others(guest: Guests) -> None:
    one, other = past_free_undo(pair(guest))
    ply = one.ply
    assert one.ask("undo", id="please") == {**one.frames[-1], "ok": True, "ply": ply}
    asked = other.until("asked")
    assert (asked["seat"], asked["waiting"]) == (one.table["you"], [other.table["you"]])
    late = one.guest.watch(one.code)
    assert late.until("asked")["seat"] == one.table["you"]
    other.send("consent", yes=True)
    for seat in (one, other):
        line = seat.reach(ply + 1)["log"][-1]
        name = "You" if seat is one else seat.table["seats"][one.table["you"]]["name"]
        assert (line["kind"], line["text"]) == ("undo", f"{name} took back the last move.")
        seat.until("asked", lambda frame: frame["seat"] is None)
    assert one.now["moves"]
    assert one.ask("undo", id="please")["ply"] == ply + 1  # repeated: answered, and the other is not asked again
    assert one.ask("why", move=0)["ply"] == ply + 1


@pytest.mark.parametrize("who", ["the other refuses", "the asker withdraws"])
def test_an_undo_is_declined_or_withdrawn(guest: Guests, who: str) -> None:
    one, other = past_free_undo(pair(guest))
    ply = one.ply
    one.ask("undo")
    other.until("asked", lambda frame: frame["seat"] is not None)
    (other if who == "the other refuses" else one).send("consent", yes=False)
    other.until("asked", lambda frame: frame["seat"] is None)
    assert other.ask("why", move=0)["ply"] == ply


def test_a_move_ends_an_open_question(guest: Guests) -> None:
    one, other = past_free_undo(pair(guest))
    one.ask("undo")
    other.until("asked", lambda frame: frame["seat"] is not None)
    mover(one, other).play()
    assert one.until("asked", lambda frame: frame["seat"] is None)
    ply = max(one.ply, other.ply)
    other.send("consent", yes=True)
    assert other.ask("why", move=0)["ply"] == ply


def test_against_bots_alone_everything_can_be_taken_back(guest: Guests) -> None:
    seat = alone(guest, "pier-18", RANDOM)
    play_out([seat], anything, until=10)
    moves = sum(1 for line in seat.lines if line["seat"] == 0)
    for _ in range(moves):
        seat.turn()
        assert seat.now["undo"] == "free"
        answer = seat.ask("undo")
        assert answer["ok"]
        seat.reach(answer["ply"])
    seat.turn()
    assert seat.now["undo"] is None
    assert seat.ask("undo")["problem"]["code"] == "no-undo"
    assert play_out([seat], anything)["over"]


def test_chat_reaches_everyone_as_text_and_is_stored(guest: Guests) -> None:
    one, other = pair(guest)
    eve = guest("Eve").watch(one.code)
    text = '<script>alert("1 & 2")</script> \N{WAVING HAND SIGN}'
    one.send("say", text=text)
    (line,) = other.until("chat")["lines"]
    assert (line["name"], line["seat"], line["text"]) == ("Ada", 0, text)
    eve.until("chat")
    eve.send("say", text="  nice\u0007 game\n")
    (line,) = eve.until("chat")["lines"]
    assert (line["name"], line["seat"], line["text"]) == ("Eve", None, "nice game")
    late = guest("Fay").watch(one.code).until("chat")
    assert [line["text"] for line in late["lines"]] == [text, "nice game"]
    assert one.trouble("say", text="") == "malformed"
    assert one.trouble("say", text="x" * 501) == "malformed"


def test_everyone_sees_who_is_connected(guest: Guests) -> None:
    one, other = pair(guest)
    one.news(lambda table: table["seats"][1]["here"])
    other.close()
    one.news(lambda table: not table["seats"][1]["here"])
    again = other.guest.watch(one.code)
    one.news(lambda table: table["seats"][1]["here"])
    assert again.until("table")["table"]["you"] == 1


def test_a_client_that_was_away_gets_exactly_what_it_missed(guest: Guests) -> None:
    one, other = pair(guest)
    play_out([one, other], until=4)
    here, ply = one.lines, one.ply
    one.close()
    back = one.guest.watch(one.code, after=ply)
    play_out([back, other], until=12)
    whole = one.guest.watch(one.code)
    whole.reach(back.ply)
    assert here + back.lines == whole.lines
    assert [line["ply"] for line in whole.lines] == list(range(1, back.ply + 1))
    nothing = one.guest.watch(one.code, after=back.ply)
    assert nothing.reach(back.ply)["log"] == []
    for after in ("-1", "x", "9" * 30, ""):
        assert one.guest.watch(one.code, after=after).reach(back.ply)["log"] in (whole.lines, [])


def test_the_owner_sets_the_pace_and_it_takes_effect_at_once(guest: Guests) -> None:
    one, other = pair(guest, "copenhagen", BOT, pace=10)
    assert other.trouble("pace", pace=0) == "not-yours"
    assert one.trouble("pace", pace=11) == "malformed"
    while 2 not in one.now["pending"]:
        mover(one, other).play()
        ply = max(one.ply, other.ply)
        one.reach(ply)
        other.reach(ply)
    one.send("pace", pace=0)
    assert other.news(lambda table: table["pace"] == 0)
    ply = one.ply
    assert one.reach(ply + 1)  # the bot moves, which would otherwise have waited ten seconds


@pytest.mark.parametrize("game", names())
def test_a_hint_is_a_legal_move(guest: Guests, game: str) -> None:
    seat = alone(guest, game)
    for _ in range(3):
        now = seat.turn()
        answer = seat.ask("hint")
        assert answer["ok"]
        assert answer["move"]["code"] in {move["code"] for move in now["moves"]}
        assert answer["move"]["text"]
        best = answer["hints"][0]
        assert best["move"] == answer["move"]
        assert len(best["points"]) == len(best["chances"])
        assert abs(sum(best["chances"]) - 1) < 0.01
        seat.play(answer["move"]["code"])


def test_why_explains_codes_and_words(guest: Guests) -> None:
    seat = alone(guest, pace=10)
    move = seat.turn()["moves"][0]
    assert seat.ask("why", move=move["code"])["text"] is None
    assert seat.ask("why", move=move["words"])["text"] is None
    assert "has no move" in seat.ask("why", move="dance")["text"]
    legal = {m["code"] for m in seat.now["moves"]}
    reason = seat.ask("why", move=next(c for c in range(1000) if c not in legal))["text"]
    assert reason[0].isupper() or reason[0].isdigit()
    assert seat.ask("why", move=10**15)["ok"]


def test_replay_shows_every_moment_as_it_was(guest: Guests) -> None:
    seat = alone(guest, "pier-18", RANDOM)
    ada, place = seat.guest, f"/api/tables/{seat.code}/replay"
    play_out([seat], anything, until=6)
    assert ada.get(f"{place}?ply=3&reader=0")["readers"] == ["none", "0"]
    assert ada.get(f"{place}?ply=3&reader=all", 403)["code"] == "not-yours"
    assert ada.get(f"{place}?ply=3&reader=1", 403)["code"] == "not-yours"
    assert guest("Eve").get(f"{place}?ply=3&reader=0", 403)["code"] == "not-yours"
    assert ada.get(f"{place}?ply=100000", 404)["code"] == "no-ply"
    end = play_out([seat], anything)
    for frame in [f for f in seat.frames if f["type"] == "situation"]:
        shown = ada.get(f"{place}?ply={frame['ply']}&reader=0")
        assert shown["plies"] == end["ply"]
        assert shown["situation"]["view"] == frame["view"]
        assert shown["situation"]["log"] == [line for line in seat.lines if line["ply"] <= frame["ply"]]
    whole = guest("Eve").get(f"{place}?ply={end['ply']}&reader=all")
    assert whole["readers"] == ["all", "none", "0", "1"]
    assert whole["situation"]["verdict"] == end["verdict"]
    assert all(line["text"] for line in whole["situation"]["log"])


def test_a_guest_with_two_windows_sees_the_same_in_both(guest: Guests) -> None:
    one = alone(guest)
    two = one.guest.watch(one.code)
    play_out([one, two], until=8)
    assert two.reach(one.ply)["ply"] >= one.ply
    assert two.trouble("reveal", entropy="xyz") == "malformed"
    two.send("ready", commitment=secrets.token_hex(32))  # too late: the deal stays as it is
    two.send("reveal", entropy=secrets.token_hex(8))
    one.play()
    assert two.table["deal"] == one.table["deal"]
