"""A proxy for TCP that holds back a server's answers for a while, or lets a client vanish."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass

__all__ = ["SlowProxy", "slow_proxy"]

CHUNK_BYTES = 1 << 16


class SlowProxy:
    """Forwards connections to a port of this machine; each answer waits ``delay`` seconds."""

    def __init__(self, target: int) -> None:
        self.delay = 0.0
        self.held_back = 0  # answers
        self._target = target
        self._connections: list[Connection] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        threading.Thread(target=self._accept, daemon=True).start()

    def abandon(self) -> int:
        """Keep the connections of now open, forward nothing more on them; return their number."""
        alive = [connection for connection in self._connections if not connection.ended]
        for connection in alive:
            connection.abandoned = True
        return len(alive)

    def close(self) -> None:
        self._listener.close()
        for connection in self._connections:
            connection.end()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):  # closed
            while True:
                client, _ = self._listener.accept()
                try:
                    server = socket.create_connection(("127.0.0.1", self._target))
                except OSError:
                    client.close()
                    continue
                connection = Connection(client, server)
                self._connections.append(connection)
                for ends in ((client, server, False), (server, client, True)):
                    arguments = (connection, *ends)
                    threading.Thread(target=self._forward, args=arguments, daemon=True).start()

    def _forward(
        self, connection: Connection, source: socket.socket, target: socket.socket, is_answer: bool
    ) -> None:
        with contextlib.suppress(OSError):
            while chunk := source.recv(CHUNK_BYTES):
                if is_answer and self.delay:
                    self.held_back += 1
                    time.sleep(self.delay)
                if connection.abandoned:
                    return
                target.sendall(chunk)
        if not connection.abandoned:
            connection.end()


@dataclass
class Connection:
    """Both ends of a connection; nobody notices if it is ``abandoned``."""

    client: socket.socket
    server: socket.socket
    abandoned: bool = False
    ended: bool = False

    def end(self) -> None:
        self.ended = True
        for end in (self.client, self.server):
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
