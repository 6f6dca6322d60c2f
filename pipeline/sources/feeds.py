"""The documents of a feed: the URLs that RSS, Atom or a list in JSON gives, and texts in Atom."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from urllib.parse import urljoin
from xml.etree.ElementTree import Element, ParseError, tostring

from pipeline.sources.encoding import decoded
from pipeline.sources.results import UnusableSource

__all__ = ["Feed", "FeedText", "looks_like_feed", "parse_feed"]

_FEED_TYPES = ("application/json", "application/xml", "text/xml")
_ATOM = "{http://www.w3.org/2005/Atom}"
_RSS_1 = "{http://purl.org/rss/1.0/}"


@dataclass(frozen=True, slots=True)
class FeedText:
    """An entry that holds its document instead of linking to it; ``name`` is its id."""

    name: str
    title: str
    content: str
    is_html: bool


@dataclass(frozen=True, slots=True)
class Feed:
    """The URLs that a feed lists, each once, and the texts that it holds.

    ``whole`` is True if it lists all there are. ``without_url`` are the positions, from 1, of the
    entries that cannot be used.
    """

    urls: tuple[str, ...]
    whole: bool
    texts: tuple[FeedText, ...] = ()
    without_url: tuple[int, ...] = ()


def looks_like_feed(content: bytes, media_type: str) -> bool:
    """Return True if this is a feed rather than a document, by its media type or first bytes."""
    if media_type in _FEED_TYPES or media_type.endswith(("+xml", "+json")):
        return media_type != "application/xhtml+xml"
    start = content.removeprefix(b"\xef\xbb\xbf").lstrip()[:5].lower()
    return start.startswith((b"<?xml", b"<rss", b"<feed")) or (
        media_type == "" and start[:1] == b"["
    )


def parse_feed(content: bytes, *, base: str) -> Feed:
    """Parse RSS, Atom or JSON. Raises UnusableSource if it is none of them."""
    start = content.removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
    feed = _json(content) if start in (b"[", b"{") else _xml(content)
    urls = dict.fromkeys(_absolute(url, base) for url in feed.urls if url.strip())
    return replace(feed, urls=tuple(urls))


def _absolute(url: str, base: str) -> str:
    try:
        return urljoin(base, url.strip())
    except ValueError:
        return url  # is rejected when it is fetched


def _json(content: bytes) -> Feed:
    try:
        items = json.loads(decoded(content))
    except (ValueError, RecursionError) as error:
        raise UnusableSource("is a broken JSON feed; give a list of URLs") from error
    if isinstance(items, dict):
        items = items.get("items")  # JSON Feed
    entries = [entry.get("url") if isinstance(entry, dict) else entry for entry in _list(items)]
    without_url = tuple(
        position
        for position, url in enumerate(entries, start=1)
        if not (isinstance(url, str) and url.strip())
    )
    urls = tuple(url for url in entries if isinstance(url, str))
    return Feed(urls, whole=not without_url, without_url=without_url)


def _list(items: object) -> list[object]:
    if not isinstance(items, list):
        raise UnusableSource("is JSON but not a list of URLs; give one")
    return items


def _xml(content: bytes) -> Feed:
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import fromstring

    try:
        root: Element = fromstring(content)
    except DefusedXmlException as error:
        raise UnusableSource(
            "is a feed that defines entities of its own; they are not read"
        ) from error
    except (ParseError, ValueError, LookupError) as error:
        raise UnusableSource(
            f"is a broken feed ({error}); give RSS, Atom or a JSON list"
        ) from error
    if root.tag == f"{_ATOM}feed":
        return _atom(root)
    items = [*root.iter("item"), *root.iter(f"{_RSS_1}item")]
    if root.tag != "rss" and not items:
        raise UnusableSource("is XML but not a feed; give RSS, Atom or a JSON list of URLs")
    urls = (item.findtext("link") or item.findtext(f"{_RSS_1}link") or "" for item in items)
    return Feed(tuple(urls), whole=False)


def _atom(root: Element) -> Feed:
    """Return the links of the entries, and the content of those that have no link."""
    urls, texts = [], []
    for position, entry in enumerate(root.iter(f"{_ATOM}entry"), start=1):
        content = entry.find(f"{_ATOM}content")
        if url := _atom_link(entry) or ("" if content is None else content.get("src", "")):
            urls.append(url)
        elif content is not None:
            name = (entry.findtext(f"{_ATOM}id") or "").strip() or str(position)
            title = " ".join((entry.findtext(f"{_ATOM}title") or "").split())
            texts.append(FeedText(name, title, *_atom_content(content)))
    return Feed(tuple(urls), whole=False, texts=tuple(texts))


def _atom_link(entry: Element) -> str:
    links = {
        link.get("rel", "alternate"): link.get("href", "") for link in entry.iter(f"{_ATOM}link")
    }
    return links.get("alternate", "")


def _atom_content(content: Element) -> tuple[str, bool]:
    """Return the content's text and if that is HTML; XHTML is an element, HTML is escaped text."""
    kind = content.get("type", "text")
    if kind != "xhtml":
        return content.text or "", kind in ("html", "text/html")
    for element in content.iter():
        element.tag = element.tag.rpartition("}")[2]
    return "".join(tostring(child, encoding="unicode", method="html") for child in content), True
