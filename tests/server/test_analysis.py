"""Analyses of finished games: a job with progress that can be stopped."""

from __future__ import annotations

import time

from tests.chosen import names

from .guests import BOT, ME, Guest, play_out
from .process import Server


def test_a_finished_game_is_analysed_and_the_result_survives_a_restart(own_server: Server) -> None:
    ada = Guest(own_server.url)
    seat = ada.sit(ada.make("pier-18" if "pier-18" in names() else names()[0], ME, BOT))
    seat.reach(0)
    address = f"/api/tables/{seat.code}/analysis"
    assert ada.get(address)["status"] == "none"
    assert ada.post(address, status=409)["code"] == "not-over"
    end = play_out([seat], lambda now: int(now["moves"][0]["code"]))
    assert ada.post(address, status=201)["status"] in ("running", "done")
    latest = time.monotonic() + 120
    while (found := ada.get(address))["status"] == "running" and time.monotonic() < latest:
        assert found["done"] <= found["total"]
        time.sleep(0.2)
    assert found["status"] == "done"
    assert found["done"] == found["total"] == end["ply"]
    assert found["decisions"]
    for decision in found["decisions"]:
        moment = ada.get(f"/api/tables/{seat.code}/replay?ply={decision['ply']}&reader=all")
        assert decision["seat"] in moment["situation"]["pending"]
        assert decision["loss"] >= 0
        assert decision["best"]["words"]
    assert ada.ask("DELETE", address)["status"] == "done"
    own_server.kill()
    own_server.start()
    assert ada.get(address) == found
