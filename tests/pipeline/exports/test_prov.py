"""Provenance in PROV-O: valid by our shapes, read without a network, with all of the graph."""

import json
import socket
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

import pytest
from pyshacl import validate
from rdflib import PROV, RDF, RDFS, TIME, Graph, Literal, Namespace, URIRef

from pipeline.exports.prov import prov_lines
from pipeline.stores.write import write
from tests.pipeline.commands.conftest import reading
from tests.support.graphs import graph
from tests.support.graphs import reading as trip
from tests.support.hostile_graph import TEXTS, hostile_graph, hostile_readings

SHAPES = Path(__file__).parents[3] / "docs" / "reference" / "prov-shapes.ttl"
STEPGRAPH = Namespace("urn:stepgraph:vocabulary:")
OA = Namespace("http://www.w3.org/ns/oa#")
JANUARY = datetime(2026, 1, 1)


@contextmanager
def without_network():
    """No reader may fetch anything."""

    def refuse(*_):
        raise AssertionError("a reader of the export opened a connection")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket, "getaddrinfo", refuse)
        yield


def text_of(store, readings, *, current=False):
    write(readings, store=store, clock=lambda: JANUARY)
    return "\n".join(prov_lines(store, current=current))


def parsed(text):
    with without_network():
        return Graph().parse(data=text, format="json-ld")


def node(*path):
    return URIRef("urn:stepgraph:graph:" + "/".join(path))


def violations(graph):
    shapes = Graph().parse(SHAPES, format="turtle")
    with without_network():
        conforms, _, report = validate(graph, shacl_graph=shapes)
    return "" if conforms else report


def test_steps_generate_and_invalidate_things_at_places(ladybug_store):
    prov = parsed(text_of(ladybug_store, [reading("a", "Photosynthesis")]))

    assert violations(prov) == ""
    leaf, fruit = (node("presence", "a", "sugar", state) for state in "34")
    third, fourth = (node("step", "a", number) for number in "34")
    assert prov.value(leaf, PROV.wasGeneratedBy) == third
    assert prov.value(leaf, PROV.wasInvalidatedBy) == fourth
    assert prov.value(fruit, PROV.wasDerivedFrom) == leaf
    assert prov.value(fruit, PROV.specializationOf) == node("entity", "a", "sugar")
    place = prov.value(fruit, PROV.atLocation)
    assert prov.value(place, RDFS.label) == Literal("fruit")
    move = prov.value(fruit, PROV.qualifiedDerivation)
    assert (move, RDF.type, STEPGRAPH.Move) in prov
    assert prov.value(move, STEPGRAPH.probability).toPython() == 1.0


def test_evidence_is_a_span_of_the_text_of_a_step(ladybug_store):
    prov = parsed(text_of(ladybug_store, [reading("a", "Photosynthesis")]))

    soil = node("presence", "a", "water%3B%20H2O", "0")
    evidence = prov.value(soil, STEPGRAPH.evidence)
    assert prov.value(evidence, OA.hasSource) == node("step", "a", "1")
    selectors = list(prov.objects(evidence, OA.hasSelector))
    [(start, end)] = [
        (prov.value(selector, OA.start).toPython(), prov.value(selector, OA.end).toPython())
        for selector in selectors
        if (selector, RDF.type, OA.TextPositionSelector) in prov
    ]
    [exact] = [str(words) for selector in selectors for words in prov.objects(selector, OA.exact)]
    text = str(prov.value(node("step", "a", "1"), STEPGRAPH.text))
    assert text[start:end] == exact == "soil"


def test_the_interval_of_a_place_runs_from_state_to_state(ladybug_store):
    prov = parsed(text_of(ladybug_store, [trip()]))

    def bounds(state):
        interval = prov.value(node("presence", "leaf.txt", "water%3B%20H2O", state), TIME.hasTime)
        return [
            None
            if instant is None
            else prov.value(
                prov.value(instant, TIME.inTimePosition), TIME.numericPosition
            ).toPython()
            for instant in (
                prov.value(interval, TIME.hasBeginning),
                prov.value(interval, TIME.hasEnd),
            )
        ]

    assert [bounds(state) for state in "012"] == [[0, 1], [1, 2], [2, None]]


