"""The blocks of a web page: its headings, lists, tables, code and pictures as plain text."""

from __future__ import annotations

import pytest

pytest.importorskip("bs4")

from pipeline.sources.html import html_text

STEPS = "<ol><li>Melt the wax.</li><li>Rub it in.</li></ol>"
LISTED = "1. Melt the wax.\n2. Rub it in."


def text(body: str, *, title: str = "") -> str:
    head = f"<head><title>{title}</title></head>" if title else ""
    return html_text(f"<html>{head}<body>{body}</body></html>".encode()).strip()


@pytest.mark.parametrize(
    ("name", "mark"), [("h5", "#####"), ("h6", "######"), ("summary", "#" * 6)]
)
def test_headings_have_the_level_of_their_name_and_a_summary_has_the_lowest(name, mark):
    assert text(f"<p>Eat.</p><{name}>Wax</{name}>{STEPS}") == f"Eat.\n\n{mark} Wax\n\n{LISTED}"


@pytest.mark.parametrize(
    ("heading", "lines"),
    [
        ("<div>Method 1</div><div>Using oil</div>", "## Method 1 Using oil"),
        ("<div><span>Method</span> <a>1</a></div><b>Oil</b>", "## Method 1 Oil"),
        ("<div>so</div>" * 8, "## so so so so so so so so"),
        ("<div>so</div>" * 9, "## so\n\n" + "so\n\n" * 7 + "so"),
        ("<div>Method 1</div><p>Using oil</p>", "## Method 1\n\nUsing oil"),
        ("<div> </div>", ""),
    ],
)
def test_a_heading_made_of_a_few_blocks_is_one_line(heading, lines):
    assert text(f"<h2>{heading}</h2>{STEPS}") == f"{lines}\n\n{LISTED}".strip()


@pytest.mark.parametrize(
    ("start", "first"),
    [("5", 5), ("99999", 99999), ("100000", 1), ("-3", 1), ("x", 1), ("", 1)],
)
def test_a_list_begins_with_its_own_number(start, first):
    assert text(f'<ol start="{start}"><li>Rub.</li><li>Wait.</li></ol>') == (
        f"{first}. Rub.\n{first + 1}. Wait."
    )


def test_lists_of_google_docs_are_nested_by_their_class():
    outer = "<ol class='lst-kix_wax-0'><li>Rub.</li></ol>"
    inner = "<ul class='lst-kix_wax-{}'><li>hard</li></ul>"
    page = outer + inner.format(1) + inner.format(2) + "<ul class=list-1><li>Eat.</li></ul>"

    assert text(page) == "1. Rub.\n\n  - hard\n\n    - hard\n\n- Eat."


@pytest.mark.parametrize(
    ("words", "is_left"),
    [("Figure 1. The lid", False), ("Fig. 2b: The lid", False), ("VIDEO 3| The lid", False),
     ("Photo 4: The lid", False), ("Figure 1 is old.", True), ("Figure it out: now", True)],
)  # fmt: skip
def test_the_captions_of_pictures_are_left_out(words, is_left):
    assert text(f"<p>{words}</p>{STEPS}") == (f"{words}\n\n{LISTED}" if is_left else LISTED)


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("Click <img> now.", "Click now."),
        ("<img> Click it.", "Click it."),
        ("Click <img> <img>, then wait <img>", "Click, then wait"),
        ("Click<img>", "Click"),
        ("Rub <!-- wax -->it.", "Rub it."),
        ("Rub\n  <b>it</b>\n.", "Rub it ."),
    ],
)
def test_pictures_and_comments_leave_no_trace_in_a_line(words, line):
    assert text(f"<p>{words}</p>{STEPS}") == f"{line}\n\n{LISTED}"


@pytest.mark.parametrize(
    ("page", "written"),
    [
        ("<ol><li>Run:<pre>mix<br>stop</pre></li></ol>", "1. Run:\n  mix; stop"),
        ("<p>Run:</p><pre>mix\nstop</pre>", "Run: mix; stop"),
        ("<p>Run it.</p><pre>mix\nstop</pre>", "Run it.\n\nmix stop"),
        ("<h2>Run:</h2><pre>mix\nstop</pre>", "## Run:\n\nmix stop"),
    ],
)
def test_code_is_part_of_an_item_or_of_a_paragraph_that_announces_it(page, written):
    assert text(page) == written


