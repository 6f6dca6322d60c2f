"""Small tables in HTML."""

from __future__ import annotations

import re

import pytest

from pipeline.domain.html_table import STYLE, Cell, html_output, html_table


def test_what_is_too_much_is_counted():
    rows = [[f"thing {row}", *("-" * 40)] for row in range(50)]

    shown = html_table(["", *map(str, range(40))], rows)

    assert "thing 29" in shown and "thing 30" not in shown
    assert shown.count("<td>") == 30 * 19
    assert shown.endswith("<p>and 20 more rows and 21 more columns</p>")


def test_a_title_is_escaped():
    assert '<p class="title">a &lt;b&gt; &amp; c</p>' in html_output("a <b> & c")


def test_a_cell_has_its_remark_its_classes_and_its_marked_words_all_escaped():
    cell = Cell("in <the> pot", '"Put" & <stir>', ("unsure", "same"), marked=(3, 8))

    assert (
        html_table(["", cell], [["tea", cell]]).count(
            ' class="unsure same" title="&quot;Put&quot; &amp; &lt;stir&gt;">'
            "in <mark>&lt;the&gt;</mark> pot</t"
        )
        == 2
    )


@pytest.mark.parametrize("span", [(-1, -1), (2, 2), (3, 99), (4, 2)])
def test_words_that_the_text_does_not_have_are_not_marked(span):
    assert "<td>the pot</td>" in html_table(["", ""], [["tea", Cell("the pot", marked=span)]])


def test_the_last_words_of_a_text_may_be_marked():
    assert "<td>the <mark>pot</mark></td>" in html_table(
        ["", ""], [["tea", Cell("the pot", marked=(4, 7))]]
    )


def test_the_style_has_no_colour_of_its_own_so_that_any_notebook_can_be_read():
    grey = {"rgba(128,128,128,.4)", "rgba(128,128,128,.3)"}

    assert set(re.findall(r"#[0-9a-f]{3,}|rgba?\([^)]*\)|white|black", STYLE)) - {"white"} == grey
    assert re.findall(r"[{;](?:color|background):([^;}]*)", STYLE) == [
        "inherit",
        "rgba(128,128,128,.3)",
        "inherit",
    ]
