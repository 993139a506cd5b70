"""The types of the protocol, for clients: `python -m townwright.server.schema` prints them as an OpenAPI document.

It is the document of a running server, with the frames of the socket and the views of the games added.
"""

from __future__ import annotations

import sys
from typing import Any

import msgspec

from townwright.games import load, names

from . import make_app
from .messages import FromClient, FromServer

TEMPLATE = "#/components/schemas/{name}"


def document() -> dict[str, Any]:
    """Every message, as an OpenAPI document."""
    found: dict[str, Any] = make_app("unused").openapi_schema.to_schema()
    schemas = found["components"]["schemas"]
    unions, parts = msgspec.json.schema_components((FromClient, FromServer), ref_template=TEMPLATE)
    schemas |= parts
    schemas |= dict(zip(("FromClient", "FromServer"), unions, strict=True))
    for name in names():
        title = load(name).title.replace(" ", "")
        _, parts = msgspec.json.schema_components((load(name).view,), ref_template=TEMPLATE.replace("{", title + "{"))
        schemas |= {title + key: value for key, value in parts.items()}
    return found


if __name__ == "__main__":
    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(document(), order="deterministic"), indent=1))
