"""A web page → plain text with the same headings, lists and paragraphs. Needs Beautiful Soup."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable

from bs4 import BeautifulSoup, Tag
from bs4.element import Comment, NavigableString

from pipeline.sources.code_lines import code_in_line
from pipeline.sources.outline import Outline
from pipeline.sources.results import UnusableSource
from pipeline.sources.scripts import subscript, superscript
from pipeline.sources.tables import add_table
from pipeline.text.headings import section_of

__all__ = ["html_text"]

_LEFT_OUT = frozenset(
    "script style noscript template nav header footer aside form button select svg figure iframe"
    " head".split()
)
_BLOCKS = frozenset(
    "address article blockquote body dd details div dl dt h1 h2 h3 h4 h5 h6 hr li main ol p pre"
    " section summary td th tr ul".split()
)
_BREAK = "\0"  # stands for a ``br`` until a paragraph is complete
_MARKS = frozenset("b div em i p span strong".split())  # that a link may stand in
_MOST_MARKS = 6
_MOST_CARDS = 8  # links to a recipe have such a class too
_MOST_IN_HEADING = 8  # elements
_INLINE = {"div", "span", "a", "b"}  # in a heading that is made of blocks
_MOST_DIGITS = 6  # of the number that a list begins with
_TITLE_CLASSES = ["MsoTitle", "title"]  # of Word, of Google Docs
# of plugins that put a recipe into a page of prose
_CARD = re.compile(
    r"wprm-recipe-container|tasty-recipes|mv-create-card|mv-recipe-card|recipe-card|"
    r"easyrecipe|zlrecipe-container|jetpack-recipe|wpurp-container",
    re.IGNORECASE,
)
_POST_TITLES = ["entry-title", "post-title", "topic-title"]  # of blogs and forums
_LEVEL = re.compile(r"\blst-kix_\w+-(?P<level>\d)\b")
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
# classes and ids of what stands around the text of a page
_FURNITURE = re.compile(
    r"breadcrumbs?|side-?bar|footer|(?:site|page|entry)-footer|(?:nav|navbar|menu|pagination)|"
    r"related(?:-\w+)*|(?:cookie|consent|onetrust|newsletter|share|social|advert)s?(?:-\w+)*|"
    r"mw-(?:editsection|navigation|panel|head)|catlinks|navbox|toc|table-of-contents|"
    r"comments?(?:-(?:area|list|section|respond))?|respond|(?:post|entry)-meta|by-?line|"
    r"authors?|author-box|sr-only|screen-reader-text|toc-macro|\S*post-date|"
    r"header-?link|hash-link|anchor-link|permalink|(?:customer-)?reviews|"
    r"codeBlockTitle\S*|admonition|alert--\w+|step_num|callout|"
    r"nhsuk-(?:inset-text|warning-callout)|\S*visually-hidden|lightbox-wrapper|answers-header|"
    r"post-form|submeta|made-it-list|recommendations|subtitle|standfirst|"
    r"confluence-information-macro|codeHeader|date-header|nhsuk-caption\S*|"
    r"wprm-recipe-instruction-ingredients",
    re.IGNORECASE,
)


def html_text(content: bytes) -> str:
    """Return what a reader of the page's main part sees. Raises UnusableSource if it is nothing.

    The encoding is the page's own. Navigation, lists of links, forms and pictures are left out, and
    tables except those of steps and of materials.
    """
    page = BeautifulSoup(content, "html.parser")
    outline = Outline()
    root = page.find("main") or page.find("article") or page.body or page
    if isinstance(root, Tag):
        title = _one_line(page.title.get_text()) if page.title else ""
        _leave_out_furniture(root)
        if (card := _recipe_card(root)) is not None:
            heading = root.find("h1")
            title = _one_line(heading.get_text()) if heading else title
            root = card
        if title and not root.find("h1"):
            outline.begin_heading()
            outline.add(title)
        for element in root.find_all(["sup", "sub"]):
            written = superscript if element.name == "sup" else subscript
            element.replace_with(written(element.get_text()))
        _add_blocks(root, outline)
        text = outline.text()
        if text.strip():
            return text
    raise UnusableSource("is a page without text of its own; give the page that has the steps")


def _recipe_card(root: Tag) -> Tag | None:
    """Return the recipe that a plugin put into a page, if it has lists of its own."""
    for card in root.find_all(class_=_CARD, limit=_MOST_CARDS):
        if len(card.find_all("li", limit=3)) > 2:
            return card
    return None


def _leave_out_furniture(root: Tag) -> None:
    """Remove from the page what is not its text, and what stands above its ``h1``.

    Linear in the size of the page, which may be very deep.
    """
    _mark_title(root)
    for notes in root.find_all(class_="wprm-recipe-ingredient-notes"):
        if not notes.get_text().lstrip().startswith((",", "(")):
            notes.insert(0, ", ")
    _keep_heading_of_header(root)
    _remove(root, lambda element: element.name in _LEFT_OUT)
    sizes = _text_sizes(root)
    _remove(
        root,
        lambda element: _is_furniture(element) and 2 * sizes[id(element)] <= sizes[id(root)],
    )
    sections = _sections_of_lists(root)  # a guide may link to what it needs
    _remove(
        root,
        lambda element: _is_list_of_links(element) and sections[id(element)] != "materials",
    )
    for numbered in root.find_all("ol"):
        for number, item in enumerate(_items_of(numbered), 1):
            _leave_out_number(item, number)
    _leave_out_above_title(root)


def _mark_title(root: Tag) -> None:
    """Make an ``h1`` of what the class of some software says is the title."""
    for title in root.find_all("p", class_=_TITLE_CLASSES):
        title.name = "h1"
    posts = root.find_all(_HEADINGS, class_=_POST_TITLES, limit=2)
    if len(posts) == 1 and posts[0].get_text().strip():  # the first heading is the blog's
        for heading in root.find_all("h1"):
            heading.name = "div"
        posts[0].name = "h1"
    for title in root.find_all(id="title-text"):  # of Confluence, after the name of the space
        title.string = title.get_text().rpartition(" : ")[2]


def _remove(root: Tag, is_left_out: Callable[[Tag], bool]) -> None:
    """Remove such elements below the root; those within another are removed with it."""
    chosen: list[Tag] = []
    stack: list[Tag] = [root]
    while stack:
        element = stack.pop()
        if element is not root and is_left_out(element):
            chosen.append(element)
        else:
            stack += [child for child in element.contents if isinstance(child, Tag)]
    for element in chosen:
        element.decompose()


def _keep_heading_of_header(root: Tag) -> None:
    """Put the first ``h1`` in the place of the ``header`` that it stands in.

    The header of a whole page with another ``h1`` is that of the site.
    """
    headings = root.find_all("h1", limit=2)
    header = headings[0].find_parent("header") if headings else None
    if header is not None:
        is_inside = any(parent is root for parent in header.parents)
        if is_inside and (root.name != "body" or len(headings) == 1):
            header.replace_with(headings[0])


def _text_sizes(root: Tag) -> dict[int, int]:
    """The number of characters in each element, by its identity."""
    sizes: dict[int, int] = {}
    stack: list[tuple[Tag, bool]] = [(root, False)]
    while stack:
        element, is_counted = stack.pop()
        tags = [child for child in element.contents if isinstance(child, Tag)]
        if is_counted:
            own = sum(len(child) for child in element.contents if isinstance(child, str))
            sizes[id(element)] = own + sum(sizes[id(tag)] for tag in tags)
        else:
            stack.append((element, True))
            stack += [(tag, False) for tag in tags]
    return sizes


def _is_furniture(element: Tag) -> bool:
    names = [*(element.get_attribute_list("class")), element.get("id")]
    return any(isinstance(name, str) and _FURNITURE.fullmatch(name) for name in names)


def _sections_of_lists(root: Tag) -> dict[int, str | None]:
    """What the heading above each list announces, by the list's identity."""
    sections: dict[int, str | None] = {}
    section = None
    for node in root.descendants:
        if isinstance(node, Tag) and node.name in _HEADINGS:
            section = section_of(_one_line(_own_words(node)))
        elif isinstance(node, Tag) and node.name in ("ol", "ul"):
            sections[id(node)] = section
    return sections


