"""A user's own Cypher counts what holds now, once, however often a document was read."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.errors import BadInput
from pipeline.questions.cypher_names import Pattern, patterns_of, properties_of
from pipeline.questions.cypher_tokens import Token, tokens_of
from pipeline.stores.graph_schema import GraphSchema
from pipeline.stores.statements import statement
from pipeline.stores.store import Store
from pipeline.stores.transaction_time import OPEN_END

__all__ = ["check_present"]

# Properties that distinguish the readings of a document
CHOICES = frozenset("id number recorded_from recorded_until".split())


def check_present(cypher: str, *, store: Store) -> None:
    """Raise BadInput if the query does not choose readings and the store has older ones."""
    tokens = tokens_of(cypher)
    patterns = list(patterns_of(tokens))
    if _chooses(tokens, patterns) or not _reads(tokens, patterns, store.schema):
        return
    (row,) = store.ask(statement("read/older_readings"), {"open_end": OPEN_END})
    if row["readings"]:
        raise BadInput(
            f"the query would also count readings that no longer hold ({row['readings']} in this"
            " store); for the present, begin with MATCH (r:Reading {recorded_until: $open_end})"
            "-[:MENTIONS]->(e:Entity); for all readings, add --all-readings (in Python,"
            " all_readings=True)"
        )


def _chooses(tokens: Sequence[Token], patterns: Sequence[Pattern]) -> bool:
    """Return True if the query names a property that distinguishes readings."""
    readings = [pattern for pattern in patterns if "Reading" in pattern.names]
    variables = {pattern.variable for pattern in readings}
    return any(CHOICES.intersection(pattern.keys) for pattern in readings) or any(
        variable in variables and name in CHOICES for variable, name in properties_of(tokens)
    )


def _reads(tokens: Sequence[Token], patterns: Sequence[Pattern], schema: GraphSchema) -> bool:
    """Return True if the query reads what belongs to a reading; no label or type means any."""
    of_readings = {stored.name.lower() for stored in schema.reading_types}
    names = {name.lower() for pattern in patterns for name in pattern.names}
    matches = any(token.keyword == "MATCH" for token in tokens)
    any_type = any(not pattern.names for pattern in patterns)
    return matches and (any_type or not names or bool(names & of_readings))
