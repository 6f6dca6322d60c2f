"""The store and the ledger of a run."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from pipeline.ledger.clock import Clock
from pipeline.ledger.ledger import Ledger, open_ledger
from pipeline.retry import RetryPolicy
from pipeline.settings import Settings
from pipeline.stores.engines import open_configured_store
from pipeline.stores.store import Store

__all__ = ["open_store_and_ledger"]


@contextmanager
def open_store_and_ledger(
    settings: Settings, *, clock: Clock, retries: RetryPolicy
) -> Iterator[tuple[Store, Ledger]]:
    """Open both, and renew the ledger's leases until they are closed."""
    store = open_configured_store(settings, small_transactions=True)
    try:
        opening = open_ledger(settings.ledger, clock=clock, retries=retries)
        with opening as ledger, ledger.keeping_leases():
            yield store, ledger
    finally:
        store.close()
