"""The socket of a table: frames in, frames out."""

from __future__ import annotations

import asyncio
import contextlib
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
from .guard import LARGEST, Bucket, Buckets
from .house import House
from .metrics import Metrics
from .routes import COOKIE, check_language, find_table
from .table import Table
from .wire import Wire, encode

SECONDS_AT_ONCE = 3.0
AGAIN = 1.0  # seconds after which a frame that was refused for now may be sent again
TROUBLES_A_SECOND, TROUBLES_AT_ONCE = 0.2, 40.0
NOT_FOUND, POLICY, COME_AGAIN = 4404, 1008, 1012

# frames that a page sends only when a person does something
SIGNS = say.Here | say.Play | say.Undo | say.Consent | say.Remind | say.StandIn | say.End

WebSocket = AnySocket[Any, Any, Any]
decode = msgspec.json.Decoder(say.FromClient).decode
log = structlog.get_logger("townwright")


@websocket("/api/tables/{code:str}/socket")
async def table_socket(socket: WebSocket, code: FromPath[str]) -> None:
    """Sends one client everything that happens at a table, and handles the client's frames."""
    house: House = socket.app.state.house
    await socket.accept()
    try:
        language = check_language(socket.query_params.get("language", "en"))
        after = socket.query_params.get("after", "0")
        guest = await house.guests.find(socket.cookies.get(COOKIE))
        table = await find_table(socket, code, guest)
    except Refused as problem:
        await socket.send_data(encode([trouble(problem.code, problem.message)]), mode="text")
        await socket.close(NOT_FOUND, problem.code)
        return

    async def send(frame: bytes) -> None:
        try:
            await socket.send_data(frame, mode="text")
        except RuntimeError as gone:  # the socket has been closed, by either side
            raise WebSocketDisconnect(detail=str(gone)) from None

    wire = Wire(table, guest, language, int(after) if after.isdecimal() and len(after) < 9 else 0, send)
    came = wire.seat if wire.seat not in table.here else None
    table.come(wire)
    house.metrics.sockets.inc()
    if came is not None:
        house.tasks.spawn(table.absence.came(came))
    sender = asyncio.ensure_future(wire.send_forever())
    listener = asyncio.ensure_future(listen(socket, table, wire, house.metrics))
    try:
        done, _ = await asyncio.wait((sender, listener), return_when=asyncio.FIRST_COMPLETED)
        if wire.closed:
            await close(socket, COME_AGAIN, "the server has let go of this table; connect again")
        for task in done:
            wrong = task.exception()
            if wrong is not None and not isinstance(wrong, WebSocketDisconnect | OSError):
                log.error("socket", table=code, exc_info=wrong)
    finally:
        sender.cancel()
        table.go(wire)
        house.metrics.sockets.dec()
        if wire.seat is not None and wire.seat not in table.here:
            table.absence.went(wire.seat)
        async with wire.busy:  # finish the client's last request, even if it has not waited for the answer
            listener.cancel()
        await asyncio.gather(sender, listener, return_exceptions=True)


async def close(socket: WebSocket, code: int, why: str) -> None:
    with contextlib.suppress(RuntimeError):  # it is closed already
        await socket.close(code, why)


def trouble(code: str, message: str, frame: str | None = None, again: float | None = None) -> say.Trouble:
    """What is wrong with a frame, with its id if one can be read."""
    found: str | None = None
    if frame is not None and len(frame) <= LARGEST:
        with contextlib.suppress(msgspec.DecodeError, RecursionError, UnicodeError):
            found = read_id(frame).id
    return say.Trouble(say.Problem(code=code, message=message), found, again)


class Named(msgspec.Struct):
    """The id of any frame."""

    id: say.Id | None = None


read_id = msgspec.json.Decoder(Named).decode


