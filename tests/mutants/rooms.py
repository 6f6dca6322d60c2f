"""The rooms whose mutants are planted, and the tests that should notice them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

__all__ = ["ROOMS", "Room", "markers"]

NEEDS_NEO4J = "runs on a Neo4j alone: set NEO4J_URI"


@dataclass(frozen=True, slots=True)
class Room:
    """Folders or files of sources, and of the tests that concern them, below the checkout.

    ``left_out``: files whose mutants are not planted, each with the reason.
    """

    sources: tuple[str, ...]
    tests: tuple[str, ...]
    left_out: Mapping[str, str] = field(default_factory=dict)

    def files(self, checkout: Path) -> list[str]:
        """The sources whose mutants are planted, in order."""
        files = _below(checkout, self.sources, (".py", ".cypher"))
        return [path for path in files if not self._is_left_out(path)]

    def test_files(self, checkout: Path) -> list[str]:
        return [
            path
            for path in _below(checkout, self.tests, (".py",))
            if Path(path).name.startswith("test_")
        ]

    def _is_left_out(self, path: str) -> bool:
        reason = self.left_out.get(path)
        return reason is not None and not (reason == NEEDS_NEO4J and "NEO4J_URI" in os.environ)


ROOMS = {
    "kgmodel": Room(("kgmodel",), ("tests/kgmodel",)),
    "domain": Room(("pipeline/domain",), ("tests/pipeline/domain",)),
    "text": Room(
        ("pipeline/text",), ("tests/pipeline/text", "tests/pipeline/sources/test_corpus.py")
    ),
    "pages": Room(
        (
            "pipeline/sources/furniture_names.py",
            "pipeline/sources/html.py",
            "pipeline/sources/outline.py",
            "pipeline/sources/page_furniture.py",
            "pipeline/sources/page_titles.py",
            "pipeline/sources/page_tree.py",
            "pipeline/sources/recipe_data.py",
            "pipeline/sources/tables.py",
            "pipeline/sources/unfolding.py",
        ),
        (
            "tests/pipeline/sources/test_corpus.py",
            "tests/pipeline/sources/test_furniture_names.py",
            "tests/pipeline/sources/test_html.py",
            "tests/pipeline/sources/test_html_blocks.py",
            "tests/pipeline/sources/test_html_rules.py",
            "tests/pipeline/sources/test_outline.py",
            "tests/pipeline/sources/test_outline_lines.py",
            "tests/pipeline/sources/test_page_furniture.py",
            "tests/pipeline/sources/test_page_titles.py",
            "tests/pipeline/sources/test_page_tree.py",
            "tests/pipeline/sources/test_recipe_data.py",
            "tests/pipeline/sources/test_recipe_data_rules.py",
            "tests/pipeline/sources/test_table_bounds.py",
            "tests/pipeline/sources/test_table_rules.py",
            "tests/pipeline/sources/test_tables.py",
            "tests/pipeline/sources/test_unfolding.py",
        ),
    ),
    "printed": Room(
        (
            "pipeline/sources/as_markdown.py",
            "pipeline/sources/block_kinds.py",
            "pipeline/sources/block_rules.py",
            "pipeline/sources/blocks.py",
            "pipeline/sources/docx",
            "pipeline/sources/pdf",
        ),
        (
            "tests/pipeline/sources/docx",
            "tests/pipeline/sources/pdf",
            "tests/pipeline/sources/test_as_markdown.py",
            "tests/pipeline/sources/test_block_kinds.py",
            "tests/pipeline/sources/test_block_rules.py",
            "tests/pipeline/sources/test_blocks.py",
            "tests/pipeline/sources/test_corpus.py",
            "tests/pipeline/sources/test_docx.py",
            "tests/pipeline/sources/test_formats.py",
            "tests/pipeline/sources/test_pdf.py",
        ),
    ),
    "questions": Room(("pipeline/questions",), ("tests/pipeline/questions",)),
    "cypher": Room(
        ("cypher",),
        (
            "tests/pipeline/questions/test_catalogue.py",
            "tests/pipeline/questions/test_cross_document.py",
            "tests/pipeline/questions/test_example_queries.py",
            "tests/pipeline/questions/test_plans.py",
            "tests/pipeline/stores",
            "tests/pipeline/maintenance",
        ),
        {
            "cypher/schema/neo4j_from_1.cypher": NEEDS_NEO4J,
            "cypher/schema/neo4j_from_2.cypher": NEEDS_NEO4J,
            "cypher/schema/neo4j_from_3.cypher": NEEDS_NEO4J,
        },
    ),
    "ledger": Room(
        ("pipeline/ledger",),
        ("tests/pipeline/ledger",),
        {
            "pipeline/ledger/migrations/env.py": "Alembic's own frame",
            "pipeline/ledger/migrations/versions/0001_ledger.py": "never changes once released",
        },
    ),
    "stores": Room(
        ("pipeline/stores",),
        ("tests/pipeline/stores",),
        {
            "pipeline/stores/neo4j.py": NEEDS_NEO4J,
            "pipeline/stores/neo4j_bulk.py": NEEDS_NEO4J,
            "pipeline/stores/neo4j_tls.py": NEEDS_NEO4J,
        },
    ),
    "scoring": Room(("pipeline/evaluation",), ("tests/pipeline/evaluation",)),
}  # fmt: skip


def markers() -> str:
    """The tests that run here: those with a Neo4j or with ProPara if there is one."""
    left_out = ["postgres", "browser", "gpu", "slow"]
    left_out += [] if "NEO4J_URI" in os.environ else ["neo4j"]
    left_out += [] if "STEPGRAPH_PROPARA" in os.environ else ["propara"]
    return " and ".join(f"not {name}" for name in left_out)


def _below(checkout: Path, places: tuple[str, ...], suffixes: tuple[str, ...]) -> list[str]:
    files: set[Path] = set()
    for place in places:
        path = checkout / place
        files |= {path} if path.is_file() else set(path.rglob("*"))
    return sorted(
        str(path.relative_to(checkout))
        for path in files
        if path.suffix in suffixes and "__pycache__" not in path.parts
    )
