"""docs/reference/json.md: the keys that every command with --json prints, no more and no less."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from pipeline.cli import app

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "json.md"
TEA = {
    "para_id": "tea",
    "sentence_texts": ["Pour the water into the pot.", "Boil it.", "It becomes tea in the cup."],
    "participants": ["water", "tea"],
    "states": [["tap", "pot", "pot", "-"], ["-", "-", "-", "cup"]],
}
ICED_TEA = {
    "para_id": "iced-tea",
    "sentence_texts": ["Pour the tea into a glass.", "Drink the tea."],
    "participants": ["tea", "tee-shirt"],
    "states": [["?", "glass", "-"], ["?", "?", "?"]],
}
TEA_AGAIN = TEA | {
    "sentence_texts": [*TEA["sentence_texts"][:2], "It becomes strong tea in the cup."],
    "participants": ["water", "tea", "cup"],
    "states": [["tap", "pot", "pot", "-"], ["-", "-", "-", "mug"], ["?", "?", "?", "?"]],
}


def paths(value: Any, prefix: str = "") -> Iterator[str]:
    """Yield the path of every key: ``support[].text`` is a key of the objects in a list."""
    if isinstance(value, dict):
        for key, child in value.items():
            path = f"{prefix}.{key}" if prefix else key
            yield path
            yield from paths(child, path)
    elif isinstance(value, list):
        for child in value:
            yield from paths(child, f"{prefix}[]")


def documented() -> dict[str, set[str]]:
    """Return the paths on the page, by command: the first cell of every row of its table."""
    commands: dict[str, set[str]] = {}
    for section in re.split(r"^## ", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        heading, _, text = section.partition("\n")
        keys = {key for key in re.findall(r"^\| `([^`]+)` \|", text, flags=re.MULTILINE)}
        for name in re.findall(r"`([^`]+)`", heading):
            commands[name] = keys
    return commands


def is_documented(path: str, keys: set[str]) -> bool:
    """Return True if a row has the path; ``*`` in a row stands for any one key."""
    return any(
        re.fullmatch(re.escape(key).replace(r"\*", r"[^.]+"), path) is not None for key in keys
    )


def run(*arguments: str) -> Any:
    result = CliRunner().invoke(app, arguments, prog_name="stepgraph")
    assert result.exit_code in (0, 1), result.output
    return json.loads(result.stdout)


@pytest.fixture(scope="module")
def outputs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Any]]:
    """What each command prints on a small store, by its name."""
    folder = tmp_path_factory.mktemp("json")
    with pytest.MonkeyPatch.context() as patch:
        for name in list(os.environ):
            if name.startswith(("STEPGRAPH_", "NEO4J_")):
                patch.delenv(name)
        patch.chdir(folder)
        patch.setattr("flows.run.run_ingest", _ingest_without_prefect)
        return _outputs(folder)


def _ingest_without_prefect(inputs: list[str], settings: Any, **options: Any) -> Any:
    import stepgraph

    return stepgraph.ingest(inputs)


def _outputs(folder: Path) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}

    def note(name: str, *arguments: str) -> None:
        found.setdefault(name, []).append(run(*name.split(), *arguments, "--json"))

    grids, texts = folder / "grids.json", folder / "texts"
    texts.mkdir()
    (texts / "empty.txt").write_text("")
    grids.write_text("".join(json.dumps(one) + "\n" for one in (TEA, ICED_TEA)))
    note("load", str(grids))
    note("ingest", str(texts))
    grids.write_text(json.dumps(TEA_AGAIN) + "\n")
    note("load", str(grids))
    note("status")
    note("retry")
    note("status")
    note("health")
    note("requeue", "tea")
    note("ask", "tea", "Where is the water after step 1?")
    note("ask", "Which procedures use up tea?")
    note("questions")
    note("query", "location-after", "-p", "document=tea", "-p", "entity=water", "-p", "step=1")
    note("concepts merge", "tee-shirt", "tea", "--why", "a typo")
    note("concepts split", "tee-shirt")
    note("concepts split", "tea", "--document", "iced-tea", "--as", "cold tea")
    note("concepts list")
    note("lineage", "tea")
    note("documents")
    note("show", "tea")
    note("readings", "tea")
    note("explain", "tea", "water", "1")
    note("diff", "tea")
    note("snapshot", "tea", "--step", "1")
    exported = CliRunner().invoke(app, ["export", "-o", "all.jsonl"])
    assert exported.exit_code == 0, exported.output
    note("import", "all.jsonl", "--store", "ladybug:other.lbug", "--ledger", "sqlite:///other.db")
    note("lint")
    note("check", str(grids))
    note("evaluate", "--grids", str(grids))
    note("migrate")
    note("doctor")
    note("forget", "iced-tea")
    lines = (folder / "all.jsonl").read_text().splitlines()
    found["export"] = [json.loads(line) for line in lines]
    return found


def test_dump(outputs):
    for name, values in outputs.items():
        seen = dict.fromkeys(path for value in values for path in paths(value))
        print("##", name, type(values[0]).__name__)
        for path in seen:
            print("  ", path)
