"""Pages of the reference that are written by hand: nothing is missing, nothing made up."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from pages.generated import expand

from pipeline.stores import open_store

ROOT = Path(__file__).parents[2]
ROOMS = ("pipeline", "flows", "stepgraph")
REFERENCE = ROOT / "docs" / "reference"


def test_the_settings_page_has_every_variable_of_the_code():
    page = expand((REFERENCE / "settings.md").read_text(encoding="utf-8"))
    files = [path for room in ROOMS for path in (ROOT / room).rglob("*.py")]

    used = {
        name
        for path in files
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        for name in re.findall(r"\b(?:STEPGRAPH|NEO4J|OTEL)_[A-Z0-9_]*[A-Z0-9]\b", node.value)
    }

    assert used - set(re.findall(r"\w+", page)) == set()


def documented_schema() -> set[tuple[str, str, str]]:
    """Return label or type, property and its type, of both tables; merged cells are repeated."""
    rows, label = set(), ""
    page = expand((REFERENCE / "graph-schema.md").read_text(encoding="utf-8"))
    for line in page.splitlines():
        if not line.startswith("| "):
            continue
        first, *cells = [cell.strip() for cell in line.strip("|").split("|")]
        label = first or label
        if cells[-3].startswith("`"):
            rows.add((label, cells[-3].strip("`"), cells[-2].replace("BOOLEAN", "BOOL")))
    return rows


def test_the_schema_page_has_every_property_of_the_store(tmp_path):
    store = open_store(f"ladybug:{tmp_path / 'graph.lbug'}")
    stored = set()
    for table in store.ask("CALL show_tables() RETURN name", {}):
        name = table["name"]
        for row in store.ask(f"CALL table_info('{name}') RETURN name, type", {}):
            stored.add((name, row["name"], row["type"]))
    store.close()

    assert documented_schema() == stored


def test_the_exit_codes_of_errors_are_on_their_page():
    from pipeline import errors
    from pipeline.errors import StepgraphError

    page = (REFERENCE / "exit-codes.md").read_text(encoding="utf-8")
    codes = {
        value.exit_code
        for value in vars(errors).values()
        if isinstance(value, type) and issubclass(value, StepgraphError)
    }

    assert {str(code) for code in codes} <= set(re.findall(r"^\| (\d+) \|", page, re.MULTILINE))
