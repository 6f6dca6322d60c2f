"""What of a web page is its text: not what stands around it."""

from __future__ import annotations

import pytest

pytest.importorskip("bs4")

from pipeline.sources.html import html_text
from pipeline.sources.results import UnusableSource

STEPS = "<ol><li>Mix it.</li><li>Bake it.</li></ol>"
LISTED = "1. Mix it.\n2. Bake it."


def text(body: str, *, title: str = "") -> str:
    head = f"<head><title>{title}</title></head>" if title else ""
    return html_text(f"<html>{head}<body>{body}</body></html>".encode()).strip()


@pytest.mark.parametrize(
    "around",
    [
        '<ul class="breadcrumbs"><li>Home <b>page</b></li></ul>',
        '<div id="onetrust-banner"><p>We use cookies.</p></div>',
        '<div class="wide sidebar"><p>Related</p></div>',
        '<div class="related-posts"><p>Bread</p></div>',
        '<p class="byline">A. Baker</p>',
        '<div class="comments-area"><p>Nice!</p></div>',
        '<ul><li><a href="/1">Bread</a></li><li><a href="/2">Buns</a></li></ul>',
        "<nav><p>Home</p></nav>",
    ],
)
def test_what_stands_around_the_text_is_left_out(around: str) -> None:
    assert text(f"{STEPS}{around}") == LISTED


@pytest.mark.parametrize(
    ("kept", "words"),
    [
        (
            '<ul><li><a href="/1">Bread</a> of wheat</li><li>Buns</li></ul>',
            "- Bread of wheat\n- Buns",
        ),
        ('<h3>Tools</h3><ul><li><a href="/1">Tray</a></li></ul>', "### Tools\n\n- Tray"),
        ('<div class="authority"><p>Wait.</p></div>', "Wait."),
        ("<ul><li>Rest.</li></ul>", "- Rest."),
    ],
)
def test_what_only_looks_like_it_is_kept(kept: str, words: str) -> None:
    assert text(f"{STEPS}{kept}") == f"{LISTED}\n\n{words}"


def test_what_holds_most_of_the_text_is_no_furniture() -> None:
    assert text(f'<div class="menu">{STEPS}</div>') == LISTED


def test_the_title_is_the_heading_of_the_page_wherever_it_stands() -> None:
    page = f"<article><header><h1>Bread</h1><p>By Sam</p></header>{STEPS}</article>"

    assert text(page, title="Bread - Bakes") == f"# Bread\n\n{LISTED}"
    assert text(f"<h2>Your privacy</h2><h1>Bread</h1>{STEPS}") == f"# Bread\n\n{LISTED}"
    assert text(f"<header><h1>Bread</h1></header>{STEPS}") == f"# Bread\n\n{LISTED}"
    site = "<header><h1>Site</h1></header>"
    assert text(f"{site}<h1>Bread</h1>{STEPS}") == f"# Bread\n\n{LISTED}"
    assert text(f"<p class=MsoTitle>Bread</p>{STEPS}", title="S-1") == f"# Bread\n\n{LISTED}"
    assert text(STEPS, title="Bread") == f"# Bread\n\n{LISTED}"


def test_a_heading_far_below_is_not_where_the_text_begins() -> None:
    long = "<p>Mix the flour and the water well, and let it rest.</p>"

    assert text(f"{long}<h1>Bread</h1><p>Bake.</p>").startswith("Mix the flour")


def test_a_line_break_ends_a_line_and_two_end_a_paragraph() -> None:
    assert text("<p>flour<br>water<br/>salt</p>") == "flour\nwater\nsalt"
    assert text("<p>flour<br><br>water</p>") == "flour\n\nwater"
    assert text("<ul><li>flour<br>and water</li></ul>") == "- flour and water"
    assert text("<h2>Bread<br>of wheat</h2>") == "## Bread of wheat"


def test_an_item_loses_the_number_that_it_begins_with_if_it_is_its_own() -> None:
    numbered = "<ol><li><div>1</div><div>Mix.</div></li><li><div>2.</div>Bake.</li></ol>"
    other = "<ol><li><b>4</b> eggs: beat them.</li></ol>"

    assert text(numbered) == "1. Mix.\n2. Bake."
    assert text(other) == "1. 4 eggs: beat them."


def test_a_page_of_furniture_alone_is_refused() -> None:
    with pytest.raises(UnusableSource):
        text('<nav><ul><li><a href="/">Home</a></li></ul></nav>')


@pytest.mark.parametrize("opening", ["<ul><li>", '<div class="menu">', "<header>", "<ol><li>1"])
def test_a_page_may_be_very_deep(opening: str) -> None:
    assert "Mix it." in text(f"<p>Mix it.</p>{opening * 3_000}a")
