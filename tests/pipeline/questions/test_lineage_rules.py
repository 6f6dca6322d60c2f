"""How far a lineage is followed, in which order, and which rounds of documents it lists."""

from __future__ import annotations

from typing import Any

import pytest

from pipeline.questions import lineage as lineage_module
from pipeline.questions.lineage import End, Hop, Lineage, lineage


class Links:
    """Stands in for the store: ``feeds`` has the users of each maker's goods."""

    def __init__(self, **feeds: str) -> None:
        self.feeds = feeds
        self.asked: list[tuple[str, int]] = []

    def hops_page(self, document: str, **options: Any) -> tuple[list[Hop], str | None]:
        self.asked.append((document, options["limit"]))
        if options["direction"] == "onward":
            pairs = [(document, user) for user in self.feeds.get(document, "")]
        else:
            pairs = [(maker, document) for maker in self.feeds if document in self.feeds[maker]]
        limit = options["limit"]
        hops = [
            Hop(options["depth"], "tea", *(End(each, "tea", 1, 1.0, 1, "", 0, 1) for each in pair))
            for pair in pairs[:limit]
        ]
        return hops, "more" if len(pairs) > limit else None


def followed(monkeypatch: pytest.MonkeyPatch, links: Links, start: str, **options: Any) -> Lineage:
    monkeypatch.setattr(lineage_module, "hops_page", links.hops_page)
    return lineage(start, store=None, **options)  # type: ignore[arg-type]


def hops(of: Lineage) -> str:
    return " ".join(f"{hop.depth}{hop.maker.document}{hop.user.document}" for hop in of.hops)


@pytest.mark.parametrize(
    ("depth", "shown", "is_cut", "documents"),
    [
        (0, "", True, "a"),
        (1, "1ab 1ac", True, "ab"),
        (2, "1ab 1ac 2bd 2ce", True, "abcde"),
        (3, "1ab 1ac 2bd 2ce 3ef", False, "abcdef"),
        (None, "1ab 1ac 2bd 2ce 3ef", False, "abcdef"),
    ],
)
def test_hops_are_followed_to_a_depth_and_what_lies_beyond_is_marked(
    monkeypatch, depth, shown, is_cut, documents
):
    links = Links(a="bc", b="d", c="e", e="f")

    own = followed(monkeypatch, links, "a", depth=depth)

    assert (hops(own), own.cut) == (shown, is_cut)
    assert "".join(document for document, _ in links.asked) == documents


def test_one_hop_is_enough_to_know_that_a_lineage_goes_further(monkeypatch):
    links = Links(a="b", b="cd")

    followed(monkeypatch, links, "a", depth=1, most_documents=7)

    assert links.asked == [("a", 7), ("b", 1)]


@pytest.mark.parametrize(
    ("most", "shown", "is_cut"),
    [
        (1, "", True),
        (2, "1ab", True),
        (3, "1ab 1ac", True),
        (4, "1ab 1ac 2bd", False),
    ],
)
def test_at_most_so_many_documents_are_asked(monkeypatch, most, shown, is_cut):
    own = followed(monkeypatch, Links(a="bc", b="d"), "a", most_documents=most)

    assert (hops(own), own.cut) == (shown, is_cut)


def test_a_document_that_is_known_is_linked_but_not_followed_again(monkeypatch):
    links = Links(a="bc", b="c", c="ab")

    own = followed(monkeypatch, links, "a", most_documents=3)

    assert hops(own) == "1ab 1ac 2bc 2ca 2cb"
    assert not own.cut
    assert [document for document, _ in links.asked] == ["a", "b", "c"]


def test_more_hops_than_a_page_has_are_left_out(monkeypatch):
    links = Links(a="bbbb")

    own = followed(monkeypatch, links, "a", most_documents=3)

    assert (hops(own), own.cut) == ("1ab 1ab 1ab", True)


def test_a_lineage_back_leads_to_the_makers(monkeypatch):
    own = followed(monkeypatch, Links(a="c", b="c", d="a"), "c", direction="back")

    assert hops(own) == "1ac 1bc 2da"
    assert (own.document, own.direction) == ("c", "back")


@pytest.mark.parametrize(
    ("feeds", "cycles"),
    [
        ({"a": "b", "b": "c"}, ()),
        ({"a": "a"}, (("a",),)),
        ({"a": "b", "b": "a"}, (("a", "b"),)),
        ({"a": "b", "b": "c", "c": "a"}, (("a", "b", "c"),)),
        ({"a": "b", "b": "d", "d": "c", "c": "b"}, (("b", "d", "c"),)),
        ({"a": "bd", "b": "a", "d": "a"}, (("a", "b"), ("a", "d"))),
        ({"a": "bc", "b": "a", "c": "b"}, (("a", "b"), ("a", "c", "b"))),
        ({"a": "bb", "b": "aa"}, (("a", "b"),)),
        ({"a": "d", "d": "bc", "b": "a", "c": "a"}, (("a", "d", "b"), ("a", "d", "c"))),
    ],
)
def test_a_round_of_documents_is_listed_once_from_its_first_name(monkeypatch, feeds, cycles):
    assert followed(monkeypatch, Links(**feeds), "a").cycles == cycles
