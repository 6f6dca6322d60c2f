"""Links, anchors and paths in README and docs/ lead somewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from pages.blocks import NOTEBOOKS, PAGES
from pages.generated import expand

ROOT = Path(__file__).parents[2]
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#{1,6} (.+)$", re.MULTILINE)
FILE = re.compile(
    r"`((?:pipeline|kgmodel|flows|cypher|tests|examples|benchmarks|notebooks)/[\w./-]*)`"
)
TEXTS = [*PAGES, *NOTEBOOKS]
TEST = re.compile(r"`(test_\w+\.py)`")


def text_of(path: Path) -> str:
    return FENCED.sub("", expand(path.read_text(encoding="utf-8")))


def anchors(text: str) -> set[str]:
    """Return the anchors of the headings, as GitHub and MyST make them."""
    headings = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in HEADING.findall(text))
    return {heading.strip().replace(" ", "-") for heading in headings}


def broken(path: Path, text: str) -> Iterator[str]:
    for target in LINK.findall(text):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        page = (path.parent / name).resolve() if name else path
        if not page.exists() or (anchor and anchor not in anchors(text_of(page))):
            yield target


@pytest.mark.parametrize("path", TEXTS, ids=[str(path.relative_to(ROOT)) for path in TEXTS])
def test_links_lead_to_pages_and_headings_that_exist(path):
    assert list(broken(path, text_of(path))) == []


def test_a_broken_link_would_be_seen(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("# A heading\n")

    assert list(broken(page, "[a](page.md#a-heading) [b](page.md#b) [c](none.md)")) == [
        "page.md#b",
        "none.md",
    ]


@pytest.mark.parametrize("path", TEXTS, ids=[str(path.relative_to(ROOT)) for path in TEXTS])
def test_files_that_a_page_names_exist(path):
    text = text_of(path)
    tests = {test.name for test in (ROOT / "tests").rglob("test_*.py")}

    assert [name for name in FILE.findall(text) if not (ROOT / name).exists()] == []
    assert [name for name in TEST.findall(text) if name not in tests] == []
