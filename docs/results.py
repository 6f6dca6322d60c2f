"""Write docs/results.md, docs/experiments.md and docs/results/*.md from the records.

make results
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from result_pages import (
    calibration,
    data_card,
    demo,
    entities,
    experiments,
    headlines,
    other_text,
    paper,
    quantities,
    questions,
    reader,
    real,
    recipes,
    reliability,
    speed,
    store,
    systems,
)
from result_pages.markdown import DOCS, Values, fill

TEMPLATES = DOCS / "results" / "templates"

# A page by its path below the repository: its template, and what computes the template's values
PAGES: dict[str, tuple[str, Callable[[], Values]]] = {
    "docs/results.md": ("results.md", headlines.values),
    "docs/experiments.md": ("experiments.md", experiments.values),
    "docs/results/reader.md": ("reader.md", reader.values),
    "docs/results/paper.md": ("paper.md", paper.values),
    "docs/results/systems.md": ("systems.md", systems.values),
    "docs/results/calibration.md": ("calibration.md", calibration.values),
    "docs/results/entities.md": ("entities.md", entities.values),
    "docs/results/other-text.md": ("other-text.md", other_text.values),
    "docs/results/real.md": ("real.md", real.values),
    "docs/results/quantities.md": ("quantities.md", quantities.values),
    "docs/results/questions.md": ("questions.md", questions.values),
    "docs/results/recipes.md": ("recipes.md", recipes.values),
    "docs/results/demo.md": ("demo.md", demo.values),
    "docs/results/speed.md": ("speed.md", speed.values),
    "docs/results/reliability.md": ("reliability.md", reliability.values),
    "docs/results/store.md": ("store.md", store.values),
    "docs/results/data-card.md": ("data-card.md", data_card.values),
    "examples/annotated/README.md": ("data-card.md", data_card.values_for_examples),
}


def pages() -> dict[Path, str]:
    """The text of every page by its path."""
    return {DOCS.parent / name: page(*source) for name, source in PAGES.items()}


def page(template: str, values: Callable[[], Values]) -> str:
    return fill((TEMPLATES / template).read_text(encoding="utf-8"), values())


if __name__ == "__main__":
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")
