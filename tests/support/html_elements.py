"""The elements of a text of HTML, and texts that a careless page would turn into some."""

from __future__ import annotations

from html.parser import HTMLParser

INJECTIONS = (
    "<script>alert(1)</script>",
    "</script><script>alert(1)</script>",
    "<!--<script>",
    "]]><svg onload=alert(1)>",
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    "javascript:alert(1)",
    "{{ 7 * 7 }} {% raw %} {# #}",
    "&lt;b&gt; &amp;amp; &#60;",
    "</style><link rel=stylesheet href=//example.org>",
    "<iframe srcdoc='<script>alert(1)</script>'>",
)


class Elements(HTMLParser):
    """The elements of a page with their attributes, and the text of its scripts."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag == "script":
            self.scripts.append("")

    def handle_data(self, data: str) -> None:
        if self.cdata_elem == "script":
            self.scripts[-1] += data


def shape(page: str) -> list[tuple[str, tuple[str, ...]]]:
    """Every element with the names of its attributes."""
    return [(tag, tuple(attributes)) for tag, attributes in Elements(page).tags]
