"""Colours of the page: apart for every kind of colour vision, and strong enough to be shades."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from pipeline.pages import view

SHEET = (Path(view.__file__).parent / "static" / "palette.css").read_text(encoding="utf-8")
APART = 15.0  # of CIEDE2000's differences; about 2 can just be noticed
PANELS = {"light": "#ffffff", "dark": "#181a1b"}

# What people see, as linear RGB: Machado, Oliveira and Fernandes (2009), severity 1.
VISION = {
    "all cones": np.eye(3),
    "protanopia": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deuteranopia": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "tritanopia": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ]
    ),
}
TO_XYZ = np.array(
    [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ]
)
WHITE = np.array([0.95047, 1.0, 1.08883])


def palettes() -> dict[str, list[str]]:
    """The colours of things in the style sheet: light ones first, then dark ones twice."""
    colours = re.findall(r"--colour-(\d): (#[0-9a-f]{6});", SHEET)
    rounds = [colours[start : start + 7] for start in range(0, len(colours), 7)]
    assert [[int(number) for number, _ in own] for own in rounds] == [list(range(7))] * 3
    light, dark, chosen_dark = ([colour for _, colour in own] for own in rounds)
    assert dark == chosen_dark
    return {"light": light, "dark": dark}


def linear(colour: str) -> np.ndarray:
    encoded = np.array([int(colour[start : start + 2], 16) for start in (1, 3, 5)]) / 255
    return np.where(encoded <= 0.04045, encoded / 12.92, ((encoded + 0.055) / 1.055) ** 2.4)


def lab(rgb: np.ndarray) -> np.ndarray:
    """CIELAB of linear RGB."""
    ratio = TO_XYZ @ np.clip(rgb, 0, 1) / WHITE
    x, y, z = np.where(ratio > 216 / 24389, np.cbrt(ratio), (24389 / 27 * ratio + 16) / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def difference(first: np.ndarray, second: np.ndarray) -> float:
    """CIEDE2000 (Sharma, Wu and Dalal 2005) between two colours in CIELAB."""
    chroma = (np.hypot(*first[1:]) + np.hypot(*second[1:])) / 2
    stretch = 1 + 0.5 * (1 - np.sqrt(chroma**7 / (chroma**7 + 25**7)))
    (l1, a1, b1), (l2, a2, b2) = (
        (light, green_red * stretch, blue_yellow)
        for light, green_red, blue_yellow in (first, second)
    )
    c1, c2 = np.hypot(a1, b1), np.hypot(a2, b2)
    h1, h2 = (np.degrees(np.arctan2(b, a)) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = (h2 - h1 + 180) % 360 - 180
    hue = 2 * np.sqrt(c1 * c2) * np.sin(np.radians(turn / 2))
    light, colour = (l1 + l2) / 2, (c1 + c2) / 2
    middle = (h1 + turn / 2) % 360
    weight = (
        1
        - 0.17 * np.cos(np.radians(middle - 30))
        + 0.24 * np.cos(np.radians(2 * middle))
        + 0.32 * np.cos(np.radians(3 * middle + 6))
        - 0.20 * np.cos(np.radians(4 * middle - 63))
    )
    lightness = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / np.sqrt(20 + (light - 50) ** 2))
    saturation = (c2 - c1) / (1 + 0.045 * colour)
    hue /= 1 + 0.015 * colour * weight
    rotation = (
        -2
        * np.sqrt(colour**7 / (colour**7 + 25**7))
        * np.sin(np.radians(60 * np.exp(-(((middle - 275) / 25) ** 2))))
    )
    return float(np.sqrt(lightness**2 + saturation**2 + hue**2 + rotation * saturation * hue))


def contrast(first: str, second: str) -> float:
    """WCAG's contrast ratio."""
    dark, light = sorted(TO_XYZ[1] @ linear(colour) for colour in (first, second))
    return float((light + 0.05) / (dark + 0.05))


def test_the_difference_is_that_of_the_published_examples():
    pairs = [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514), 0.9082),
    ]

    for first, second, expected in pairs:
        assert difference(np.array(first), np.array(second)) == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize("palette", ["light", "dark"])
def test_any_two_colours_differ_whatever_colours_a_person_sees(palette, vision):
    shades = {colour: lab(VISION[vision] @ linear(colour)) for colour in palettes()[palette]}

    for first, second in combinations(shades, 2):
        assert difference(shades[first], shades[second]) >= APART, (first, second)


@pytest.mark.parametrize("palette", ["light", "dark"])
def test_every_colour_stands_out_from_the_panel(palette):
    for colour in palettes()[palette]:
        assert contrast(colour, PANELS[palette]) >= 3, colour


def test_the_page_knows_how_many_colours_and_lines_there_are():
    assert len(palettes()["light"]) == view.N_COLOURS
    assert len(re.findall(r"--underline: (\w+);", SHEET)) == view.N_LINES
