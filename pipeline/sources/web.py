"""Documents on the web: named by their URL, or listed in a feed. Their ids are their URLs.

The id of a text that a feed holds is ``FEED#ENTRY``, with the feed's URL and the entry's id.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import PurePosixPath
from urllib.parse import quote, unquote, urlsplit

from pipeline.domain.document import Document, Entity, checked_name
from pipeline.errors import one_line
from pipeline.sources.access import Access
from pipeline.sources.encoding import transcoded
from pipeline.sources.feeds import Feed, FeedText, looks_like_feed, parse_feed
from pipeline.sources.formats import (
    LINE_SUFFIXES,
    SUFFIXES,
    format_of_media_type,
    format_of_suffix,
    text_of,
)
from pipeline.sources.http import Download, Gone, HttpClient
from pipeline.sources.inputs import checked_url
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
    UnusableSource,
)
from pipeline.sources.shard import Shard

__all__ = ["discover_urls", "fetch_urls"]

_UNSPECIFIC = ("", "text/plain", "application/octet-stream")  # then the suffix decides

Entities = tuple[Entity, ...] | None
FeedTexts = Mapping[str, FeedText]  # by the source of each


def discover_urls(
    urls: Sequence[str],
    *,
    entities: Entities,
    access: Access,
    source_state: SourceState,
    shard: Shard,
) -> Iterator[ScanResult]:
    """Yield the shard's documents at these URLs: each is a feed, or a document itself.

    Entries of other shards are not fetched, and neither is what has not changed according to its
    server. A URL that fails stops no other.
    """
    with HttpClient(access) as client:
        for name in urls:
            try:
                url = checked_url(name)
                yield from _UrlScan(client, entities, source_state, shard).results(url)
            except UnusableSource as error:
                yield _rejected(_without_query(name), error)


def fetch_urls(
    urls: Sequence[str], *, entities: Entities, access: Access
) -> Iterator[Document | Rejected]:
    """Yield the documents at these URLs, one result for each."""
    with HttpClient(access) as client:
        feed_texts = cache(partial(_feed_texts, client))
        for url in urls:
            try:
                if "#" in url:
                    yield _document_of_feed(feed_texts(url.partition("#")[0]), url, entities)
                else:
                    yield _document(client.get(url), url, entities)
            except (UnusableSource, ValueError) as error:
                yield _rejected(url, error)


class _UrlScan:
    """The scan of one URL that a user named: a document, or a feed and its entries."""

    def __init__(
        self, client: HttpClient, entities: Entities, source_state: SourceState, shard: Shard
    ) -> None:
        self._client, self._entities = client, entities
        self._source_state, self._shard = source_state, shard

    def results(self, url: str) -> Iterator[ScanResult]:
        listing = self._source_state.listing(url)
        known = self._source_state.known([url]).get(url)
        version_token = listing.version_token if listing else known.version_token if known else None
        download = self._client.get(url, version_token=version_token or None)
        if download.content is None:
            if listing is None:
                if self._shard.holds(url):
                    yield Unchanged(url, url)
                return
            stored = json.loads(listing.content)
            feed = Feed(tuple(stored["urls"]), stored["whole"])
        elif looks_like_feed(download.content, download.media_type):
            feed = parse_feed(download.content, base=download.url)
            only_urls = not (feed.texts or feed.without_url)
            if only_urls and all(map(_is_clean, feed.urls)):  # else it is fetched anew each time
                content = json.dumps({"urls": feed.urls, "whole": feed.whole})
                self._source_state.keep_listing(url, Listing(download.version_token, content))
        else:
            if self._shard.holds(url):
                yield _discovered(download, url, None, self._entities)
            return
        yield from self._entries(feed, url)

    def _entries(self, feed: Feed, origin: str) -> Iterator[ScanResult]:
        for entry in feed.urls:
            try:
                url = checked_url(entry)
            except UnusableSource as error:
                if self._shard.holds(name := _without_query(entry)):
                    yield _rejected(name, error, origin)
                continue
            if not self._shard.holds(url):
                continue
            known = self._source_state.known([url]).get(url, KnownDocument(None))
            if known.forgotten:
                yield Unchanged(url, url, origin)
                continue
            try:
                download = self._client.get(url, version_token=known.version_token)
                if download.content is None:
                    yield Unchanged(url, url, origin)
                else:
                    yield _discovered(download, url, origin, self._entities)
            except (UnusableSource, ValueError) as error:
                yield _rejected(url, error, origin)
        texts = {_source_of(text, origin): text for text in feed.texts}
        yield from (
            self._held(source, texts, origin) for source in texts if self._shard.holds(source)
        )
        for position in feed.without_url:
            fault = UnusableSource("is an entry without a URL; give it one, or take it out")
            if self._shard.holds(place := f"{origin}#{position}"):
                yield _rejected(place, fault, origin)
        if feed.whole:
            yield ListingComplete(origin)

    def _held(self, source: str, texts: FeedTexts, origin: str) -> ScanResult:
        """Return the result of a text that the feed holds."""
        known = self._source_state.known([source]).get(source, KnownDocument(None))
        if known.forgotten:
            return Unchanged(source, source, origin)
        try:
            document = _document_of_feed(texts, source, self._entities)
        except (UnusableSource, ValueError) as error:
            return _rejected(source, error, origin)
        return DiscoveredDocument.of(document, origin=origin)


def _discovered(
    download: Download, url: str, origin: str | None, entities: Entities
) -> DiscoveredDocument | Rejected:
    try:
        document = _document(download, url, entities)
    except (UnusableSource, ValueError) as error:
        return _rejected(url, error, origin)
    version_token = download.version_token or None
    return DiscoveredDocument.of(document, origin=origin, version_token=version_token)


def _document(download: Download, url: str, entities: Entities) -> Document:
    assert download.content is not None, "requested without a version token"
    path = PurePosixPath(unquote(urlsplit(download.url).path))
    return document_from_text(
        _text(download, path.suffix.lower()),
        document_id=checked_name(url, role="the URL"),
        source=url,
        title=PurePosixPath(unquote(urlsplit(url).path)).stem or None,
        entities=entities,
    )


def _source_of(text: FeedText, origin: str) -> str:
    return f"{origin}#{quote(text.name, safe=':/,;@=')}"


def _feed_texts(client: HttpClient, url: str) -> FeedTexts:
    """Fetch a feed and return the texts that it holds, by their source."""
    download = client.get(url)
    feed = parse_feed(download.content or b"", base=download.url)
    return {_source_of(text, url): text for text in feed.texts}


def _document_of_feed(texts: FeedTexts, source: str, entities: Entities) -> Document:
    if source not in texts:
        raise Gone("is no longer in the feed")
    entry = texts[source]
    text = entry.content
    if entry.is_html:
        text = text_of(text.encode(), format_of_suffix(".html"))
    return document_from_text(
        text,
        document_id=checked_name(source, role="the URL"),
        source=source,
        title=entry.title or None,
        entities=entities,
    )


def _text(download: Download, suffix: str) -> str:
    content = download.content or b""
    media_type = download.media_type
    source_format = format_of_media_type(media_type)
    if source_format is None:
        if looks_like_feed(content, media_type) or suffix in LINE_SUFFIXES:
            raise UnusableSource(
                "is a feed or a list, not a document; give it to stepgraph ingest by itself"
            )
        if media_type not in _UNSPECIFIC:
            raise UnusableSource(
                f"has an unsupported type ({media_type[:60]}); give {', '.join(SUFFIXES)}"
            )
        source_format = format_of_suffix(suffix)
    if source_format.is_text and download.charset:
        content = transcoded(content, download.charset)
    return text_of(content, source_format)


def _rejected(url: str, error: Exception, origin: str | None = None) -> Rejected:
    return Rejected(url, url, one_line(f"{url} {error}"), origin, isinstance(error, Gone))


def _is_clean(url: str) -> bool:
    try:
        checked_url(url)
    except UnusableSource:
        return False
    return True


def _without_query(url: str) -> str:
    """Return the part of a URL that cannot hold a secret."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return "an invalid URL"
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"
