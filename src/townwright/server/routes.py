"""The routes of the HTTP API."""

from __future__ import annotations

import asyncio
import functools
from typing import Annotated, Any, Literal, TypeVar

import litestar
import msgspec
from litestar import MediaType, Request, Response, Router
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, JSONBody, PathParameter, QueryParameter
from msgspec import inspect

from townwright import bots
from townwright.engine.errors import TownwrightError
from townwright.engine.shapes import literal_values
from townwright.engine.texts import languages
from townwright.games import load, names, rules_page

from .address import Invitation
from .boxes import check_box
from .errors import Refused
from .guard import LARGEST_BOX, address_of
from .house import House, find_game
from .messages import (
    Address,
    AnalysisInfo,
    BoxCheck,
    BoxInfo,
    ChangeSeat,
    GameInfo,
    Join,
    Me,
    NewName,
    NewTable,
    Option,
    OwnBox,
    Problem,
    Replay,
    SeatKey,
    TableInfo,
    TableLine,
)
from .news import Stop
from .rows import Guest
from .story import EVERYTHING, Reader
from .table import Table

T = TypeVar("T")
COOKIE = "townwright"
YEAR = 365 * 24 * 3600
PROBLEMS = {
    400: "malformed",
    403: "not yours",
    404: "no such thing",
    409: "not now",
    413: "too large",
    421: "a host that this server is not known as",
    429: "too often",
    503: "not at the moment",
}

# every route may answer with a problem, so the OpenAPI document says so
SPECS = {status: ResponseSpec(Problem, description=what, generate_examples=False) for status, what in PROBLEMS.items()}
get = functools.partial(litestar.get, responses=SPECS)
post = functools.partial(litestar.post, responses=SPECS)
put = functools.partial(litestar.put, responses=SPECS)
delete = functools.partial(litestar.delete, responses=SPECS)

Language = Annotated[Literal["en", "it"], QueryParameter()]
Code = Annotated[str, PathParameter(max_length=6)]


def check_language(language: str) -> str:
    """The language, if there are texts in it."""
    if language not in languages():
        raise Refused(400, "language", f"there are texts in {' and '.join(languages())}, not in {language[:20]!r}")
    return language


def house_of(request: Request[Any, Any, Any]) -> House:
    house: House = request.app.state.house
    return house


async def guest_of(request: Request[Any, Any, Any]) -> Guest | None:
    """The guest who sent a request, if known."""
    return await house_of(request).guests.find(request.cookies.get(COOKIE))


async def named(request: Request[Any, Any, Any]) -> Guest:
    """The guest who sent a request; refused without a name."""
    guest = await guest_of(request)
    if guest is None:
        raise Refused(403, "no-name", "give your name first (PUT /api/me)")
    return guest


@functools.cache
def options_of(name: str, language: str) -> list[Option]:
    """The options of a game's box, described in words."""
    game = load(name)
    texts, defaults = game.texts(language), game.open_box().options
    found = []
    for field in msgspec.structs.fields(game.options):
        option = Option(name=field.name, text=texts(f"option.{field.name}"), kind="words", default=defaults[field.name])
        shape = inspect.type_info(field.type)
        if isinstance(shape, inspect.BoolType):
            option.kind = "switch"
        elif isinstance(shape, inspect.IntType):
            option.kind, option.least, option.most = "number", shape.ge, shape.le
        elif isinstance(shape, inspect.LiteralType):
            option.kind = "choice"
            option.choices = {value: texts(f"choice.{field.name}.{value}") for value in literal_values(field.type)}
        found.append(option)
    return found


@get("/games")
async def games(request: Request[Any, Any, Any], language: Language = "en") -> list[GameInfo]:
    """The games that can be played here."""
    house, found = house_of(request), []
    for name in names():
        game = load(name)
        found.append(
            GameInfo(
                name=name,
                title=game.texts(language)("title"),
                summary=game.texts(language)("summary"),
                seats=game.seats,
                options=options_of(name, language),
                bots=list(bots.LEVELS),
                ready=house.workshop.share(name),
            )
        )
    return found


class RulesPage(msgspec.Struct):
    """The rules of a game, as HTML."""

    html: str


@functools.cache
def rendered(name: str, language: str) -> str:
    from markdown_it import MarkdownIt

    try:
        text = rules_page(name, language)
    except TownwrightError:  # not translated yet
        text = rules_page(name)
    html: str = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    return html


@get("/games/{game:str}/rules")
async def rules(game: FromPath[str], language: Language = "en") -> RulesPage:
    """The rules page of a game."""
    return RulesPage(rendered(find_game(game).name, language))


@post("/games/{game:str}/box", status_code=200, request_max_body_size=LARGEST_BOX)
async def check_own_box(game: FromPath[str], data: JSONBody[OwnBox]) -> BoxCheck:
    """What is wrong with a player's own box, in sentences."""
    return await asyncio.to_thread(check_box, find_game(game), data)


