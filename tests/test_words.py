"""Names are nouns and prose is plain English: no placeholder names, no words that nobody says."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CODE = ("pipeline", "stepgraph", "flows", "kgmodel", "tests", "benchmarks", "docs")
PROSE = (*CODE, "cypher", "examples", "notebooks")
PROSE_SUFFIXES = {".py", ".md", ".cypher", ".toml", ".yml", ".yaml", ".cff"}

PLACEHOLDERS = frozenset(
    "one ones found given told asked said seen held some whose what other_one such wanted meant had"
    " got it them they".split()
)
BANNED = re.compile(
    r"\b((?i:mend(s|ed|ing)?|told|tells?|says? so|in hand|goes on|go on|went on|going on"
    r"|without a word|what is so|nothing is so|persons|beside)|[Aa]s by)\b"
)
# Keys of JSON and attributes of the public API, which are fields of a class.
KEYS = frozenset({"found"})
# a name that is quoted is data: a key of JSON, an option, a variable
QUOTED = re.compile(r"``[^`]*``|`[^`]*`|([\"'])[\w-]+\1|--[\w-]+")

# These hold the words that users type and the words of answers to them.
QUESTIONS = (
    "pipeline/questions/forms.py",
    "pipeline/questions/lexicon.py",
    "pipeline/questions/parser.py",
    "pipeline/questions/phrasing.py",
    "tests/pipeline/questions",
)


def files_in(folders: tuple[str, ...], suffixes: set[str]) -> list[Path]:
    return [
        path
        for folder in folders
        for path in sorted((ROOT / folder).rglob("*"))
        if path.suffix in suffixes and "_build" not in path.parts and path != Path(__file__)
    ]


def within(path: Path, places: tuple[str, ...]) -> bool:
    return any(path.is_relative_to(ROOT / place) for place in places)


def placeholders(code: str) -> Iterator[str]:
    """Names that the code binds though they name nothing, each with its line."""
    tree = ast.parse(code)
    keys = {
        id(field.target)
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
        for field in node.body
        if isinstance(field, ast.AnnAssign)
        and isinstance(field.target, ast.Name)
        and field.target.id in KEYS
    }
    for node in ast.walk(tree):
        if id(node) in keys:
            continue
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            name, line = node.id, node.lineno
        elif isinstance(node, ast.arg):
            name, line = node.arg, node.lineno
        elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and node.name:
            name, line = node.name, node.lineno
        else:
            continue
        if name.strip("_") in PLACEHOLDERS:
            yield f"{line}: {name}"


def banned_words(text: str) -> Iterator[str]:
    """Words that have a plainer form, each with its line; names in quotes do not count.

    A long name counts as its words: ``test_it_tells`` is found too.
    """
    for number, line in enumerate(text.splitlines(), start=1):
        if match := BANNED.search(QUOTED.sub("", line).replace("_", " ")):
            yield f"{number}: {match[0]}"


@pytest.mark.parametrize(
    "code",
    [
        "for one in rows: pass",
        "found = 1",
        "def f(given): pass",
        "f = lambda what: 1",
        "try: pass\nexcept E as it: pass",
        "if (said := 1): pass",
        "match x:\n    case [*some]: pass",
        "[_one for _one in rows]",
    ],
)
def test_a_placeholder_is_noticed_wherever_it_is_bound(code):
    assert len(list(placeholders(code))) == 1


def test_a_field_may_have_the_name_of_a_key():
    assert list(placeholders("class Counts:\n    found: int")) == []
    assert len(list(placeholders("class Counts:\n    told: int"))) == 1


def test_names_that_are_only_used_are_the_business_of_who_binds_them():
    assert (
        list(placeholders("from hypothesis import given\n@given(x)\ndef f(row): a.found = 1")) == []
    )


@pytest.mark.parametrize(
    "line",
    [
        "# Tells what is wrong",
        '"""The mend is easy."""',
        "As by magic",
        "a file beside it",
        "it says so",
        "what went on here",
        "def test_it_tells(): ...",
    ],
)
def test_a_banned_word_is_noticed(line):
    assert len(list(banned_words(line))) == 1


@pytest.mark.parametrize(
    "line",
    ['{"mend": fix}', "`mend` is its old name", "train --beside FILE", "a.by AS by", "besides"],
)
def test_quoted_names_and_other_words_are_not_banned(line):
    assert list(banned_words(line)) == []


def test_every_name_says_what_it_holds():
    offences = {
        str(path.relative_to(ROOT)): list(placeholders(path.read_text(encoding="utf-8")))
        for path in files_in(CODE, {".py"})
    }

    assert {path: lines for path, lines in offences.items() if lines} == {}


def test_every_text_uses_plain_words():
    top = [path for path in sorted(ROOT.iterdir()) if path.suffix in PROSE_SUFFIXES]
    files = [*top, ROOT / "Makefile", *files_in(PROSE, PROSE_SUFFIXES)]
    offences = {
        str(path.relative_to(ROOT)): list(banned_words(path.read_text(encoding="utf-8")))
        for path in files
        if not within(path, QUESTIONS)
    }

    assert {path: lines for path, lines in offences.items() if lines} == {}
