"""Secrecy: a seat or a spectator receives the same bytes whatever the hidden cards are."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from tests.chosen import names

from townwright.engine.thinking import Budget
from townwright.server import crew, house
from townwright.server.messages import Situation
from townwright.server.play import Play
from townwright.server.workshop import Workshop

from .twins import compare

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of Litestar, in this process

SEATS = {"old-london-bridge": 3, "pier-18": 2, "tiny-towns": 3, "tenby": 2, "copenhagen": 3}
OPTIONS: dict[str, dict[str, Any]] = {"tenby": {"accolades": "ebb_flow", "visiting": True}}


@pytest.fixture(autouse=True)
def alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes deals and hints the same every time, and keeps two houses from compiling the same game at once."""

    async def nothing(self: Workshop) -> None:
        pass

    monkeypatch.setattr(crew.secrets, "randbits", lambda n: 7)
    monkeypatch.setattr(crew, "hint_budget", lambda: Budget(simulations=8))
    monkeypatch.setattr(house.secrets, "token_hex", lambda n: "5e" * n)
    monkeypatch.setattr(Workshop, "prepare_all", nothing)


@pytest.mark.parametrize("reader", [0, None], ids=["seat", "spectator"])
@pytest.mark.parametrize("game", names())
def test_no_frame_reveals_what_is_hidden(tmp_path: Path, game: str, reader: int | None) -> None:
    found = asyncio.run(compare(tmp_path, game, SEATS[game], OPTIONS.get(game, {}), reader, seed=11))
    assert found.frames >= found.plies / 2
    assert found.compared >= 0.6 * found.plies


def leaking(self: Play, reader: int | None, language: str, after: int = 0) -> Situation:
    situation: Situation = honest(self, reader, language, after)
    situation.prompt += str(hash(str(self.match.to_json()["position"])))
    return situation


honest = Play.situation


def test_a_leak_would_be_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Play, "situation", leaking)
    with pytest.raises(AssertionError, match="reveals what is hidden"):
        asyncio.run(compare(tmp_path, "copenhagen", 3, {}, 0, seed=11, most=20))
