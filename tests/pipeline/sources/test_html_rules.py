"""Rules for the blocks, the tables and the scripts of a page, at their bounds."""

from __future__ import annotations

import json

import pytest

pytest.importorskip("bs4")

from pipeline.sources.html import html_text
from pipeline.sources.page_furniture import leave_out_furniture, main_part
from pipeline.sources.page_titles import title_of
from pipeline.sources.page_tree import parsed
from pipeline.sources.results import UnusableSource

STEPS = "<ol><li>Melt the wax.</li><li>Rub it in.</li></ol>"
LISTED = "1. Melt the wax.\n2. Rub it in."


def text(body: str, *, title: str = "") -> str:
    head = f"<head><title>{title}</title></head>" if title else ""
    return html_text(f"<html>{head}<body>{body}</body></html>".encode()).strip()


@pytest.mark.parametrize(
    "name",
    [
        "address", "article", "blockquote", "dd", "details", "div", "dl", "dt", "p",
        "section", "pre",
    ],
)  # fmt: skip
def test_words_in_a_block_are_a_paragraph(name: str) -> None:
    assert text(f"{STEPS}<b>Rub</b><{name}>Wait.</{name}>it.") == f"{LISTED}\n\nRub\n\nWait.\n\nit."


def test_a_rule_ends_a_paragraph() -> None:
    assert text(f"{STEPS}Rub<hr>it.") == f"{LISTED}\n\nRub\n\nit."


@pytest.mark.parametrize(
    ("page", "written"),
    [
        ("<p>Wax<br>it</p>", "Wax\nit"),
        ("<p>Wax<br><br>it</p>", "Wax\n\nit"),
        ("<p><br>Wax<br></p>", "Wax"),
        ("<ol><li>Wax<br><br>it</li></ol>", "1. Wax it"),
        ("<ol><li>Wax<br>Note: hot<br>it</li></ol>", "1. Wax it"),
        ("<ol><li>Note: hot<br>wax</li></ol>", "1. Note: hot wax"),
        ("<p>Note: hot<br>wax</p>", "Note: hot\nwax"),
        ("<ol><li>Wax<p>Tip! hot</p></li></ol>", "1. Wax"),
        ("<ol><li>Wax<p>Tip it.</p></li></ol>", "1. Wax\n  Tip it."),
    ],
)
def test_a_line_break_ends_a_line_outside_lists(page: str, written: str) -> None:
    assert text(page) == written


@pytest.mark.parametrize(
    ("page", "written"),
    [
        ("<p>o&nbsp;&nbsp; Wax</p>", "- Wax"),
        ("<p>§&nbsp;&nbsp; Wax</p>", "- Wax"),
        ("<p>o Wax</p>", "o Wax"),
        ("<p>so&nbsp;&nbsp; Wax</p>", "so Wax"),
    ],
)
def test_bullets_of_word_stand_before_hard_spaces(page: str, written: str) -> None:
    assert text(f"<p>Rub:</p>{page}").split("\n\n", 1)[1].strip() == written


@pytest.mark.parametrize(
    ("body", "title", "first"),
    [
        ("<h1>Wax</h1>", "Shop", "# Wax"),
        ("<h2>Wax</h2>", "Shop", "# Shop"),
        ("<h1> </h1>", "Shop", "1. Melt the wax."),
        ("", "", "1. Melt the wax."),
        ("<h1>Wax <b>it</b></h1>", "", "# Wax it"),
    ],
)
def test_a_page_begins_with_its_title(body: str, title: str, first: str) -> None:
    assert text(body + STEPS, title=title).splitlines()[0] == first


def guide(*steps: str, kind: str = "HowTo") -> str:
    data = {"@type": kind, "name": "Wax", "step": list(steps), "supply": "wax"}
    return f"<script type='application/ld+json'>{json.dumps(data)}</script>"


def test_a_guide_is_read_where_a_page_has_headings_alone() -> None:
    outline = "## Ingredients\n\n- wax\n\n## Method\n\n1. Rub.\n2. Wait."

    assert text(f"{guide('Rub.', 'Wait.')}<h2>Wax</h2>") == f"# Wax\n\n{outline}"
    assert text(f"{guide('Rub.', 'Wait.')}<h1>Oil</h1>") == f"# Oil\n\n{outline}"
    assert text(f"{guide('Rub.', 'Wait.')}<p>Oil it.</p>") == "Oil it."
    recipe = guide("Rub.", "Wait.", kind="Recipe")
    assert text(f"{recipe}<p>Oil it.</p>") == f"# Wax\n\n{outline}"
    assert text(f"{recipe}{guide('Oil.', 'Sit.')}<p>Oil it.</p>") == f"# Wax\n\n{outline}"


