"""The socket of a table: frames in, frames out."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import structlog
from litestar import WebSocket as AnySocket
from litestar import websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from townwright.engine.errors import TownwrightError

from . import messages as say
from .errors import Refused
from .guard import LARGEST, Bucket
from .house import House, Room
from .routes import COOKIE, check_language
from .wire import Wire, encode

FRAMES_A_SECOND, SECONDS_AT_ONCE = 20.0, 3.0
TROUBLES_A_SECOND, TROUBLES_AT_ONCE = 0.2, 40.0
NOT_FOUND, POLICY, COME_AGAIN = 4404, 1008, 1012

WebSocket = AnySocket[Any, Any, Any]
decode = msgspec.json.Decoder(say.FromClient).decode
log = structlog.get_logger("townwright")


@websocket("/api/tables/{code:str}/socket")
async def table_socket(socket: WebSocket, code: FromPath[str]) -> None:
    """Everything that happens at a table, told to one client; and what that client does."""
    house: House = socket.app.state.house
    await socket.accept()
    try:
        language = check_language(socket.query_params.get("language", "en"))
        after = socket.query_params.get("after", "0")
        guest = await house.guest(socket.cookies.get(COOKIE))
        room = await house.room(code)
    except Refused as problem:
        await socket.send_data(encode([trouble(problem.code, problem.message)]), mode="text")
        await socket.close(NOT_FOUND, problem.code)
        return

    async def send(frame: bytes) -> None:
        try:
            await socket.send_data(frame, mode="text")
        except RuntimeError as gone:  # that is what Granian says of a client that has gone
            raise WebSocketDisconnect(detail=str(gone)) from None

    wire = Wire(house, room, guest, language, int(after) if after.isdecimal() and len(after) < 9 else 0, send)
    room.wires.add(wire)
    house.metrics.sockets.inc()
    house.changed(room)
    teller = asyncio.ensure_future(wire.tell_forever())
    listener = asyncio.ensure_future(listen(socket, house, room, wire))
    try:
        done, _ = await asyncio.wait((teller, listener), return_when=asyncio.FIRST_COMPLETED)
        if wire.closed:
            await socket.close(COME_AGAIN, "the server lets go of this table; come again")
        for task in done:
            wrong = task.exception()
            if wrong is not None and not isinstance(wrong, WebSocketDisconnect | OSError):
                log.error("socket", table=code, exc_info=wrong)
    finally:
        teller.cancel()
        room.wires.discard(wire)
        house.metrics.sockets.dec()
        house.changed(room)
        async with wire.hands:  # what the client asked for last is carried out, also if it did not wait for the answer
            listener.cancel()
        await asyncio.gather(teller, listener, return_exceptions=True)


def trouble(code: str, message: str) -> say.Trouble:
    return say.Trouble(say.Problem(code=code, message=message))


async def listen(socket: WebSocket, house: House, room: Room, wire: Wire) -> None:
    """Reads frames until the client goes, or brings too much."""
    rate: float = socket.app.state.frames_a_second
    bucket, patience = Bucket(rate, SECONDS_AT_ONCE * rate), Bucket(TROUBLES_A_SECOND, TROUBLES_AT_ONCE)
    while True:
        event: Any = await socket.receive()
        if event["type"] == "websocket.disconnect":
            return
        frame = event.get("text")
        problem: tuple[str, str] | None = None
        if not bucket.take():
            problem = "too-fast", f"at most {rate:.0f} frames a second"
        elif frame is None:
            problem = "malformed", "a frame is a JSON text"
        elif len(frame) > LARGEST or (not frame.isascii() and len(frame.encode()) > LARGEST):
            problem = "too-large", f"a frame is at most {LARGEST} bytes"
        else:
            try:
                async with wire.hands:
                    await handle(house, room, wire, decode(frame))
            except (msgspec.DecodeError, RecursionError, UnicodeError) as wrong:
                problem = "malformed", f"the frame cannot be read: {wrong}"
            except Refused as wrong:
                problem = wrong.code, wrong.message
            except TownwrightError as wrong:
                problem = "bad-call", str(wrong)
        if problem is not None:
            house.metrics.refused.labels(problem[0]).inc()
            wire.answer(trouble(*problem))
            if not patience.take():
                await socket.close(POLICY, "too many frames that cannot be used")
                return


async def handle(house: House, room: Room, wire: Wire, frame: say.FromClient) -> None:
    """Does what a frame asks for."""
    if isinstance(frame, say.Say):
        if wire.who is None:
            raise Refused(403, "no-name", "give your name before you speak")
        await house.say(room, wire.who, frame.text)
        return
    seat = wire.seat
    if seat is None:
        raise Refused(403, "no-seat", "you watch this table; only its players can do that")
    match frame:
        case say.Play():
            wire.answer(await house.play(room, seat, frame.code, frame.ply, frame.id, wire.language))
        case say.Undo():
            wire.answer(await house.undo(room, seat, frame.id))
        case say.Why():
            wire.answer(why(room, seat, frame, wire.language))
        case say.Hint():
            code = await house.hint(room, seat)
            table = room.table
            found = None if code is None or table.match is None else table.match.move(seat, code, seat, wire.language)
            wire.answer(say.Answer(id=frame.id, ok=True, ply=table.ply, move=found))
        case say.Ready():
            await house.ready(room, seat, frame.entropy)
        case say.Consent():
            await house.consent(room, seat, frame.yes)
        case say.SetPace():
            if wire.guest != room.table.owner:
                raise Refused(403, "not-yours", "only who made the table can set its pace")
            await house.set_pace(room, frame.pace)


def why(room: Room, seat: int, frame: say.Why, language: str) -> say.Answer:
    """Why a move is not possible, in one sentence."""
    table = room.table
    if table.match is None:
        return say.Answer(id=frame.id, ok=True, ply=table.ply)
    try:
        text = table.match.why_not(seat, frame.move, language)
    except TownwrightError as problem:
        text = str(problem)
    return say.Answer(id=frame.id, ok=True, ply=table.ply, text=text)
