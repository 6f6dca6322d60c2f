"""Which files of a folder count, by patterns: ``*.md``, ``sops/**/*.txt``, ``drafts``."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache

__all__ = ["chooser"]

_PARTS = re.compile(r"\*\*/|\*\*|\*|\?|[^*?]+")
_MEANING = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}


def chooser(include: Sequence[str], exclude: Sequence[str]) -> Callable[[str], bool]:
    """Whether a path below the root counts: one of ``include`` has it, if any, and no exclude.

    ``*`` and ``?`` stay within a name, ``**`` goes through folders. A pattern without ``/`` is for
    a name at any depth. Excluding a folder excludes what is in it.
    """

    def counts(path: str) -> bool:
        included = not include or any(_matches(path, one) for one in include)
        names = path.split("/")
        above = ("/".join(names[:depth]) for depth in range(1, len(names) + 1))
        return included and not any(_matches(part, one) for part in above for one in exclude)

    return counts


def _matches(path: str, pattern: str) -> bool:
    pattern = pattern.removeprefix("./").rstrip("/")
    subject = path if "/" in pattern else path.rpartition("/")[2]
    return _compiled(pattern).fullmatch(subject) is not None


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile("".join(_MEANING.get(one, re.escape(one)) for one in _PARTS.findall(pattern)))
