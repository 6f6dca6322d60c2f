"""Files, folders, feeds and tables → documents."""

from pipeline.sources.access import Access
from pipeline.sources.results import (
    DiscoveredDocument,
    ListingComplete,
    Rejected,
    ScanResult,
    SourceState,
    Unchanged,
)
from pipeline.sources.scan import discover, fetch
from pipeline.sources.stdin import spool

__all__ = [
    "Access",
    "DiscoveredDocument",
    "ListingComplete",
    "Rejected",
    "ScanResult",
    "SourceState",
    "Unchanged",
    "discover",
    "fetch",
    "spool",
]
