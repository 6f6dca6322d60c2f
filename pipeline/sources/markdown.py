"""Markdown → plain text with the same headings, lists and paragraphs, and no other markup."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from pipeline.sources.outline import Outline

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

__all__ = ["markdown_text"]

_FRONT_MATTER = re.compile(r"---[ \t]*\n.*?\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)


def markdown_text(markdown: str) -> str:
    """Return what a reader of the rendered page sees, one block a line or more.

    Front matter, tables, pictures, comments and HTML are left out; the text of a link stays.
    """
    markdown = markdown.replace("\r\n", "\n").replace("\r", "\n")
    outline = Outline()
    in_table = False
    for token in _parser().parse(_FRONT_MATTER.sub("", markdown, count=1)):
        match token.type:
            case "bullet_list_open":
                outline.open_list(first=None)
            case "ordered_list_open":
                outline.open_list(first=int(token.attrs.get("start", 1)))
            case "bullet_list_close" | "ordered_list_close":
                outline.close_list()
            case "list_item_open":
                outline.begin_item()
            case "heading_open":
                outline.begin_heading()
            case "table_open" | "table_close":
                in_table = token.type == "table_open"
            case "inline" | "fence" | "code_block" if not in_table:
                outline.add(_words(token, joint="\n" if outline.in_paragraph else " "))
    return outline.text()


def _words(token: Token, *, joint: str) -> str:
    """The words of a paragraph, heading or item; ``joint`` stands for a line break in it."""
    if token.type != "inline":
        return joint.join(token.content.split("\n")).strip()
    parts = []
    for child in token.children or ():
        if child.type in ("text", "code_inline"):
            parts.append(child.content)
        elif child.type in ("softbreak", "hardbreak"):
            parts.append(joint)
    return "".join(parts).strip()


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark").enable(["strikethrough", "table"])
