"""The version of the program: counts of different versions are not added, and workers of another one are refused."""

from __future__ import annotations

import functools
import hashlib
import platform

from townwright.engine.cache import PACKAGE

PARTS = ("arena", "bots", "engine", "games")
ENDINGS = {".py", ".toml", ".json"}


@functools.cache
def code_version() -> str:
    """A hash of all sources that results depend on, and the versions of what runs them."""
    import numba
    import numpy as np

    digest = hashlib.sha256()
    for part in PARTS:
        for path in sorted((PACKAGE / part).rglob("*")):
            if path.suffix in ENDINGS:
                digest.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    python = ".".join(platform.python_version_tuple()[:2])
    return f"{digest.hexdigest()[:12]}, Python {python}, Numba {numba.__version__}, NumPy {np.__version__}"
