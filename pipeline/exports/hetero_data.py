"""A temporal graph as PyTorch Geometric data: one state, or the sequence of all states.

Every state of a document has the same nodes in the same order, so that rows of tensors mean the
same thing in all of them; what does not exist has no edge.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING
from warnings import catch_warnings, simplefilter

from pipeline.domain.graph import Presence, TemporalGraph
from pipeline.domain.grid import SOMEWHERE, Location
from pipeline.errors import BadInput

if TYPE_CHECKING:
    from torch_geometric.data import HeteroData

__all__ = ["hetero_data", "hetero_file"]

LOCATED_AT = ("entity", "located_at", "location")
HELD_BY = ("location", "rev_located_at", "entity")  # as torch_geometric's ToUndirected names it


def hetero_data(graph: TemporalGraph, step: int) -> HeteroData:
    """The bipartite graph after ``step`` (0 is before step 1).

    ``data["entity"].x`` (entity, 1) is the probability that each entity exists,
    ``data["location"].x`` (location, 1) is 1 where the text states the place; ``name`` lists
    their names. Edges entity → location and back have ``edge_attr`` (edge, 1), the probability,
    and ``from_step``, ``until_step``, ``evidence_step``, ``char_start`` and ``char_end`` (edge),
    the last three -1 without evidence. Raises BadInput without PyTorch Geometric.
    """
    import torch

    data = _new_data()
    entities = {entity.name: row for row, entity in enumerate(graph.entities)}
    places = _places(graph)
    presences = graph.snapshot(step)
    data.document, data.step = graph.document.id, step
    data["entity"].name = list(entities)
    data["entity"].x = torch.tensor([[exists[step]] for exists in graph.exists]).reshape(-1, 1)
    data["location"].name = [place.text for place in places]
    data["location"].x = torch.tensor(
        [[float(place != SOMEWHERE)] for place in places], dtype=torch.float
    ).reshape(-1, 1)
    ends = torch.tensor(
        [[entities[presence.entity.name], places[presence.location]] for presence in presences],
        dtype=torch.long,
    ).reshape(-1, 2)
    probabilities = [presence.probabilities[step - presence.from_step] for presence in presences]
    for edge, order in ((LOCATED_AT, (0, 1)), (HELD_BY, (1, 0))):
        data[edge].edge_index = ends[:, order].t().contiguous()
        data[edge].edge_attr = torch.tensor(probabilities, dtype=torch.float).reshape(-1, 1)
        for name, values in _facts(presences).items():
            data[edge][name] = torch.tensor(values, dtype=torch.long)
    return data


def hetero_file(states: HeteroData | list[HeteroData]) -> bytes:
    """One state or a list of them as a file; equal states give equal bytes.

    It holds ``to_dict()`` of each: tensors and texts, so that ``torch.load`` runs no code of the
    file. ``HeteroData.from_dict`` makes the data of it.
    """
    import torch

    file = io.BytesIO()
    if isinstance(states, list):
        torch.save([state.to_dict() for state in states], file)
    else:
        torch.save(states.to_dict(), file)
    return file.getvalue()


def _new_data() -> HeteroData:
    try:
        with catch_warnings():
            simplefilter("ignore")  # the package imports what torch calls deprecated
            from torch_geometric.data import HeteroData
    except ImportError as error:
        raise BadInput(
            "the format pyg needs PyTorch Geometric; run: pip install 'stepgraph[pyg]'"
        ) from error
    return HeteroData()


def _places(graph: TemporalGraph) -> dict[Location, int]:
    """The rows of all places of the document, in the order of its presences."""
    places = dict.fromkeys(presence.location for presence in graph.presences)
    return {place: row for row, place in enumerate(places)}


def _facts(presences: Sequence[Presence]) -> dict[str, list[int]]:
    evidence = [presence.evidence for presence in presences]
    return {
        "from_step": [presence.from_step for presence in presences],
        "until_step": [presence.until_step for presence in presences],
        "evidence_step": [words.step if words else -1 for words in evidence],
        "char_start": [words.char_start if words else -1 for words in evidence],
        "char_end": [words.char_end if words else -1 for words in evidence],
    }
