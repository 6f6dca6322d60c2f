"""Redaction: texts and URLs without their secrets, so that they can be shown, logged and stored."""

from __future__ import annotations

import re

__all__ = ["redact_text", "redact_url"]

_USERINFO = re.compile(r"(?<=://)[^\s/@'\"]*:[^\s/'\"]*@")  # a password may hold an @ of its own
_OPTION = re.compile(r"(?i)\b(password|passwd|pwd|token|secret|api_?key)=[^\s&'\",;]+")


def redact_text(text: str) -> str:
    """Return the text without the passwords of its URLs and connection strings."""
    return _OPTION.sub(r"\1=…", _USERINFO.sub("…@", text))


def redact_url(url: str) -> str:
    """Return the URL without its password and its options.

    Everything between the user's name and the last @ counts as the password, since one that is
    not percent-encoded may hold a slash or an @ of its own.
    """
    scheme, separator, rest = url.partition("://")
    if not separator:
        return url.partition("?")[0]
    userinfo, at, address = rest.rpartition("@")
    return f"{scheme}{separator}{userinfo.partition(':')[0]}{at}{address.partition('?')[0]}"
