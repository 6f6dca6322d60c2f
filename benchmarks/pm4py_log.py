"""Does PM4Py read an event log of ours completely? Compares what it read with what is in the file.

python benchmarks/pm4py_log.py PYTHON [--log FILE] [--out RECORD]

PYTHON is an interpreter with PM4Py, which is no dependency (`make pm4py` makes one). Without
--log, examples/ are read and exported first.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections import Counter
from datetime import datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))
from benchmarks.records import write_record  # noqa: E402

READER = Path(__file__).with_name("pm4py_reader.py")


def log_of_examples(folder: Path) -> Path:
    import stepgraph
    from pipeline.exports.ocel import ocel_lines
    from pipeline.exports.output_files import save
    from pipeline.stores import open_store

    url, path = f"ladybug:{folder / 'graph.lbug'}", folder / "log.json"
    stepgraph.ingest([ROOT / "examples"], store=url, ledger=f"sqlite:///{folder / 'ledger.db'}")
    store = open_store(url, read_only=True)
    save(path, ocel_lines(store))
    store.close()
    return path


def expected(log: Any) -> dict[str, Any]:
    """What is in the file, of objects that take part in an event: PM4Py drops the others."""
    used = {link["objectId"] for event in log["events"] for link in event["relationships"]}
    entities = {
        element["id"]: [
            [_moment(attribute["time"]), attribute["value"]]
            for attribute in element["attributes"]
            if attribute["name"] == "location"
        ]
        for element in log["objects"]
        if element["type"] == "entity" and element["id"] in used
    }
    return {
        "events": {event["id"]: _event(event) for event in log["events"]},
        "relationships": sorted(
            [event["id"], link["objectId"], link["qualifier"]]
            for event in log["events"]
            for link in event["relationships"]
        ),
        "first_locations": {id: history[0][1] for id, history in entities.items()},
        "locations": sorted(
            [id, *change] for id, history in entities.items() for change in history[1:]
        ),
    }


def _event(event: Any) -> list[Any]:
    values = {attribute["name"]: attribute["value"] for attribute in event["attributes"]}
    return [
        event["type"],
        _moment(event["time"]),
        float(values["probability"]),
        values["sentence"],
    ]


def _moment(text: str) -> str:
    return datetime.fromisoformat(text).isoformat()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("python", type=Path)
    parser.add_argument("--log", type=Path)
    parser.add_argument("--out", type=Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = arguments.log or log_of_examples(Path(folder))
        log = json.loads(path.read_text(encoding="utf-8"))
        printed = subprocess.run(
            [arguments.python, READER, path], check=True, stdout=subprocess.PIPE, text=True
        ).stdout
    read = json.loads(printed.splitlines()[-1])
    wrong = [name for name, value in expected(log).items() if read[name] != value]
    record = {
        "command": "make pm4py",
        "pm4py": read["version"],
        "documents": sum(element["type"] == "document" for element in log["objects"]),
        "events": dict(sorted(Counter(event["type"] for event in log["events"]).items())),
        "relationships": len(read["relationships"]),
        "locations": len(read["first_locations"]) + len(read["locations"]),
        "followers": read["followers"],
        "differences": wrong,
    }
    print(json.dumps(record, indent=1))
    if wrong:
        sys.exit(f"PM4Py read other {', '.join(wrong)} than the file has")
    if arguments.out:
        write_record(arguments.out, record)


if __name__ == "__main__":
    main()
