"""A few of each fault; ``make faults`` tries them all, and often."""

from __future__ import annotations

import contextlib

import pytest

from pipeline.domain.reading import NumberedReading
from pipeline.ledger.clock import utc_now
from pipeline.ledger.entries import AdoptedDocument
from pipeline.ledger.ledger import open_ledger, store_key
from pipeline.stores import open_store
from pipeline.stores.read import list_readings, read_graphs
from pipeline.stores.write import write
from tests.faults import kinds
from tests.faults.kinds import FAULTS
from tests.faults.power_cut import NoCompiler
from tests.faults.trial import Environment, Trial, judge, new_trial, verdict_of
from tests.support.neo4j_server import Server
from tests.support.postgres_server import Database

N_DOCUMENTS = 24
RENAME = "MATCH (e:Entity {id: $entity}) SET e.name = 'another'"
WITH_ONE_WRITER = [
    kinds.killed_at_a_random_moment,
    kinds.killed_between_store_and_ledger,
    kinds.disk_full,
    kinds.clock_steps_back,
    kinds.two_at_once,
    kinds.power_cut,
    kinds.power_cut_after_prune,
    kinds.clock_an_hour_ahead,
    kinds.yesterdays_ledger_with_todays_store,
    kinds.yesterdays_store_with_todays_ledger,
]


def neo4j_is_slow_for_a_moment(trial: Trial) -> None:
    kinds.neo4j_answers_slowly(trial, seconds=3, delay=0.3)


WITH_SERVERS = [
    kinds.killed_at_a_random_moment,
    kinds.killed_between_store_and_ledger,
    kinds.one_of_three_workers_killed,
    kinds.two_at_once,
    kinds.postgres_killed,
    kinds.postgres_fails_over,
    kinds.servers_lose_power,
    kinds.client_vanishes,
    kinds.clock_an_hour_back,
    kinds.yesterdays_ledger_with_todays_store,
    neo4j_is_slow_for_a_moment,
]
WITH_OWN_SERVERS = (
    kinds.postgres_killed,
    kinds.postgres_fails_over,
    kinds.servers_lose_power,
    kinds.yesterdays_ledger_with_todays_store,
)


@pytest.mark.parametrize("fault", WITH_ONE_WRITER)
def test_nothing_is_lost_or_doubled_on_the_embedded_store(fault):
    try:
        verdict = verdict_of(fault, Environment(), n_documents=N_DOCUMENTS, seed=1)
    except NoCompiler as error:
        pytest.skip(str(error))

    assert verdict.is_clean, verdict
    assert verdict.reruns == 1, verdict


@pytest.mark.neo4j
@pytest.mark.postgres
@pytest.mark.parametrize("fault", WITH_SERVERS)
def test_nothing_is_lost_or_doubled_on_servers(fault, neo4j: Server, postgres: Database):
    if fault in WITH_OWN_SERVERS and None in (neo4j.process, postgres.process):
        pytest.skip("the tests may not kill servers that they did not start")
    environment = Environment(neo4j, postgres)

    verdict = verdict_of(fault, environment, n_documents=N_DOCUMENTS, seed=1)

    assert verdict.is_clean, verdict
    assert verdict.reruns == 1, verdict


def test_the_judge_sees_what_is_lost_doubled_wrong_and_acknowledged_in_vain():
    with new_trial(Environment(), n_documents=4, seed=1) as trial:
        assert trial.start().end() == 0
        settings = trial.place.settings()
        store = open_store(settings.store)
        (graph,) = read_graphs(list_readings(store, "000.txt"), store=store)
        write([NumberedReading(graph, 2, "fake", "", "{}")], store=store, clock=utc_now)
        with open_ledger(settings.ledger) as ledger:
            ghost = AdoptedDocument("ghost", "/nowhere", "Ghost", "print", 1, "ghost:1")
            ledger.administration.adopt(
                [ghost], store=store_key(store.url), identity=store.identity()
            )
        store.close()
        trial.names |= {"never.txt"}
        with contextlib.closing(open_store(settings.store)) as store:
            store.write(lambda ask: ask(RENAME, {"entity": "001.txt:1/entity/0"}))

        verdict = judge(trial)

    assert (verdict.lost, verdict.doubled, verdict.wrong, verdict.unstored) == (1, 1, 1, 1)
    assert not verdict.is_clean


def test_every_fault_is_tried_somewhere():
    assert all(fault.embedded or fault.servers for fault in FAULTS)