async def listen(socket: WebSocket, table: Table, wire: Wire, metrics: Metrics) -> None:
    """Reads frames until the client leaves or has sent too many bad ones."""
    rate: float = socket.app.state.frames_a_second
    bucket, patience = Bucket(rate, SECONDS_AT_ONCE * rate), Bucket(TROUBLES_A_SECOND, TROUBLES_AT_ONCE)
    while True:
        await wire.room()
        event: Any = await socket.receive()
        if event["type"] == "websocket.disconnect":
            return
        frame = event.get("text")
        problem: tuple[str, str] | None = None
        again: float | None = None
        if not bucket.take():
            again = round(max(1.0, bucket.wait), 1)
            problem = "too-fast", f"at most {rate:.0f} frames a second; send this again in {again} seconds"
        elif frame is None:
            problem = "malformed", "a frame is a JSON text"
        elif len(frame) > LARGEST or (not frame.isascii() and len(frame.encode()) > LARGEST):
            problem = "too-large", f"a frame is at most {LARGEST} bytes"
        else:
            try:
                async with wire.busy:
                    await handle(table, wire, decode(frame), socket.app.state.talk)
            except (msgspec.DecodeError, RecursionError, UnicodeError) as wrong:
                problem = "malformed", f"the frame cannot be read: {wrong}"
            except Refused as wrong:
                problem = wrong.code, wrong.message
                again = AGAIN if wrong.status == 503 or wrong.code in ("again", "too-fast") else None
            except TownwrightError as wrong:
                problem = "bad-call", str(wrong)
        if problem is not None:
            metrics.refused.labels(problem[0]).inc()
            answer = trouble(*problem, frame, again)
            wire.answer(answer)
            await asyncio.sleep(0)  # waiting frames are read without a pause: let the wire send this first
            if not patience.take():
                with contextlib.suppress(RuntimeError):
                    await socket.send_data(encode([answer]), mode="text")
                await close(socket, POLICY, "too many frames that cannot be used")
                return


async def give_hint(table: Table, wire: Wire, seat: int, client: str) -> None:
    """Answers a request for a hint. It may wait for its turn among the bots; the client's moves do not wait for it."""
    wire.answer(await table.hint(seat, client, wire.language))


async def handle(table: Table, wire: Wire, frame: say.FromClient, talk: Buckets) -> None:
    """Does what a frame asks for."""
    if isinstance(frame, say.Say):
        if wire.guest is None:
            raise Refused(403, "no-name", "give your name before you speak")
        if not talk.take(f"{table.code} {wire.guest.id}"):
            raise Refused(429, "too-fast", "you say a lot at once; wait a moment")
        await table.say(wire.guest, frame.text)
        if wire.seat is not None:
            await table.absence.heard(wire.seat)
        return
    seat = wire.seat
    if seat is None:
        raise Refused(403, "no-seat", "you are watching this table; only its players can do that")
    if isinstance(frame, SIGNS):
        await table.absence.heard(seat)
    match frame:
        case say.Play():
            wire.answer(await table.play_move(seat, frame.code, frame.ply, frame.id, wire.language))
        case say.Undo():
            wire.answer(await table.undo(seat, frame.id))
        case say.Why():
            wire.answer(table.why(seat, frame.move, frame.id, wire.language))
        case say.Foresee():
            wire.answer(table.foresee(seat, frame.code, frame.id))
        case say.Hint():
            if wire.hinting is not None:
                await asyncio.wait({wire.hinting})  # one hint at a time
            wire.hinting = table.services.tasks.spawn(give_hint(table, wire, seat, frame.id))
        case say.Ready():
            await table.dealing.promise(seat, frame.commitment)
        case say.Reveal():
            await table.dealing.reveal(seat, frame.entropy)
        case say.Consent():
            await table.consent.answer(seat, frame.yes)
        case say.SetPace():
            await table.set_pace(wire.guest_id, frame.pace)
        case say.SetWait():
            await table.absence.set_wait(wire.guest_id, frame.wait)
        case say.Remind():
            await table.absence.remind(seat, frame.seat)
        case say.StandIn():
            await table.absence.let_stand_in(seat, frame.seat)
        case say.End():
            await table.agreement.answer(seat, frame.yes)
