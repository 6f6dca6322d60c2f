"""Which documents are gone: no longer where an ingest looked, in files, feeds or tables.

Only what surely is gone counts: a folder that cannot be read, a file with a line that cannot, or
a feed that shows but its latest items, says nothing of what it may still hold.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence

from pipeline.ledger.entries import StoredDocument
from pipeline.ledger.source_files import file_of
from pipeline.sources.inputs import is_remote
from pipeline.sources.results import ListingComplete, Rejected, ScanResult

__all__ = ["Seen", "gone_from"]


class Seen:
    """What a run has seen to the end: files with every line of them, feeds and tables.

    ``missing`` are documents of which a server said that they are no longer there.
    """

    def __init__(self) -> None:
        self._read: set[str] = set()
        self._doubtful: set[str] = set()
        self.listed: set[str] = set()
        self.missing: set[str] = set()

    def note(self, one: ScanResult) -> None:
        if isinstance(one, ListingComplete):
            self.listed.add(one.origin)
            return
        if isinstance(one, Rejected) and one.gone:
            self.missing.add(one.source)
        file = file_of(one.source)
        if isinstance(one, Rejected):
            self._doubtful.add(file)
        elif file != one.source:
            self._read.add(file)

    def __contains__(self, file: str) -> bool:
        return file in self._read and file not in self._doubtful


def gone_from(
    stored: Iterable[StoredDocument], *, inputs: Sequence[str], lines: Seen, run: int
) -> Iterator[StoredDocument]:
    """The documents that came from ``inputs`` and are no longer there.

    Documents from elsewhere are left alone. ``run`` is the number of the ingest that looked.
    """
    roots = [os.path.abspath(one) for one in inputs]
    for one in stored:
        if is_remote(one.source):
            unlisted = one.origin in lines.listed and one.found_by < run
            if unlisted or one.source in lines.missing:
                yield one
            continue
        file = file_of(one.source)
        if one.found_by >= run and file != one.source:
            continue
        path = os.path.normpath(file)
        if not any(path == root or path.startswith(root.rstrip(os.sep) + os.sep) for root in roots):
            continue
        if not _may_be_there(path) or (file != one.source and file in lines):
            yield one


def _may_be_there(path: str) -> bool:
    try:
        os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True
    return True
