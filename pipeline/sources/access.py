"""Settings of access: how sources may be reached, and which files of a folder are read."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

__all__ = ["Access"]


@dataclass(frozen=True, slots=True)
class Access:
    """Patterns of files, the config file of sources, and limits of HTTP.

    ``include`` and ``exclude`` are patterns of files in folders; no include means every file.
    ``sources`` is the config file that describes tables. A server has ``http_seconds`` to answer in
    full. Addresses of this host and of private networks are reached only with ``http_private``.
    ``http_authorization`` is ``HOST VALUE``, several separated by ``;``. Each value is sent to its
    own host as the header Authorization, over https or where private addresses are allowed.
    """

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    sources: Path = Path("stepgraph.toml")
    http_seconds: float = 60.0
    http_private: bool = False
    http_authorization: str | None = field(default=None, repr=False)
