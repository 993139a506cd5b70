"""A program that takes a seat at a table, through the same protocol as a person's browser.

    python examples/bot.py http://127.0.0.1:8018 ABCDEF --name Robo
    python examples/bot.py http://127.0.0.1:8018 ABCDEF --bot examples.train_ppo:Player   # a bot of the arena

It plays a random legal move, but builds when it can. Replace `choose` with something clever: it gets everything its
seat may know. docs/protocol.md explains every message. Needs: pip install httpx websockets
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import random
import secrets
from typing import Any
from urllib.parse import urlsplit

import httpx
from websockets.asyncio.client import connect


def choose(situation: dict[str, Any]) -> dict[str, Any]:
    """The move to play: one of situation["moves"]."""
    moves: list[dict[str, Any]] = situation["moves"]
    builds = [move for move in moves if move["kind"] == "build"]
    return random.choice(builds or moves)


def arena_choice(bot: Any, table: dict[str, Any], situation: dict[str, Any]) -> dict[str, Any]:
    """The move of a bot from the arena: what it knows is made from the view that the server sends."""
    import townwright as tw

    match = tw.position(table["game"], situation["view"], options=table["options"])
    code = bot.choose(match.known(table["you"]), table["you"])
    return next(move for move in situation["moves"] if move["code"] == code)


async def play(server: str, code: str, name: str, bot: Any = None) -> str:
    """Sits down at a table and plays to the end; returns the verdict."""
    async with httpx.AsyncClient(base_url=server) as http:
        (await http.put("/api/me", json={"name": name})).raise_for_status()  # sets the cookie
        joined = await http.post(f"/api/tables/{code}/join", json={})
        if joined.is_error:
            raise SystemExit(joined.json()["message"])
        cookie = "; ".join(f"{key}={value}" for key, value in http.cookies.items())
    address = f"ws://{urlsplit(server).netloc}/api/tables/{code}/socket"
    entropy, revealed, asked, request = "", True, -1, ""
    table: dict[str, Any] = {}
    async with connect(address, additional_headers={"Cookie": cookie}, max_size=2**22) as socket:
        async for text in socket:
            for frame in json.loads(text):
                if frame["type"] == "table":
                    table = frame["table"]
                if frame["type"] == "table" and table["status"] == "open":
                    promised, shown = table["deal"]["commitments"], table["deal"]["entropy"]
                    if (
                        promised[table["you"]] is None
                    ):  # promise our part of the deal; a new part if the last is revealed
                        entropy, revealed = secrets.token_hex(16) if revealed else entropy, False
                        promise = hashlib.sha256(entropy.encode()).hexdigest()
                        await socket.send(json.dumps({"type": "ready", "commitment": promise}))
                    elif None not in promised and shown[table["you"]] is None:  # all have promised: reveal it
                        revealed = True
                        await socket.send(json.dumps({"type": "reveal", "entropy": entropy}))
                elif frame["type"] == "situation":
                    if frame["over"]:
                        return str(frame["verdict"])
                    if frame["moves"] and frame["ply"] != asked:
                        asked = frame["ply"]
                        move = choose(frame) if bot is None else arena_choice(bot, table, frame)
                        wish = {"type": "play", "id": secrets.token_hex(8), "ply": asked, "code": move["code"]}
                        request = json.dumps(wish)
                        await socket.send(request)
                elif frame["type"] == "trouble" and frame["problem"]["code"] == "too-fast":
                    await asyncio.sleep(1)
                    await socket.send(request)  # the same id: it is played at most once
                elif frame["type"] == "asked" and frame["seat"] is not None:
                    await socket.send(json.dumps({"type": "consent", "yes": True}))
    raise SystemExit("the server closed the table")


def main() -> None:
    parser = argparse.ArgumentParser(description="Takes a seat at a table and plays.")
    parser.add_argument("server", help="such as http://127.0.0.1:8018")
    parser.add_argument("code", help="the six letters of the table")
    parser.add_argument("--name", default="Robo")
    parser.add_argument("--bot", help="a class with choose(known, seat), such as examples.train_ppo:Player")
    given = parser.parse_args()
    bot = None
    if given.bot:
        from townwright.arena.outside import outside_bot

        bot = outside_bot(given.bot, secrets.token_hex(8))
    print(asyncio.run(play(given.server.rstrip("/"), given.code, given.name, bot)))


if __name__ == "__main__":
    main()