def test_a_page_of_a_title_alone_has_no_text() -> None:
    for body in ("", "<p> </p>", "<ul></ul>", "<script>wax</script>"):
        with pytest.raises(UnusableSource, match="without text"):
            html_text(f"<html><title>Wax</title><body>{body}</body></html>".encode())
    assert text("<h1>Wax</h1>") == "# Wax"


@pytest.mark.parametrize(
    ("rows", "written"),
    [
        ("<tr><th>Item</th><th>Quantity</th></tr><tr><td>wax</td><td>2 g</td></tr>",
         "Materials:\n\n- 2 g wax"),
        ("<tr><th>No.</th><th>Action</th></tr><tr><td>1</td><td>Rub<p>it.</p></td></tr>",
         "1. Rub it."),
        ("<tr><th>No.</th><th>Action</th></tr><tr><td>1</td>"
         "<td><table><tr><td>Rub it.</td></tr></table></td></tr>", "No.\n\nAction\n\n1"),
        ("<tr><th>Shop</th><th>Price</th></tr><tr><td>Lee</td><td>2</td></tr>", ""),
    ],
)  # fmt: skip
def test_tables_of_steps_and_materials_are_lists(rows: str, written: str) -> None:
    assert text(f"<p>Rub.</p><table>{rows}</table>") == f"Rub.\n\n{written}".strip()


def test_words_above_a_table_or_a_heading_of_blocks_stand_above_it() -> None:
    table = "<table><tr><th>Item</th><th>Qty</th></tr><tr><td>wax</td><td>2 g</td></tr></table>"

    assert text(f"<b>Rub it.</b>{table}") == "Rub it.\n\nMaterials:\n\n- 2 g wax"
    assert text("<b>Rub it.</b><h2><div>Wax</div></h2>Wait.") == "Rub it.\n\n## Wax\n\nWait."


@pytest.mark.parametrize(
    ("start", "kind", "first"),
    [("3", "ol", "3. Rub."), ("3", "ul", "- Rub."), ("٣", "ol", "3. Rub."), ("²", "ol", "1. Rub.")],
)
def test_a_numbered_list_begins_where_it_says(start: str, kind: str, first: str) -> None:
    assert text(f"<{kind} start={start}><li>Rub.</li></{kind}>") == first


@pytest.mark.parametrize(
    ("page", "title"),
    [
        ("<title>Wax</title>", "Wax"),
        ("<title>Wax — Shop</title>", "Wax"),
        ("<title>Wax-Shop</title>", "Wax-Shop"),
        ("<title>Wax | Oil | Shop</title>", "Wax | Oil"),
        ("<title>Wax it | Shop</title><h1>Wax</h1>", "Wax"),
        ("<p>Wax</p>", ""),
    ],
)
def test_the_title_is_without_the_name_of_the_site(page: str, title: str) -> None:
    assert title_of(parsed(page)) == title


@pytest.mark.parametrize("name", ["nav", "footer", "aside", "form", "header"])
def test_what_stands_around_a_text_is_left_out_even_with_its_title(name: str) -> None:
    root = parsed(f"<body>{STEPS}<{name}><p>Shop</p></{name}></body>").body
    leave_out_furniture(root)

    assert root.get_text() == "Melt the wax.Rub it in."


def test_an_article_in_the_main_part_has_most_of_its_text() -> None:
    page = parsed("<p>Long words around it all</p><main><p>12</p><article>123</article></main>")

    assert main_part(page).name == "article"


@pytest.mark.parametrize("mark", ["b", "div", "em", "i", "p", "span", "strong"])
def test_links_within_marks_are_links_alone(mark: str) -> None:
    links = "".join(f"<li><{mark}><a href=x>{name}</a></{mark}></li>" for name in ("Oil", "Tin"))

    assert text(f"{STEPS}<ul>{links}</ul>") == LISTED
