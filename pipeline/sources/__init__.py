"""Files, folders, feeds and tables → documents."""

from pipeline.sources.access import Access
from pipeline.sources.results import (
    DiscoveredDocument,
    FileScanned,
    ListingComplete,
    Rejected,
    ScanResult,
    SourceState,
    Unchanged,
)
from pipeline.sources.scan import discover, fetch
from pipeline.sources.shard import WHOLE, Shard
from pipeline.sources.stdin import spool

__all__ = [
    "WHOLE",
    "Access",
    "DiscoveredDocument",
    "FileScanned",
    "ListingComplete",
    "Rejected",
    "ScanResult",
    "Shard",
    "SourceState",
    "Unchanged",
    "discover",
    "fetch",
    "spool",
]
