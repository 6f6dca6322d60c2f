"""The roles, classes and ids of what stands around the text of a web page."""

from __future__ import annotations

import re

from bs4 import Tag

__all__ = ["furniture_names", "is_furniture", "is_not_shown"]

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
    r"side-bar|by-line|table-of-contents|mw-(?:editsection|navigation|panel|head|jump-link)|authors?|"
    r"author-(?:box|name|info|bio)|sr-?only|screen-reader-text|\S*visually-?hidden|\S*-srOnly|"
    r"\S*post-date|header-?link|hash-link|anchor-link|fn-backref|data-footnote-backref|"
    r"codeBlockTitle\S*|step_num|"
    r"nhsuk-inset-text|nhsuk-caption\S*|lightbox-wrapper|answers-header|post-form|submeta|"
    r"made-it-list|subtitle|standfirst|confluence-information-macro|codeHeader|date-header|"
    r"wprm-recipe-instruction-ingredients|related-\S+|thumb-?caption|was-this-\S+|whats-next|"
    r"version(?:added|changed)|deprecated|siteSub|hatnote|reference|tabbed-labels|filename|"
    r"(?:view|edit)-statistics|line-?no(?:s|numbers?)?|line-?numbers?",
    re.IGNORECASE,
)
_IN_LINE = frozenset("a abbr b code em i mark small span strong sub sup time u".split())
_ABOUT_OTHERS = frozenset(("has", "no", "with", "without"))  # "with-sidebar"
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_NOT_SHOWN = re.compile(r"display\s*:\s*none", re.IGNORECASE)
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")


def is_furniture(element: Tag, *, of_text: tuple[str, ...] = ()) -> bool:
    """Return True if the role or a name of an element says that it is no part of the text.

    Names that begin like one ``of_text`` say nothing: "step-nav__item", if all is in "step-nav".
    """
    if set(element.get_attribute_list("role")) & _ROLES:
        return True
    return any(not name.startswith(of_text) for name in furniture_names(element))


def furniture_names(element: Tag) -> list[str]:
    """The classes and the id by which an element is taken for no part of the text.

    A heading has none by a word, nor has what stands within a line: glossaries explain words that
    belong to the text.
    """
    has_words = element.name not in _IN_LINE and element.name not in _HEADINGS
    names = (*element.get_attribute_list("class"), element.get("id"))
    return [
        name
        for name in names
        if isinstance(name, str)
        and (_NAMES.fullmatch(name) or (has_words and _has_furniture_word(name)))
    ]


def is_not_shown(element: Tag) -> bool:
    """Return True if an element is hidden until the reader asks for it."""
    return element.has_attr("hidden") or bool(_NOT_SHOWN.search(str(element.get("style", ""))))


def _has_furniture_word(name: str) -> bool:
    words = {word.lower() for word in _WORD.findall(name)}
    return bool(words & _WORDS) and not words & _ABOUT_OTHERS
