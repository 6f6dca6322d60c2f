"""What the ledger knows of sources from earlier runs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pipeline.ledger.ledger import Ledger, open_ledger
from pipeline.sources.results import Listing

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
