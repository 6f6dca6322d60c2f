"""Writes docs/results.md from the records in docs/results/records/; nothing is typed there.

make results
"""

from __future__ import annotations

from sections import (
    baselines,
    calibration,
    default,
    demo,
    end_to_end,
    entities,
    faults,
    memory,
    other_text,
    paper,
    recipes,
    soak,
    store,
    systems,
    throughput,
    unstated,
    workers,
)
from writing import FOLDER, load

INTRODUCTION = (
    "# Results\n\nWritten by `make results` from `docs/results/records/`, each file of which "
    "holds its command, seeds and settings. Data: ProPara's grids (391 paragraphs to train, "
    "43 dev, 54 test). Choices were made on dev where nothing else is said. Test is small: over "
    "its 54 paragraphs a bootstrap gives a standard deviation of 2 F1, so smaller differences say "
    "nothing."
)

# In the order of the page: a section's function, and the files in docs/results/records/ it is given
SECTIONS = (
    (default.section, ("reader",)),
    (unstated.section, ("unstated",)),
    (paper.section, ("paper", "published", "baselines")),
    (systems.section, ("published", "reader")),
    (calibration.section, ("calibration",)),
    (baselines.section, ("baselines",)),
    (recipes.section, ("recipes", "published")),
    (other_text.section, ("other_text",)),
    (entities.section, ("entities", "entities_spacy")),
    (end_to_end.section, ("end_to_end",)),
    (demo.section, ("demo",)),
    (throughput.section, ("throughput",)),
    (memory.section, ("memory",)),
    (workers.section, ("workers",)),
    (faults.section, ("faults",)),
    (soak.section, ("soak",)),
    (store.section, ("store",)),
)


def page() -> str:
    """All sections whose files are there."""
    parts = [INTRODUCTION]
    for section, names in SECTIONS:
        results = [load(name) for name in names]
        if None not in results:
            parts.append(section(*results))
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    (FOLDER.parents[1] / "results.md").write_text(page())
