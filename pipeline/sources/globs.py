"""Patterns that choose files of a folder: ``*.md``, ``sops/**/*.txt``, ``drafts``."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache

__all__ = ["path_filter"]

_PARTS = re.compile(r"\*\*/|\*\*|\*|\?|[^*?]+")
_MEANING = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}


def path_filter(include: Sequence[str], exclude: Sequence[str]) -> Callable[[str], bool]:
    """Return a function that is True for the paths to read, relative to the root.

    A path is read if it matches any of ``include`` (or there is none) and none of ``exclude``.

    ``*`` and ``?`` stay within a name, ``**`` goes through folders. A pattern without ``/`` is for
    a name at any depth. Excluding a folder excludes what is in it.
    """

    def is_chosen(path: str) -> bool:
        included = not include or any(_matches(path, pattern) for pattern in include)
        names = path.split("/")
        above = ("/".join(names[:depth]) for depth in range(1, len(names) + 1))
        return included and not any(
            _matches(part, pattern) for part in above for pattern in exclude
        )

    return is_chosen


def _matches(path: str, pattern: str) -> bool:
    pattern = pattern.removeprefix("./").rstrip("/")
    subject = path if "/" in pattern else path.rpartition("/")[2]
    return _compiled(pattern).fullmatch(subject) is not None


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(
        "".join(_MEANING.get(part, re.escape(part)) for part in _PARTS.findall(pattern))
    )
