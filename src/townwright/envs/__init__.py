"""Research environments: the games for PettingZoo, Gymnasium and OpenSpiel, all on one compiled core.

`townwright.envs.pettingzoo`, `townwright.envs.gymnasium` and `townwright.envs.open_spiel` need the extra `research`;
`townwright.envs.tables` needs nothing but NumPy.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator


@contextlib.contextmanager
def extra_packages() -> Iterator[None]:
    """Goes around imports of what the extra `research` installs; one sentence if it is missing."""
    try:
        yield
    except ImportError as problem:
        said = f"this needs more packages: pip install 'townwright[research]' ({problem})"
        raise ImportError(said, name=problem.name) from None
