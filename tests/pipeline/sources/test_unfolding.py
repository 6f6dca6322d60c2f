"""What a web page shows on demand: tabs, sections that unfold, hidden explanations."""

from __future__ import annotations

import pytest

pytest.importorskip("bs4")

from pipeline.sources.page_tree import parsed
from pipeline.sources.unfolding import is_shown_on_demand, unfold


def unfolded(page: str) -> str:
    root = parsed(page)
    unfold(root)
    return str(root)


@pytest.mark.parametrize(
    ("button", "name"),
    [
        ("<button>Method</button>", "h2"),
        ("<button><b>You will need</b></button>", "h2"),
        ("<button>Print</button>", "button"),
        ("<button role=tab>Method</button>", "button"),
    ],
)
def test_a_button_with_the_name_of_a_section_is_a_heading_unless_it_is_a_tab(button, name):
    assert unfolded(button).startswith(f"<{name}")


def panel(inner: str, *, named: str, hidden: bool) -> str:
    first, last = (' hidden=""', ' style="display:none"') if hidden else ("", "")
    return f'<div{named}{first} role="tabpanel"{last}>{inner}</div>'


@pytest.mark.parametrize(
    ("tab", "inner", "named", "shown"),
    [
        ("Method", "Rub.", "t", "<h2>Method</h2>Rub."),
        ("Method", "<h3>Method</h3>Rub.", "t", "<h3>Method</h3>Rub."),
        ("Photos", "<h3>Method</h3>Rub.", "t", "<h3>Method</h3>Rub."),
        ("Photos", "<h3>Kim</h3><h3>Method</h3>Rub.", "", "<h3>Kim</h3><h3>Method</h3>Rub."),
        ("Photos", "<h3>Kim</h3>Rub.", "t", None),
        ("Method", "Rub.", "", None),
    ],
)
def test_a_tab_with_a_section_is_shown_below_its_name_and_another_is_not(tab, inner, named, shown):
    tabs = f'<i id="t" role="tab">{tab}</i>'
    named = ' aria-labelledby="t"' if named else ""
    is_hidden = shown is None

    assert unfolded(tabs + panel(inner, named=named, hidden=True)) == (
        tabs + panel(inner if is_hidden else shown, named=named, hidden=is_hidden)
    )


def test_of_blocks_that_are_alternatives_the_first_is_read():
    blocks = "".join(f'<p class="tabbed-block">{each}</p>' for each in ("Rub.", "Wait.", "Oil."))

    assert unfolded(f"<div>{blocks}</div>") == '<div><p class="tabbed-block">Rub.</p></div>'


@pytest.mark.parametrize(
    ("page", "holding", "expected"),
    [
        ("<div id=e>Rub.</div>", "", False),
        ("<div id=e style='display:block'>Rub.</div>", "", False),
        ("<div id=e hidden>Rub.</div>", "", True),
        ("<div id=e style='color:red; DISPLAY : none'>Rub.</div>", "", True),
        ("<div id=e hidden role=tabpanel>Rub.</div>", "items headings", True),
        ("<div id=e hidden role=region>Rub.</div>", "items", False),
        ("<div id=e hidden>Rub.</div>", "headings", False),
        ("<h2>Wax</h2><div id=e hidden>Rub.</div>", "", False),
        ("<button>Wax</button><div id=e hidden>Rub.</div>", "", False),
        ("<summary>Wax</summary><div id=e hidden>Rub.</div>", "", False),
        ("<p>Wax</p><div id=e hidden>Rub.</div>", "", True),
        ("<ul><li>Wax <b id=e hidden>Rub.</b></li></ul>", "headings", True),
        ("<ul><li><h3>Wax</h3><i id=e hidden>Rub.</i></li></ul>", "", True),
        ("<p>Wax <b id=e hidden>Rub.</b></p>", "headings", True),
        ("<ul><li>Wax <b id=e hidden>Rub.</b></li></ul>", "items", False),
    ],
)
def test_hidden_parts_are_sections_with_items_or_headings_or_below_one_else_explanations(
    page, holding, expected
):
    element = parsed(page).find(id="e")
    names = {"items": set(), "headings": set(), **{each: {id(element)} for each in holding.split()}}

    assert expected is is_shown_on_demand(
        element, with_items=names["items"], with_headings=names["headings"]
    )


@pytest.mark.parametrize(("n_marks", "expected"), [(5, True), (6, False)])
def test_an_item_is_sought_around_a_few_marks_alone(n_marks, expected):
    page = parsed(f"<ul><li>{'<span>' * n_marks}<b id=e hidden>Rub.</b>")
    element = page.find(id="e")

    assert expected is is_shown_on_demand(element, with_items=set(), with_headings={id(element)})
