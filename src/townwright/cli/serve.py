"""townwright serve: the table in the browser."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import ipaddress
import logging
import os
import signal
import socket
import sys
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import click

from townwright.engine.errors import TownwrightError

from .common import data_place, the_server

if TYPE_CHECKING:
    from townwright.server.address import Invitation
    from townwright.server.guard import Limits

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
@click.option(
    "--reads",
    type=click.IntRange(min=1),
    default=1200,
    show_default=True,
    help="How many other requests a minute one address may send; a quarter of them replays and records.",
)
@click.option(
    "--connections",
    type=click.IntRange(min=4),
    default=256,
    show_default=True,
    help="How many connections one address may hold; three quarters of them sockets.",
)
@click.option(
    "--proxy",
    "proxies",
    multiple=True,
    metavar="ADDRESS",
    help="The address or network of a proxy in front; limits then count the addresses that it forwards for.",
)
@click.option(
    "--allowed-host",
    "hosts",
    multiple=True,
    metavar="NAME",
    help="A name by which this server is reached, besides its own addresses; '*' is any.",
)
def command(
    port: int,
    host: str,
    public_url: str | None,
    data: str | None,
    show: bool,
    changes: int,
    frames: int,
    reads: int,
    connections: int,
    proxies: tuple[str, ...],
    hosts: tuple[str, ...],
) -> None:
    """Serve the table: play in the browser, alone or with friends by a link.

    Phones in the same network join by the QR code. Everything is kept in
    the --data folder; stop with Ctrl-C and start again whenever you like.
    """
    with the_server():
        from townwright.server.address import Invitation
        from townwright.server.guard import Limits
        from townwright.server.lock import claimed
        from townwright.server.storage import check, opening
    for proxy in proxies:
        try:
            ipaddress.ip_network(proxy, strict=False)
        except ValueError:
            raise TownwrightError(
                f"--proxy expects an address, or a network such as 10.0.0.0/8: not {proxy!r}"
            ) from None
    invitation = Invitation(public_url and check_url(public_url), port if host in ANYWHERE else None)
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as problem:
            raise TownwrightError(
                f"{host}:{port} cannot be used: {problem.strerror or problem}; choose another with --port or --host"
            ) from None
    where = data_place(data)
    limits = Limits(changes, reads, reads / 4, frames, connections, (*hosts, *invitation.names), proxies)
    run = asyncio.run
    with contextlib.suppress(ImportError):  # there is no uvloop for Windows
        from uvloop import run
    with contextlib.ExitStack() as stack:
        with opening(where):
            stack.enter_context(claimed(where))
            check(where)
        with contextlib.suppress(KeyboardInterrupt):
            run(serve(host, port, where, show, limits, invitation))
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


async def serve(host: str, port: int, data: str, show: bool, limits: Limits, invitation: Invitation) -> None:
    """Runs until Ctrl-C or a signal stops it, and finishes requests under way first."""
    from townwright.server import make_app
    from townwright.server.door import Door, Hand, Server
    from townwright.server.logs import set_up_logs

    set_up_logs()
    logging.getLogger("uvicorn").addHandler(Hand())
    gc.set_threshold(*COLLECT)
    server = Server(Door(make_app(data, limits, invitation), host, port, limits.connections, limits.proxies))
    stopped = asyncio.Event()

    def stop() -> None:
        stopped.set()
        server.stop()

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
