"""The examples in README and docs/ do what the pages show."""

from __future__ import annotations

import re
import runpy
from datetime import datetime
from pathlib import Path

import pytest
import typer
from pages.blocks import PAGES, blocks, commands, with_console_output
from typer.testing import CliRunner

from pipeline.cli import app
from pipeline.stores.write import write
from tests.support.graphs import graph, reading

ROOT = Path(__file__).parents[2]
TUTORIAL = ROOT / "docs" / "tutorial.md"
EVERY_RUN = re.compile(r"\d+\.\d+|\d{4}-\d\d-\d\d \d\d:\d\d")  # times, and figures of this machine


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def masked(text: str) -> str:
    return EVERY_RUN.sub("#", text)


def pages_with(language: str, *, but: Path | None = None) -> list[object]:
    pages = [path for path in PAGES if f"```{language}\n" in read(path) and path != but]
    return [pytest.param(path, id=str(path.relative_to(ROOT))) for path in pages]


@pytest.mark.slow
def test_the_tutorial_prints_what_it_shows(tried_tutorial):
    # else: python docs/pages/blocks.py docs/tutorial.md
    assert masked(tried_tutorial[1]) == masked(read(TUTORIAL))


@pytest.mark.slow
@pytest.mark.parametrize("path", pages_with("console", but=TUTORIAL))
def test_commands_print_what_the_page_shows(path, examples_folder):
    assert masked(with_console_output(read(path))) == masked(read(path))


@pytest.mark.slow
@pytest.mark.parametrize("path", pages_with("python"))
def test_python_runs_and_prints_what_follows_it(path, examples_folder, capsys):
    page = read(path)
    for block in blocks(page):
        if block.language != "python":
            continue
        script = examples_folder / "example.py"
        script.write_text(block.text)
        capsys.readouterr()

        runpy.run_path(str(script))

        output = re.match(r"```\n\n```text\n(.*?)```$", page[block.end :], re.DOTALL | re.MULTILINE)
        if output is not None:
            assert masked(capsys.readouterr().out) == masked(output[1])


@pytest.mark.slow
@pytest.mark.parametrize("path", pages_with("cypher"))
def test_cypher_gives_rows(path, examples_folder):
    import stepgraph

    with stepgraph.open() as graphs:
        for block in blocks(read(path)):
            if block.language == "cypher":
                assert graphs.cypher(block.text)


@pytest.mark.parametrize("path", pages_with("sh"))
def test_shell_commands_have_only_options_that_exist(path):
    for block in blocks(read(path)):
        if block.language == "sh":
            for arguments in commands(block.text):
                check(arguments)


@pytest.mark.slow
@pytest.mark.parametrize("path", pages_with("sh"))
def test_commands_that_name_entities_work_on_the_examples(path, examples_folder):
    for block in blocks(read(path)):
        for arguments in commands(block.text) if block.language == "sh" else []:
            if arguments[0] in ("ask", "concepts", "explain") and "recipe.txt" not in arguments:
                end = arguments.index("--store") if "--store" in arguments else None
                local = arguments[:end]
                result = CliRunner().invoke(app, local, prog_name="stepgraph")
                assert result.exit_code == 0, f"{' '.join(local)}: {result.output}"


def check(arguments: list[str]) -> None:
    """Parse a command without running it; raises what a user would see."""
    group = typer.main.get_command(app)
    if arguments[0].startswith("-"):
        group.make_context("stepgraph", arguments, resilient_parsing=True)
        return
    context = group.make_context("stepgraph", arguments[:1])
    name, *rest = ["1" if word == "N" else word for word in arguments]
    command = group.commands[name]
    if getattr(command, "commands", None):
        name, *rest = rest
        command = command.commands[name]
    command.make_context(name, rest, parent=context)


def test_an_option_that_does_not_exist_would_be_seen():
    with pytest.raises(typer.TyperException):
        check(["ingest", "examples", "--prume"])


def test_the_first_cypher_of_the_readme_is_right_after_ten_readings(store):
    """Every reading but the last has other entities, steps or places; two documents hold."""
    from pipeline.questions.own_cypher import run_cypher

    cypher = next(
        block.text for block in blocks(read(ROOT / "README.md")) if block.language == "cypher"
    )
    (place,) = re.findall(r"name: '(\w+)'", cypher)
    older = [("soil", "root", place), (place, "soil", "-"), ("-", "jar", "jar", place)]
    for number in range(1, 11):
        states = ("root", place, "-") if number == 10 else older[number % 3]
        for id in ("a", "b"):
            write(
                [reading(graph(id, states), number)],
                store=store,
                clock=lambda: datetime(2026, 1, 1),
            )

    rows = run_cypher(cypher, {}, store=store)

    assert rows == [{"entity": "water; H2O", "from_step": 1, "until_step": 2}] * 2


def test_a_query_that_forgets_to_choose_after_ten_readings_is_refused(store):
    from pipeline.errors import BadInput
    from pipeline.questions.own_cypher import run_cypher

    for number in range(1, 11):
        write([reading(number=number)], store=store, clock=lambda: datetime(2026, 1, 1))

    with pytest.raises(BadInput, match=r"9 in this store.*recorded_until: \$open_end"):
        run_cypher("MATCH (e:Entity)-[:LOCATED_AT]->(l) RETURN e.name, l.name", {}, store=store)
