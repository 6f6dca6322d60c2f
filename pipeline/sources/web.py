"""Documents on the web: named by their URL, or listed in a feed. Their ids are their URLs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

from pipeline.domain.document import Document, Entity, checked_name
from pipeline.errors import one_line
from pipeline.sources.access import Access
from pipeline.sources.feeds import Feed, looks_like_feed, parse_feed
from pipeline.sources.files import SUFFIXES, Unusable
from pipeline.sources.formats import text_of
from pipeline.sources.http import Answer, Gone, Web, checked_url
from pipeline.sources.json_documents import document_from_text
from pipeline.sources.results import (
    DiscoveredDocument,
    KnownDocument,
    Listing,
    ListingComplete,
    Rejected,
    ScanResult,
    SourceState,
    Unchanged,
)

__all__ = ["discover_urls", "fetch_urls"]

_SUFFIXES = {
    "text/markdown": ".md",
    "text/x-markdown": ".md",
    "text/html": ".html",
    "application/xhtml+xml": ".html",
    "application/pdf": ".pdf",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ".docx",
}
_TEXT = ".txt"

Entities = tuple[Entity, ...] | None


def discover_urls(
    urls: Sequence[str], *, entities: Entities, access: Access, source_state: SourceState
) -> Iterator[ScanResult]:
    """Show the documents at these URLs: each is a feed, or a document itself.

    What a server says is unchanged is not fetched. An address that fails stops no other.
    """
    with Web(access) as web:
        for given in urls:
            try:
                url = checked_url(given)
                yield from _Looking(web, entities, source_state).at(url)
            except Unusable as error:
                yield _refused(_without_query(given), error)


def fetch_urls(
    urls: Sequence[str], *, entities: Entities, access: Access
) -> Iterator[Document | Rejected]:
    """The documents at these URLs, one result for each."""
    with Web(access) as web:
        for url in urls:
            try:
                yield _document(web.get(url), url, entities)
            except (Unusable, ValueError) as error:
                yield _refused(url, error)


class _Looking:
    """One look at one URL that a user named."""

    def __init__(self, web: Web, entities: Entities, source_state: SourceState) -> None:
        self._web, self._entities, self._source_state = web, entities, source_state

    def at(self, url: str) -> Iterator[ScanResult]:
        listing = self._source_state.listing(url)
        known = self._source_state.known([url]).get(url)
        version_token = listing.version_token if listing else known.version_token if known else None
        answer = self._web.get(url, version_token=version_token or None)
        if answer.content is None:
            if listing is None:
                yield Unchanged(url, url)
                return
            kept = json.loads(listing.content)
            feed = Feed(tuple(kept["urls"]), kept["whole"])
        elif looks_like_feed(answer.content, answer.kind):
            feed = parse_feed(answer.content, base=answer.url)
            if all(map(_is_clean, feed.urls)):  # else it is fetched anew each time
                content = json.dumps({"urls": feed.urls, "whole": feed.whole})
                self._source_state.keep_listing(url, Listing(answer.version_token, content))
        else:
            yield _found(answer, url, None, self._entities)
            return
        yield from self._entries(feed, url)

    def _entries(self, feed: Feed, origin: str) -> Iterator[ScanResult]:
        for given in feed.urls:
            try:
                url = checked_url(given)
            except Unusable as error:
                yield _refused(_without_query(given), error, origin)
                continue
            known = self._source_state.known([url]).get(url, KnownDocument(None))
            if known.forgotten:
                yield Unchanged(url, url, origin)
                continue
            try:
                answer = self._web.get(url, version_token=known.version_token)
                if answer.content is None:
                    yield Unchanged(url, url, origin)
                else:
                    yield _found(answer, url, origin, self._entities)
            except (Unusable, ValueError) as error:
                yield _refused(url, error, origin)
        if feed.whole:
            yield ListingComplete(origin)


def _found(
    answer: Answer, url: str, origin: str | None, entities: Entities
) -> DiscoveredDocument | Rejected:
    try:
        document = _document(answer, url, entities)
    except (Unusable, ValueError) as error:
        return _refused(url, error, origin)
    version_token = answer.version_token or None
    return DiscoveredDocument(url, url, document.fingerprint, document.title, origin, version_token)


def _document(answer: Answer, url: str, entities: Entities) -> Document:
    assert answer.content is not None, "requested without a version token"
    path = PurePosixPath(unquote(urlsplit(answer.url).path))
    return document_from_text(
        _text(answer, path.suffix.lower()),
        document_id=checked_name(url, role="the URL"),
        source=url,
        title=PurePosixPath(unquote(urlsplit(url).path)).stem or None,
        entities=entities,
    )


def _text(answer: Answer, suffix: str) -> str:
    content = answer.content or b""
    said = _SUFFIXES.get(answer.kind)
    if said is None and (looks_like_feed(content, answer.kind) or suffix in (".json", ".jsonl")):
        raise Unusable("is a feed or a list, not a document; name it to stepgraph ingest itself")
    if said is None and answer.kind in ("", "text/plain", "application/octet-stream"):
        said = suffix if suffix in SUFFIXES else _TEXT
    if said is None:
        raise Unusable(f"is of no kind we read ({answer.kind[:60]}); give {', '.join(SUFFIXES)}")
    if said in (_TEXT, ".md") and answer.charset:
        content = _as_utf8(content, answer.charset)
    return text_of(content, said)


def _as_utf8(content: bytes, charset: str) -> bytes:
    if charset.lower().replace("-", "") in ("utf8", "ascii", "usascii"):
        return content
    said = f"is said to be in the encoding {charset[:40]!r}"
    try:
        return content.decode(charset).encode()
    except LookupError:
        raise Unusable(f"{said}, which is unknown; serve it as UTF-8") from None
    except UnicodeError:
        raise Unusable(f"{said} and is not; serve it as UTF-8") from None


def _refused(url: str, error: Exception, origin: str | None = None) -> Rejected:
    return Rejected(url, url, one_line(f"{url} {error}"), origin, isinstance(error, Gone))


def _is_clean(url: str) -> bool:
    try:
        checked_url(url)
    except Unusable:
        return False
    return True


def _without_query(url: str) -> str:
    """What may be shown of a URL that may hold a secret."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return "a link that is no URL"
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"
