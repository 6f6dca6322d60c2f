"""The picture of lineage: material flows from left to right, and every document is drawn once."""

from __future__ import annotations

import pytest

from pipeline.questions.lineage import End, Hop
from pipeline.web.lineage_picture import BOX_HEIGHT, draw_lineage


def hops(*edges: str) -> list[Hop]:
    """``"a b"`` is something that document a makes and b uses up."""
    pairs = (edge.split() for edge in edges)
    return [Hop(1, f"thing of {a}", end(a), end(b)) for a, b in pairs]


def end(document: str) -> End:
    return End(document, "thing", 1, 0.9, None, None, -1, -1)


def columns(*edges: str) -> dict[str, int]:
    boxes = draw_lineage(hops(*edges)).boxes
    places = sorted({box.x for box in boxes})
    return {box.document: places.index(box.x) for box in boxes}


def test_a_document_is_right_of_all_that_it_uses():
    assert columns("a b", "b c", "a c", "d c") == {"a": 0, "b": 1, "c": 2, "d": 0}


@pytest.mark.parametrize("edges", [("a b", "b a"), ("a a",), ("a b", "b c", "c a", "c d")])
def test_rounds_are_drawn_with_an_arrow_that_leads_back(edges):
    picture = draw_lineage(hops(*edges))

    assert sum(curve.is_backward for curve in picture.curves) == 1
    assert len(picture.curves) == len(edges)


def test_no_box_covers_another_and_all_are_within_the_picture():
    picture = draw_lineage(hops(*(f"a{n} b{n % 3}" for n in range(9)), "b0 c", "b1 c"))
    places = [(box.x, box.y) for box in picture.boxes]

    assert len({box.document for box in picture.boxes}) == len(picture.boxes) == 13
    for x, y in places:
        rows = [other for column, other in places if column == x and other != y]
        assert all(abs(y - other) >= BOX_HEIGHT for other in rows)
        assert 0 <= x < picture.width
        assert 0 <= y < picture.height


def test_a_document_without_any_lineage_is_drawn_alone():
    picture = draw_lineage([], start="a")

    assert [(box.document, box.is_start) for box in picture.boxes] == [("a", True)]
    assert draw_lineage([]).boxes == ()


def test_a_chain_of_a_thousand_documents_is_drawn():
    assert columns(*(f"{n} {n + 1}" for n in range(999)))["999"] == 999
