"""Texts of others, such as a library's errors, as they may be kept, logged and shown."""

from __future__ import annotations

import re

__all__ = ["without_passwords"]

_USERINFO = re.compile(r"(?<=://)[^\s/@'\"]*:[^\s/'\"]*@")  # a password may hold an @ of its own
_OPTION = re.compile(r"(?i)\b(password|passwd|pwd|token|secret|api_?key)=[^\s&'\",;]+")


def without_passwords(text: str) -> str:
    """The text with passwords in URLs and connection strings left out."""
    return _OPTION.sub(r"\1=…", _USERINFO.sub("…@", text))
