"""What ``benchmarks/graph.py`` counts, without training anything."""

from __future__ import annotations

import graph
import pytest

from pipeline.domain.document import Entity
from pipeline.domain.grid import Grid

ANY = None  # the document is not looked at


def grid(**rows: tuple[str, ...]) -> Grid:
    return Grid.from_texts([Entity.parse(name) for name in rows], list(rows.values()))


def test_entities_share_a_place_if_they_are_at_one_stated_place_at_the_same_state():
    made = grid(water=("?", "pot", "pot"), salt=("?", "?", "pot"), oil=("pot", "?", "?"))

    sharing = {track.entity.name: graph.shares_a_place(track, made) for track in made.tracks}

    assert sharing == {"water": True, "salt": True, "oil": False}


def test_right_cells_are_counted_apart_for_entities_that_share_a_place():
    gold = grid(water=("?", "pot", "pot"), salt=("?", "?", "pot"), oil=("-", "-", "?"))
    read = grid(water=("?", "pot", "cup"), salt=("?", "?", "pot"), oil=("-", "?", "?"))

    shares = graph.shares_right([(ANY, gold)], [read])

    assert shares == {"sharing": pytest.approx(83.33), "apart": pytest.approx(66.67)}


def test_pairs_with_and_without_the_graph_are_trained_first():
    runs = graph.in_order([1, 2])

    assert runs[:4] == [("graph", 1), ("no graph", 1), ("graph", 2), ("no graph", 2)]
    assert len(runs) == 8


def row(name: str, seed: int, f1: float) -> dict[str, object]:
    scores = {"f1": f1, "macro": 60.0, "sharing": 50.0, "apart": 50.0}
    return {"configuration": name, "seed": seed, "scores": {"dev": scores}}


def test_differences_are_between_runs_of_one_seed():
    rows = [row("graph", 1, 70.0), row("no graph", 1, 69.0), row("graph", 2, 72.0)]
    rows += [row("no graph", 2, 73.0), row("no graph", 3, 10.0)]  # the last has no partner

    lines = {line["configuration"]: line for line in graph.summary(rows)}

    assert lines["no graph"]["seeds"] == 2
    assert lines["no graph"]["f1"]["graph_gains"] == 0.0
    assert lines["no graph"]["f1"]["seeds_with_gain"] == 1
    assert lines["no graph"]["f1"]["deviation"] == pytest.approx(2**0.5)
