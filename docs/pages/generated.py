"""Fill in what a page takes from the code: a line ``<!-- generated: NAME -->`` of Markdown."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from pages.cli import cli_reference
from pages.exports import event_type_reference, object_type_reference, table_reference
from pages.questions import question_reference
from pages.schema import node_reference, relationship_reference
from pages.settings import settings_reference

__all__ = ["GENERATED", "expand", "is_generated"]

GENERATED: Mapping[str, Callable[[], str]] = {
    "cli": cli_reference,
    "nodes": node_reference,
    "relationships": relationship_reference,
    "questions": question_reference,
    "parquet": table_reference,
    "ocel-events": event_type_reference,
    "ocel-objects": object_type_reference,
    "settings": settings_reference,
}
_PLACEHOLDER = re.compile(r"^<!-- generated: ([\w-]+) -->$", re.MULTILINE)


def expand(markdown: str) -> str:
    """Return the page with every placeholder replaced. Raises KeyError for an unknown name."""
    return _PLACEHOLDER.sub(lambda match: GENERATED[match[1]](), markdown)


def is_generated(markdown: str) -> bool:
    """Return True if the page takes something from the code."""
    return _PLACEHOLDER.search(markdown) is not None or "```{eval-rst}" in markdown
