"""What the ledger knows of sources from earlier runs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pipeline.domain.document import Entity
from pipeline.ledger.entries import Run
from pipeline.ledger.ledger import Ledger, open_ledger
from pipeline.sources.results import DiscoveredDocument, KnownDocument, Listing, Rejected

STORE = "ladybug:/somewhere/graph.lbug"
FEED = "https://example.org/feed.xml"


@pytest.fixture
def ledger(ledger_url: str) -> Iterator[Ledger]:
    with open_ledger(ledger_url) as opened:
        yield opened


def test_the_last_listing_of_a_feed_is_kept_for_its_store(ledger):
    run = ledger.begin(store=STORE, identity="first", reader="model")
    other = ledger.begin(store="ladybug:/elsewhere.lbug", identity="second", reader="model")
    state = ledger.source_state(run)

    state.keep_listing(FEED, Listing("v1", "first"))
    assert state.listing(FEED) == Listing("v1", "first")
    state.keep_listing(FEED, Listing("v2", "second"))

    assert ledger.source_state(run).listing(FEED) == Listing("v2", "second")
    assert ledger.source_state(other).listing(FEED) is None
    assert state.listing("https://example.org/other.xml") is None


def begin(ledger: Ledger, store: str = STORE) -> Run:
    return ledger.begin(store=store, identity="first", reader="model")


def document(name: str, version: str | None = "v1") -> DiscoveredDocument:
    return DiscoveredDocument(name, f"/docs/{name}", name, name, version_token=version)


def test_a_document_is_known_with_the_version_that_its_store_has(ledger):
    run = begin(ledger)
    ledger.register([document("a"), document("b", None)], run=run)
    ledger.register([document("c")], run=begin(ledger, "ladybug:/elsewhere.lbug"))

    known = ledger.source_state(run).known(["a", "b", "c", "none"])

    assert known == {"a": KnownDocument("v1"), "b": KnownDocument(None)}


def test_what_never_could_be_read_is_not_known(ledger):
    run = begin(ledger)
    ledger.register([Rejected("a", "/docs/a", "it is empty")], run=run)

    assert ledger.source_state(run).known(["a"]) == {}


def test_a_forgotten_document_is_known_as_one_whatever_is_tracked(ledger):
    run = begin(ledger)
    ledger.register([document("a")], run=run)
    ledger.administration.forget(STORE, "a")

    state = ledger.source_state(run, entities=[Entity.parse("water")])

    assert state.known(["a"]) == {"a": KnownDocument(None, forgotten=True)}


WATER, SALT = [Entity.parse("water")], [Entity.parse("salt")]


@pytest.mark.parametrize(
    ("tracked", "options", "is_known"),
    [
        (WATER, {}, True),  # they are kept
        (WATER, {"entities": WATER}, True),
        (WATER, {"entities": SALT}, False),
        (WATER, {"find_entities": True}, False),
        (None, {"entities": WATER}, False),
        (None, {"find_entities": True}, True),
    ],
)
def test_a_document_is_known_if_it_was_read_with_the_entities_of_this_run(
    ledger, tracked, options, is_known
):
    run = begin(ledger)
    ledger.register([document("a")], run=run, entities=tracked)

    assert ("a" in ledger.source_state(run, **options).known(["a"])) == is_known