@get("/me")
async def me(request: Request[Any, Any, Any], language: Language = "en") -> Me:
    """Your name and your tables."""
    guest = await guest_of(request)
    if guest is None:
        return Me(name=None, tables=[])
    return Me(name=guest.name, tables=await house_of(request).lists.of_guest(guest, language))


@put("/me")
async def set_me(request: Request[Any, Any, Any], data: JSONBody[NewName], language: Language = "en") -> Response[Me]:
    """Sets your name. The first answer sets the cookie that identifies you from then on."""
    house = house_of(request)
    if await guest_of(request) is None and not request.app.state.newcomers.take(address_of(request.scope)):
        raise Refused(429, "too-fast", "too many newcomers from your address; wait a minute")
    guest, token = await house.guests.welcome(request.cookies.get(COOKIE), data.name)
    return with_cookie(
        request, Response(Me(name=guest.name, tables=await house.lists.of_guest(guest, language))), token
    )


def with_cookie(request: Request[Any, Any, Any], answer: Response[T], token: str | None) -> Response[T]:
    """The answer; a new guest gets a token with it."""
    if token is not None:
        secure = request.headers.get("x-forwarded-proto", request.url.scheme) == "https"
        answer.set_cookie(
            Cookie(key=COOKIE, value=token, max_age=YEAR, httponly=True, samesite="lax", secure=secure, path="/")
        )
    return answer


@get("/address")
async def address(request: Request[Any, Any, Any]) -> Address:
    """The address for invitations: one that also works on other machines, if the server knows one."""
    invitation: Invitation = request.app.state.invitation
    return Address(invitation.url(request.headers.get("host", "")))


@get("/tables")
async def listed(request: Request[Any, Any, Any], language: Language = "en") -> list[TableLine]:
    """Listed tables with an open seat."""
    return await house_of(request).lists.with_free_seats(await guest_of(request), language)


async def find_table(connection: ASGIConnection[Any, Any, Any, Any], code: str, guest: Guest | None) -> Table:
    """The table of a code. After many wrong codes an address finds none for a while, except where the guest sits."""
    house: House = connection.app.state.house
    misses, address = connection.app.state.misses, address_of(connection.scope)
    if not misses.take(address, 0) and not await house.sits(guest, code):
        raise Refused(429, "too-fast", "too many wrong codes from your address; wait a few minutes")
    try:
        return await house.table(code)
    except Refused as problem:
        if problem.status == 404:
            misses.take(address)
        raise


async def table_of(request: Request[Any, Any, Any], code: str) -> Table:
    return await find_table(request, code, await guest_of(request))


async def info(request: Request[Any, Any, Any], table: Table, language: str) -> TableInfo:
    """The table as the guest of a request sees it."""
    guest = await guest_of(request)
    return table.info(guest.id if guest else None, language)


@post("/tables", request_max_body_size=LARGEST_BOX)
async def make(request: Request[Any, Any, Any], data: JSONBody[NewTable], language: Language = "en") -> TableInfo:
    """A new table."""
    return await info(request, await house_of(request).make(await named(request), data), language)


@get("/tables/{code:str}")
async def table(request: Request[Any, Any, Any], code: Code, language: Language = "en") -> TableInfo:
    """A table and who sits there."""
    return await info(request, await table_of(request, code), language)


@post("/tables/{code:str}/join", status_code=200)
async def join(
    request: Request[Any, Any, Any], code: Code, data: JSONBody[Join], language: Language = "en"
) -> TableInfo:
    """Sit down."""
    guest, table = await named(request), await table_of(request, code)
    await table.people.join(guest, data.seat)
    return table.info(guest.id, language)


@post("/tables/{code:str}/leave", status_code=200)
async def leave(request: Request[Any, Any, Any], code: Code, language: Language = "en") -> TableInfo:
    """Leave your seat; once the game has begun, a bot plays on."""
    guest, table = await named(request), await table_of(request, code)
    await table.people.leave(guest)
    return table.info(guest.id, language)


@post("/tables/{code:str}/key", status_code=200)
async def key(request: Request[Any, Any, Any], code: Code) -> SeatKey:
    """A new key to your own seat, for another device; older keys no longer open it."""
    guest, table = await named(request), await table_of(request, code)
    return SeatKey(key=await table.people.new_key(guest))


@post("/tables/{code:str}/claim", status_code=200)
async def claim(
    request: Request[Any, Any, Any], code: Code, data: JSONBody[SeatKey], language: Language = "en"
) -> Response[TableInfo]:
    """Play on in this browser, with the key to your seat. A new browser gets a cookie."""
    table, guest, token = await table_of(request, code), await guest_of(request), None
    seat = table.people.seat_of(data.key)
    if guest is None:
        guest, token = await house_of(request).guests.welcome(None, table.seats[seat].name or "")
    await table.people.claim(guest, data.key)
    return with_cookie(request, Response(table.info(guest.id, language)), token)


