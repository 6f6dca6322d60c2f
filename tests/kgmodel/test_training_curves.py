"""The picture of a training: well-formed, every known epoch in it, extremes at the edges."""

import xml.etree.ElementTree as ElementTree

import pytest

from kgmodel.training_curves import curves_svg

SVG = "{http://www.w3.org/2000/svg}"


def circles(svg):
    drawn = ElementTree.fromstring(svg).iter(f"{SVG}circle")
    return [(float(circle.get("cx")), float(circle.get("cy"))) for circle in drawn]


def test_epochs_go_right_and_greater_values_up():
    points = circles(curves_svg(loss=[3.0, 1.0, 2.0]))

    assert [x for x, _ in points] == sorted(x for x, _ in points)
    first, second, third = (y for _, y in points)
    assert first < third < second


def test_panels_stand_side_by_side_and_an_unknown_value_has_no_dot():
    svg = curves_svg(loss=[3.0, 1.0], score=[None, 0.5])

    points = circles(svg)

    assert len(points) == 3
    assert points[2][0] > points[1][0]
    assert "epoch 2: 0.5" in svg


@pytest.mark.parametrize("values", [[], [None], [1.0], [2.0, 2.0]])
def test_too_little_for_a_curve_is_still_a_picture(values):
    assert ElementTree.fromstring(curves_svg(loss=values)).tag == f"{SVG}svg"
