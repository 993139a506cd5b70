"""The table server: people and bots play over HTTP and WebSocket, as docs/protocol.md describes."""

from __future__ import annotations

from typing import Any

import msgspec
import structlog
from litestar import Litestar, Request, Response, get
from litestar.config.compression import CompressionConfig
from litestar.exceptions import HTTPException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from townwright import __version__
from townwright.engine.errors import TownwrightError

from . import messages
from .address import Invitation
from .errors import Refused
from .frames import frames
from .guard import LARGEST, Buckets, Guard, Limits
from .health import health, is_trouble, ready
from .house import House
from .messages import Problem
from .page import FOLDER, PACKED, file, page, read
from .routes import API
from .socket import table_socket

log = structlog.get_logger("townwright")
USUAL = Limits()
NOWHERE_ELSE = Invitation()
AT_ONCE = 5  # an address may try this many minutes' worth of wrong codes at once
WORDS = {400: "malformed", 404: "not-found", 405: "method", 413: "too-large", 415: "malformed"}


@get("/metrics", include_in_schema=False)
async def metrics(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Counters for Prometheus."""
    house: House = request.app.state.house
    return Response(house.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


def refused(request: Request[Any, Any, Any], problem: Exception) -> Response[Problem]:
    """Answers every problem with a fitting status and one sentence."""
    if isinstance(problem, Refused):
        status, code, message = problem.status, problem.code, problem.message
    elif isinstance(problem, TownwrightError):
        status, code, message = 400, "bad-call", str(problem)
    elif isinstance(problem, HTTPException) and problem.status_code < 500:
        status, code, message = problem.status_code, WORDS.get(problem.status_code, "refused"), problem.detail
        if isinstance(problem.extra, list) and problem.extra:
            message = "; ".join(": ".join(str(e[k]) for k in ("key", "message") if e.get(k)) for e in problem.extra)
            if message.startswith("name: ") and "regex" in message:  # in our own words
                code, message = "bad-name", "a name needs at least one visible letter"
    elif isinstance(problem, HTTPException) and problem.detail == "client disconnected prematurely":
        status, code, message = 400, "gone", "the request was cut off"
    elif is_trouble(problem):
        log.error("storage", path=request.url.path, why=str(problem))
        status, code, message = 503, "storage", "the database cannot be reached at the moment; try again soon"
    else:
        log.error("request", path=request.url.path, exc_info=problem)
        status, code, message = 500, "internal", "something went wrong on the server; it has been logged"
    request.app.state.house.metrics.refused.labels(code).inc()
    headers = dict(problem.headers or {}) if isinstance(problem, HTTPException) else {}
    return Response(Problem(code=code, message=message), status_code=status, headers=headers)


def make_app(data: str, limits: Limits = USUAL, invitation: Invitation = NOWHERE_ELSE) -> Litestar:
    """The whole server, as an ASGI application; `data` is a folder or a database URL."""

    async def open_house(app: Litestar) -> None:
        app.state.house = House(data)
        app.state.frames_a_second = limits.frames
        app.state.invitation = invitation
        app.state.newcomers = Buckets(limits.changes / 30, limits.changes)
        app.state.talk = Buckets(6 * limits.frames, 1.5 * limits.frames)
        app.state.misses = Buckets(limits.changes / 10, AT_ONCE * limits.changes / 10)
        app.state.page = read(FOLDER)
        await app.state.house.open()

    async def close_house(app: Litestar) -> None:
        await app.state.house.close()

    app = Litestar(
        [API, table_socket, health, ready, frames, metrics, page, file],
        on_startup=[open_house],
        on_shutdown=[close_house],
        exception_handlers={Exception: refused},
        middleware=[lambda app: Guard(app, limits)],
        compression_config=CompressionConfig(backend="gzip", gzip_compress_level=5, exclude_opt_key=PACKED),
        openapi_config=OpenAPIConfig(
            title="Townwright", version=__version__, path="/schema", render_plugins=[JsonRenderPlugin()]
        ),
        logging_config=None,
        request_max_body_size=LARGEST,  # also for bodies that do not state their length
    )
    for name, shape in app.openapi_schema.components.schemas.items():  # Litestar leaves out that fields are forbidden
        kind = getattr(messages, name, None)
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind.__struct_config__.forbid_unknown_fields:
            shape.additional_properties = False
    return app
