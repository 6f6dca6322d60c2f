"""Who may use the app: the hosts that it answers to, the origins that may change things, a token.

A page of another site cannot read the app by a name of its own that leads here (DNS rebinding):
the name in Host must be one of ours. Nor can it send a form here (CSRF): the browser states the
page's Origin, or Sec-Fetch-Site.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from ipaddress import ip_address
from urllib.parse import urlsplit

from pipeline.errors import BadInput

__all__ = ["COOKIE", "AccessRules", "access_rules", "is_loopback"]

COOKIE = "stepgraph"
SHORTEST_TOKEN = 16  # characters
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


@dataclass(frozen=True, slots=True)
class AccessRules:
    """What a request must have. ``hosts`` are names besides addresses; None is no token."""

    on_loopback: bool
    hosts: frozenset[str]
    token: str | None = field(repr=False)

    def refusal(self, method: str, headers: Mapping[str, str]) -> tuple[int, str] | None:
        """Status and reason if the request is refused before it is looked at, else None.

        ``headers`` have names in lower case.
        """
        host = headers.get("host", "")
        if not self._is_ours(host):
            return 400, (
                f"the host {host[:80]!r} is not a name of this app; "
                "list it in STEPGRAPH_APP_HOSTS if it is"
            )
        if method not in SAFE_METHODS and not _same_origin(host, headers):
            return 403, "a page of another site may not change anything here"
        return None

    def admits(self, authorization: str, session: str) -> bool:
        """Return True for the token as ``Bearer TOKEN``, and for a session that it opened."""
        if self.token is None:
            return True
        scheme, _, value = authorization.partition(" ")
        has_token = scheme.lower() == "bearer" and self.is_token(value.strip())
        return has_token or hmac.compare_digest(session.encode(), self.session().encode())

    def is_token(self, value: str) -> bool:
        """Compare in constant time."""
        expected = self.token or ""
        return bool(expected) and hmac.compare_digest(value.encode(), expected.encode())

    def session(self) -> str:
        """The value of the cookie of a browser that knows the token, which it does not hold."""
        key = (self.token or "").encode()
        return hmac.new(key, b"stepgraph session", hashlib.sha256).hexdigest()

    def _is_ours(self, host: str) -> bool:
        name = _name_of(host)
        if name is None:
            return False
        if name in self.hosts or name == "localhost":
            return True
        try:
            address = ip_address(name)
        except ValueError:
            return False
        return address.is_loopback or not self.on_loopback


def access_rules(host: str, *, hosts: Sequence[str], token: str | None) -> AccessRules:
    """The rules of an app that listens on ``host``. Raises BadInput if a token is missing."""
    names = frozenset(name.strip().lower().rstrip(".") for name in hosts if name.strip())
    on_loopback = is_loopback(host)
    if token is not None and len(token) < SHORTEST_TOKEN:
        raise BadInput(
            f"STEPGRAPH_APP_TOKEN is shorter than {SHORTEST_TOKEN} characters; make one with: "
            "python -c 'import secrets; print(secrets.token_urlsafe())'"
        )
    if token is None and not on_loopback:
        raise BadInput(
            f"--host {host} is open to other machines, so it needs a token: set "
            "STEPGRAPH_APP_TOKEN, or leave --host out"
        )
    if token is None and names - {"localhost"}:
        raise BadInput(
            "STEPGRAPH_APP_HOSTS lets others in under these names, so the app needs a token: set "
            "STEPGRAPH_APP_TOKEN, or unset STEPGRAPH_APP_HOSTS"
        )
    own = set() if _is_address(host) else {host.lower()}
    return AccessRules(on_loopback, names | own, token)


def is_loopback(host: str) -> bool:
    """Return True if only programs on this machine can reach ``host``."""
    return host.lower() == "localhost" or (_is_address(host) and ip_address(host).is_loopback)


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def _name_of(host: str) -> str | None:
    """The name or address in a Host header, in lower case; None if it is malformed."""
    try:
        parts = urlsplit(f"//{host}")
        name, _ = parts.hostname, parts.port
    except ValueError:
        return None
    if not name or parts.netloc != host or parts.username is not None:
        return None
    return name.rstrip(".")


def _same_origin(host: str, headers: Mapping[str, str]) -> bool:
    """Return True for a page of ours, and for a program that is no browser."""
    origin = headers.get("origin")
    if origin is not None:
        return _place_of(origin) == host.lower()
    return headers.get("sec-fetch-site", "none") in ("same-origin", "none")


def _place_of(origin: str) -> str | None:
    """Host and port of an origin; None if it is malformed or opaque."""
    try:
        parts = urlsplit(origin.strip().lower())
    except ValueError:
        return None
    return parts.netloc if parts.scheme in ("http", "https") else None
