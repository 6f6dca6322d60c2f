"""The proxy in front of a server: it holds answers back, and lets a client vanish."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest

from tests.faults.slow_proxy import slow_proxy


@pytest.fixture
def server() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener


def test_an_answer_waits_and_arrives_whole(server):
    with slow_proxy(server.getsockname()[1]) as proxy:
        client = socket.create_connection(("127.0.0.1", proxy.port))
        accepted, _ = server.accept()
        proxy.delay = 0.1
        accepted.sendall(b"answer")

        assert client.recv(100) == b"answer"
        assert proxy.held_back == 1


def test_a_server_does_not_notice_a_client_that_vanished(server):
    with slow_proxy(server.getsockname()[1]) as proxy:
        client = socket.create_connection(("127.0.0.1", proxy.port))
        accepted, _ = server.accept()
        client.sendall(b"question")
        assert accepted.recv(100) == b"question"
        assert proxy.abandon() == 1
        client.close()
        accepted.settimeout(0.3)

        with pytest.raises(TimeoutError):
            accepted.recv(1)


def test_a_server_notices_a_client_that_closes(server):
    with slow_proxy(server.getsockname()[1]) as proxy:
        client = socket.create_connection(("127.0.0.1", proxy.port))
        accepted, _ = server.accept()
        client.close()

        assert accepted.recv(1) == b""
