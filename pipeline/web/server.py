"""The app on a port, until SIGTERM or Ctrl-C."""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import suppress

import uvicorn

from pipeline.errors import BadInput, EmptyStore
from pipeline.services.services import open_services
from pipeline.settings import Settings
from pipeline.web.access_rules import access_rules
from pipeline.web.application import create_app

__all__ = ["serve_app"]

MOST_CONNECTIONS = 512
STOPPING_SECONDS = 10


def serve_app(
    settings: Settings, *, host: str, port: int, writes: bool, on_start: Callable[[str], None]
) -> None:
    """Serve until the process is stopped; ``on_start`` gets the address.

    Raises BadInput for a host without its token or a port that is taken, and Unreachable for a
    store that cannot be opened.
    """
    token = settings.app_token
    rules = access_rules(
        host,
        hosts=settings.app_hosts,
        token=None if token is None else token.get_secret_value(),
    )
    services = open_services(settings, writes=writes)
    with suppress(EmptyStore), services.stores.reading():
        pass  # a store that cannot be opened is an error now, not at the first request
    listening = _listen(host, port)
    on_start(_address(listening))
    config = uvicorn.Config(
        create_app(services, rules),
        log_level="warning",
        access_log=False,
        server_header=False,
        limit_concurrency=MOST_CONNECTIONS,
        timeout_graceful_shutdown=STOPPING_SECONDS,
    )
    with listening, suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listening])


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=256)
    except OSError as error:
        raise BadInput(
            f"cannot listen on {host} port {port}: {error.strerror}; choose another with --port"
        ) from error


def _address(listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
