"""townwright serve: the table in the browser."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import signal
import socket
import sys
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import click
import platformdirs

from townwright.engine.errors import TownwrightError

if TYPE_CHECKING:
    from townwright.server.address import Invitation

COLLECT = 5_000, 2, 1_000  # garbage collection: young objects often and briefly, everything hardly ever
ANYWHERE = ("0.0.0.0", "::")


@click.command()
@click.option("--port", type=click.IntRange(1, 65535), default=8018, show_default=True, help="Where to listen.")
@click.option(
    "--host", default="0.0.0.0", show_default=True, help="The address to listen on; 127.0.0.1 for this machine alone."
)
@click.option(
    "--public-url",
    help="The address for invitations, as https://towns.example.org. By default this machine's in the local network.",
)
@click.option("--data", help="A folder for the games, or a database URL. By default a folder in your home.")
@click.option("--open/--no-open", "show", default=False, help="Open the page in the browser.")
@click.option(
    "--changes",
    type=click.IntRange(min=1),
    default=60,
    show_default=True,
    help="How many changing requests a minute one address may send.",
)
@click.option(
    "--frames",
    type=click.IntRange(min=1),
    default=20,
    show_default=True,
    help="How many frames a second one socket may send; programs that play fast need more.",
)
def command(
    port: int, host: str, public_url: str | None, data: str | None, show: bool, changes: int, frames: int
) -> None:
    """Serve the table: play in the browser, alone or with friends by a link.

    Phones in the same network join by the QR code. Everything is kept in
    the --data folder; stop with Ctrl-C and start again whenever you like.
    """
    try:
        import granian  # noqa: F401
        import litestar  # noqa: F401
    except ImportError:
        raise TownwrightError("the server needs more packages: pip install 'townwright[server]'") from None
    from townwright.server.address import Invitation

    public = None if public_url is None else check_url(public_url)
    invitation = Invitation(public, port if host in ANYWHERE else None)
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as problem:
            raise TownwrightError(
                f"{host}:{port} cannot be used: {problem.strerror or problem}; choose another with --port or --host"
            ) from None
    from townwright.server.storage import check

    where = data or str(platformdirs.user_data_path("townwright", appauthor=False))
    check(where)
    run = asyncio.run
    with contextlib.suppress(ImportError):  # there is no uvloop for Windows
        from uvloop import run
    with contextlib.suppress(KeyboardInterrupt):
        run(serve(host, port, where, show, changes, frames, invitation))
    click.echo("The table is closed; games go on where they stopped.", err=True)


def check_url(url: str) -> str:
    """An address for invitations, without a path."""
    try:
        parts = urlsplit(url)
        good = parts.scheme in ("http", "https") and parts.hostname and parts.path in ("", "/") and not parts.query
        _ = parts.port
    except ValueError:
        good = False
    if not good:
        raise TownwrightError(f"--public-url is an address such as https://towns.example.org, not {url!r}")
    return url.rstrip("/")


async def serve(host: str, port: int, data: str, show: bool, changes: int, frames: int, invitation: Invitation) -> None:
    """Runs until Ctrl-C or a signal stops it, and finishes requests under way first."""
    from granian.constants import Interfaces
    from granian.http import HTTP1Settings
    from granian.server.embed import Server

    from townwright.server import make_app
    from townwright.server.logs import set_up_logs

    set_up_logs()
    gc.set_threshold(*COLLECT)
    server = Server(
        make_app(data, changes, frames, invitation),
        address=host,
        port=port,
        interface=Interfaces.ASGI,
        http1_settings=HTTP1Settings(keep_alive=True),
        log_enabled=False,
    )
    stopped = asyncio.Event()

    def stop() -> None:
        stopped.set()
        server.stop()  # type: ignore[no-untyped-call]

    running = asyncio.ensure_future(server.serve())
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows: Ctrl-C ends asyncio.run
            asyncio.get_running_loop().add_signal_handler(number, stop)
    await listening(host, port, running)
    here = f"http://{'127.0.0.1' if host in ANYWHERE else host}:{port}/"
    if not running.done():
        there = invitation.url(f"127.0.0.1:{port}")
        announce(here, None if there is None else f"{there}/")
    if show:
        import webbrowser

        await asyncio.to_thread(webbrowser.open, here)
    await running
    if not stopped.is_set():
        raise TownwrightError("the server stopped by itself; run it in a terminal to see why")


async def listening(host: str, port: int, running: asyncio.Future[None]) -> None:
    """Waits until the server answers."""
    address = "127.0.0.1" if host in ANYWHERE else host
    while not running.done():
        try:
            _, writer = await asyncio.open_connection(address, port)
            writer.close()
            return
        except OSError:
            await asyncio.sleep(0.05)


def announce(here: str, there: str | None) -> None:
    """Says where to find the table, with a QR code for phones."""
    if not sys.stderr.isatty() and "TOWNWRIGHT_QR" not in os.environ:
        click.echo(f"The table is at {here}" + (f" and {there}" if there else ""), err=True)
        return
    click.echo(f"\nThe table is at  {here}", err=True)
    if there:
        import segno

        click.echo(f"For phones       {there}\n", err=True)
        segno.make(there, error="m").terminal(out=sys.stderr, compact=True, border=2)
    click.echo("Stop it with Ctrl-C.\n", err=True)
