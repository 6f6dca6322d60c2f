"""Where the title of a web page is, and what its headings are."""

from __future__ import annotations

import pytest

pytest.importorskip("bs4")

from pipeline.sources.page_titles import (
    keep_headings_of_headers,
    leave_out_above_title,
    mark_headings,
    own_words,
    title_of,
)
from pipeline.sources.page_tree import parsed


def test_the_words_of_a_heading_are_its_own_and_those_of_its_marks_alone():
    heading = parsed("<h2> The\n<b>dough </b><a>now<i>Edit</i></a> <img></h2>").h2

    assert own_words(heading) == "The dough now"


@pytest.mark.parametrize(
    ("page", "title"),
    [
        ("<title>Bread | Bakes</title>", "Bread"),
        ("<title>Bread\n of wheat</title><h1>Buns</h1>", "Bread of wheat"),
        ("<title>Bread by Sam</title><h1> </h1><h1>Buns</h1><h1>Bread</h1>", "Bread"),
        ("<title>Rye bread | Bakes</title><h1>Rye\n bread | Bakes</h1>", "Rye bread | Bakes"),
        ("<title>| Bakes</title>", "| Bakes"),
        ("<h1>Bread</h1>", ""),
    ],
)
def test_the_title_is_a_heading_that_it_holds_or_ends_before_the_name_of_the_site(page, title):
    assert title_of(parsed(page)) == title


@pytest.mark.parametrize(
    ("page", "marked"),
    [
        ("<p aria-level=3 role=heading>Wax</p>", [("h3", "Wax")]),
        ("<p aria-level=9 role=heading>Wax</p>", [("h2", "Wax")]),
        ("<p role=heading>Wax</p>", [("h2", "Wax")]),
        ("<p class=MsoTitle>Wax</p>", [("h1", "Wax")]),
        ("<p class=title>Wax</p><div class=title>Oil</div>", [("h1", "Wax"), ("div", "Oil")]),
        ("<h1>Blog</h1><h2 class=entry-title>Wax</h2>", [("div", "Blog"), ("h1", "Wax")]),
        ("<h1>Blog</h1><h3 class=post-title>Wax</h3>", [("div", "Blog"), ("h1", "Wax")]),
        ("<h1>Blog</h1><h2 class=topic-title>Wax</h2>", [("div", "Blog"), ("h1", "Wax")]),
        ("<h1>Blog</h1><h2 class=entry-title> </h2>", [("h1", "Blog"), ("h2", " ")]),
        (
            "<h1>Blog</h1><h2 class=entry-title>Wax</h2><h2 class=entry-title>Oil</h2>",
            [("h1", "Blog"), ("h2", "Wax"), ("h2", "Oil")],
        ),
        ("<h1 id=title-text>Shop : Wax</h1>", [("h1", "Wax")]),
        ("<h1 id=title-text>Wax</h1>", [("h1", "Wax")]),
    ],
)
def test_headings_are_marked_by_their_role_or_by_the_classes_of_some_software(page, marked):
    root = parsed(page)
    mark_headings(root)

    assert [(each.name, each.get_text()) for each in root.find_all(True)] == marked


def kept(page: str, root: str) -> str:
    """The names of the elements below the root when the headings of headers are kept."""
    element = parsed(page).find(root)
    keep_headings_of_headers(element)
    return " ".join(each.name for each in element.find_all(True))


@pytest.mark.parametrize(
    ("page", "root", "names"),
    [
        ("<body><header><p>By Kim</p><h1>Wax</h1></header><p>Rub.</p></body>", "body", "h1 p"),
        ("<body><header><h1>Shop</h1></header><h1>Wax</h1></body>", "body", "header h1 h1"),
        ("<main><header><h1>Wax</h1></header><h1>Oil</h1></main>", "main", "h1 h1"),
        ("<header><main><h1>Wax</h1></main></header>", "main", "h1"),
        ("<main><header><p>Shop</p></header></main>", "main", "header p"),
        ("<main><header><p>Shop</p></header><h1>Wax</h1></main>", "main", "header p h1"),
    ],
)
def test_the_title_is_kept_without_the_header_unless_that_is_the_header_of_the_site(
    page, root, names
):
    assert kept(page, root) == names


def test_the_header_of_a_section_is_its_first_two_headings():
    headings = "<h2>Wax</h2><p>By Kim</p><h3>Quickly</h3><h4>Edit</h4>"
    page = (
        f"<main><section><header>{headings}</header></section><header><p>Shop</p></header></main>"
    )

    assert kept(page, "main") == "section h2 h3 header p"


@pytest.mark.parametrize(
    ("page", "words"),
    [
        ("<i>Shop</i><h1>Wax</h1><p>Rub.</p>", "WaxRub."),
        ("<i>Shop</i><h1>Wax</h1><p>R</p>", "ShopWaxR"),
        ("<i>Shop</i><h1>Wax</h1><p>Ru</p>", "WaxRu"),
        ("<i>Shop</i><h1> </h1><p>Rub it well.</p>", "Shop Rub it well."),
        ("<i>Shop</i><h2>Wax</h2><p>Rub it well.</p>", "ShopWaxRub it well."),
    ],
)
def test_words_above_the_title_are_left_out_if_they_are_fewer_than_those_below(page, words):
    root = parsed(page)
    leave_out_above_title(root)

    assert root.get_text() == words
