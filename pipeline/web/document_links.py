"""Links above the view of a document: the list, questions about it, its lineage, comparisons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from urllib.parse import urlencode

from pipeline.pages.shown_readings import ShownReading
from pipeline.pages.view import PageLink
from pipeline.stores.read import StoredReading

__all__ = ["ANOTHER_TEXT", "DOCUMENTS", "document_links"]

DOCUMENTS = PageLink("← All documents", "/")
ANOTHER_TEXT = PageLink("Try another text", "/try")
MOST_COMPARISONS = 5


def document_links(
    shown: StoredReading, before: ShownReading | None, readings: Sequence[StoredReading]
) -> list[PageLink]:
    """The links for a reading that is shown, or compared with ``before``.

    ``readings`` are all of its document's; the newest ones before it are offered for comparison.
    """
    name = shown.document
    return [
        DOCUMENTS,
        PageLink("Ask about it", f"/ask?{urlencode({'document': name})}"),
        PageLink("What feeds it", f"/concepts?{urlencode({'document': name})}"),
        *_comparisons(shown, before, readings),
    ]


def _comparisons(
    shown: StoredReading, before: ShownReading | None, readings: Sequence[StoredReading]
) -> Iterator[PageLink]:
    if before is not None:
        yield PageLink("Without comparison", f"/document?{urlencode({'name': shown.document})}")
    earlier = [reading.number for reading in readings if reading.number < shown.number]
    for number in earlier[: -MOST_COMPARISONS - 1 : -1]:
        if before is None or number != before.reading.number:
            address = {"name": shown.document, "from": number, "to": shown.number}
            yield PageLink(f"Compare with reading {number}", f"/document?{urlencode(address)}")
