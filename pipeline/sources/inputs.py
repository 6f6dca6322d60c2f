"""The kinds of input: a URL, a table of the config file, or else a file or folder."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, unquote, urlsplit, urlunsplit

from pipeline.sources.results import UnusableSource

__all__ = ["SQL", "checked_url", "is_remote", "is_sql", "is_url", "scheme_fault"]

SQL = "sql:"
_SECRET_NAMES = frozenset(
    "token access_token auth_token api_key apikey api-key key password passwd pwd secret"
    " client_secret sig signature x-amz-signature x-amz-credential x-goog-signature".split()
)


def is_url(name: str) -> bool:
    return name.lower().startswith(("http://", "https://"))


def is_sql(name: str) -> bool:
    return name.startswith(SQL)


def is_remote(source: str) -> bool:
    """Return True if the source is no file, so that the file system knows nothing of it."""
    return is_url(source) or is_sql(source)


def scheme_fault(name: str) -> str | None:
    """Return the reason why an input that looks like a URL is not read, None if there is none."""
    scheme, mark, rest = name.partition("://")
    if not mark or is_url(name) or not re.fullmatch(r"[A-Za-z][A-Za-z0-9+.-]+", scheme):
        return None
    if scheme.lower() == "file":
        path = unquote(urlsplit(name).path) if rest.startswith("/") else ""
        return f"is a URL of a file; give its path{f', {path}' if path else ''}"
    return f"has the scheme {scheme.lower()}, which is not read; download it and give the file"


def checked_url(url: str) -> str:
    """Return the URL in its normal form, without its fragment.

    Raises UnusableSource if it is none that can be fetched or holds a secret.
    """
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise UnusableSource("is not a valid URL; correct it") from None
    fix = "leave it out and set STEPGRAPH_HTTP_AUTHORIZATION='HOST VALUE'"
    if parts.scheme.lower() not in ("http", "https") or not host:
        raise UnusableSource("is not an http or https address; give one")
    if "@" in parts.netloc:
        raise UnusableSource(f"has a user or password in it; {fix}")
    names = {name.lower() for name, _ in parse_qsl(parts.query, keep_blank_values=True)}
    if secret := sorted(names & _SECRET_NAMES):
        raise UnusableSource(f"has a secret in it ({secret[0]}=…); {fix}")
    scheme, netloc = parts.scheme.lower(), host if ":" not in host else f"[{host}]"
    netloc += "" if port in (None, {"http": 80, "https": 443}[scheme]) else f":{port}"
    return urlunsplit((scheme, netloc, parts.path or "/", parts.query, ""))
