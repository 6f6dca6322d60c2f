"""Outputs are followed into inputs to any depth; cycles are listed and end."""

from __future__ import annotations

from datetime import datetime

import networkx as nx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pipeline.domain.document import Document, Entity, Step
from pipeline.domain.graph import TemporalGraph
from pipeline.domain.grid import Grid
from pipeline.domain.reading import NumberedReading
from pipeline.errors import UnknownDocument
from pipeline.questions.lineage import End, Hop, Lineage, lineage, lineage_facts
from pipeline.stores import Store
from pipeline.stores.write import write
from tests.support.histories import empty

Procedures = dict[str, tuple[str, str]]  # by id: what is used up, what is made
GOODS = "abcd"


def store_all(procedures: Procedures, store: Store) -> None:
    readings = []
    for id, (used, made) in procedures.items():
        rows = {f"raw {thing}": ["?", "-"] for thing in used}
        rows |= {thing: ["-", "bowl"] for thing in made}
        rows = {name.removeprefix("raw "): row for name, row in rows.items()}
        step = Step(1, f"{id} uses {used} and makes {made}.", 0)
        document = Document(id, id, step.text, (step,), id)
        grid = Grid.from_texts([Entity.parse(name) for name in rows], list(rows.values()))
        graph = TemporalGraph.from_grid(document, grid)
        readings.append(NumberedReading(graph, 1, "m", "c", "{}"))
    write(readings, store=store, clock=lambda: datetime(2026, 1, 1))


def test_every_hop_has_its_depth_and_the_sentences_of_both_ends(store: Store) -> None:
    store_all({"press": ("a", "b"), "ferment": ("b", "c"), "distil": ("c", "d")}, store)

    onward = lineage("press", store=store)

    assert [
        (hop.depth, hop.maker.document, hop.concept, hop.user.document) for hop in onward.hops
    ] == [(1, "press", "b", "ferment"), (2, "ferment", "c", "distil")]
    assert onward.hops[0].maker.evidence_text == "press uses a and makes b."
    assert onward.hops[0].user.evidence_text == "ferment uses b and makes c."
    assert (onward.cycles, onward.cut) == ((), False)
    back = lineage("distil", store=store, direction="back")
    assert [(hop.depth, hop.maker.document, hop.user.document) for hop in back.hops] == [
        (1, "ferment", "distil"), (2, "press", "ferment")
    ]  # fmt: skip


def test_an_end_below_the_threshold_is_unsure() -> None:
    maker = End("press", "juice", 1, 0.9, None, None, -1, -1)
    user = End("ferment", "juice", 1, 0.4, None, None, -1, -1)
    links = Lineage("press", "onward", (Hop(1, "juice", maker, user),), (), False)

    (hop,) = lineage_facts(links, below=0.5)["hops"]

    assert (hop["maker"]["unsure"], hop["user"]["unsure"]) == (False, True)


def test_a_lineage_cut_by_depth_or_number_is_marked_as_cut(store: Store) -> None:
    store_all({"one": ("a", "b"), "two": ("b", "c"), "three": ("c", "d")}, store)

    shallow = lineage("one", store=store, depth=1)
    few = lineage("one", store=store, most_documents=2)

    assert [hop.user.document for hop in shallow.hops] == ["two"]
    assert [hop.user.document for hop in few.hops] == ["two"]
    assert shallow.cut and few.cut
    assert not lineage("one", store=store, depth=2).cut


def test_an_unknown_document_is_refused(ladybug_store: Store) -> None:
    with pytest.raises(UnknownDocument):
        lineage("nope", store=ladybug_store)


goods = st.sets(st.sampled_from(GOODS), max_size=2)


@settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(made=st.lists(st.tuples(goods, goods), min_size=1, max_size=4))
def test_lineage_agrees_with_a_graph_of_all_documents(
    store: Store, made: list[tuple[set[str], set[str]]]
) -> None:
    procedures = {
        f"p{order}": ("".join(sorted(used - out)), "".join(sorted(out)))
        for order, (used, out) in enumerate(made)
        if (used - out) or out
    } or {"p0": ("a", "b")}
    empty(store)
    store_all(procedures, store)
    whole = nx.DiGraph(
        (maker, user)
        for maker, (_, out) in procedures.items()
        for user, (used, _) in procedures.items()
        if set(out) & set(used)
    )
    whole.add_nodes_from(procedures)
    start = next(iter(procedures))

    for direction, graph in (("onward", whole), ("back", whole.reverse())):
        result = lineage(start, store=store, direction=direction)  # type: ignore[arg-type]

        there = nx.descendants(graph, start) | {start}
        hops = {(hop.maker.document, hop.user.document) for hop in result.hops}
        assert hops == set(whole.subgraph(there).edges)
        cycles = [part for part in nx.strongly_connected_components(whole) if len(part) > 1]
        assert {document for cycle in result.cycles for document in cycle} == {
            document for cycle in cycles for document in cycle & there
        }
        for cycle in result.cycles:
            assert nx.is_path(whole, [*cycle, cycle[0]])
