"""What looks like Cypher is text: stored and asked back as it is, and nothing else happens."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from pipeline.domain.document import Document, Entity, Step
from pipeline.domain.graph import TemporalGraph
from pipeline.domain.grid import Grid
from pipeline.domain.reading import NumberedReading
from pipeline.errors import BadInput
from pipeline.ingest.load_grids import store_grids
from pipeline.ingest.run import ingest, open_ingestion
from pipeline.questions.catalogue import ask, read_parameters
from pipeline.questions.own_cypher import run_cypher
from pipeline.settings import load_settings
from pipeline.sources import discover
from pipeline.stores import Store, open_store
from pipeline.stores.read import list_documents, read_graph, resolve_document
from pipeline.stores.write import write
from tests.pipeline.commands.conftest import clean as clean
from tests.pipeline.commands.conftest import run
from tests.support.fake_reader import FakeReader
from tests.support.graphs import HOSTILE
from tests.support.histories import empty

DAY = datetime(2026, 1, 1)
PIECES = [*"'\"`\\{}()[];$/*-:|<>=%@#~^&!?., \t", "//", "/*", "*/", "})", "$rows", "$document"]
PIECES += ["MATCH (n) DETACH DELETE n", "CREATE (:Store {id: 1})", "DROP TABLE Entity", "NULL"]
PIECES += [
    "\u202e",
    "\u2066",
    "\u200f",
    "שלום",
    "e\u0301\u0323",
    "क्षि",
    "\U0001f469\u200d\U0001f467",
]


def mixtures() -> list[str]:
    """Texts put together from pieces, up to the 1,000 characters that a name may have."""
    chance = random.Random(5)
    lengths = (1, 3, 10, 40, 1000)
    return [
        "".join(chance.choices(PIECES, k=length))[:1000].strip(";") or ";-" for length in lengths
    ]


CORPUS = [text for text in dict.fromkeys([*HOSTILE, *mixtures()]) if text.strip(" ;\t\r\n")]
NAMES = [text for text in CORPUS if any(part.strip() for part in text.split(";"))]


def hostile_graph(text: str) -> TemporalGraph:
    """The text as id, title, source, step, entity and place."""
    step = Step(1, text, 0)
    grid = Grid.from_texts([Entity.parse(text), Entity.parse("plain")], [["?", text], [text, text]])
    return TemporalGraph.from_grid(Document(text, text, text, (step,), text), grid)


def counts(store: Store) -> tuple[int, ...]:
    texts = ("MATCH (n) RETURN count(n) AS n", "MATCH ()-[r]->() RETURN count(r) AS n")
    return tuple(store.ask(text, {})[0]["n"] for text in texts)


@pytest.fixture
def hostile_store(store: Store) -> Store:
    empty(store)
    readings = [NumberedReading(hostile_graph(text), 1, text, text, text) for text in NAMES]
    write(readings, store=store, clock=lambda: DAY)
    return store


def test_hostile_texts_come_back_as_they_are_and_nothing_else_happens(hostile_store: Store) -> None:
    before = counts(hostile_store)

    for text in NAMES:
        here = read_parameters("location-after", {"document": text, "entity": text, "step": "1"})
        (place,) = ask("location-after", here, store=hostile_store)
        rows = ask("ever-at", {"document": text, "location": text}, store=hostile_store)
        (reading,) = ask("reading", {"document": text}, store=hostile_store)
        own = run_cypher("RETURN $value AS value", {"value": text}, store=hostile_store)

        assert place["location"] == place["evidence_text"] == text
        assert {row["entity"] for row in rows} == {text, "plain"}
        assert reading["title"] == reading["source"] == reading["model"] == text
        assert own == [{"value": text}]
        assert resolve_document(text, store=hostile_store) == text
        assert read_graph(text, store=hostile_store) == hostile_graph(text)
    assert len(list_documents(hostile_store)) == len(NAMES)
    assert counts(hostile_store) == before


def test_nobody_can_ask_more_than_is_answered(hostile_store: Store) -> None:
    """A value is never read as Cypher: it names one document's one entity, or nothing."""
    for text in NAMES:
        rows = ask("trackers", {"concept": text}, store=hostile_store)

        assert {row["document"] for row in rows} <= set(NAMES)
        assert len(rows) < len(NAMES)