@put("/tables/{code:str}/seats/{seat:int}")
async def change_seat(
    request: Request[Any, Any, Any],
    code: Code,
    seat: FromPath[int],
    data: JSONBody[ChangeSeat],
    language: Language = "en",
) -> TableInfo:
    """Give a seat to a bot or open it."""
    guest, table = await named(request), await table_of(request, code)
    await table.people.change_seat(guest, seat, data)
    return table.info(guest.id, language)


@post("/tables/{code:str}/rematch")
async def rematch(request: Request[Any, Any, Any], code: Code, language: Language = "en") -> TableInfo:
    """The table of a rematch."""
    guest, table = await named(request), await table_of(request, code)
    return (await house_of(request).rematch(guest, table)).info(guest.id, language)


@get(
    "/tables/{code:str}/box",
    responses={**SPECS, 304: ResponseSpec(None, description="the copy you have is good", generate_examples=False)},
)
async def box(request: Request[Any, Any, Any], code: Code, language: Language = "en") -> Response[BoxInfo]:
    """What is printed on the components of a table's game."""
    found = (await table_of(request, code)).box(language)
    same = found.tag in request.headers.get("if-none-match", "")
    return Response(
        None if same else found.body,  # type: ignore[arg-type]
        status_code=304 if same else 200,
        media_type=MediaType.JSON,
        headers={"etag": found.tag, "cache-control": "no-cache"},  # a new version of the server may use other words
    )


@get("/tables/{code:str}/record")
async def record(request: Request[Any, Any, Any], code: Code) -> Response[dict[str, Any]]:
    """The game as a record, as far as you may know it."""
    table, guest = await table_of(request, code), await guest_of(request)
    found = await table.record(guest.id if guest else None)
    return Response(found, media_type=MediaType.JSON)  # type: ignore[arg-type]


@get("/tables/{code:str}/replay")
async def replay(
    request: Request[Any, Any, Any],
    code: Code,
    ply: Annotated[int, QueryParameter(ge=0)] = 0,
    reader: Annotated[str, QueryParameter(pattern="^(all|none|[0-5])$")] = "none",
    language: Language = "en",
) -> Replay:
    """One moment of a game."""
    table, guest = await table_of(request, code), await guest_of(request)
    if table.pages is not None and table.row.status == "over":
        if reader not in ("all", "none") or ply > table.pages.plies:
            raise Refused(404, "no-ply", f"this game was kept as everybody sees it now, with {table.pages.plies} plies")
        kept = table.pages.situation(language, ply)
        return replay_of(table, table.pages.plies, ["all"], kept, language)
    play, you = table.begun(), table.seats.of(guest.id if guest else None)
    readers = ["none", *([] if you is None else [str(you)])]
    if play.over:
        readers = ["all", "none", *(str(seat) for seat in range(len(table.seats)))]
    if reader not in readers:
        raise Refused(403, "not-yours", f"you may see what {' or '.join(readers)} could know, not {reader}")
    if ply > play.ply:
        raise Refused(404, "no-ply", f"this game has {play.ply} plies, not {ply}")
    special: dict[str, Reader] = {"all": EVERYTHING, "none": None}
    moment = await table.moment(special[reader] if reader in special else int(reader), language, ply, you)
    return replay_of(table, play.ply, readers, msgspec.Raw(moment), language)


@get("/tables/{code:str}/analysis")
async def analysis(request: Request[Any, Any, Any], code: Code, language: Language = "en") -> AnalysisInfo:
    """The analysis of a finished game, as far as it is done."""
    return await house_of(request).analyses.find(await table_of(request, code), language)


@post("/tables/{code:str}/analysis")
async def analyse(request: Request[Any, Any, Any], code: Code, language: Language = "en") -> AnalysisInfo:
    """Starts the analysis of a finished game, unless it is already running or done."""
    return await house_of(request).analyses.start(await table_of(request, code), language)


@delete("/tables/{code:str}/analysis", status_code=200)
async def stop_analysis(request: Request[Any, Any, Any], code: Code, language: Language = "en") -> AnalysisInfo:
    """Stops an analysis under way."""
    house, table = house_of(request), await table_of(request, code)
    if not house.analyses.stop(table.code, language):
        await house.neighbours.send(Stop(table.code, language))
    await asyncio.sleep(0)
    return await house.analyses.find(table, language)


def replay_of(table: Table, plies: int, readers: list[str], situation: msgspec.Raw, language: str) -> Replay:
    return Replay(
        plies=plies,
        seats=table.infos(language),
        title=table.game.texts(language)("title"),
        game=table.game.name,
        readers=readers,
        situation=situation,  # type: ignore[arg-type]
    )


API = Router(
    "/api",
    route_handlers=[
        games,
        rules,
        check_own_box,
        me,
        set_me,
        address,
        listed,
        make,
        table,
        join,
        leave,
        key,
        claim,
        change_seat,
        rematch,
        box,
        record,
        replay,
        analysis,
        analyse,
        stop_analysis,
    ],
)