@pytest.mark.parametrize(
    ("table", "written"),
    [
        (f"<tr><td><h2>Method</h2>{STEPS}</td></tr>", f"## Method\n\n{LISTED}"),
        (f"<tr><td>{STEPS}</td></tr>", LISTED),
        (f"<tr><td><table><tr><td>{STEPS}</td></tr></table></td></tr>", LISTED),
        (f"<tr><th>Wax</th></tr><tr><td>Oil</td></tr><tr><td>{STEPS}</td></tr>",
         f"Wax\n\nOil\n\n{LISTED}"),
        (f"<tr><td>Wax</td><th>Tin</th></tr><tr><td>Oil</td></tr><tr><td>{STEPS}</td></tr>",
         f"Wax\n\nTin\n\nOil\n\n{LISTED}"),
        (f"<tr><th>Wax</th><th>Tin</th></tr><tr><td>{STEPS}</td></tr>",
         f"Wax\n\nTin\n\n{LISTED}"),
    ],
)  # fmt: skip
def test_a_table_with_headings_tables_or_lists_in_its_cells_is_there_for_the_layout(table, written):
    assert text(f"<table>{table}</table>") == written


HEADER = "<tr><th>Step</th><th>Action</th></tr>"


def row(number: int, cell: str) -> str:
    return f"<tr><td>{number}</td><td>{cell}</td></tr>"


@pytest.mark.parametrize(
    ("cell", "words"),
    [
        ("Stop:<ul><li>pump</li><li>fan</li></ul>", "Stop: pump; fan"),
        ("<ul><li>Stop the pump</li><li> <li>Wait.</li></ul>", "Stop the pump; Wait."),
        ("<p>Stop</p><p>the pump</p>", "Stop the pump"),
        ("Stop<br>the <!-- old --><b>pump</b>", "Stop the pump"),
        ("Stop<span>ping</span> it", "Stopping it"),
    ],
)
def test_a_cell_of_steps_is_one_line_with_semicolons_between_items(cell, words):
    rows = f"<tbody>{row(1, cell)}{row(2, 'Wait for a while.')}</tbody>"

    assert text(f"<table><thead>{HEADER}</thead>{rows}</table>") == (
        f"1. {words}\n2. Wait for a while."
    )


def card(*items: str, name: str = "recipe-card") -> str:
    return (
        f"<div class='wide {name}'><ul>{''.join(f'<li>{each}</li>' for each in items)}</ul></div>"
    )


LINK = "<a href=x>Pie</a> in 1 h"
PROSE = "<p>My mother waxed it so, and her mother did, for as long as they lived.</p>"


@pytest.mark.parametrize(
    "name",
    ["recipe-card", "wprm-recipe-container", "tasty-recipes", "MV-create-card", "easyrecipe"],
)
def test_a_recipe_in_a_card_is_read_without_the_prose_around_it(name):
    page = PROSE + card("wax", "oil", "Rub it.", name=name)

    assert text(page, title="Wax") == "# Wax\n\n- wax\n- oil\n- Rub it."


@pytest.mark.parametrize(
    "cards",
    [
        card("wax", "Rub it."),
        card(LINK, LINK, LINK),
        card("wax", "oil", "Rub it.", name="recipe-cards"),
        card(LINK, LINK, LINK) * 8 + card("wax", "oil", "Rub it."),
    ],
)
def test_short_cards_links_and_further_cards_are_read_with_the_prose(cards):
    assert text(PROSE + cards).startswith("My mother")


def test_a_card_with_a_link_in_an_item_is_a_recipe_and_seven_cards_of_links_may_stand_above():
    page = PROSE + card(LINK, LINK, LINK) * 7 + card("wax", LINK, LINK)

    assert text(page) == "- wax\n- Pie in 1 h\n- Pie in 1 h"


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("10<sup>5</sup>", "10⁵"),
        ("Rub<sup><a href='#n'>1</a></sup> it", "Rub it"),
        ("Rub<sup class=reference>1</sup> it", "Rub it"),
        ("10<sup><a href='n'>5</a></sup>", "10⁵"),
        ("H<sub class=reference>2</sub>O", "H₂O"),
        ("Rub <sub><a href='#n'>2</a></sub>", "Rub ₂"),
        ("10<sup>a<sub>2</sub></sup> g", "10^a2 g"),
        ("<b>x</b><sup>2</sup><sup>3</sup>", "x²³"),
    ],
)
def test_raised_and_lowered_words_are_written_on_the_line(words, line):
    assert text(f"<p>{words}</p>{STEPS}") == f"{line}\n\n{LISTED}"


def test_the_title_of_the_page_is_written_if_the_text_has_none():
    assert text(f"<h1>Wax\n<b>it</b></h1>{STEPS}", title="Shop") == f"# Wax it\n\n{LISTED}"
    assert text(f"<h2>Wax</h2>{STEPS}", title="Oil") == f"# Oil\n\n## Wax\n\n{LISTED}"
