"""Draw a document's temporal graph as a storyline: a lane for a location, a line for an entity.

python docs/picture.py DOCUMENT OUT.png [--store URL] [--entities N]
"""

from __future__ import annotations

import argparse
import textwrap
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

import stepgraph

LANE = 0.64  # of a lane's height, over which its entities are spread
Point = tuple[int, float]  # a state, and a height


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("document")
    parser.add_argument("out", type=Path)
    parser.add_argument("--store")
    parser.add_argument("--entities", type=int, default=8)
    arguments = parser.parse_args()
    with stepgraph.open(arguments.store) as graphs:
        draw(graphs.graph(arguments.document), arguments.out, arguments.entities)


def draw(graph: stepgraph.TemporalGraph, out: Path, n_entities: int) -> None:
    """Draw the ``n_entities`` that change most."""
    n_events = Counter(event.entity for event in graph.events)
    entities = sorted(graph.entities, key=lambda entity: -n_events[entity])[:n_entities]
    presences = [presence for presence in graph.presences if presence.entity in entities]
    places = list(dict.fromkeys(presence.location.text for presence in presences))
    lanes = {place: height for height, place in enumerate(reversed(places))}
    figure, axes = plt.subplots(
        figsize=(1.6 + 1.35 * (graph.n_steps + 1), 1.6 + 0.62 * len(lanes)), layout="constrained"
    )
    for row, entity in enumerate(entities):
        offset = LANE * ((row + 0.5) / len(entities) - 0.5)
        own = [presence for presence in presences if presence.entity == entity]
        draw_entity(axes, entity.name, row, runs(points(own, lanes, offset)), graph.n_steps)
    draw_axes(axes, graph, lanes)
    figure.savefig(out, dpi=110)


def points(presences: Iterable[Any], lanes: Mapping[str, int], offset: float) -> list[Point]:
    return [
        (state, lanes[presence.location.text] + offset)
        for presence in presences
        for state in range(presence.from_step, presence.until_step)
    ]


def runs(states: Sequence[Point]) -> list[list[Point]]:
    """The points, cut where the entity does not exist in between."""
    cut: list[list[Point]] = []
    for point in states:
        if cut and point[0] == cut[-1][-1][0] + 1:
            cut[-1].append(point)
        else:
            cut.append([point])
    return cut


def draw_entity(
    axes: Any, name: str, row: int, existences: Sequence[Sequence[Point]], n_steps: int
) -> None:
    """A line through the places, a large dot at a creation, a cross at a destruction."""
    colour = plt.get_cmap("tab10")(row % 10)
    for number, existence in enumerate(existences):
        xs, ys = zip(*existence, strict=True)
        label = name if number == 0 else None
        axes.plot(xs, ys, "-o", color=colour, label=label, lw=2.2, ms=4.5)
        if xs[0] > 0:
            axes.plot(xs[0], ys[0], "o", color=colour, ms=10)
        if xs[-1] < n_steps:
            axes.plot(xs[-1] + 0.35, ys[-1], "x", color=colour, ms=9, mew=2.5)
            axes.plot([xs[-1], xs[-1] + 0.35], [ys[-1]] * 2, color=colour, lw=2.2)


def draw_axes(axes: Any, graph: stepgraph.TemporalGraph, lanes: Mapping[str, int]) -> None:
    axes.set_yticks(list(lanes.values()), list(lanes))
    for height in lanes.values():
        axes.axhline(height + 0.5, color="0.9", lw=1, zorder=0)
    labels = ["before"] + [
        "\n".join(textwrap.wrap(f"{step.number}. {step.text}", 22, max_lines=4, placeholder=" …"))
        for step in graph.document.steps
    ]
    axes.set_xticks(range(graph.n_steps + 1), labels, fontsize=6.5)
    axes.set_ylim(-0.6, len(lanes) - 0.4)
    axes.set_title(f"{graph.document.title}: where each thing is (● created, × destroyed)")
    axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), frameon=False)
    for side in ("top", "right", "bottom", "left"):
        axes.spines[side].set_visible(False)


if __name__ == "__main__":
    main()
