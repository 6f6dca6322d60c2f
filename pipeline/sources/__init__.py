"""Files, folders, feeds and tables → documents."""

from pipeline.sources.access import Access
from pipeline.sources.found import Found, Listed, Memory, Refused, Shown, Unchanged
from pipeline.sources.reading import discover, fetch
from pipeline.sources.spool import spool

__all__ = [
    "Access",
    "Found",
    "Listed",
    "Memory",
    "Refused",
    "Shown",
    "Unchanged",
    "discover",
    "fetch",
    "spool",
]
