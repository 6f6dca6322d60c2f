"""Bold words and clock times that open the paragraphs of a page: "**Mask.** Plug the holes."

They are titles, not sentences. If most paragraphs open so, each is an item; if a few do and the
page has no list, their words are headings.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from pipeline.text.headings import section_of
from pipeline.text.materials import begins_list
from pipeline.text.sentences import sentence_spans

if TYPE_CHECKING:
    from markdown_it.token import Token

__all__ = ["LeadStyle", "lead_in", "lead_style"]

LeadStyle = Literal["items", "headings", "none"]

_CLOCK = re.compile(r"\d{1,2}[:.]\d{2}(?: ?[ap]m)?(?=[\s:–—-])", re.IGNORECASE)
_NUMBER = re.compile(r"(?:step\s*)?\d+\s*(?:[.):](?!\d)|\Z)", re.IGNORECASE)
_NOTE = re.compile(
    r"(?:note|tip|hint|n\.?b|edit|update|caution|warning|important)\b", re.IGNORECASE
)
_MOST_WORDS = 6
_MOST_WORDS_OF_STEP = 80  # on average, of paragraphs that are steps
_SENTENCES_OF_SECTION = 4  # on average, of paragraphs of several steps; the title is one
_FEWEST_WORDS = 5  # of what follows, if it is no sentence


def lead_in(inline: Token) -> str | None:
    """Return the words that open a paragraph and are its title, None if it has none."""
    children = inline.children or []
    if children and (clock := _CLOCK.match(children[0].content)):
        return clock[0]
    bold = next((n for n, child in enumerate(children) if child.type == "strong_open"), None)
    end = next((n for n, child in enumerate(children) if child.type == "strong_close"), None)
    if bold is None or end is None or any(child.content for child in children[:bold]):
        return None
    words = "".join(child.content for child in children[bold:end]).strip()
    rest = "".join(child.content for child in children[end:]).strip()
    if not words or not rest or len(words.split()) > _MOST_WORDS or _NUMBER.match(words):
        return None
    is_list = begins_list(f"{words.rstrip(':')}: {rest.lstrip(':')}")
    if section_of(words.rstrip(".")) or is_list or _NOTE.match(words):
        return None
    if len(rest.split()) < _FEWEST_WORDS and rest[-1] not in ".!?…":
        return None  # "**Serves:** 4 people"
    is_title = words[-1] in ".:!?" or rest[0] in ":–—-" or _CLOCK.match(words + " ")
    return words.rstrip(".:") if is_title else None


def lead_style(tokens: Sequence[Token]) -> LeadStyle:
    """Return what the titles of a page's paragraphs are, as the paragraphs outside lists show.

    Lists above the first of them are materials or the like, and do not count.
    """
    paragraphs = [
        (order, inline)
        for order, (opening, inline) in enumerate(zip(tokens, tokens[1:], strict=False))
        if opening.type == "paragraph_open" and opening.level == 0
    ]
    leads = [number for number, (_, inline) in enumerate(paragraphs) if lead_in(inline)]
    items = [order for order, token in enumerate(tokens) if token.type == "list_item_open"]
    n_below = sum(order > paragraphs[leads[0]][0] for order in items) if leads else 0
    contents = [paragraphs[number][1].content for number in leads]
    n_words = sum(len(content.split()) for content in contents)
    texts = [content for content in contents if content.rstrip("*_").endswith((".", "!"))]
    n_sentences = sum(len(sentence_spans(content)) for content in texts)
    have_several = bool(texts) and n_sentences >= _SENTENCES_OF_SECTION * len(texts)
    are_long = n_words > _MOST_WORDS_OF_STEP * len(leads)
    if leads and not n_below and (are_long or have_several):
        return "headings"  # sections of running text
    if len(leads) > max(2, n_below) and 2 * len(leads) > len(paragraphs) - leads[0]:
        return "items"
    return "headings" if len(leads) > 1 and not items else "none"
