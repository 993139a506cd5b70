"""The page: the built client, kept in memory, compressed once."""

from __future__ import annotations

import gzip
import mimetypes
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from litestar import Request, Response, get
from litestar.params import FromPath

from .errors import Refused

FOLDER = Path(__file__).parent / "page"  # filled by Vite when the package is built
ROUTES = ["/", "/new/{game:str}", "/t/{code:str}", "/t/{code:str}/replay", "/rules/{game:str}"]
PACKED = "packed"  # marks routes that compress their own answers
FOREVER = "public, max-age=31536000, immutable"  # names under assets/ hold a hash of the content
MISSING = b"""<!doctype html><html lang="en"><title>Townwright</title>
<p>The page of Townwright is not built yet. Run <code>make page</code> and start the server again.</p></html>"""


@dataclass(frozen=True)
class File:
    """A file of the page, as it is and compressed."""

    plain: bytes
    packed: bytes | None
    kind: str
    forever: bool


def read(folder: Path) -> dict[str, File]:
    """Every file of the page by its path."""
    files = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            plain = path.read_bytes()
            packed = gzip.compress(plain, 9, mtime=0)
            name = path.relative_to(folder).as_posix()
            kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
            if kind.startswith("text/") or kind.endswith(("javascript", "json", "xml")):
                kind += "; charset=utf-8"
            smaller = len(packed) < 0.9 * len(plain)
            files[name] = File(plain, packed if smaller else None, kind, name.startswith("assets/"))
    return files


def answer(request: Request[Any, Any, Any], file: File, status: int = 200) -> Response[bytes]:
    """A file, compressed if the browser accepts that."""
    headers = {"cache-control": FOREVER if file.forever else "no-cache", "vary": "accept-encoding"}
    body = file.plain
    if file.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        body = file.packed
        headers["content-encoding"] = "gzip"
    return Response(body, media_type=file.kind, headers=headers, status_code=status)


@get(ROUTES, include_in_schema=False, opt={PACKED: True})
async def page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The page; its scripts choose what to show by the address."""
    index = request.app.state.page.get("index.html", File(MISSING, None, "text/html; charset=utf-8", False))
    return answer(request, index)


@get("/{path:path}", include_in_schema=False, opt={PACKED: True})
async def file(request: Request[Any, Any, Any], path: FromPath[str]) -> Response[bytes]:
    """A file of the page. At an unknown address, a browser gets the page, which says so; a program gets a problem."""
    found = request.app.state.page.get(path.lstrip("/"))
    if found is None:
        index = request.app.state.page.get("index.html")
        if index is not None and "text/html" in request.headers.get("accept", ""):
            return answer(request, index, 404)
        raise Refused(404, "not-found", "there is no such page")
    return answer(request, found)
