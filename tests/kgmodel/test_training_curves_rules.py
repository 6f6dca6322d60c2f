"""The picture of a training: where its points, lines and labels are."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from itertools import pairwise

import pytest

from kgmodel.training_curves import curves_svg

SVG = "{http://www.w3.org/2000/svg}"


def elements(svg: str, name: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(svg).iter(f"{SVG}{name}"))


def points(svg: str) -> list[tuple[float, float]]:
    return [
        (float(circle.get("cx")), float(circle.get("cy"))) for circle in elements(svg, "circle")
    ]


def lines(svg: str) -> list[tuple[float, float, float]]:
    """The ends of each line: (x1, x2, y)."""
    return [
        (float(line.get("x1")), float(line.get("x2")), float(line.get("y1")))
        for line in elements(svg, "line")
    ]


@pytest.mark.parametrize("values", [[3.0, 1.0], [3.0, 1.0, 2.0], [0.25, 0.5, 0.125, 0.5, 0.375]])
def test_epochs_are_as_far_apart_as_each_other_from_end_to_end_of_the_lines(values):
    svg = curves_svg(loss=values)

    across = [x for x, _ in points(svg)]
    gaps = [after - before for before, after in pairwise(across)]
    assert max(gaps) - min(gaps) < 0.2
    for left, right, _ in lines(svg):
        assert (across[0], across[-1]) == (left, right)


@pytest.mark.parametrize("values", [[3.0, 1.0, 2.0], [0.25, 0.5, 0.125], [-1.0, 5.0]])
def test_values_lie_between_the_lines_of_the_least_and_the_greatest_in_proportion(values):
    svg = curves_svg(loss=values)

    (_, _, bottom), (_, _, top) = lines(svg)
    least, most = min(values), max(values)
    for value, (_, y) in zip(values, points(svg), strict=True):
        share = (value - least) / (most - least)
        assert y == pytest.approx(bottom - share * (bottom - top), abs=0.11)
    assert top < bottom


@pytest.mark.parametrize("values", [[3.0, 1.0, 2.0], [7.0], [2.0, 2.0], [0.1, None, 30.0]])
def test_everything_is_within_its_panel(values):
    svg = curves_svg(loss=values, score=values)

    _, _, width, height = map(float, ElementTree.fromstring(svg).get("viewBox").split())
    half = len(points(svg)) // 2
    for order, panel in enumerate((points(svg)[:half], points(svg)[half:])):
        for x, y in panel:
            assert order * width / 2 < x < (order + 1) * width / 2
            assert 0 < y < height - 20  # below are the numbers of the epochs
    for left, right, y in lines(svg):
        assert int(left // (width / 2)) == int(right // (width / 2))
        assert 0 < y < height - 20
    for text in elements(svg, "text"):
        assert 0 < float(text.get("x")) < width and 0 < float(text.get("y")) < height


def test_panels_are_as_wide_as_each_other_and_the_picture_as_all_of_them():
    widths = [
        float(
            ElementTree.fromstring(curves_svg(**{name: [1.0] for name in names}))
            .get("viewBox")
            .split()[2]
        )
        for names in ("a", "ab", "abc")
    ]

    assert widths[1] == 2 * widths[0] and widths[2] == 3 * widths[0]
    first, second = points(curves_svg(a=[1.0], b=[1.0]))
    assert second[0] - first[0] == widths[0]


def test_labels_are_the_name_the_extremes_and_the_first_and_last_epoch():
    svg = curves_svg(loss=[3.0, 1.5, 2.0])

    labels = [text.text for text in elements(svg, "text")]
    assert labels == ["loss", "1.5", "3", "1", "3"]
    numbers = elements(svg, "text")[3:]
    assert [float(text.get("x")) for text in numbers] == [points(svg)[0][0], points(svg)[-1][0]]
    titles = [title.text for title in elements(svg, "title")]
    assert titles == ["epoch 1: 3", "epoch 2: 1.5", "epoch 3: 2"]


def test_a_value_that_never_changes_is_labelled_once():
    labels = [text.text for text in elements(curves_svg(loss=[2.0, 2.0]), "text")]

    assert labels == ["loss", "2", "1", "2"]


def test_a_panel_of_unknown_values_has_its_name_alone():
    svg = curves_svg(score=[None, None])

    assert [text.text for text in elements(svg, "text")] == ["score"]
    assert not points(svg) and not lines(svg)


def test_one_line_joins_the_known_values():
    svg = curves_svg(loss=[3.0, None, 1.0])

    (curve,) = elements(svg, "polyline")
    joined = [tuple(map(float, point.split(","))) for point in curve.get("points").split(" ")]
    assert joined == points(svg) and len(joined) == 2


def test_there_is_no_text_outside_the_elements():
    root = ElementTree.fromstring(curves_svg(loss=[3.0, 1.0], score=[1.0, 2.0]))

    assert not (root.text or "").strip()
    assert not any((element.tail or "").strip() for element in root)
