"""HTTP with limits: how much, how long, and to which addresses.

An address is checked when the connection is made, after its name was resolved, and the connection
goes to the address that was checked: a name that resolves differently the next moment gains
nothing. Redirects are followed one by one, each under the same rules.
"""

from __future__ import annotations

import ipaddress
import json
import logging
import socket
import ssl
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urljoin, urlsplit, urlunsplit

import httpcore
import httpx

from pipeline.sources.access import Access
from pipeline.sources.files import MAX_BYTES, Unusable

__all__ = ["Answer", "Gone", "Web", "checked_url"]

MAX_REDIRECTS = 5
SILENCE_SECONDS = 10.0  # between two parts of an answer
_SECRET_NAMES = frozenset(
    "token access_token auth_token api_key apikey api-key key password passwd pwd secret"
    " client_secret sig signature x-amz-signature x-amz-credential x-goog-signature".split()
)
_NETWORK_ERRORS = (
    httpx.HTTPError,
    httpcore.NetworkError,
    httpcore.TimeoutException,
    httpcore.ProtocolError,
    httpcore.UnsupportedProtocol,
    OSError,
)


class Gone(Unusable):
    """The server says that there is nothing at this address (404, 410)."""


class _Refused(Exception):
    """An address that we do not connect to."""


class _TooSlow(Exception):
    """The whole answer took longer than it may."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A server's answer; ``url`` is the address after all redirects.

    ``version_token`` holds the validators ETag and Last-Modified as JSON. ``content`` is None if
    nothing has changed since the version whose token was sent.
    """

    content: bytes | None
    kind: str
    charset: str | None
    version_token: str
    url: str


class Web:
    """Fetches from servers, one request at a time."""

    def __init__(self, access: Access) -> None:
        logging.getLogger("httpx").setLevel(logging.WARNING)  # it logs every URL in full
        self._access = access
        given = (one.strip().partition(" ") for one in (access.http_authorization or "").split(";"))
        self._authorizations = {host.lower(): value.strip() for host, _, value in given}
        self._network = _Network(private=access.http_private)
        self._client = httpx.Client(
            transport=_Transport(self._network),
            headers={"User-Agent": "stepgraph", "Accept-Encoding": "gzip"},
            timeout=SILENCE_SECONDS,
            follow_redirects=False,
            trust_env=False,
        )

    def __enter__(self) -> Web:
        return self

    def __exit__(self, *_error: object) -> None:
        self._client.close()

    def get(self, url: str, *, version_token: str | None = None) -> Answer:
        """Fetch ``url``; with a ``version_token``, only if it has changed since that version.

        Raises Unusable with the reason.
        """
        self._network.deadline = time.monotonic() + self._access.http_seconds
        try:
            return self._follow(url, version_token)
        except _Refused as error:
            raise Unusable(str(error)) from None
        except httpx.InvalidURL as error:
            raise Unusable("is no URL that can be fetched; correct it") from error
        except (_TooSlow, httpx.TimeoutException, httpcore.TimeoutException) as error:
            late = time.monotonic() >= self._network.deadline
            limit = self._access.http_seconds if late else SILENCE_SECONDS
            raise Unusable(
                f"did not answer in {limit:g} seconds; try again later"
                + (", or raise STEPGRAPH_HTTP_SECONDS" if late else "")
            ) from error
        except _NETWORK_ERRORS as error:
            raise Unusable(f"cannot be fetched ({_reason(error)}); check the address") from error

    def _follow(self, url: str, version_token: str | None) -> Answer:
        at = url
        for _ in range(MAX_REDIRECTS + 1):
            with self._client.stream(
                "GET", at, headers=self._headers(at, version_token)
            ) as response:
                if not response.has_redirect_location:
                    return self._answer(response, at, version_token)
                target = urljoin(at, response.headers["location"])
            if urlsplit(target).scheme not in ("http", "https"):
                raise _Refused("leads to an address that is not http or https; give the final one")
            if at.startswith("https:") and not target.startswith("https:"):
                raise _Refused("leads from https to http; give the final address")
            at = target
        raise _Refused(f"leads on more than {MAX_REDIRECTS} times; give the final address")

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

    def _answer(self, response: httpx.Response, url: str, version_token: str | None) -> Answer:
        status = response.status_code
        if status == httpx.codes.NOT_MODIFIED and version_token:
            return Answer(None, "", None, version_token, url)
        if status in (httpx.codes.NOT_FOUND, httpx.codes.GONE):
            raise Gone(f"is not there (the server says {status}); check the address")
        if status in (httpx.codes.UNAUTHORIZED, httpx.codes.FORBIDDEN):
            raise Unusable(
                f"may not be read (the server says {status}); "
                "set STEPGRAPH_HTTP_AUTHORIZATION='HOST VALUE'"
            )
        if status != httpx.codes.OK:
            raise Unusable(f"cannot be fetched (the server says {status}); try again later")
        content = self._content(response)
        headers = response.headers
        validators = {"etag": headers.get("etag"), "modified": headers.get("last-modified")}
        known = {name: value for name, value in validators.items() if value}
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        new = json.dumps(known) if known else ""
        return Answer(content, kind, response.charset_encoding, new, url)

    def _content(self, response: httpx.Response) -> bytes:
        parts, size = [], 0
        for part in response.iter_bytes():
            parts.append(part)
            size += len(part)
            if size > MAX_BYTES:
                raise Unusable(f"is larger than {MAX_BYTES >> 20} MiB; split it into documents")
            if time.monotonic() > self._network.deadline:
                raise _TooSlow
        return b"".join(parts)


