"""Example queries for analysts, from ``cypher/examples/``; they run on every store."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files

from pipeline.stores.statements import statement

__all__ = ["ExampleQuery", "example_queries"]


@dataclass(frozen=True, slots=True)
class ExampleQuery:
    """A question and the Cypher that answers it, for ``run_cypher`` without parameters."""

    name: str
    question: str
    cypher: str


def example_queries() -> list[ExampleQuery]:
    """All examples by name; the first line of a file is its question, as a comment."""
    folder = files("cypher").joinpath("examples")
    names = sorted(file.name.removesuffix(".cypher") for file in folder.iterdir())
    return [_example(name) for name in names]


def _example(name: str) -> ExampleQuery:
    first, _, cypher = statement(f"examples/{name}").partition("\n")
    return ExampleQuery(name, first.removeprefix("//").strip(), cypher.rstrip())
