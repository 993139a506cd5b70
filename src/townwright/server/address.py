"""The address to invite people to."""

from __future__ import annotations

import socket
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit


def lan_address() -> str | None:
    """This machine's address in the local network, None if there is no network; no packet is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            found = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if is_loopback(found) else found


def is_loopback(host: str) -> bool:
    """Whether a host name means this machine itself."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


@dataclass(frozen=True)
class Invitation:
    """Where other machines can reach the server, as far as it knows."""

    public_url: str | None = None  # as the operator says
    lan_port: int | None = None  # if it listens in the local network

    @property
    def names(self) -> tuple[str, ...]:
        """The host name in the public address, which requests then use."""
        return () if self.public_url is None else (urlsplit(self.public_url).hostname or "",)

    def url(self, host: str) -> str | None:
        """The address for guests, if it differs from the one that this request used (its Host)."""
        if self.public_url is not None:
            return self.public_url
        if self.lan_port is None or not is_loopback(host.rsplit(":", 1)[0] if not host.endswith("]") else host):
            return None
        found = lan_address()
        return None if found is None else f"http://{found}:{self.lan_port}"
