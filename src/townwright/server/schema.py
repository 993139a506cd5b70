"""The types of the protocol, for clients: `python -m townwright.server.schema GAME...` prints an OpenAPI document.

It is the document of a running server, plus the frames of the socket and the views of the named games. The page names
the games that have a board of their own. A running server also serves the frames alone, as a JSON Schema.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

import msgspec

from townwright.games import load

from . import make_app
from .messages import FromClient, FromServer

TEMPLATE = "#/components/schemas/{name}"


def document(games: Iterable[str]) -> dict[str, Any]:
    """Every message and the views of some games, as an OpenAPI document."""
    found: dict[str, Any] = make_app("unused").openapi_schema.to_schema()
    schemas = found["components"]["schemas"]
    unions, parts = msgspec.json.schema_components((FromClient, FromServer), ref_template=TEMPLATE)
    schemas |= parts
    schemas |= dict(zip(("FromClient", "FromServer"), unions, strict=True))
    for name in games:
        title = load(name).title.replace(" ", "")
        _, parts = msgspec.json.schema_components((load(name).view,), ref_template=TEMPLATE.replace("{", title + "{"))
        schemas |= {title + key: value for key, value in parts.items()}
    return found


if __name__ == "__main__":
    found = msgspec.json.encode(document(sys.argv[1:]), order="deterministic")
    sys.stdout.buffer.write(msgspec.json.format(found, indent=1))
