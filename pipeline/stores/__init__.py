"""Stores of temporal graphs: one protocol, with an embedded engine and Neo4j behind it."""

from pipeline.stores.engines import open_store
from pipeline.stores.store import Ask, Row, Store
from pipeline.stores.transaction_time import LATEST, OPEN_END

__all__ = ["LATEST", "OPEN_END", "Ask", "Row", "Store", "open_store"]
