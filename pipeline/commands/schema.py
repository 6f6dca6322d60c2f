"""Command that describes what a store holds, for queries of one's own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from pipeline.commands.options import AsJson, StoreUrl, opened_store
from pipeline.commands.output import counted, plain, print_json, print_table, print_text

if TYPE_CHECKING:
    from pipeline.questions.example_queries import ExampleQuery
    from pipeline.stores.contents import Property, StoreContents


def schema(store: StoreUrl = None, as_json: AsJson = False) -> None:
    """Show the labels, relationship types and properties of a store, with counts and examples.

    The examples are Cypher queries that stepgraph query runs.
    """
    from pipeline.questions.example_queries import example_queries
    from pipeline.stores.contents import store_contents

    with opened_store(store) as opened:
        contents = store_contents(opened)
    if as_json:
        print_json(asdict(contents) | {"examples": list(map(asdict, example_queries()))})
    else:
        _print_contents(contents)
        _print_examples(example_queries())


def _print_contents(contents: StoreContents) -> None:
    older = contents.older_readings
    counts = ["count", "present"] if older else ["count"]
    print_text(f"{plain(contents.store)} (schema version {contents.schema_version})")
    if older:
        print_text(
            f"{counted(older, 'older reading')}: present counts what is in readings that hold now"
        )
    print_text("")
    print_table(
        ["label", *counts, "properties"],
        [
            (label.label, *(label.count, label.present)[: len(counts)], _listed(label.properties))
            for label in contents.labels
        ],
    )
    print_text("")
    print_table(
        ["relationship", "from → to", *counts, "properties"],
        [
            (
                edge.type,
                f"{edge.source} → {edge.target}",
                *(edge.count, edge.present)[: len(counts)],
                _listed(edge.properties),
            )
            for edge in contents.relationships
        ],
    )


def _listed(properties: Sequence[Property]) -> str:
    return ", ".join(f"{each.name} {each.type}" for each in properties)


def _print_examples(examples: Sequence[ExampleQuery]) -> None:
    print_text(
        "\nExamples, for stepgraph query; {recorded_until: $open_end} chooses the readings"
        " that hold now."
    )
    for example in examples:
        print_text(f"\n// {example.question}\n{example.cypher}")
