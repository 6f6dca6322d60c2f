"""The mutants of a room: sampled, planted, and noted so that a later run resumes."""

from __future__ import annotations

import hashlib
import json
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tests.mutants.cypher_mutants import cypher_mutants
from tests.mutants.mutant import Mutant
from tests.mutants.python_mutants import python_mutants
from tests.mutants.reach import Reach, near, reach_of, tests_for
from tests.mutants.rooms import Room, markers
from tests.mutants.trial import Outcome, try_mutant

__all__ = ["Mutation", "TimeUp", "run_room"]

REASONS = Path(__file__).parent / "reasons.json"
KILLED = ("killed", "killed by time")


class TimeUp(Exception):
    """The minutes that the run was allowed are over."""


def check_time(until: float) -> None:
    """Raise TimeUp if the moment (``time.monotonic``) is past."""
    if time.monotonic() >= until:
        raise TimeUp


class Notes:
    """What is known from earlier runs, by a key, each with the state of the files it is true of."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._notes = json.loads(path.read_text()) if path.exists() else {}

    def get(self, key: str, state: str) -> dict[str, Any] | None:
        note = self._notes.get(key)
        return note["note"] if note and note["state"] == state else None

    def put(self, key: str, state: str, note: Mapping[str, Any]) -> None:
        self._notes[key] = {"state": state, "note": note}
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._path.write_text(json.dumps(self._notes))


class Mutation:
    """The mutants of one room, planted in ``tree``; ``notes`` is where outcomes are kept."""

    def __init__(self, room: Room, *, tree: Path, notes: Path) -> None:
        self._room, self._tree = room, tree
        self._reaches = Notes(notes / "reach.json")
        self._outcomes = Notes(notes / "outcomes.json")
        self._sources = room.files(tree)
        self._tests = state_of(tree, room.test_files(tree))

    def mutants(self) -> list[Mutant]:
        return [mutant for path in self._sources for mutant in mutants_of(path, self._tree)]

    def outcome(self, mutant: Mutant) -> Outcome | None:
        """What an earlier run came to, if nothing has changed that could change that."""
        source = state_of(self._tree, [mutant.path])
        for state in (source, source + self._tests):
            if note := self._outcomes.get(mutant.id, state):
                return Outcome(**note)
        return None

    def reaches(self, *, until: float) -> dict[str, Reach]:
        """What each file of tests reaches, measured where that is not known. Raises TimeUp."""
        reaches = {}
        for test_file in self._room.test_files(self._tree):
            state = state_of(self._tree, [test_file, *self._sources])
            note = self._reaches.get(test_file, state)
            if note is None:
                check_time(until)
                note = asdict(self._measured(test_file))
                self._reaches.put(test_file, state, note)
            reaches[test_file] = Reach(**note)
        return reaches

    def _measured(self, test_file: str) -> Reach:
        reach = reach_of(test_file, tree=self._tree, sources=self._sources, markers=markers())
        print(f"{test_file}: {sum(reach.seconds.values()):.1f} s", flush=True)
        for test in reach.failing:
            print(f"{test} fails without a mutant and is left out", flush=True)
        return reach

    def plant(self, mutant: Mutant, reaches: Mapping[str, Reach]) -> Outcome:
        files = [*self._sources, *self._room.test_files(self._tree)]
        modules = near(mutant.path, self._tree, files)
        tests = tests_for(mutant, reaches, modules)
        seconds = {
            test: spent for reach in reaches.values() for test, spent in reach.seconds.items()
        }
        outcome = try_mutant(mutant, tests, tree=self._tree, markers=markers(), seconds=seconds)
        state = state_of(self._tree, [mutant.path])
        if outcome.verdict not in KILLED:
            state += self._tests
        self._outcomes.put(mutant.id, state, asdict(outcome))
        return outcome


def mutants_of(path: str, tree: Path) -> list[Mutant]:
    source = (tree / path).read_text(encoding="utf-8")
    mutants = cypher_mutants if path.endswith(".cypher") else python_mutants
    return mutants(source, path)


def sample_of(mutants: Sequence[Mutant], size: int | None, *, seed: int) -> list[Mutant]:
    """So many mutants, all if None; a change elsewhere does not change which."""

    def lot(mutant: Mutant) -> bytes:
        return hashlib.sha256(f"{seed} {mutant.id}".encode()).digest()

    drawn = sorted(mutants, key=lot)[:size]
    return sorted(drawn, key=lambda mutant: (mutant.path, mutant.start))


def state_of(tree: Path, paths: Sequence[str]) -> str:
    """A hash of what the files hold."""
    texts = hashlib.sha256()
    for path in paths:
        texts.update((tree / path).read_bytes())
    return texts.hexdigest()[:12]


def row_of(name: str, n_mutants: int, outcomes: Mapping[Mutant, Outcome]) -> dict[str, Any]:
    verdicts = Counter(outcome.verdict for outcome in outcomes.values())
    return {
        "room": name,
        "mutants": n_mutants,
        "planted": len(outcomes),
        "killed": sum(verdicts[verdict] for verdict in KILLED),
        "killed_by_time": verdicts["killed by time"],
        "survived": verdicts["survived"],
        "not_reached": verdicts["not reached"],
        "survivors": [
            survivor_of(mutant, outcome)
            for mutant, outcome in outcomes.items()
            if outcome.verdict not in KILLED
        ],
    }


def survivor_of(mutant: Mutant, outcome: Outcome) -> dict[str, Any]:
    reasons = json.loads(REASONS.read_text(encoding="utf-8"))
    return {
        "id": mutant.id,
        "path": mutant.path,
        "line": mutant.line,
        "where": mutant.where,
        "change": mutant.change,
        "verdict": outcome.verdict,
        "reason": reasons.get(mutant.id, ""),
    }


def run_room(
    name: str, mutation: Mutation, *, size: int | None, seeds: Sequence[int], until: float
) -> dict[str, Any]:
    """Plant a sample of a room for each seed and return the row of the record. Raises TimeUp."""
    mutants = mutation.mutants()
    outcomes: dict[Mutant, Outcome] = {}
    samples = [sample_of(mutants, size, seed=seed) for seed in seeds]
    for mutant in dict.fromkeys(mutant for sample in samples for mutant in sample):
        outcome = mutation.outcome(mutant)
        if outcome is None:
            reaches = mutation.reaches(until=until)
            check_time(until)
            outcome = mutation.plant(mutant, reaches)
            place = f"{mutant.path}:{mutant.line} {mutant.change} [{mutant.id}]"
            print(f"{outcome.verdict:14} {place} {outcome.by}", flush=True)
        outcomes[mutant] = outcome
    row = row_of(name, len(mutants), outcomes)
    print(f"{name}: {row['killed']} of {row['planted']} killed", flush=True)
    return row
