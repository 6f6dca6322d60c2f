"""By which roles, classes and ids a part of a page is taken for no part of its text."""

from __future__ import annotations

import pytest

pytest.importorskip("bs4")

from bs4 import Tag

from pipeline.sources.furniture_names import furniture_names, is_furniture
from pipeline.sources.page_tree import parsed


def element(page: str) -> Tag:
    """The first element of a page."""
    first = parsed(page).find(True)
    assert isinstance(first, Tag)
    return first


@pytest.mark.parametrize(
    ("page", "names"),
    [
        ("<div class='share-buttons wide'>", ["share-buttons"]),
        ("<div class=tipBox>", ["tipBox"]),
        ("<div class=TIP>", ["TIP"]),
        ("<div class=modal>", ["modal"]),
        ("<div class=xAdQ>", []),
        ("<div class=ad>", ["ad"]),
        ("<div class=css-1ad9x2z>", []),
        ("<div class=xtipz>", []),
        ("<div class=page_footer>", ["page_footer"]),
        ("<div id=sidebar>", ["sidebar"]),
        ("<div class=wide id=footer>", ["footer"]),
        ("<div class=footer id=menu>", ["footer", "menu"]),
        ("<div>", []),
        ("<div class=by-line>", ["by-line"]),
        ("<div class=my-by-line>", []),
        ("<div class=step_num>", ["step_num"]),
        ("<div class=category-tips>", []),
        ("<div class=page-with-sidebar>", []),
        ("<div class=without_menu>", []),
        ("<body class=menu>", []),
        ("<html class=menu>", []),
        ("<main class=menu>", []),
    ],
)
def test_a_part_is_named_by_the_words_of_its_classes_and_its_id(
    page: str, names: list[str]
) -> None:
    assert furniture_names(element(page)) == names


@pytest.mark.parametrize("name", ["span", "small", "a", "b", "h1", "h2", "h6"])
def test_headings_and_words_in_a_line_have_few_such_names(name: str) -> None:
    assert furniture_names(element(f"<{name} class=tip>")) == []
    assert furniture_names(element(f"<{name} class='tip sr-only'>")) == ["sr-only"]
    assert furniture_names(element(f"<{name} class=by-line>")) == []


@pytest.mark.parametrize("name", ["li", "tr", "td", "th", "dt", "dd"])
@pytest.mark.parametrize("word", ["tip", "hints", "warning", "caption", "important", "edit"])
def test_an_item_or_a_cell_may_be_a_warning(name: str, word: str) -> None:
    assert furniture_names(element(f"<{name} class={word}>")) == []
    assert furniture_names(element(f"<div class={word}>")) == [word]
    assert furniture_names(element(f"<{name} class=menu>")) == ["menu"]
    assert furniture_names(element(f"<{name} class=by-line>")) == ["by-line"]


@pytest.mark.parametrize(
    ("page", "is_named"),
    [
        ("<section id=edit-the-wax><h2>Edit the wax</h2></section>", False),
        ("<section id=edit-wax><h2>Edit the wax</h2></section>", False),
        ("<section id=edit-oil><h2>Edit the wax</h2></section>", True),
        ("<section id=edit><h2>Edit</h2></section>", True),
        ("<section class=edit-wax><h2>Edit wax</h2></section>", True),
        ("<section id=edit-wax>Wax <b>a</b><b>b</b><h2>Edit wax</h2></section>", False),
        ("<section id=edit-wax><b>a</b><b>b</b><b>c</b><h2>Edit wax</h2></section>", True),
        ("<section id=edit-wax><p>Edit wax</p></section>", True),
        ("<section id=edit-wax><div><h2>Edit wax</h2></div></section>", True),
    ],
)
def test_an_id_that_is_made_of_the_heading_says_nothing(page: str, is_named: bool) -> None:
    assert (furniture_names(element(page)) != []) is is_named


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<div role=note>", True),
        ("<div role=search>", True),
        ("<div role=form>", True),
        ("<div role=main>", False),
        ("<div role='main note'>", False),
        ("<div class=tip>", True),
        ("<div class='wax tip'>", True),
        ("<div class=wax>", False),
        ("<div>", False),
    ],
)
def test_a_role_or_a_name_makes_furniture(page: str, expected: bool) -> None:
    assert is_furniture(element(page)) is expected


def test_names_that_begin_like_those_of_the_text_say_nothing() -> None:
    assert not is_furniture(element("<div class=nav-step>"), of_text=("nav",))
    assert is_furniture(element("<div class=nav-step>"), of_text=("step",))
    assert is_furniture(element("<div class='nav-step tip'>"), of_text=("nav",))
    assert is_furniture(element("<div role=note class=nav>"), of_text=("nav",))


@pytest.mark.parametrize("name", ["caption", "photoCaption", "CAPTION"])
def test_a_caption_that_holds_parts_is_none(name: str) -> None:
    assert is_furniture(element(f"<div class={name}>"))
    assert not is_furniture(element(f"<div class={name}>"), holds_parts=True)
    assert is_furniture(element(f"<div class='{name} tip'>"), holds_parts=True)
