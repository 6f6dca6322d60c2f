"""The roles, classes and ids of what stands around the text of a web page."""

from __future__ import annotations

import re

from bs4 import Tag

from pipeline.sources.page_titles import HEADINGS

__all__ = ["furniture_names", "is_furniture"]

_ROLES = frozenset(
    "alert alertdialog banner complementary contentinfo dialog doc-endnotes doc-footnote doc-tip"
    " form menu menubar navigation note search status tablist toolbar tooltip".split()
)
# words in the names that sites give to the parts of their pages: "share-buttons", "tipBox"
_WORDS = frozenset(
    "ad admonition ads adslot advert advertisement adverts alert attribution avatar bio"
    " breadcrumb breadcrumbs byline bylines callout caption captions cart catlinks caution"
    " citation comment comments consent contributors cookie cookies copyright credit credits"
    " disclaimer disqus edit editsection endnote endnotes favorite favorites feedback"
    " figcaption footer footnote footnotes glossary hazardstatement helpful hint hints"
    " important legal login menu meta metadata modal nav navbar navbox navigation newsletter"
    " note notes nutrition onetrust pager pagination permalink popover popup portlet promo"
    " promos promotion rating ratings recirc recommendation recommendations recommended"
    " related relatedposts relatedwikihows respond review reviews rightbar share sharedaddy"
    " sharing sidebar sidebox sidenav signup social sponsor sponsored subscribe subscription"
    " teaser timestamp tip tips toc toolbar tooltip trending userreview votes warning"
    .split()
)  # fmt: skip
# names of several words, of which none says it alone
_NAMES = re.compile(
    r"side-bar|by-line|table-of-contents|mw-(?:navigation|panel|head|jump-link)|"
    r"nhsuk-inset-text|lightbox-wrapper|answers-header|post-form|submeta|"
    r"made-it-list|subtitle|standfirst|confluence-information-macro|codeHeader|date-header|"
    r"wprm-recipe-instruction-ingredients|related-\S+|thumb-?caption|was-this-\S+|whats-next|"
    r"version(?:added|changed)|deprecated|siteSub|hatnote|tabbed-labels|(?:view|edit)-statistics|"
    r"(?:\S+-)?article-sources|\S*icon[-_](?:note|caution|reminder)",
    re.IGNORECASE,
)
# of any element, headings and words within a line among them
_IN_LINE_NAMES = re.compile(
    r"sr-?only|screen-reader-text|\S*visually-?hidden|\S*-srOnly|mw-editsection|header-?link|"
    r"hash-link|anchor-link|permalink|fn-backref|data-footnote-backref|authors?|"
    r"author-(?:box|name|info|bio)|step_num|toctext|"
    r"line-?no(?:s|numbers?)?|line-?numbers?|\S*post-date|nhsuk-caption\S*|codeBlockTitle\S*",
    re.IGNORECASE,
)
_OF_STYLE = re.compile(  # of a whole page by its categories, of colours and fonts
    r"(?:category|tag|type|format|status|text|bg|border|table|font|has|is|no)-\S+|"
    r"(?:\S*[-_])?with(?:out)?[-_]\S+"
)
_IN_LINE = frozenset("a abbr b code em i mark small span strong sub sup time u".split())
_CELLS = frozenset("li tr td th dt dd".split())
# without those that say how an item or a cell is to be read: it is a part of its list all the same
_WORDS_OF_CELLS = _WORDS - frozenset(
    "alert caption captions caution edit hint hints important note notes tip tips warning".split()
)
_WHOLE = frozenset("body html main".split())
_PART = re.compile(r"[^\W_]+")
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_SHORTEST_WITHIN = 3  # letters of a word between capitals: "tipBox", but not "xAdQ"
_FIRST_CHILDREN = 3  # in which the heading of a section stands


def is_furniture(element: Tag, *, of_text: tuple[str, ...] = (), holds_parts: bool = False) -> bool:
    """Return True if the role or a name of an element says that it is no part of the text.

    Names that begin like one ``of_text`` say nothing: "step-nav__item", if all is in "step-nav".
    Nor does a caption that holds headings or items: some sites put steps below their pictures.
    """
    if set(element.get_attribute_list("role")) & _ROLES:
        return True
    return any(
        not name.startswith(of_text) and not (holds_parts and "caption" in name.lower())
        for name in furniture_names(element)
    )


def furniture_names(element: Tag) -> list[str]:
    """The classes and the id by which an element is taken for no part of the text.

    Headings, items, cells and what stands within a line have few of them, since sites name words
    of the text in the same way: a glossary, a warning in red.
    """
    if element.name in _WHOLE:
        return []
    classes = [name for name in element.get_attribute_list("class") if isinstance(name, str)]
    identity = element.get("id")
    names = [*classes, identity] if isinstance(identity, str) else classes
    if element.name in _IN_LINE or element.name in HEADINGS:
        return list(filter(_IN_LINE_NAMES.fullmatch, names))
    furniture = _WORDS_OF_CELLS if element.name in _CELLS else _WORDS
    return [
        name
        for name in names
        if _NAMES.fullmatch(name)
        or _IN_LINE_NAMES.fullmatch(name)
        or (
            _has_furniture_word(name, furniture)
            and not (name == identity and _is_made_of_heading(name, element))
        )
    ]


def _has_furniture_word(name: str, furniture: frozenset[str]) -> bool:
    """Return True for "share-buttons" and "tipBox", but not for "css-1ad9x2z"."""
    if _OF_STYLE.match(name):
        return False
    for part in _PART.findall(name):
        words = _WORD.findall(part) if part.isalpha() else []
        shortest = _SHORTEST_WITHIN if len(words) > 1 else 1
        if any(word.lower() in furniture and len(word) >= shortest for word in words):
            return True
    return False


def _is_made_of_heading(name: str, element: Tag) -> bool:
    """Return True for the id that some software makes of a heading: "edit-the-file"."""
    words = _PART.findall(name.lower())
    children = [child for child in element.contents if isinstance(child, Tag)][:_FIRST_CHILDREN]
    heading = next((child for child in children if child.name in HEADINGS), None)
    if heading is None or len(words) < 2:
        return False
    return set(words) <= set(_PART.findall(heading.get_text().lower()))