def test_a_reading_is_derived_from_its_document_by_its_model(ladybug_store):
    write([trip()], store=ladybug_store, clock=lambda: JANUARY)
    newer = trip(graph(states=("soil", "root", "-")), 2)

    prov = parsed(text_of(ladybug_store, [newer]))

    [account] = prov.subjects(RDF.type, STEPGRAPH.Reading)
    assert prov.value(account, PROV.wasDerivedFrom) == node("document", "leaf.txt")
    assert prov.value(prov.value(account, PROV.wasAttributedTo), RDFS.label) == Literal("gold")
    assert prov.value(account, PROV.generatedAtTime).toPython().isoformat().startswith("2026-01-01")
    assert prov.value(account, STEPGRAPH.number) == Literal(2)
    [destroyed] = prov.subjects(PROV.qualifiedInvalidation)
    assert destroyed == node("presence", "leaf.txt", "water%3B%20H2O", "1")


@pytest.mark.slow
def test_hostile_texts_are_literals_and_parts_of_names(ladybug_store):
    prov = parsed(text_of(ladybug_store, hostile_readings()[-1:]))

    assert violations(prov) == ""
    assert set(TEXTS) <= {str(text) for text in prov.objects(None, STEPGRAPH.text)}
    assert set(TEXTS) <= {str(name) for name in prov.objects(None, RDFS.label)}
    entities = set(prov.subjects(RDF.type, STEPGRAPH.Entity))
    assert len(entities) == len(TEXTS)
    # every name can be written down again: rdflib refuses an IRI that is none
    assert len(Graph().parse(data=prov.serialize(format="nt"), format="nt")) == len(prov)


def test_quantities_and_clock_times_are_there(ladybug_store):
    prov = parsed(text_of(ladybug_store, [trip(hostile_graph("a", timed=True))]))

    assert len(set(prov.subjects(RDF.type, STEPGRAPH.Quantity))) == len(TEXTS)
    assert {value.toPython() for value in prov.objects(None, STEPGRAPH.base_value)} == {1e-7}
    assert len(set(prov.objects(None, PROV.startedAtTime))) == len(TEXTS)
    assert len(set(prov.objects(None, TIME.inXSDDateTimeStamp))) == len(TEXTS)


def test_stores_of_equal_content_give_equal_bytes_with_current(ladybug_store, tmp_path):
    from pipeline.stores import open_store

    other = open_store(f"ladybug:{tmp_path / 'other.lbug'}")
    write([trip(number=1)], store=ladybug_store, clock=lambda: JANUARY)
    write([trip(number=2)], store=other, clock=lambda: datetime(2026, 2, 2))

    assert list(prov_lines(ladybug_store, current=True)) == list(prov_lines(other, current=True))
    assert list(prov_lines(ladybug_store)) != list(prov_lines(other))
    other.close()


@pytest.mark.neo4j
def test_both_engines_give_the_same_bytes(ladybug_store, neo4j_store):
    for store in (ladybug_store, neo4j_store):
        write(hostile_readings(), store=store, clock=lambda: JANUARY)

    assert list(prov_lines(ladybug_store)) == list(prov_lines(neo4j_store))


def test_an_empty_store_gives_a_valid_file_that_declares_its_clock(ladybug_store):
    text = "\n".join(prov_lines(ladybug_store))

    assert [node["@id"] for node in json.loads(text)["@graph"]] == ["stepgraph:StateCount"]
    assert violations(parsed(text)) == ""


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda prov, presence: prov.remove((presence, TIME.hasTime, None)), "time:hasTime"),
        (lambda prov, presence: prov.remove((presence, PROV.atLocation, None)), "shape:Presence"),
        (lambda prov, presence: prov.remove((presence, PROV.wasGeneratedBy, None)), "Presence"),
        (
            lambda prov, presence: prov.set(
                (
                    prov.value(presence, PROV.qualifiedDerivation),
                    STEPGRAPH.probability,
                    Literal(1.5),
                )
            ),
            "shape:Probability",
        ),
        (lambda prov, presence: prov.remove((None, STEPGRAPH.text_sha256, None)), "text_sha256"),
    ],
)
def test_the_shapes_notice_what_is_missing_or_wrong(ladybug_store, change, message):
    prov = parsed(text_of(ladybug_store, [trip()]))

    change(prov, node("presence", "leaf.txt", "water%3B%20H2O", "2"))

    assert message in violations(prov)
