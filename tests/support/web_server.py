"""A web server of our own, in a thread: tests set its answers and read the requests it got."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Page:
    """``etag`` makes it answer 304 to whoever knows it; ``drip`` seconds lie between its bytes."""

    content: bytes
    kind: str = "text/plain; charset=utf-8"
    status: int = 200
    etag: str | None = None
    modified: str | None = None
    location: str | None = None
    drip: float = 0.0


@dataclass
class Site:
    url: str
    pages: dict[str, Page] = field(default_factory=dict)
    requests: list[tuple[str, int, dict[str, str]]] = field(default_factory=list)

    def put(self, path: str, content: str | bytes, kind: str = "text/plain", **more) -> str:
        body = content if isinstance(content, bytes) else content.encode()
        self.pages[path] = Page(body, kind, **more)
        return self.url + path

    def answers(self) -> list[tuple[str, int]]:
        """Return the paths requested since the last call, each with the status of its answer."""
        answers = [(path, status) for path, status, _ in self.requests]
        self.requests.clear()
        return answers


@contextmanager
def serving() -> Iterator[Site]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            page = site.pages.get(self.path, Page(b"", status=404))
            same = page.etag and self.headers.get("If-None-Match") == page.etag
            same = same or (
                page.modified and self.headers.get("If-Modified-Since") == page.modified
            )
            status, body = (304, b"") if same else (page.status, page.content)
            site.requests.append((self.path, status, dict(self.headers)))
            self.send_response(status)
            headers = {"ETag": page.etag, "Last-Modified": page.modified}
            headers |= {"Location": page.location, "Content-Type": page.kind}
            for name, value in headers.items():
                if value:
                    self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            try:
                if not page.drip:
                    self.wfile.write(body)
                for at in range(len(body) if page.drip else 0):
                    self.wfile.write(body[at : at + 1])
                    self.wfile.flush()
                    time.sleep(page.drip)
            except OSError:
                self.close_connection = True

        def log_message(self, *_: object) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    site = Site(f"http://127.0.0.1:{server.server_address[1]}")
    thread = threading.Thread(target=lambda: server.serve_forever(poll_interval=0.02), daemon=True)
    thread.start()
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()
