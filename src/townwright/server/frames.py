"""The frames of the socket as a JSON Schema, from which a client can be generated."""

from __future__ import annotations

import functools

import msgspec
from litestar import MediaType, Response, get

from .messages import FromClient, FromServer, ServerMessage


@functools.cache
def schema() -> bytes:
    """A client sends a `FromClient`, the server sends a `ServerMessage`."""
    unions, parts = msgspec.json.schema_components(
        (FromClient, FromServer, ServerMessage), ref_template="#/$defs/{name}"
    )
    found = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Frames of a table's socket",
        "anyOf": [{"$ref": "#/$defs/FromClient"}, {"$ref": "#/$defs/ServerMessage"}],
        "$defs": {
            **parts,
            **dict(zip(("FromClient", "FromServer", "ServerMessage"), unions, strict=True)),
        },
    }
    return msgspec.json.encode(found)


@get("/schema/socket.json", include_in_schema=False)
async def frames() -> Response[bytes]:
    """Every frame of the socket."""
    return Response(schema(), media_type=MediaType.JSON)
