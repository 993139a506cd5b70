"""A wire between a browser and the server that can be cut, or made deaf in one direction."""

from __future__ import annotations

import contextlib
import socket
import threading


class Wire:
    """Listens on its own port and passes everything on."""

    def __init__(self, port: int) -> None:
        self.target = port
        self.whole = True
        self.deaf = False  # whether data from the server is lost
        self.pairs: list[tuple[socket.socket, socket.socket]] = []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self.listener.getsockname()[1])
        self.url = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self.listener.accept()
            except OSError:
                return
            if not self.whole:
                near.close()
                continue
            far = socket.create_connection(("127.0.0.1", self.target))
            self.pairs.append((near, far))
            threading.Thread(target=self._pass_on, args=(near, far, False), daemon=True).start()
            threading.Thread(target=self._pass_on, args=(far, near, True), daemon=True).start()

    def _pass_on(self, source: socket.socket, target: socket.socket, from_server: bool) -> None:
        try:
            while data := source.recv(65536):
                if not (from_server and self.deaf):
                    target.sendall(data)
        except OSError:
            pass
        for end in (source, target):
            end.close()

    def cut(self) -> None:
        self.whole = False
        for pair in self.pairs:
            for end in pair:
                with contextlib.suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)
        self.pairs.clear()

    def mend(self) -> None:
        self.whole, self.deaf = True, False

    def close(self) -> None:
        self.cut()
        self.listener.close()
