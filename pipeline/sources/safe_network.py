"""A network that connects only to addresses that are allowed, and only until a deadline.

An address is checked when the connection is made, after its name was resolved, and the connection
goes to the address that was checked: a name that resolves differently the next moment gains
nothing.
"""

from __future__ import annotations

import ipaddress
import socket
import ssl
import time
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import httpcore
import httpx

__all__ = ["AddressRefused", "DeadlinePassed", "SafeNetwork", "SafeTransport"]


class AddressRefused(Exception):
    """An address that may not be connected to; the message names the reason and the fix."""


class DeadlinePassed(Exception):
    """The request took longer in all than it may."""


def _is_open(address: str, *, private: bool) -> bool:
    """Return True if we may connect there; cloud metadata services have link-local addresses."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        inner = ip.ipv4_mapped or ip.sixtofour
        if inner is None and ip in ipaddress.ip_network("64:ff9b::/96"):
            inner = ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)
        if ip.is_site_local:
            return private
        if inner is not None:
            return _is_open(str(inner), private=private)
    if ip.is_link_local or ip.is_multicast or ip.is_unspecified:
        return False
    return private or ip.is_global


def _refusal(address: str) -> str:
    """The reason why we do not connect there; the setting is named only if it would be enough."""
    if _is_open(address, private=True):
        return (
            f"resolves to {address}, an address of this host or a private network; "
            "set STEPGRAPH_HTTP_PRIVATE=1 to allow it"
        )
    return (
        f"resolves to {address}, which is link-local, multicast or unspecified and never connected"
        " to; give another address of the host"
    )


class SafeNetwork(httpcore.SyncBackend):
    """Connects to checked addresses only, and ends every operation by ``deadline``.

    ``deadline`` is a time of ``time.monotonic``; whoever sends a request sets it first.
    """

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
                str(entry[4][0])
                for entry in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            )
        )
        for address in addresses:
            if not _is_open(address, private=self._private):
                raise AddressRefused(_refusal(address))
        for last, address in enumerate(addresses, start=1 - len(addresses)):
            try:
                stream = super().connect_tcp(
                    address, port, self.left(timeout), local_address, socket_options
                )
                return _Stream(stream, self)
            except (httpcore.ConnectError, httpcore.ConnectTimeout):
                if not last:
                    raise
        raise AddressRefused("has a host without an address; check the address")

    def left(self, timeout: float | None) -> float:
        """Return the seconds left for an operation; raise DeadlinePassed if there are none."""
        left = self.deadline - time.monotonic()
        if left <= 0:
            raise DeadlinePassed
        return left if timeout is None else min(left, timeout)


class _Stream(httpcore.NetworkStream):
    """A connection whose every operation ends by the deadline of the request it serves."""

    def __init__(self, stream: httpcore.NetworkStream, network: SafeNetwork) -> None:
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


class SafeTransport(httpx.BaseTransport):
    """An httpx transport whose connections are those of a SafeNetwork."""

    def __init__(self, network: SafeNetwork) -> None:
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