@pytest.mark.parametrize("text", NAMES, ids=range(len(NAMES)))
def test_a_hostile_value_of_the_command_line_is_a_value(clean: Path, text: str) -> None:
    store = open_store("ladybug:.stepgraph/graph.lbug")
    write([NumberedReading(hostile_graph(text), 1, "m", "c", "{}")], store=store, clock=lambda: DAY)
    before = counts(store)
    store.close()

    result = run("query", "timeline", "-p", f"document={text}", "-p", f"entity={text}", "--json")

    assert result.exit_code == 0, result.stderr
    assert json.loads(result.stdout)[1]["location"] == text
    store = open_store("ladybug:.stepgraph/graph.lbug", read_only=True)
    assert counts(store) == before
    store.close()


def test_hostile_file_names_are_names(tmp_path: Path) -> None:
    folder = tmp_path / "texts"
    folder.mkdir()
    names = {f"{text.replace('/', '_')[:60]}.txt" for text in CORPUS if text.isprintable()}
    names |= {"a\u202eb.txt", "e\u0301.txt", "'}) DETACH DELETE n _.txt"}
    for name in names:
        (folder / name).write_text("Water boils. It is gone.")
    settings = load_settings(state=tmp_path / "state")

    with open_ingestion(settings, FakeReader()) as work:
        outcome = ingest(discover([str(folder)]), work)

    store = open_store(settings.store, read_only=True)
    stored = {stored_reading.document for stored_reading in list_documents(store)}
    store.close()
    assert outcome.failed == ()
    assert stored == {file.name for file in folder.iterdir()}


LONG = "x" * 1001


@pytest.mark.parametrize(("text", "why"), [("a\0b", "NUL"), (LONG, "1001 characters")])
def test_nul_and_longer_names_are_refused_in_one_line_wherever_they_come(
    store: Store, tmp_path: Path, text: str, why: str
) -> None:
    steps = (Step(1, "A step.", 0),)
    place = Grid.from_texts([Entity.parse("water")], [["?", text]])
    document = Document("d", "", "", steps, "")
    named = Document(text, "", "", steps, "")
    grids = tmp_path / "grids.jsonl"
    record = {"para_id": "1", "sentence_texts": ["Go."], "participants": [text]}
    grids.write_text(json.dumps(record | {"states": [["?", "?"]]}) + "\n")

    def stored(graph: TemporalGraph) -> None:
        write([NumberedReading(graph, 1, "m", "c", "{}")], store=store, clock=lambda: DAY)

    attempts: list[Callable[[], Any]] = [
        lambda: stored(TemporalGraph.from_grid(document, place)),
        lambda: stored(TemporalGraph.from_grid(named, Grid(1, ()))),
        lambda: ask("inputs", {"document": text}, store=store),
        lambda: ask("consumers", {"concept": text}, store=store),
        lambda: store_grids(grids, load_settings(state=tmp_path / "state")),
    ]
    for attempt in attempts:
        with pytest.raises(BadInput, match=why) as refusal:
            attempt()
        assert "\n" not in str(refusal.value)
    with pytest.raises(ValueError, match=why):
        Entity.parse(text)
    assert list_documents(store) == []


@pytest.mark.parametrize("value", ["a\0b", ["x", "a\0b"], {"a\0b": 1}, "\ud800"])
def test_no_value_with_nul_or_half_a_character_reaches_an_engine(
    ladybug_store: Store, value: object
) -> None:
    with pytest.raises(BadInput, match="-p value (contains a NUL|is not valid Unicode)"):
        run_cypher("RETURN $value AS value", {"value": value}, store=ladybug_store)
