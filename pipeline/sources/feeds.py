"""The URLs that a feed lists: RSS, Atom, or a list in JSON."""

from __future__ import annotations

import json
from dataclasses import dataclass
from urllib.parse import urljoin
from xml.etree.ElementTree import Element, ParseError

from pipeline.sources.encoding import decoded
from pipeline.sources.results import UnusableSource

__all__ = ["Feed", "looks_like_feed", "parse_feed"]

_FEED_TYPES = ("application/json", "application/xml", "text/xml")
_ATOM = "{http://www.w3.org/2005/Atom}"
_RSS_1 = "{http://purl.org/rss/1.0/}"


@dataclass(frozen=True, slots=True)
class Feed:
    """The URLs that a feed lists, each once; ``whole`` if it lists all there are."""

    urls: tuple[str, ...]
    whole: bool


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
    urls, whole = (_json(content), True) if start in (b"[", b"{") else (_xml(content), False)
    return Feed(tuple(dict.fromkeys(_absolute(url, base) for url in urls if url.strip())), whole)


def _absolute(url: str, base: str) -> str:
    try:
        return urljoin(base, url.strip())
    except ValueError:
        return url  # is rejected when it is fetched


def _json(content: bytes) -> list[str]:
    try:
        items = json.loads(decoded(content))
    except (ValueError, RecursionError) as error:
        raise UnusableSource("is a broken JSON feed; give a list of URLs") from error
    if isinstance(items, dict):
        items = items.get("items")  # JSON Feed
    urls: list[str] = []
    for position, entry in enumerate(_list(items), start=1):
        url = entry.get("url") if isinstance(entry, dict) else entry
        if not isinstance(url, str):
            raise UnusableSource(
                f"is a JSON feed whose entry {position} has no URL; give a list of URLs"
            )
        urls.append(url)
    return urls


def _list(items: object) -> list[object]:
    if not isinstance(items, list):
        raise UnusableSource("is JSON but not a list of URLs; give one")
    return items


def _xml(content: bytes) -> list[str]:
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
        return [_atom_link(entry) for entry in root.iter(f"{_ATOM}entry")]
    items = [*root.iter("item"), *root.iter(f"{_RSS_1}item")]
    if root.tag != "rss" and not items:
        raise UnusableSource("is XML but not a feed; give RSS, Atom or a JSON list of URLs")
    return [item.findtext("link") or item.findtext(f"{_RSS_1}link") or "" for item in items]


def _atom_link(entry: Element) -> str:
    links = {
        link.get("rel", "alternate"): link.get("href", "") for link in entry.iter(f"{_ATOM}link")
    }
    return links.get("alternate", "")