def checked_url(url: str) -> str:
    """The URL as it is known and shown, less its fragment. Raises Unusable if it holds a secret."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise Unusable("is no URL that can be fetched; correct it") from None
    mend = "leave it out and set STEPGRAPH_HTTP_AUTHORIZATION='HOST VALUE'"
    if parts.scheme.lower() not in ("http", "https") or not host:
        raise Unusable("is not http or https; give such an address")
    if "@" in parts.netloc:
        raise Unusable(f"has a user or password in it; {mend}")
    names = {name.lower() for name, _ in parse_qsl(parts.query, keep_blank_values=True)}
    if secret := sorted(names & _SECRET_NAMES):
        raise Unusable(f"has a secret in it ({secret[0]}=…); {mend}")
    scheme, netloc = parts.scheme.lower(), host if ":" not in host else f"[{host}]"
    netloc += "" if port in (None, {"http": 80, "https": 443}[scheme]) else f":{port}"
    return urlunsplit((scheme, netloc, parts.path or "/", parts.query, ""))


def _reason(error: Exception) -> str:
    """What happened, without the URL: a redirect's may hold a secret."""
    cause: BaseException = error
    while inner := cause.__cause__ or cause.__context__:  # the pool drops the first of them
        cause = inner
    if isinstance(cause, socket.gaierror):
        return "its host is not known"
    if isinstance(cause, ssl.SSLCertVerificationError):
        return f"its certificate is not good: {cause.verify_message}"
    if isinstance(cause, OSError) and cause.strerror:
        return cause.strerror
    return type(cause).__name__


def _is_open(address: str, *, private: bool) -> bool:
    """Whether we may connect there; link-local addresses are where clouds keep their secrets."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour
        if inner is None and found in ipaddress.ip_network("64:ff9b::/96"):
            inner = ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)
        if found.is_site_local:
            return private
        if inner is not None:
            return _is_open(str(inner), private=private)
    if found.is_link_local or found.is_multicast or found.is_unspecified:
        return False
    return private or found.is_global


class _Network(httpcore.SyncBackend):
    """Connects to checked addresses only, and lets nothing take longer than the deadline."""

    def __init__(self, *, private: bool) -> None:
        super().__init__()
        self._private = private
        self.deadline = 0.0

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        addresses = list(
            dict.fromkeys(
                str(one[4][0]) for one in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            )
        )
        for address in addresses:
            if not _is_open(address, private=self._private):
                raise _Refused(
                    f"leads to {address}, an address of this host or a private network; "
                    "set STEPGRAPH_HTTP_PRIVATE=1 if that is meant"
                )
        for last, address in enumerate(addresses, start=1 - len(addresses)):
            try:
                stream = super().connect_tcp(
                    address, port, self.left(timeout), local_address, socket_options
                )
                return _Stream(stream, self)
            except (httpcore.ConnectError, httpcore.ConnectTimeout):
                if not last:
                    raise
        raise _Refused("has a host without an address; check the address")

    def left(self, timeout: float | None) -> float:
        """The seconds that the next operation may take."""
        left = self.deadline - time.monotonic()
        if left <= 0:
            raise _TooSlow
        return left if timeout is None else min(left, timeout)


class _Stream(httpcore.NetworkStream):
    """A connection whose every operation ends by the deadline of the request it serves."""

    def __init__(self, stream: httpcore.NetworkStream, network: _Network) -> None:
        self._stream, self._network = stream, network

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, self._network.left(timeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, self._network.left(timeout))

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore.NetworkStream:
        left = self._network.left(timeout)
        return _Stream(self._stream.start_tls(ssl_context, server_hostname, left), self._network)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


class _Transport(httpx.BaseTransport):
    """httpx over connections of our own network."""

    def __init__(self, network: _Network) -> None:
        self._pool = httpcore.ConnectionPool(
            ssl_context=httpx.create_ssl_context(), network_backend=network
        )

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        url = request.url
        response = self._pool.handle_request(
            httpcore.Request(
                request.method,
                httpcore.URL(
                    scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path
                ),
                headers=request.headers.raw,
                content=request.stream,
                extensions=request.extensions,
            )
        )
        return httpx.Response(
            response.status,
            headers=response.headers,
            stream=_Body(response),
            extensions=_known_extensions(response.extensions),
        )

    def close(self) -> None:
        self._pool.close()


class _Body(httpx.SyncByteStream):
    def __init__(self, response: httpcore.Response) -> None:
        self._response = response

    def __iter__(self) -> Iterator[bytes]:
        yield from self._response.iter_stream()

    def close(self) -> None:
        self._response.close()


def _known_extensions(extensions: Mapping[str, Any]) -> dict[str, Any]:
    return {name: extensions[name] for name in ("http_version",) if name in extensions}
