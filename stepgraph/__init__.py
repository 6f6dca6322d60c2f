"""Public Python API of Stepgraph: text in, temporal graphs and answers out.

>>> import stepgraph
>>> graph = stepgraph.read("Pour the milk into the jug. Drink the milk.", entities=["milk"])
>>> stepgraph.ingest(["examples"], store="ladybug:graph.lbug")
>>> with stepgraph.open("ladybug:graph.lbug") as graphs:
...     print(graphs.ask("Where is the water after step 3?").sentence)

Importing the package loads no model and no engine: each function imports what it needs.
``stepgraph.__version__`` is the version that is installed.
"""

from pipeline.domain.document import (
    AnnotatedDocument,
    Document,
    Entity,
    Material,
    Mention,
    Step,
)
from pipeline.domain.graph import Event, Presence, TemporalGraph
from pipeline.domain.grid import NOWHERE, SOMEWHERE, Change, Evidence, Grid, Location, Track
from pipeline.domain.quantity import Quantity
from pipeline.errors import (
    BadInput,
    CheckpointError,
    StepgraphError,
    StoreError,
    UnknownDocument,
    Unreachable,
)
from pipeline.exports.hetero_data import hetero_data
from pipeline.exports.multigraph import from_networkx, to_networkx
from pipeline.exports.output_files import file_text
from pipeline.exports.snapshot import dynamic_graph, snapshot_graph
from stepgraph.api import Graphs, compare, ingest, open, read, read_all, view
from stepgraph.document_view import View

__all__ = [
    "NOWHERE",
    "SOMEWHERE",
    "AnnotatedDocument",
    "BadInput",
    "Change",
    "CheckpointError",
    "Document",
    "Entity",
    "Event",
    "Evidence",
    "Graphs",
    "Grid",
    "Location",
    "Material",
    "Quantity",
    "Mention",
    "Presence",
    "Step",
    "StepgraphError",
    "StoreError",
    "TemporalGraph",
    "Track",
    "UnknownDocument",
    "Unreachable",
    "View",
    "compare",
    "dynamic_graph",
    "file_text",
    "from_networkx",
    "hetero_data",
    "ingest",
    "open",
    "read",
    "read_all",
    "snapshot_graph",
    "to_networkx",
    "view",
]


def __getattr__(name: str) -> str:
    """Look the version up when it is asked for: metadata of packages takes time to import."""
    if name == "__version__":
        from importlib.metadata import version

        return version("stepgraph")
    raise AttributeError(f"module 'stepgraph' has no attribute {name!r}")
