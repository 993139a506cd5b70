"""docs/deploy.md: the files beside it work as they are, behind a real nginx."""

from __future__ import annotations

import json
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

from townwright.server.metrics import Metrics

from .guests import BOT, ME
from .process import PATIENCE, Server, free_port

HERE = Path(__file__).parents[2] / "docs" / "deploy"
NAME = "table.example.org"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Server]]:
    """The site of docs/deploy/nginx.conf, on free ports and with a fresh certificate."""
    if not shutil.which("nginx", path="/usr/sbin:/usr/bin:/sbin:/bin:/usr/local/bin") or not shutil.which("openssl"):
        pytest.skip("nginx or openssl is not installed")
    folder = tmp_path_factory.mktemp("site")
    unit = (HERE / "townwright.service").read_text()
    options = re.search(r"serve --host 127\.0\.0\.1 --data \S+ (.*)", unit)
    assert options
    server = Server(folder / "data", *options[1].split(), fast=False)
    names = ["-subj", f"/CN={NAME}", "-keyout", str(folder / "key"), "-out", str(folder / "pem")]
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", *names],
        check=True,
        capture_output=True,
    )
    secure, plain = free_port(), free_port()
    text = (HERE / "nginx.conf").read_text()
    for old, new in {
        r"listen \[::\].*\n": "\n",
        r"listen 80;": f"listen 127.0.0.1:{plain};",
        r"listen 443 ssl;": f"listen 127.0.0.1:{secure} ssl;",
        r"127\.0\.0\.1:8018": server.place,
        r"/etc/ssl/certs/\S+;": f"{folder}/pem;",
        r"/etc/ssl/private/\S+;": f"{folder}/key;",
    }.items():
        text, count = re.subn(old, new, text)
        assert count
    paths = "".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    whole = f"daemon off; pid {folder}/pid; error_log {folder}/errors; events {{}} http {{ access_log off; {paths} {text} }}"
    (folder / "whole.conf").write_text(whole)
    proxy = subprocess.Popen(["/usr/sbin/nginx", "-c", str(folder / "whole.conf")], stderr=subprocess.PIPE)
    until = time.monotonic() + PATIENCE
    while True:
        try:
            httpx.get(f"http://127.0.0.1:{plain}/", timeout=PATIENCE)
            break
        except httpx.TransportError:
            assert proxy.poll() is None, proxy.stderr and proxy.stderr.read()
            assert time.monotonic() < until
            time.sleep(0.05)
    yield f"127.0.0.1:{secure}", server
    proxy.terminate()
    proxy.wait(PATIENCE)
    assert server.stop() == 0
    assert not server.complaints


def test_a_table_is_played_over_tls_behind_nginx(site: tuple[str, Server]) -> None:
    place, _ = site
    with httpx.Client(base_url=f"https://{place}", verify=False, headers={"Host": NAME}, timeout=PATIENCE) as http:
        page = http.get("/")
        assert "strict-transport-security" in page.headers
        assert f"wss://{NAME}" in page.headers["content-security-policy"]
        first = http.put("/api/me", json={"name": "Ada"}, headers={"Origin": f"https://{NAME}"})
        assert "secure" in first.headers["set-cookie"].lower()
        token = first.cookies["townwright"]
        cookie = {"Cookie": f"townwright={token}"}
        made = http.post("/api/tables", json={"game": "copenhagen", "seats": [ME, BOT]}, headers=cookie)
        code = made.raise_for_status().json()["code"]
        trust = ssl.create_default_context()
        trust.check_hostname, trust.verify_mode = False, ssl.CERT_NONE
        host, port = place.split(":")
        address = f"wss://{NAME}:{port}/api/tables/{code}/socket"
        plain = socket.create_connection((host, int(port)))
        with connect(address, sock=plain, ssl=trust, additional_headers=cookie, proxy=None) as opened:
            assert json.loads(opened.recv(PATIENCE))[0]["table"]["you"] == 0
        assert http.get("/api/me", headers={"Host": "evil.example"}).status_code in (400, 421)
        # limits count the client that nginx names, not nginx
        assert http.get("/metrics").status_code == 200


def test_systemd_accepts_the_unit(tmp_path: Path) -> None:
    if not shutil.which("systemd-analyze"):
        pytest.skip("systemd is not installed")
    unit = tmp_path / "townwright.service"
    unit.write_text((HERE / "townwright.service").read_text().replace("/opt/townwright/bin/townwright", "/bin/true"))
    done = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False)
    assert "townwright" not in done.stderr.replace("Failed to", ""), done.stderr


def test_the_dashboard_uses_only_existing_metrics() -> None:
    known = {metric.name for metric in Metrics().registry.collect()}
    board = json.loads((HERE / "dashboard.json").read_text())
    asked = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    used = {name for expr in asked for name in re.findall(r"townwright_\w+", expr)}
    assert len(asked) >= 6
    for name in used:
        assert re.sub(r"_(total|bucket|count|sum)$", "", name) in known, name