def _own_words(heading: Tag) -> str:
    """The words of a heading, of which a part may be bold or a link."""
    parts = []
    for child in heading.contents:
        inner = child.contents if isinstance(child, Tag) else [child]
        parts += [str(words) for words in inner if isinstance(words, NavigableString)]
    return "".join(parts)


def _is_list_of_links(element: Tag) -> bool:
    items = _items_of(element) if element.name in ("ol", "ul") else []
    return items != [] and all(map(_is_link, items))


def _items_of(listed: Tag) -> list[Tag]:
    return [child for child in listed.contents if isinstance(child, Tag) and child.name == "li"]


def _is_link(item: Tag) -> bool:
    """Return True if there is nothing in an item but one link, as it is or within other marks."""
    node = item
    for _ in range(_MOST_MARKS):
        inner = [child for child in node.contents if isinstance(child, Tag) or str(child).strip()]
        if len(inner) != 1 or not isinstance(inner[0], Tag):
            return False
        node = inner[0]
        if node.name == "a":
            return True
        if node.name not in _MARKS:
            return False
    return False


def _leave_out_number(item: Tag, number: int) -> None:
    """Remove a number that an item begins with, if it is the item's own."""
    node = item
    for _ in range(_MOST_MARKS):
        first = next((c for c in node.contents if isinstance(c, Tag) or str(c).strip()), None)
        if isinstance(first, NavigableString) and first.strip().rstrip(".") == str(number):
            first.extract()
        if not isinstance(first, Tag):
            return
        node = first


