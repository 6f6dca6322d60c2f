"""A proxy for TCP that can hold back every answer of a server for a while."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Iterator

__all__ = ["SlowProxy", "slow_proxy"]

CHUNK_BYTES = 1 << 16


class SlowProxy:
    """Forwards connections to a port of this machine; each answer waits ``delay`` seconds."""

    def __init__(self, target: int) -> None:
        self.delay = 0.0
        self.held_back = 0  # answers
        self._target = target
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        self._listener.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):  # closed
            while True:
                client, _ = self._listener.accept()
                try:
                    server = socket.create_connection(("127.0.0.1", self._target))
                except OSError:
                    client.close()
                    continue
                for ends in ((client, server, False), (server, client, True)):
                    threading.Thread(target=self._forward, args=ends, daemon=True).start()

    def _forward(self, source: socket.socket, target: socket.socket, is_answer: bool) -> None:
        with contextlib.suppress(OSError):
            while chunk := source.recv(CHUNK_BYTES):
                if is_answer and self.delay:
                    self.held_back += 1
                    time.sleep(self.delay)
                target.sendall(chunk)
        for end in (source, target):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


@contextlib.contextmanager
def slow_proxy(target: int) -> Iterator[SlowProxy]:
    """A proxy in front of a port of this machine; at first it holds nothing back."""
    proxy = SlowProxy(target)
    try:
        yield proxy
    finally:
        proxy.close()
