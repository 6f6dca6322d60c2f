"""Ask both engines thousands of questions and compare: with the oracle, and with each other.

``python tests/end_to_end/soak.py --answers 20000`` resumes where it was stopped, and writes what it
compared to docs/results/records/soak.json. Hypothesis shrinks a mismatch to the smallest
case and prints it.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings

sys.path.insert(0, str(Path(__file__).parents[2]))
from benchmarks.records import write_record  # noqa: E402
from pipeline.stores import Store, open_store  # noqa: E402
from tests.support.histories import Event, check_all, happen, histories, moments, record  # noqa: E402
from tests.support.neo4j_server import neo4j_server  # noqa: E402
from tests.support.queries import outcome, queries  # noqa: E402

EXAMPLES = 4  # histories drawn from one seed, between two savings
QUERIES = 100  # drawn from one seed, over the graph of one history


class Soak:
    """The tally so far, kept in a file, so that a later run resumes at its seed."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.tally: dict[str, Any] = {
            "seed": 0,
            "seconds": 0.0,
            "answers": {"ladybug": {}, "neo4j": {}},
            "queries": {},
            "mismatches": [],
            "fixed": [],  # sentences, added by hand
        }
        if path.exists():
            self.tally |= json.loads(path.read_text())["soak"]

    def save(self) -> None:
        answers = self.tally["answers"]
        total = {engine: sum(counts.values()) for engine, counts in answers.items()}
        record = {
            "command": "make soak",
            "answers": total,
            "queries": sum(self.tally["queries"].values()),
            "queries_let_through": self.tally["queries"].get("equal", 0),
            "mismatches": len(self.tally["mismatches"]),
            "soak": self.tally,
        }
        write_record(self._path, record)

    def answered(self, engine: str) -> int:
        return sum(self.tally["answers"][engine].values())


def check_histories(store: Store, number: int) -> Counter[str]:
    """Ask every question after each event of random histories; count the answers by question."""
    counts: Counter[str] = Counter()

    @seed(number)
    @_settings(EXAMPLES)
    @given(history=histories(longest=8))
    def check(history: Sequence[Event]) -> None:
        for oracle in happen(history, store):
            for moment in moments(oracle):
                check_all(
                    store, oracle, moment, on_answer=lambda question: counts.update([question])
                )

    check()
    return counts


def check_queries(ladybug: Store, neo4j: Store, number: int) -> Counter[str]:
    """Run random queries over one history; count those equal, or refused by an engine."""
    outcomes: Counter[str] = Counter()

    @seed(number)
    @_settings(1)
    @given(history=histories(longest=8))
    def fill(history: Sequence[Event]) -> None:
        for store in (ladybug, neo4j):
            record(history, store)

    @seed(number)
    @_settings(QUERIES)
    @given(query=queries())
    def check(query: str) -> None:
        outcomes.update([outcome(query, ladybug=ladybug, neo4j=neo4j)])

    fill()
    check()
    return outcomes


def _settings(examples: int) -> settings:
    return settings(
        max_examples=examples,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate, Phase.shrink],
        print_blob=False,
        report_multiple_bugs=False,
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--answers", type=int, default=20_000, help="of each engine")
    parser.add_argument("--queries", type=int, default=3_000, help="generated, for the guard")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="then stop, and save")
    parser.add_argument("--out", type=Path, default=Path("docs/results/records/soak.json"))
    arguments = parser.parse_args()
    soak = Soak(arguments.out)
    start = time.monotonic()
    with neo4j_server() as server, tempfile.TemporaryDirectory() as folder:
        stores = {
            "ladybug": open_store(f"ladybug:{folder}/soak.lbug"),
            "neo4j": open_store(server.url, username=server.username, password=server.password),
        }
        while time.monotonic() - start < arguments.seconds:
            left = {engine: arguments.answers - soak.answered(engine) for engine in stores}
            more = arguments.queries - sum(soak.tally["queries"].values())
            if more <= 0 and max(left.values()) <= 0:
                break
            begun = time.monotonic()
            soak.tally["seed"] += 1
            _once(soak, stores, left, more)
            soak.tally["seconds"] = round(soak.tally["seconds"] + time.monotonic() - begun, 1)
            soak.save()
            print(f"seed {soak.tally['seed']}: {_described(soak)}", flush=True)
        for store in stores.values():
            store.close()
    return 1 if soak.tally["mismatches"] else 0


def _once(soak: Soak, stores: dict[str, Store], left: dict[str, int], more: int) -> None:
    number = soak.tally["seed"]
    for engine, store in stores.items():
        if left[engine] > 0:
            checked = _guarded(soak, engine, check_histories, store, number)
            _add(soak.tally["answers"][engine], checked)
    if more > 0:
        checked = _guarded(soak, "guard", check_queries, *stores.values(), number)
        _add(soak.tally["queries"], checked)


def _guarded(
    soak: Soak, where: str, check: Callable[..., Counter[str]], *arguments: Any
) -> Counter[str]:
    try:
        return check(*arguments)
    except Exception as error:  # a refusal is as wrong as another answer
        notes = "\n".join(getattr(error, "__notes__", []))
        print(f"MISMATCH in {where}: {type(error).__name__}:\n{error}\n{notes}", flush=True)
        case = {"where": where, "seed": soak.tally["seed"], "case": f"{notes}\n{error}"[:4000]}
        soak.tally["mismatches"].append(case)
        return Counter()


def _add(counts: dict[str, int], more: Counter[str]) -> None:
    for name, count in more.items():
        counts[name] = counts.get(name, 0) + count


def _described(soak: Soak) -> str:
    answers = {engine: soak.answered(engine) for engine in soak.tally["answers"]}
    return f"{answers}, queries {soak.tally['queries']}, {len(soak.tally['mismatches'])} mismatches"


if __name__ == "__main__":
    sys.exit(main())