def _leave_out_above_title(root: Tag) -> None:
    """Remove the words above the first ``h1`` if they are fewer than those below."""
    title = root.find("h1")
    if not isinstance(title, Tag) or not title.get_text().strip():
        return
    nodes = list(root.descendants)
    order = next(order for order, node in enumerate(nodes) if node is title)
    above, below = (
        [node for node in part if isinstance(node, NavigableString)]
        for part in (nodes[:order], nodes[order:])
    )
    if sum(map(len, above)) < sum(map(len, below)):
        for words in above:
            words.extract()


def _add_blocks(root: Tag, outline: Outline) -> None:
    """Add the blocks below ``root``; words between blocks are a paragraph."""
    pending: list[str] = []
    layouts = _tables_of_layout(root)
    stack: list[tuple[Tag | NavigableString, bool]] = [(root, False)]  # trees may be very deep
    while stack:
        node, ending = stack.pop()
        if isinstance(node, NavigableString):
            if not isinstance(node, Comment):
                pending.append(str(node))
        elif ending:
            _add_pending(pending, outline)
            if node.name in ("ol", "ul"):
                for _ in range(1 + _level(node)):
                    outline.close_list()
        elif node.name == "br":
            pending.append(" " if outline.in_list else _BREAK)
        elif node.name == "table" and id(node) not in layouts:
            _add_pending(pending, outline)
            _add_table(node, outline)
        elif node.name in _HEADINGS and (words := _words_of_blocks(node)):
            _add_pending(pending, outline)
            outline.begin_heading(int(node.name[1]))
            outline.add(words)
        else:
            if node.name in _BLOCKS:
                _add_pending(pending, outline)
                if node.name == "pre" and (outline.in_list or outline.awaits_more):
                    _add_code(node, outline)
                    continue
                _begin(node, outline)
                stack.append((node, True))
            stack += [
                (child, False)
                for child in reversed(node.contents)
                if isinstance(child, Tag | NavigableString)
            ]


def _add_code(code: Tag, outline: Outline) -> None:
    """Add a block of code to the item or the paragraph above it."""
    for line_end in code.find_all("br"):
        line_end.replace_with("\n")
    outline.add_code(code_in_line(code.get_text()))


def _tables_of_layout(root: Tag) -> set[int]:
    """The identities of the tables that have headings, lists or other tables in their cells."""
    layouts: set[int] = set()
    stack: list[tuple[Tag, int | None]] = [(root, None)]
    while stack:
        element, table = stack.pop()
        if table is not None and (
            element.name in ("ol", "ul", "table") or element.name in _HEADINGS
        ):
            layouts.add(table)
        inside = id(element) if element.name == "table" else table
        stack += [(child, inside) for child in element.contents if isinstance(child, Tag)]
    return layouts


def _words_of_blocks(heading: Tag) -> str | None:
    """Return the words of a heading made of blocks ("Method 1" above "Using vinegar"), else None.

    A heading that was never closed holds the rest of the page, and is none of these.
    """
    inside: list[str] = []
    stack = [heading]
    while stack and len(inside) <= _MOST_IN_HEADING:  # ``descendants`` would go to the last one
        inner = [child for child in stack.pop().contents if isinstance(child, Tag)]
        inside += [child.name for child in inner]
        stack += inner
    if len(inside) > _MOST_IN_HEADING or "div" not in inside or set(inside) - _INLINE:
        return None
    return _one_line(heading.get_text(" ")) or None


def _begin(element: Tag, outline: Outline) -> None:
    name = element.name
    if name in ("ol", "ul"):
        start = str(element.get("start", ""))
        first = int(start) if start.isdecimal() and len(start) < _MOST_DIGITS else 1
        for _ in range(_level(element)):
            outline.open_list(first=None)
        outline.open_list(first=first if name == "ol" else None)
    elif name == "summary":
        outline.begin_heading(6)
    elif name == "li":
        outline.begin_item()
    elif name in _HEADINGS:
        outline.begin_heading(int(name[1]))


def _level(listed: Tag) -> int:
    """How deep a list of Google Docs is nested, by its class: it stands next to the outer one."""
    names = " ".join(map(str, listed.get_attribute_list("class")))
    level = _LEVEL.search(names)
    return int(level["level"]) if level else 0


def _add_table(table: Tag, outline: Outline) -> None:
    """Add a table of steps or of materials."""
    rows = [
        [_one_line(cell.get_text(" ")) for cell in row.find_all(["th", "td"], recursive=False)]
        for row in table.find_all("tr")
    ]
    add_table(rows, outline)


def _add_pending(pending: list[str], outline: Outline) -> None:
    """Add a paragraph, with a line for each that ``br`` ends; two of them end the paragraph."""
    lines = [_one_line(line) for line in "".join(pending).split(_BREAK)]
    pending.clear()
    joint = "\n" if outline.in_paragraph else " "
    for is_text, part in itertools.groupby(lines, key=bool):
        if is_text:
            outline.add(joint.join(part))


def _one_line(text: str) -> str:
    return " ".join(text.split())
