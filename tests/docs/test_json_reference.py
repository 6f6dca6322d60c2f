"""docs/reference/json.md: the keys that every command with --json prints, no more and no less."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from pipeline.cli import app
from pipeline.stores import open_store

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "json.md"
TEA = {
    "para_id": "tea",
    "sentence_texts": [
        "Pour the water into the pot.",
        "Boil it for 2-3 min.",
        "It becomes tea in the cup.",
    ],
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


def documented() -> dict[str, dict[str, str]]:
    """Return the page's tables: for each command the meaning of every path."""
    commands: dict[str, dict[str, str]] = {}
    for section in re.split(r"^## ", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        heading, _, text = section.partition("\n")
        rows = dict(re.findall(r"^\| `([^`]+)` \| [^|]+ \| (.+) \|$", text, flags=re.MULTILINE))
        for name in re.findall(r"`([^`]+)`", heading):
            commands[name] = rows
    return commands


def matches(path: str, key: str) -> bool:
    """Return True if the row is about the path; ``*`` in a row stands for any one key."""
    return re.fullmatch(re.escape(key).replace(r"\*", r"[^.]+"), path) is not None


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
        return _outputs(folder)


def _outputs(folder: Path) -> dict[str, list[Any]]:
    printed: dict[str, list[Any]] = {}

    def note(name: str, *arguments: str) -> None:
        printed.setdefault(name, []).append(run(*name.split(), *arguments, "--json"))

    grids, texts, own = folder / "grids.json", folder / "texts", folder / "own"
    texts.mkdir()
    (texts / "empty.txt").write_text("")
    (texts / "milk.txt").write_text(
        "You will need: 1 l milk (cold).\n\nPour the milk into the jug. Drink the milk."
    )
    grids.write_text("".join(json.dumps(grid) + "\n" for grid in (TEA, ICED_TEA)))
    note("load", str(grids))
    note("ingest", str(texts), "--entity", "milk")
    grids.write_text(json.dumps(TEA_AGAIN) + "\n")
    note("load", str(grids))
    note("status")
    note("retry")
    note("status")
    note("health")
    note("requeue", "tea")
    note("status")
    note("ask", "tea", "Where is the water after step 1?")
    note("ask", "Which procedures use up tea?")
    note("questions")
    note("query", "location-after", "-p", "document=tea", "-p", "entity=water", "-p", "step=1")
    note("schema")
    note("lineage", "tea")
    note("concepts merge", "tee-shirt", "tea", "--why", "a typo")
    note("concepts split", "tee-shirt")
    note("concepts split", "tea", "--document", "iced-tea", "--as", "cold tea")
    note("concepts list")
    note("documents")
    note("show", "milk.txt")
    note("readings", "tea")
    note("explain", "tea", "water", "1")
    note("diff", "tea")
    note("snapshot", "milk.txt", "--step", "1")
    note("lint")
    exported = CliRunner().invoke(app, ["export", "-o", "all.jsonl"])
    assert exported.exit_code == 0, exported.output
    printed["export"] = [json.loads(line) for line in Path("all.jsonl").read_text().splitlines()]
    note("import", "all.jsonl", "--store", "ladybug:other.lbug", "--ledger", "sqlite:///other.db")
    note("repair", *_damaged(folder))
    note("migrate")
    note("doctor")
    note("forget", "iced-tea")
    note("check", str(grids))
    note("evaluate", "--grids", str(grids))
    note("evaluate", "--grids", str(grids), "--found")
    own.mkdir()
    (own / "train.json").write_text(grids.read_text())
    note("train", "--from", "shipped", "--data", "own", "--out", "tuned", "--epochs", "1")
    return printed


def _damaged(folder: Path) -> list[str]:
    """A store that lost a reading whose source is gone, and has a broken one that is closed."""
    options = ["--store", "ladybug:lost.lbug", "--ledger", "sqlite:///lost.db"]
    lost = folder / "lost"
    lost.mkdir()
    for text in ("Pour the milk into the jug.", "Drink the milk."):
        (lost / "milk.txt").write_text(text)
        (lost / "tea.txt").write_text("Pour the tea into the cup.")
        run("ingest", str(lost), "--entity", "milk", *options, "--json")
    (lost / "tea.txt").unlink()
    with closing(open_store("ladybug:lost.lbug")) as store:
        for id in ("milk.txt:1/step/1", "tea.txt:1"):
            store.write(lambda ask, id=id: ask("MATCH (n {id: $id}) DETACH DELETE n", {"id": id}))
    return options


def test_every_command_with_json_is_on_the_page():
    with_json = {
        command.partition(" ")[2] for command, options in _commands() if "--json" in options
    }

    assert with_json | {"export"} == documented().keys()


def _commands() -> Iterator[tuple[str, set[str]]]:
    group: Any = typer.main.get_command(app)
    for name, command in group.commands.items():
        children = getattr(command, "commands", None)
        for child, leaf in (children or {"": command}).items():
            options = {option for parameter in leaf.params for option in parameter.opts}
            yield f"stepgraph {name} {child}".rstrip(), options


@pytest.mark.slow
def test_every_key_that_is_printed_is_on_the_page(outputs):
    pages = documented()
    missing = {
        (name, path)
        for name, values in outputs.items()
        for value in values
        for path in paths(value)
        if not any(matches(path, key) for key in pages[name])
    }

    assert missing == set()


@pytest.mark.slow
def test_every_key_on_the_page_is_printed(outputs):
    """Except for keys that the page calls optional: "left out"."""
    absent = {
        (name, key)
        for name, keys in documented().items()
        if name in outputs
        for key, meaning in keys.items()
        if "left out" not in meaning
        if not any(
            matches(path, key)
            for other in _same_section(name)
            for value in outputs.get(other, [])
            for path in paths(value)
        )
    }

    assert absent == set()


def _same_section(name: str) -> list[str]:
    pages = documented()
    return [other for other in pages if pages[other] == pages[name]]
