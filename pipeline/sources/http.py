"""Downloads over HTTP, limited in size, time and addresses.

Redirects are followed one by one, each under the same rules.
"""

from __future__ import annotations

import json
import logging
import socket
import ssl
import time
from dataclasses import dataclass
from urllib.parse import urljoin, urlsplit

import httpcore
import httpx

from pipeline.retry import DOWNLOAD, RetryPolicy, with_retries
from pipeline.sources.access import Access
from pipeline.sources.encoding import MAX_BYTES
from pipeline.sources.results import UnusableSource
from pipeline.sources.safe_network import (
    AddressRefused,
    DeadlinePassed,
    SafeNetwork,
    SafeTransport,
)

__all__ = ["Download", "Gone", "HttpClient"]

MAX_REDIRECTS = 5
SILENCE_SECONDS = 10.0  # between two parts of an answer
_NETWORK_ERRORS = (
    httpx.HTTPError,
    httpcore.NetworkError,
    httpcore.TimeoutException,
    httpcore.ProtocolError,
    httpcore.UnsupportedProtocol,
    OSError,
)


class Unanswered(UnusableSource):
    """Nothing, or a server's own failure, came back; the same request may succeed later."""


class Gone(UnusableSource):
    """The server answers that there is nothing at this address (404, 410)."""


@dataclass(frozen=True, slots=True)
class Download:
    """A server's answer; ``url`` is the address after all redirects.

    ``version_token`` holds the validators ETag and Last-Modified as JSON. ``content`` is None if
    nothing has changed since the version whose token was sent.
    """

    content: bytes | None
    media_type: str
    charset: str | None
    version_token: str
    url: str


class HttpClient:
    """Downloads from servers, one request at a time."""

    def __init__(self, access: Access, *, retries: RetryPolicy = DOWNLOAD) -> None:
        self._retries = retries
        logging.getLogger("httpx").setLevel(logging.WARNING)  # it logs every URL in full
        self._access = access
        entries = (access.http_authorization or "").split(";")
        pairs = (entry.strip().partition(" ") for entry in entries)
        self._authorizations = {host.lower(): value.strip() for host, _, value in pairs}
        self._network = SafeNetwork(private=access.http_private)
        self._client = httpx.Client(
            transport=SafeTransport(self._network),
            headers={"User-Agent": "stepgraph", "Accept-Encoding": "gzip"},
            timeout=SILENCE_SECONDS,
            follow_redirects=False,
            trust_env=False,
        )

    def __enter__(self) -> HttpClient:
        return self

    def __exit__(self, *_error: object) -> None:
        self._client.close()

    def get(self, url: str, *, version_token: str | None = None) -> Download:
        """Fetch ``url``; with a ``version_token``, only if it has changed since that version.

        Raises UnusableSource with the reason.
        """
        return with_retries(
            lambda: self._get(url, version_token), policy=self._retries, error=Unanswered
        )

    def _get(self, url: str, version_token: str | None) -> Download:
        self._network.deadline = time.monotonic() + self._access.http_seconds
        try:
            return self._follow(url, version_token)
        except AddressRefused as error:
            raise UnusableSource(str(error)) from None
        except httpx.InvalidURL as error:
            raise UnusableSource("is not a valid URL; correct it") from error
        except (DeadlinePassed, httpx.TimeoutException, httpcore.TimeoutException) as error:
            late = time.monotonic() >= self._network.deadline
            limit = self._access.http_seconds if late else SILENCE_SECONDS
            raise Unanswered(
                f"did not answer in {limit:g} seconds; try again later"
                + (", or raise STEPGRAPH_HTTP_SECONDS" if late else "")
            ) from error
        except _NETWORK_ERRORS as error:
            raise Unanswered(f"cannot be fetched ({_reason(error)}); check the address") from error

    def _follow(self, url: str, version_token: str | None) -> Download:
        at = url
        for _ in range(MAX_REDIRECTS + 1):
            with self._client.stream(
                "GET", at, headers=self._headers(at, version_token)
            ) as response:
                if not response.has_redirect_location:
                    return self._download(response, at, version_token)
                target = urljoin(at, response.headers["location"])
            if urlsplit(target).scheme not in ("http", "https"):
                raise AddressRefused(
                    "redirects to an address that is not http or https; give the final address"
                )
            if at.startswith("https:") and not target.startswith("https:"):
                raise AddressRefused("redirects from https to http; give the final address")
            at = target
        raise AddressRefused(f"redirects more than {MAX_REDIRECTS} times; give the final address")

    def _headers(self, url: str, version_token: str | None) -> dict[str, str]:
        headers: dict[str, str] = {}
        parts = urlsplit(url)
        if parts.scheme == "https" or self._access.http_private:
            value = self._authorizations.get((parts.hostname or "").lower())
            headers |= {"Authorization": value} if value else {}
        known = json.loads(version_token) if version_token else {}
        if known.get("etag"):
            headers["If-None-Match"] = known["etag"]
        if known.get("modified"):
            headers["If-Modified-Since"] = known["modified"]
        return headers

    def _download(self, response: httpx.Response, url: str, version_token: str | None) -> Download:
        status = response.status_code
        if status == httpx.codes.NOT_MODIFIED and version_token:
            return Download(None, "", None, version_token, url)
        if status in (httpx.codes.NOT_FOUND, httpx.codes.GONE):
            raise Gone(f"does not exist (status {status}); check the address")
        if status in (httpx.codes.UNAUTHORIZED, httpx.codes.FORBIDDEN):
            raise UnusableSource(
                f"may not be read (status {status}); set STEPGRAPH_HTTP_AUTHORIZATION='HOST VALUE'"
            )
        if status != httpx.codes.OK:
            failure = Unanswered if status >= httpx.codes.INTERNAL_SERVER_ERROR else UnusableSource
            raise failure(f"cannot be fetched (status {status}); try again later")
        content = self._content(response)
        headers = response.headers
        validators = {"etag": headers.get("etag"), "modified": headers.get("last-modified")}
        known = {name: value for name, value in validators.items() if value}
        media_type = headers.get("content-type", "").partition(";")[0].strip().lower()
        new = json.dumps(known) if known else ""
        return Download(content, media_type, response.charset_encoding, new, url)

    def _content(self, response: httpx.Response) -> bytes:
        parts, size = [], 0
        for part in response.iter_bytes():
            parts.append(part)
            size += len(part)
            if size > MAX_BYTES:
                raise UnusableSource(
                    f"is larger than {MAX_BYTES >> 20} MiB; split it into documents"
                )
            if time.monotonic() > self._network.deadline:
                raise DeadlinePassed
        return b"".join(parts)


def _reason(error: Exception) -> str:
    """Describe the error without the URL: a redirect's may hold a secret."""
    cause: BaseException = error
    while inner := cause.__cause__ or cause.__context__:  # the pool drops the first of them
        cause = inner
    if isinstance(cause, socket.gaierror):
        return "its host is unknown"
    if isinstance(cause, ssl.SSLCertVerificationError):
        return f"its certificate is not valid: {cause.verify_message}"
    if isinstance(cause, OSError) and cause.strerror:
        return cause.strerror
    return type(cause).__name__
