"""The command that brings an older store up to date."""

from __future__ import annotations

from pipeline.commands.options import AsJson, StoreUrl
from pipeline.commands.output import print_json, print_text
from pipeline.errors import OutdatedStore


def migrate(store: StoreUrl = None, as_json: AsJson = False) -> None:
    """Upgrade a store made by an older version of Stepgraph.

    stepgraph ingest upgrades its store by itself.
    """
    from pipeline.settings import load_settings
    from pipeline.stores import open_store

    url = load_settings(store=store).store
    try:
        opened, migrated = open_store(url, read_only=True), False
    except OutdatedStore:
        opened, migrated = open_store(url), True
    opened.close()
    if as_json:
        print_json({"store": opened.url, "migrated": migrated})
    else:
        print_text(f"the store {opened.url} {'was brought' if migrated else 'is'} up to date")
