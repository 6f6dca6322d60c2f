"""How sources may be reached, and which files of a folder count."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

__all__ = ["Access"]


@dataclass(frozen=True, slots=True)
class Access:
    """``include`` and ``exclude`` are patterns of files in folders; no include means every file.

    ``sources`` is the file that names tables. A server has ``http_seconds`` to answer in full;
    addresses of this host and of private networks are reached only with ``http_private``.
    ``http_authorization`` is ``HOST VALUE``, more of them after ``;``: each is sent to its own host
    as the header Authorization, over https or where private addresses are allowed.
    """

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    sources: Path = Path("stepgraph.toml")
    http_seconds: float = 60.0
    http_private: bool = False
    http_authorization: str | None = field(default=None, repr=False)
