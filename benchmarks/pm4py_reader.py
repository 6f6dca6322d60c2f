"""What PM4Py reads of an event log, as JSON. Runs where PM4Py is installed and nothing of ours.

python pm4py_reader.py LOG
"""

from __future__ import annotations

import contextlib
import io
import json
import sys
from importlib.metadata import version
from typing import Any


def contents(path: str) -> dict[str, Any]:
    """Events, relationships and the history of locations; the graph of what follows what."""
    with contextlib.redirect_stdout(io.StringIO()):  # it greets
        import pm4py

        log = pm4py.read_ocel2_json(path)
        followers = pm4py.discover_ocdfg(log)["edges"]["event_couples"]
    moved = log.object_changes[log.object_changes["ocel:field"] == "location"]
    return {
        "version": version("pm4py"),
        "events": {
            row["ocel:eid"]: [
                row["ocel:activity"],
                row["ocel:timestamp"].isoformat(),
                row["probability"],
                row["sentence"],
            ]
            for row in log.events.to_dict("records")
        },
        "relationships": sorted(
            [row["ocel:eid"], row["ocel:oid"], row["ocel:qualifier"]]
            for row in log.relations.to_dict("records")
        ),
        "first_locations": {
            row["ocel:oid"]: row["location"]
            for row in log.objects.to_dict("records")
            if row["ocel:type"] == "entity"
        },
        "locations": sorted(
            [row["ocel:oid"], row["ocel:timestamp"].isoformat(), row["location"]]
            for row in moved.to_dict("records")
        ),
        "followers": {type: len(pairs) for type, pairs in sorted(followers.items())},
    }


if __name__ == "__main__":
    print(json.dumps(contents(sys.argv[1])))
