"""townwright serve: the table in the browser."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import gc
import ipaddress
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable, Coroutine
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import click

from townwright.engine.errors import TownwrightError
from townwright.games import load, names

from .common import data_option, data_place, the_server

if TYPE_CHECKING:
    from townwright.server.address import Invitation
    from townwright.server.guard import Limits

COLLECT = 5_000, 2, 1_000  # garbage collection: of young objects often and briefly, of everything rarely
ANYWHERE = ("0.0.0.0", "::")


@click.command()
@click.option("--port", type=click.IntRange(1, 65535), default=8018, show_default=True, help="Where to listen.")
@click.option(
    "--host", default="0.0.0.0", show_default=True, help="The address to listen on; 127.0.0.1 for this machine only."
)
@click.option(
    "--public-url",
    help="The address for invitations, such as https://towns.example.org. "
    "By default this machine's address on the local network.",
)
@data_option
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    help="How many processes serve the tables; more than one needs PostgreSQL as --data.",
)
@click.option("--open/--no-open", "show", default=False, help="Open the page in the browser.")
@click.option(
    "--changes",
    type=click.IntRange(min=1),
    default=60,
    show_default=True,
    help="How many requests per minute that change something one address may send.",
)
@click.option(
    "--frames",
    type=click.IntRange(min=1),
    default=20,
    show_default=True,
    help="How many frames per second one socket may send; programs that play fast need more.",
)
@click.option(
    "--reads",
    type=click.IntRange(min=1),
    default=1200,
    show_default=True,
    help="How many other requests per minute one address may send; at most a quarter of them for replays and records.",
)
@click.option(
    "--connections",
    type=click.IntRange(min=4),
    default=256,
    show_default=True,
    help="How many connections one address may have; at most three quarters of them sockets.",
)
@click.option(
    "--proxy",
    "proxies",
    multiple=True,
    metavar="ADDRESS",
    help="The address or network of a proxy in front; limits then apply to the addresses that it forwards for.",
)
@click.option(
    "--allowed-host",
    "hosts",
    multiple=True,
    metavar="NAME",
    help="A host name under which clients may reach this server, besides its own addresses; '*' allows any.",
)
def command(
    port: int,
    host: str,
    public_url: str | None,
    data: str | None,
    workers: int,
    show: bool,
    changes: int,
    frames: int,
    reads: int,
    connections: int,
    proxies: tuple[str, ...],
    hosts: tuple[str, ...],
) -> None:
    """Start the table server: play in the browser, alone or with friends who get a link.

    Phones on the same network can join with the QR code. Everything is kept in the --data folder; stop with Ctrl-C and
    start again whenever you like.
    """
    with the_server():
        from townwright.server.address import Invitation
        from townwright.server.guard import Limits
        from townwright.server.lock import joined
        from townwright.server.storage import opening
        from townwright.server.workers import Workers, shared_port
    for name in names():
        load(name)  # a game whose folder is not complete is refused now, not by the page
    for proxy in proxies:
        try:
            ipaddress.ip_network(proxy, strict=False)
        except ValueError:
            raise TownwrightError(
                f"--proxy expects an address or a network such as 10.0.0.0/8, not {proxy!r}"
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
    with contextlib.ExitStack() as stack:
        with opening(where):
            if workers > 1 and not where.startswith("postgres"):
                raise TownwrightError("--workers needs PostgreSQL as --data; only one process can use a folder")
            stack.enter_context(joined(where))
        up = functools.partial(announce, host, port, invitation, show)
        if workers == 1:
            run(serve(host, port, where, limits, invitation, up))
        else:
            stack.enter_context(shared_port(host, port))  # no other program gets it while all workers are replaced
            Workers(workers, work, host, port, where, limits, invitation).run(up)
    click.echo("The table is closed; games continue at the next start.", err=True)


def run(serving: Coroutine[Any, Any, None]) -> None:
    """Runs the server in an event loop: uvloop, if there is one for this system."""
    runner: Any = asyncio
    with contextlib.suppress(ImportError):  # there is no uvloop for Windows
        import uvloop as runner
    with contextlib.suppress(KeyboardInterrupt):
        runner.run(serving)


def work(line: Connection, host: str, port: int, where: str, limits: Limits, invitation: Invitation) -> None:
    """The work of one of several worker processes; `line` leads to its parent."""
    from townwright.server.workers import shared_port

    with shared_port(host, port) as place:
        run(serve(host, port, where, limits, invitation, lambda: line.send("up"), place, line))


def check_url(url: str) -> str:
    """The address for invitations, which must not have a path."""
    try:
        parts = urlsplit(url)
        good = parts.scheme in ("http", "https") and parts.hostname and parts.path in ("", "/") and not parts.query
        _ = parts.port
    except ValueError:
        good = False
    if not good:
        raise TownwrightError(f"--public-url is an address such as https://towns.example.org, not {url!r}")
    return url.rstrip("/")


async def serve(
    host: str,
    port: int,
    data: str,
    limits: Limits,
    invitation: Invitation,
    up: Callable[[], None],
    place: socket.socket | None = None,
    line: Connection | None = None,
) -> None:
    """Runs until Ctrl-C or a signal, then finishes the requests in progress. Calls `up` once it listens."""
    from townwright.server import make_app
    from townwright.server.door import Door, Hand, Server
    from townwright.server.logs import set_up_logs
    from townwright.server.workers import until_cut

    set_up_logs()
    logging.getLogger("uvicorn").addHandler(Hand())
    gc.set_threshold(*COLLECT)
    server = Server(Door(make_app(data, limits, invitation), host, port, limits.connections, limits.proxies))
    stopped, loop = asyncio.Event(), asyncio.get_running_loop()

    def stop() -> None:
        stopped.set()
        server.stop()

    running = asyncio.ensure_future(server.serve(None if place is None else [place]))
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows: Ctrl-C ends asyncio.run
            loop.add_signal_handler(number, stop)
    if line is not None:
        until_cut(line, functools.partial(loop.call_soon_threadsafe, stop))
    while not server.started and not running.done():
        await asyncio.sleep(0.02)
    if not running.done():
        await asyncio.to_thread(up)
    await running
    if not stopped.is_set():
        raise TownwrightError("the server stopped unexpectedly; run it in a terminal to see why")


def announce(host: str, port: int, invitation: Invitation, show: bool) -> None:
    """Prints the address of the table, with a QR code for phones; opens the page on request."""
    here = f"http://{'127.0.0.1' if host in ANYWHERE else host}:{port}/"
    there = invitation.url(f"127.0.0.1:{port}")
    if not sys.stderr.isatty() and "TOWNWRIGHT_QR" not in os.environ:
        click.echo(f"The table is at {here}" + (f" and {there}/" if there else ""), err=True)
    else:
        click.echo(f"\nThe table is at  {here}", err=True)
        if there:
            import segno

            click.echo(f"For phones       {there}/\n", err=True)
            segno.make(f"{there}/", error="m").terminal(out=sys.stderr, compact=True, border=2)
        click.echo("Stop it with Ctrl-C.\n", err=True)
    if show:
        import webbrowser

        webbrowser.open(here)
