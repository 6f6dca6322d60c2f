"""Small tables in HTML."""

from __future__ import annotations

from pipeline.domain.html_table import html_table


def test_what_is_too_much_is_counted():
    rows = [[f"thing {row}", *("-" * 40)] for row in range(50)]

    shown = html_table(["", *map(str, range(40))], rows)

    assert "thing 29" in shown and "thing 30" not in shown
    assert shown.count("<td>") == 30 * 19
    assert shown.endswith("<p>and 20 more rows and 21 more columns</p>")


def test_a_caption_is_escaped():
    assert "<caption>a &lt;b&gt; &amp; c</caption>" in html_table(["x"], [], caption="a <b> & c")
