"""Files, folders, feeds and tables → documents."""

from pipeline.sources.access import Access
from pipeline.sources.results import Found, Listed, Memory, Refused, Shown, Unchanged
from pipeline.sources.scan import discover, fetch
from pipeline.sources.stdin import spool

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
