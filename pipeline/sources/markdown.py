"""Markdown → plain text with the same headings, lists and paragraphs, and no other markup."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from pipeline.sources.code_lines import code_in_line
from pipeline.sources.lead_ins import LeadStyle, lead_in, lead_style
from pipeline.sources.markdown_extras import FENCE, without_extras
from pipeline.sources.outline import NOTE_WORDS, Outline
from pipeline.sources.scripts import subscript, superscript
from pipeline.sources.tables import add_table

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

__all__ = ["markdown_text"]

_FRONT_MATTER = re.compile(
    r"(?P<fence>---|\+\+\+)[ \t]*\n(?P<fields>.*?)\n(?:(?P=fence)|\.\.\.)[ \t]*(?:\n|\Z)",
    re.DOTALL,
)
_CODE_OR_LINK = re.compile(
    r"^(?P<fence>[ \t]*(?:```|~~~)).*?(?:^[ \t]*(?:```|~~~)|\Z)|`[^`\n]*`|"
    r"(?<!\w)(?P<picture>!?)\[\[(?! )(?:[^\[\]|\n]*\|)?(?P<words>[^\[\]|\n]+)(?<! )\]\](?!\()",
    re.DOTALL | re.MULTILINE,
)
_BARE_FIELDS = re.compile(r"(?P<fields>title:[^\n]*\n(?:[a-z]\w*:[^\n]*\n)+)\s*\n", re.IGNORECASE)
_TITLE = re.compile(r"^title\s*[:=]\s*(?P<title>\S.*?)\s*$", re.IGNORECASE | re.MULTILINE)
_QUESTION = re.compile(r"\A\s*>[^\n]*\?\s*\n(?!\s*>)")  # quoted above the answer
_BREAK = re.compile(r"<br\s*/?>\Z", re.IGNORECASE)
_SCRIPT = re.compile(r"<(?P<end>/?)(?P<name>sup|sub)\b[^>]*>\Z", re.IGNORECASE)
_ITEM = re.compile(r"\s*(?:[-*+]|\d+[.)])\s+\S")
_DOTTED = re.compile(r"\d{1,2}(?:\.\d{1,2})+\.?\s+[A-Z]")  # the next number of a list
_LETTERED = re.compile(r"(?P<indent>\s{2,})[a-h][.)]\s+(?=\S)")  # nested in an item
_MOST_BEFORE_TEXT = 8  # tokens of a bold title, the empty ones too
_SENTENCE_END = re.compile(r"[.!?…:)][\"'”’»)\]*_]*\s*\Z")
_BOX = re.compile(r"\A\s*\[[ xX]\]")
_WARNS = re.compile(r"(?:[⚠🛑❗💡ℹ📝✋]\ufe0f?|:(?:warning|information_source|bulb|memo):)\s*")
_NOTE_WORD = re.compile(rf"\W*(?:{NOTE_WORDS}|info)\b", re.IGNORECASE)
_PICTURE = r"[\u25a0-\u25ff\u2600-\u27bf\U0001f300-\U0001faff\u2b50]\ufe0f?"
_PICTURED = re.compile(rf"\A{_PICTURE}\s+(?=\S)")
_PICTURES_AROUND = re.compile(rf"\A(?:{_PICTURE}\s*)+(?=\w)|(?:\s+{_PICTURE})+\Z")
_CAPTION = re.compile(r"\W*(?:fig(?:ure|\.)?|photo|image|picture)\s*\d", re.IGNORECASE)
_REST_OF_CHANGE = 3  # words of an item that begins with struck-out ones
_WRAPPED = 60  # longer lines of an item may be wrapped where a sentence ends


def markdown_text(markdown: str) -> str:
    """Return what a reader of the rendered page sees, one block a line or more.

    The title of the front matter is the first heading. A table of steps or of materials becomes a
    list. Other tables, pictures, comments and HTML are left out; the text of a link stays.
    """
    markdown = markdown.replace("\r\n", "\n").replace("\r", "\n")
    front = _FRONT_MATTER.match(markdown) or _BARE_FIELDS.match(markdown)
    title = _front_title(front["fields"]) if front else None
    if front:
        markdown = markdown[front.end() :]
    outline = Outline()
    if title:
        outline.begin_heading()
        outline.add(title)
    markdown = _CODE_OR_LINK.sub(_linked_words, without_extras(markdown))
    markdown = _QUESTION.sub("", markdown, count=1)
    _add_tokens(_parser().parse(_with_paragraphs(markdown)), outline, top=2 if title else 1)
    return outline.text()


def _linked_words(link: re.Match[str]) -> str:
    """The words of a link of a note app, nothing for a picture; code as it is."""
    if link["words"] is None:
        return link[0]
    return "" if link["picture"] else link["words"]


def _add_tokens(tokens: list[Token], outline: Outline, *, top: int) -> None:
    """Add the blocks of a page, whose highest heading is to have the level ``top``."""
    table: list[list[str]] | None = None
    paragraphs = _Paragraphs(outline, lead_style(tokens))
    in_quote = in_heading = False
    for token in tokens:
        if token.level == 0 and token.type != "paragraph_close":
            paragraphs.is_next = token.type == "paragraph_open"
            if not paragraphs.is_next:
                paragraphs.end_item()
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
                in_heading = True
                outline.begin_heading(int(token.tag[1:]) + top - 1)
            case "heading_close":
                in_heading = False
            case "table_open":
                table = []
            case "tr_open" if table is not None:
                table.append([])
            case "table_close":
                if table:
                    add_table(table, outline)
                table = None
            case "inline" if table is not None:
                table[-1].append(_words(token, joint=" "))
            case "blockquote_open" | "blockquote_close":
                in_quote = token.type == "blockquote_open"
            case "inline" if _is_captioned_picture(token):
                continue
            case "inline" if paragraphs.is_next:
                paragraphs.add(token)
            case "fence" | "code_block" if outline.in_list or outline.awaits_more:
                outline.add_code(code_in_line(token.content))
            case "inline" if outline.in_list and (title := _title_line(token)):
                outline.add(f"{title}: {_words(token, joint=' ')[len(title) :].lstrip()}")
            case "inline" if outline.begins_item:
                if words := _words(token, joint=" "):
                    outline.add(_PICTURED.sub("", words, count=1))
            case "inline" if in_heading:
                words = _words(token, joint=" ")
                outline.add(_PICTURES_AROUND.sub("", words) or words)
            case "inline" if in_quote and not outline.in_list:
                outline.add(_with_note(_words(token, joint="\n"), in_quote=True))
            case "inline" | "fence" | "code_block":
                outline.add(_words(token, joint="\n" if outline.in_paragraph else " "))


def _is_captioned_picture(inline: Token) -> bool:
    """Return True for a picture with nothing but its caption: "*Fig. 1: the cloth*"."""
    kinds = [child.type for child in inline.children or () if child.type != "softbreak"]
    is_alone = kinds[:2] == ["image", "em_open"] and kinds.index("em_close") == len(kinds) - 1
    return is_alone and _CAPTION.match(_words(inline, joint=" ")) is not None


def _with_note(words: str, *, in_quote: bool = False) -> str:
    """Return "Note:" for the sign of a remark: of "⚠ Caution: …", and of any in a quotation."""
    sign = _WARNS.match(words)
    rest = words[sign.end() :] if sign else words
    is_note = sign is not None and (in_quote or _NOTE_WORD.match(rest) is not None)
    return f"Note: {rest}" if is_note else words


class _Paragraphs:
    """Adds the paragraphs outside lists and quotes, whose titles have a style.

    ``is_next``: the next words are those of such a paragraph.
    """

    def __init__(self, outline: Outline, style: LeadStyle) -> None:
        self.is_next = False
        self._outline = outline
        self._style = style
        self._in_item = self._has_item = False

    def add(self, inline: Token) -> None:
        """Add a paragraph: as an item or under a heading if it has a title.

        One without a title is part of the item above it, or an item if it is under a new heading.
        """
        words = _with_note(_words(inline, joint=" "))
        title = lead_in(inline) if self._style != "none" else None
        is_plain = not _opens_bold(inline)
        if self._style == "items" and (title or (is_plain and self._has_item)):
            if not self._in_item:
                self._outline.open_list(first=None)
            if title or not self._in_item:
                self._outline.begin_item()
            self._in_item = self._has_item = True
            self._outline.add(words)
        elif title and words.startswith(title):
            self._outline.begin_heading(6)
            self._outline.add(title)
            self._outline.begin_paragraph()
            self._outline.add(words[len(title) :].lstrip(" .:–—-"))
        else:
            self.end_item()
            self._outline.add(_with_note(_words(inline, joint="\n")))

    def end_item(self) -> None:
        """End the list that the paragraphs with titles are in."""
        if self._in_item:
            self._outline.close_list()
        self._in_item = False


def _title_line(inline: Token) -> str | None:
    """Return the bold words that are the first line of an item, above its text."""
    children = inline.children or []
    kinds = [
        child.type
        for child in children[:_MOST_BEFORE_TEXT]
        if child.type != "text" or child.content
    ]
    if kinds[:4] != ["strong_open", "text", "strong_close", "softbreak"]:
        return None
    words = next(child.content for child in children if child.content)
    return words if words[-1:].isalnum() else None


def _opens_bold(inline: Token) -> bool:
    return any(child.type == "strong_open" for child in (inline.children or ())[:2])


def _front_title(fields: str) -> str | None:
    match = _TITLE.search(fields)
    return match["title"].strip("\"'").strip() or None if match else None


def _with_paragraphs(markdown: str) -> str:
    """Set off a line at the margin below an item that has ended, which Markdown takes for its part.

    People who write "Enjoy!" there mean a new paragraph. A line that may just be wrapped stays.
    """
    lines: list[str] = []
    in_item = in_fence = False
    for line in markdown.split("\n"):
        in_fence ^= FENCE.match(line) is not None
        at_margin = line[:1].isupper()
        if in_item and at_margin and not in_fence and lines and _SENTENCE_END.search(lines[-1]):
            room = len(lines[-1]) + len(line.split()[0]) < _WRAPPED or len(lines[-1]) > 2 * _WRAPPED
            if room:
                lines.append("")
        elif in_item and not in_fence and _DOTTED.match(line):
            lines.append("")
        if in_item and (lettered := _LETTERED.match(line)):
            line = f"{lettered['indent']}- {line[lettered.end() :]}"
        in_item = _ITEM.match(line) is not None or (in_item and line[:1] == " ")
        lines.append(line)
    return "\n".join(lines)


def _words(token: Token, *, joint: str) -> str:
    """The words of a paragraph, heading or item; ``joint`` stands for a line break in it.

    What is struck out goes if it was changed: other words stand before it, or some behind it. A
    whole item that is struck out is done, perhaps with a name or a time behind it.
    """
    if token.type != "inline":
        return joint.join(token.content.split("\n")).strip()
    parts: list[str] = []
    struck: list[int] = []  # the parts that are struck out
    is_struck = False
    raised: int | None = None  # the part at which a superscript or subscript begins
    for child in token.children or ():
        if child.type in ("s_open", "s_close"):
            is_struck = child.type == "s_open"
        elif child.type in ("text", "code_inline"):
            struck += [len(parts)] if is_struck else []
            parts.append(child.content)
        elif child.type in ("softbreak", "hardbreak"):
            parts.append(joint)
        elif child.type == "html_inline":
            if _BREAK.match(child.content):
                parts.append(joint)
            elif (script := _SCRIPT.match(child.content)) and not script["end"]:
                raised = len(parts)
            elif script and raised is not None:
                written = superscript if script["name"].lower() == "sup" else subscript
                parts[raised:] = [written("".join(parts[raised:]))]
                raised = None
    return (_without_struck(parts, struck) if struck else "".join(parts)).strip()


def _without_struck(parts: list[str], struck: Sequence[int]) -> str:
    """Return the words without those that are struck out, or all of them."""
    before = _BOX.sub("", "".join(parts[: struck[0]]))
    words = ""
    for order, part in enumerate(parts):
        if order not in struck:
            follows = order - 1 in struck and (words.endswith(" ") or not words)
            words += part.removeprefix(" ") if follows else part
    n_words = len(_BOX.sub("", words).split())
    is_remark = _BOX.sub("", words).lstrip().startswith("(")
    is_change = before.strip() != "" or (n_words >= _REST_OF_CHANGE and not is_remark)
    return words if is_change else "".join(parts)


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark").enable(["strikethrough", "table"])
