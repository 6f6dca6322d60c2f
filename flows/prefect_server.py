"""A Prefect server for the time a process of ours lives, when the user runs none.

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
import urllib.error
import urllib.request
from functools import lru_cache
from pathlib import Path

__all__ = ["TemporaryServer", "answers", "temporary_server"]

PATIENCE_SECONDS = 120  # it takes 5, but not on a busy machine
ANSWER_SECONDS = 5.0


class TemporaryServer:
    """A server process that is starting, and then its API's address."""

    def __init__(self, home: Path) -> None:
        home.mkdir(parents=True, exist_ok=True)
        with (home / "server.log").open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", __name__],
                stdin=subprocess.PIPE,  # kept open: its end is what the server waits for
                stdout=subprocess.PIPE,
                stderr=log,
                start_new_session=True,  # Ctrl-C is for us, who still have to report to it
            )
        assert self._process.stdout is not None
        port = self._process.stdout.readline().decode().strip()
        self.url = f"http://127.0.0.1:{port}/api"

    def has_ended(self) -> bool:
        return self._process.poll() is not None

    def wait(self) -> bool:
        """Whether it answers, at last."""
        until = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < until and self._process.poll() is None:
            if answers(self.url):
                return True
            time.sleep(0.05)
        return False


def answers(url: str) -> bool:
    """Whether the Prefect API at this URL answers now."""
    try:
        with urllib.request.urlopen(f"{url.rstrip('/')}/health", timeout=ANSWER_SECONDS) as told:
            return bool(told.status == 200)
    except urllib.error.HTTPError as error:
        return error.code in (401, 403, 404)  # one that wants to be asked otherwise, but is there
    except (OSError, ValueError):  # no connection; no URL
        return False


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
