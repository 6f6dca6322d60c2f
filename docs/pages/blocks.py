"""Code blocks of the documentation, and how those with commands are run.

python docs/pages/blocks.py PAGE...

Runs the ``console`` blocks of the pages in an empty folder with the examples, and writes what the
commands print below them.
"""

from __future__ import annotations

import os
import re
import shlex
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import dropwhile, groupby
from pathlib import Path

from typer.testing import CliRunner

from pipeline.cli import app

__all__ = [
    "NOTEBOOKS",
    "PAGES",
    "Block",
    "blocks",
    "commands",
    "console_output",
    "prepare",
    "with_console_output",
]

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
TEMPLATES = DOCS / "results" / "templates"  # their links are relative to the page they become
PAGES = [
    *sorted(ROOT.glob("*.md")),
    ROOT / "examples" / "README.md",
    *(
        path
        for path in sorted(DOCS.rglob("*.md"))
        if DOCS / "_build" not in path.parents and TEMPLATES not in path.parents
    ),
]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.md"))  # run by make notebooks
SEPARATORS = {"&&", "|", ">"}
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: its language, its text, and where it begins and ends in the page."""

    language: str
    text: str
    start: int
    end: int


def blocks(markdown: str) -> list[Block]:
    """Return the fenced blocks of a page, in order."""
    return [
        Block(match[1], match[2], match.start(2), match.end(2))
        for match in _BLOCK.finditer(markdown)
    ]


def commands(shell: str) -> Iterator[list[str]]:
    """Yield the arguments of every ``stepgraph`` command in a block of shell lines.

    A line that ends with a backslash continues in the next one.
    """
    for line in shell.replace("\\\n", " ").splitlines():
        words = shlex.split(line, comments=True)
        for separated, group in groupby(words, key=SEPARATORS.__contains__):
            command = list(dropwhile(lambda word: re.fullmatch(r"[A-Z_]+=.*", word), group))
            if not separated and command[:1] == ["stepgraph"]:
                yield command[1:]


def console_output(block: str) -> str:
    """Run the commands of a ``console`` block; return the block with what they print."""
    parts = []
    for line in block.splitlines():
        if line.startswith("$ "):
            _, *arguments = shlex.split(line[2:])
            result = CliRunner().invoke(app, arguments, prog_name="stepgraph")
            if result.exception is not None and not isinstance(result.exception, SystemExit):
                raise result.exception
            lines = [text.rstrip() for text in result.output.splitlines()]
            parts.append("\n".join([line, *lines]))
    return "\n\n".join(parts).rstrip() + "\n"


def with_console_output(markdown: str) -> str:
    """Return the page with the output of every ``console`` block written anew."""
    parts, end = [], 0
    for block in blocks(markdown):
        if block.language == "console":
            parts += [markdown[end : block.start], console_output(block.text)]
            end = block.end
    return "".join([*parts, markdown[end:]])


def prepare(folder: Path, set_variable: Callable[[str, str], None]) -> None:
    """Make an empty folder look like a checkout to whoever follows the documentation."""
    (folder / "examples").symlink_to(ROOT / "examples")
    set_variable("COLUMNS", "80")
    set_variable("STEPGRAPH_STATE", str(folder / ".stepgraph"))


def main() -> None:
    pages = [Path(page).resolve() for page in sys.argv[1:]]
    with tempfile.TemporaryDirectory() as folder:
        prepare(Path(folder), os.environ.__setitem__)
        os.chdir(folder)
        for page in pages:
            markdown = page.read_text(encoding="utf-8")
            page.write_text(with_console_output(markdown), encoding="utf-8")


if __name__ == "__main__":
    main()
