"""Documents that are gone: no longer where a run looked, in files, feeds or tables.

A document is gone only if that is certain. A folder that cannot be read, a file with an unreadable
line, or a feed that only shows its latest items proves nothing about the rest.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pipeline.ledger.clock import Clock
from pipeline.ledger.entries import StoredDocument
from pipeline.ledger.ledger import Ledger, store_key
from pipeline.ledger.source_files import file_of
from pipeline.sources.inputs import is_remote
from pipeline.sources.results import FileScanned, ListingComplete, Rejected, ScanResult
from pipeline.sources.shard import WHOLE, Shard
from pipeline.stores import Store
from pipeline.stores.write import close

__all__ = ["GoneDocuments", "ScanLog", "close_readings", "gone_documents"]

DOCUMENTS_PER_TRANSACTION = 500


@dataclass(frozen=True, slots=True)
class GoneDocuments:
    """Documents that are gone; ``closed`` of their readings were closed.

    ``found_in_run`` counts those that were found by the run although they are gone.
    """

    document_ids: tuple[str, ...] = ()
    closed: int = 0
    found_in_run: int = 0


class ScanLog:
    """A log of what a run has scanned to the end: files with all their parts, feeds and tables.

    ``missing`` are sources that no longer exist according to their server.
    """

    def __init__(self) -> None:
        self._read: set[int] = set()  # hashes, since there may be millions
        self._doubtful: set[str] = set()
        self.listed: set[str] = set()
        self.missing: set[str] = set()

    def note(self, result: ScanResult) -> None:
        if isinstance(result, ListingComplete):
            self.listed.add(result.origin)
            return
        if isinstance(result, FileScanned):
            if result.complete:
                self._read.add(hash(result.file))
            else:
                self._doubtful.add(result.file)
            return
        if isinstance(result, Rejected) and result.gone:
            self.missing.add(result.source)
        file = file_of(result.source)
        if isinstance(result, Rejected):
            self._doubtful.add(file)
        else:
            self._read.add(hash(file))

    def __contains__(self, file: str) -> bool:
        """Return True if every line or procedure of the file was read."""
        return hash(file) in self._read and file not in self._doubtful


def gone_documents(
    stored: Iterable[StoredDocument],
    *,
    inputs: Sequence[str],
    scan_log: ScanLog,
    run: int,
    shard: Shard = WHOLE,
) -> Iterator[StoredDocument]:
    """Yield the documents that came from ``inputs`` and no longer exist there.

    Documents from elsewhere and of other shards are left alone: the run, of this number, did not
    look for them.
    """
    roots = [os.path.abspath(path) for path in inputs]
    for document in stored:
        if not shard.holds(document.document_id):
            continue
        if is_remote(document.source):
            unlisted = document.origin in scan_log.listed and document.found_by < run
            if unlisted or document.source in scan_log.missing:
                yield document
            continue
        file = file_of(document.source)
        is_line = file != document.source
        if document.found_by >= run and is_line:
            continue
        path = os.path.normpath(file)
        if not any(path == root or path.startswith(root.rstrip(os.sep) + os.sep) for root in roots):
            continue
        if not _may_exist(path) or (is_line and file in scan_log):
            yield document


def close_readings(
    document_ids: Sequence[str], *, store: Store, ledger: Ledger, clock: Clock
) -> int:
    """Close the readings of documents that are gone; return how many were closed.

    The ledger records it first: a source that comes back is then read again, whenever a kill came.
    """
    key = store_key(store.url)
    closed = 0
    for start in range(0, len(document_ids), DOCUMENTS_PER_TRANSACTION):
        part = document_ids[start : start + DOCUMENTS_PER_TRANSACTION]
        readings = ledger.administration.mark_gone(key, part)
        closed += len(close(readings, store=store, clock=clock))
        ledger.administration.mark_closed(key, list(readings))
    return closed


def _may_exist(path: str) -> bool:
    try:
        os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True
    return True
