"""What a feed lists: RSS, Atom, or a list of URLs in JSON."""

from __future__ import annotations

import json
from dataclasses import dataclass
from urllib.parse import urljoin
from xml.etree.ElementTree import Element, ParseError

from pipeline.sources.files import Unusable, decoded

__all__ = ["Feed", "looks_like_feed", "parse_feed"]

_FEED_KINDS = ("application/json", "application/xml", "text/xml")
_ATOM = "{http://www.w3.org/2005/Atom}"
_RSS_1 = "{http://purl.org/rss/1.0/}"


@dataclass(frozen=True, slots=True)
class Feed:
    """The URLs that a feed lists, each once; ``whole`` unless it may show only the latest."""

    urls: tuple[str, ...]
    whole: bool


def looks_like_feed(content: bytes, kind: str) -> bool:
    """Whether this is a feed rather than a document, by what it is said to be or begins with."""
    if kind in _FEED_KINDS or kind.endswith(("+xml", "+json")):
        return kind != "application/xhtml+xml"
    start = content.removeprefix(b"\xef\xbb\xbf").lstrip()[:5].lower()
    return start.startswith((b"<?xml", b"<rss", b"<feed")) or (kind == "" and start[:1] == b"[")


def parse_feed(content: bytes, *, base: str) -> Feed:
    """Read RSS, Atom or JSON. Raises Unusable if it is none of them."""
    start = content.removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
    urls, whole = (_json(content), True) if start in (b"[", b"{") else (_xml(content), False)
    return Feed(tuple(dict.fromkeys(_absolute(url, base) for url in urls if url.strip())), whole)


def _absolute(url: str, base: str) -> str:
    try:
        return urljoin(base, url.strip())
    except ValueError:
        return url  # is refused where it is fetched


def _json(content: bytes) -> list[str]:
    try:
        items = json.loads(decoded(content))
    except (ValueError, RecursionError) as error:
        raise Unusable("is a broken JSON feed; give a list of URLs") from error
    if isinstance(items, dict):
        items = items.get("items")  # JSON Feed
    urls: list[str] = []
    for position, one in enumerate(_list(items), start=1):
        url = one.get("url") if isinstance(one, dict) else one
        if not isinstance(url, str):
            raise Unusable(f"is a JSON feed whose entry {position} has no URL; give a list of URLs")
        urls.append(url)
    return urls


def _list(items: object) -> list[object]:
    if not isinstance(items, list):
        raise Unusable("is JSON but no list of URLs; give one")
    return items


def _xml(content: bytes) -> list[str]:
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import fromstring

    try:
        root: Element = fromstring(content)
    except DefusedXmlException as error:
        raise Unusable("is a feed that defines entities of its own; they are not read") from error
    except (ParseError, ValueError, LookupError) as error:
        raise Unusable(f"is a broken feed ({error}); give RSS, Atom or a JSON list") from error
    if root.tag == f"{_ATOM}feed":
        return [_atom_link(entry) for entry in root.iter(f"{_ATOM}entry")]
    items = [*root.iter("item"), *root.iter(f"{_RSS_1}item")]
    if root.tag != "rss" and not items:
        raise Unusable("is XML but no feed; give RSS, Atom or a JSON list of URLs")
    return [item.findtext("link") or item.findtext(f"{_RSS_1}link") or "" for item in items]


def _atom_link(entry: Element) -> str:
    links = {
        link.get("rel", "alternate"): link.get("href", "") for link in entry.iter(f"{_ATOM}link")
    }
    return links.get("alternate", "")
