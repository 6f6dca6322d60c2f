"""A Prefect server for as long as our process lives, when the user runs none.

Prefect would start one itself, but only when a flow begins, and would leave it running for good
if the process is killed. This one starts while the model's libraries are imported and ends when
the pipe from its parent closes, however the parent ends.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
import time
from functools import lru_cache
from pathlib import Path

__all__ = ["TemporaryServer", "is_answering", "temporary_server"]

START_SECONDS = 120  # it takes 5, but longer on a busy machine
ANSWER_SECONDS = 5.0


class TemporaryServer:
    """A server process that is starting, and then its API's address."""

    def __init__(self, home: Path) -> None:
        home.mkdir(parents=True, exist_ok=True)
        with (home / "server.log").open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", __name__],
                stdin=subprocess.PIPE,  # kept open: the server ends when it closes
                stdout=subprocess.PIPE,
                stderr=log,
                start_new_session=True,  # Ctrl-C must not end it: we still report to it
            )
        assert self._process.stdout is not None
        port = self._process.stdout.readline().decode().strip()
        self.url = f"http://127.0.0.1:{port}/api"

    def has_ended(self) -> bool:
        return self._process.poll() is not None

    def wait(self) -> bool:
        """Wait until the server answers; return False if it ends or takes too long."""
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until and self._process.poll() is None:
            if is_answering(self.url):
                return True
            time.sleep(0.05)
        return False


def is_answering(url: str) -> bool:
    """Return True if the Prefect API at this URL answers now."""
    import httpx  # not in the server's process, whose port is waited for

    health = f"{url.rstrip('/')}/health"
    try:
        status = httpx.get(health, timeout=ANSWER_SECONDS, follow_redirects=True).status_code
    except (httpx.HTTPError, httpx.InvalidURL):
        return False
    return status in (200, 401, 403, 404)  # it may need a login or another path, but it is there


@lru_cache(maxsize=1)
def temporary_server(home: Path) -> TemporaryServer:
    """The one server of this process."""
    return TemporaryServer(home)


def _serve() -> None:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        print(listening.getsockname()[1], flush=True)
        threading.Thread(target=_end_with_parent, daemon=True).start()
        os.environ["PREFECT_UI_ENABLED"] = "false"
        import uvicorn
        from prefect.server.api.server import create_app

        config = uvicorn.Config(create_app(ephemeral=True), log_level="error", lifespan="on")
        uvicorn.Server(config).run(sockets=[listening])


def _end_with_parent() -> None:
    sys.stdin.buffer.read()
    os._exit(0)


if __name__ == "__main__":
    _serve()
