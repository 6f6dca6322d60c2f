"""Repair brings store and ledger back together, and reads again what the sources still have."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from pipeline.domain.document import Entity
from pipeline.ingest.progress import IngestResult
from pipeline.ingest.run import ingest, open_ingestion
from pipeline.ledger.clock import utc_now
from pipeline.ledger.ledger import Ledger, open_ledger, store_key
from pipeline.ledger.tables import State
from pipeline.maintenance.forget import footprint_of, forget
from pipeline.maintenance.lint import lint
from pipeline.maintenance.repair import RepairResult, repair
from pipeline.settings import Settings, load_settings
from pipeline.sources import discover
from pipeline.stores import Store, open_store
from pipeline.stores.erase import erase, holdings
from pipeline.stores.read import list_readings, read_graph
from tests.support.fake_reader import FakeReader
from tests.support.folders import folder_of

NOTHING = RepairResult((), (), (), (), (), (), ())


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return load_settings(state=tmp_path / "state", batch_size=4)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return folder_of(tmp_path / "docs", "abc")


def run(folder: Path, settings: Settings, **options: Any) -> IngestResult:
    inputs = [str(folder)]
    with open_ingestion(settings, FakeReader()) as ingestion:
        return ingest(
            discover(inputs, entities=options.get("entities")), ingestion, inputs=inputs, **options
        )


def repaired(settings: Settings, **options: Any) -> RepairResult:
    return repair(settings, FakeReader(), **options)


@contextmanager
def opened(settings: Settings) -> Iterator[tuple[Store, Ledger]]:
    with closing(open_store(settings.store)) as store, open_ledger(settings.ledger) as ledger:
        yield store, ledger


def findings(settings: Settings) -> list[str]:
    with opened(settings) as (store, ledger):
        return [f"{each.document}: {each.message}" for each in lint(store, ledger=ledger)]


def open_ids(settings: Settings) -> set[str]:
    with opened(settings) as (store, _):
        return {reading.id for reading in list_readings(store) if reading.is_open}


@contextmanager
def restored(settings: Settings, *, part: str) -> Iterator[None]:
    """Put back the files of the store or of the ledger as they are now, at the end."""
    state, backup = settings.state, settings.state.with_name(f"backup of {part}")
    shutil.copytree(state, backup)
    yield
    for file in state.glob(f"{part}*"):
        file.unlink()
    for file in backup.glob(f"{part}*"):
        shutil.copy(file, state)


def test_what_agrees_needs_no_repair(folder, settings):
    run(folder, settings)

    assert repaired(settings) == NOTHING
    assert open_ids(settings) == {"a.txt:1", "b.txt:1", "c.txt:1"}


def test_yesterdays_store_is_brought_up_to_date_from_the_sources(folder, settings):
    run(folder, settings)
    with restored(settings, part="graph"):
        (folder / "a.txt").write_text("Water a freezes. Ice forms. Ice melts.")
        (folder / "d.txt").write_text("Water d boils.")
        run(folder, settings)
    assert len(findings(settings)) == 2

    result = repaired(settings)

    assert result.read == ("a.txt", "d.txt")
    assert (result.failed, result.remaining) == ((), ())
    assert open_ids(settings) == {"a.txt:3", "b.txt:1", "c.txt:1", "d.txt:2"}
    with opened(settings) as (store, _):
        assert read_graph("a.txt", store=store).n_steps == 3
    assert findings(settings) == []
    assert repaired(settings) == NOTHING
    assert run(folder, settings).written == 0


def test_yesterdays_ledger_takes_over_what_the_store_has(folder, settings):
    run(folder, settings)
    with restored(settings, part="ledger"):
        (folder / "a.txt").write_text("Water a freezes. Ice forms. Ice melts.")
        (folder / "b.txt").unlink()
        (folder / "d.txt").write_text("Water d boils.")
        run(folder, settings, prune=True)
    assert len(findings(settings)) == 3

    result = repaired(settings)

    assert (result.entered, result.gone) == (("a.txt", "d.txt"), ("b.txt",))
    assert (result.read, result.failed, result.remaining) == ((), (), ())
    assert findings(settings) == []
    run(folder, settings)  # confirms that the readings are up to date, and adds none
    assert open_ids(settings) == {"a.txt:2", "c.txt:1", "d.txt:1"}


def test_a_document_whose_source_is_gone_is_named_and_the_others_are_restored(folder, settings):
    with opened(settings):
        pass
    with restored(settings, part="graph"):
        run(folder, settings)
    (folder / "b.txt").unlink()

    result = repaired(settings)

    assert result.read == ("a.txt", "c.txt")
    (failure,) = result.failed
    assert (failure.document_id, "b.txt" in failure.error) == ("b.txt", True)
    assert findings(settings) != []  # it is still missing, and lint still reports it
    (folder / "b.txt").write_text("Water b boils. Steam rises.")
    assert repaired(settings).read == ("b.txt",)
    assert findings(settings) == []


def test_what_was_forgotten_on_one_side_is_forgotten_on_both(folder, settings):
    run(folder, settings)
    with restored(settings, part="graph"):
        forget(footprint_of("a.txt", settings), settings, clock=utc_now)
    with opened(settings) as (store, _):
        erase("b.txt", store=store, clock=utc_now)

    result = repaired(settings)

    assert result.forgotten == ("a.txt", "b.txt")
    assert open_ids(settings) == {"c.txt:1"}
    with opened(settings) as (store, ledger):
        for name in ("a.txt", "b.txt"):
            assert holdings(name, store=store).forgotten_at is not None
            row = ledger.reports.document(store_key(store.url), name)
            assert row is not None
            assert (row.state, row.title, row.source) == (State.FORGOTTEN, "", "")
    assert repaired(settings) == NOTHING


def test_a_reading_that_stayed_open_is_closed_when_the_next_one_began(folder, settings):
    run(folder, settings)
    (folder / "a.txt").write_text("Water a freezes.")
    run(folder, settings)
    with opened(settings) as (store, _):
        closed, latest = list_readings(store, "a.txt")
        never = latest.recorded_until
        store.write(
            lambda ask: ask(
                "MATCH (r:Reading {id: 'a.txt:1'}) SET r.recorded_until = $never", {"never": never}
            )
        )
    assert findings(settings) == ["a.txt: reading 2 is open while reading 1 still is"]

    result = repaired(settings)

    assert result == RepairResult((), (), ("a.txt",), (), (), (), ())
    with opened(settings) as (store, _):
        assert list_readings(store, "a.txt") == [closed, latest]


def test_a_reading_that_breaks_a_rule_is_made_anew(folder, settings):
    run(folder, settings)
    with opened(settings) as (store, _):
        store.write(lambda ask: ask("MATCH (s:Step {id: 'a.txt:1/step/2'}) DETACH DELETE s", {}))
    assert len(findings(settings)) >= 1

    result = repaired(settings)

    assert result.read == ("a.txt",)
    assert "a.txt:2" in open_ids(settings)
    # the broken reading is closed, and the past is never changed: lint reports it to the end
    assert {finding.reading for finding in result.remaining} == {1}


def test_a_document_that_the_ledger_says_is_gone_is_closed_in_the_store(folder, settings):
    run(folder, settings)
    (folder / "a.txt").unlink()
    with restored(settings, part="graph"):
        run(folder, settings, prune=True)

    result = repaired(settings)

    assert result == RepairResult((), (), ("a.txt",), (), (), (), ())
    assert open_ids(settings) == {"b.txt:1", "c.txt:1"}
    assert findings(settings) == []


def test_annotated_grids_are_not_replaced_by_what_a_model_reads(folder, settings):
    run(folder, settings)
    with opened(settings) as (store, ledger):
        with ledger.administration._database.writing() as connection:
            connection.exec_driver_sql(
                "UPDATE stepgraph_documents SET reader = 'annotated' WHERE document_id = 'a.txt'"
            )
        store.write(lambda ask: ask("MATCH (r:Reading {id: 'a.txt:1'}) DETACH DELETE r", {}))

    (failure,) = repaired(settings).failed

    assert failure.document_id == "a.txt"
    assert "annotated" in failure.error
    assert open_ids(settings) == {"b.txt:1", "c.txt:1"}


def test_the_entities_that_were_given_are_given_again(folder, settings):
    run(folder, settings, entities=(Entity.parse("steam; vapour"),))
    with opened(settings) as (store, _):
        store.write(lambda ask: ask("MATCH (n) WHERE n.id STARTS WITH 'a.txt' DETACH DELETE n", {}))

    assert repaired(settings).read == ("a.txt",)

    with opened(settings) as (store, _):
        (entity,) = read_graph("a.txt", store=store).entities
        assert entity.name == "steam; vapour"


def test_a_store_that_was_replaced_is_filled_again(folder, settings):
    run(folder, settings)
    for file in settings.state.glob("graph*"):
        file.unlink()

    result = repaired(settings)

    assert result.read == ("a.txt", "b.txt", "c.txt")
    assert findings(settings) == []


def test_one_document_can_be_repaired_alone(folder, settings):
    with opened(settings):
        pass
    with restored(settings, part="graph"):
        run(folder, settings)

    assert repaired(settings, document="b.txt").read == ("b.txt",)
    assert open_ids(settings) == {"b.txt:2"}


def test_a_document_that_another_process_reads_is_left_to_it(folder, settings):
    run(folder, settings)
    with opened(settings) as (store, ledger):
        ledger.reopen(["a.txt"], states=[State.WRITTEN], anew=True)
        again = ledger.begin(store=store_key(store.url), identity=store.identity(), reader="fake 1")
        ledger.register(discover([str(folder)]), run=again)
        batch = ledger.claim(4, run=again)
        assert batch is not None
        store.write(lambda ask: ask("MATCH (r:Reading {id: 'a.txt:1'}) DETACH DELETE r", {}))

        numbers = ledger.administration.reopen_in(again, {"a.txt": 9})

    assert numbers == set()


def test_times_of_repaired_readings_follow_those_before(folder, settings):
    run(folder, settings)
    with opened(settings) as (store, _):
        (before,) = list_readings(store, "a.txt")
        store.write(lambda ask: ask("MATCH (s:Step {id: 'a.txt:1/step/2'}) DETACH DELETE s", {}))

    repaired(settings, clock=lambda: utc_now() - timedelta(hours=1))

    with opened(settings) as (store, _):
        earlier, later = list_readings(store, "a.txt")
    assert before.recorded_from < earlier.recorded_until == later.recorded_from
