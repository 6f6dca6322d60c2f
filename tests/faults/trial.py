"""One trial: documents are ingested, something goes wrong, and then they are ingested again."""

from __future__ import annotations

import multiprocessing
import os
import random
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.faults.ingesting import Contents, Options, Place, check, repair_all, run
from tests.support.neo4j_server import Server
from tests.support.postgres_server import Database

__all__ = ["Child", "Environment", "Trial", "Verdict", "judge", "new_trial", "verdict_of"]

ROOT = Path(__file__).parents[2]
TIMEOUT_SECONDS = 300.0  # of one process, on a busy machine
RERUNS = 3  # at most; more than one only if a server is still starting
ATTEMPTS = 20  # to find a moment that is not too late
WIPE = "MATCH (n) WHERE NOT n:Store DETACH DELETE n"

# spawned processes find the tests as this one does
os.environ["PYTHONPATH"] = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
_forks = multiprocessing.get_context("forkserver")
_forks.set_forkserver_preload(["tests.faults.ingesting"])


class TooLate(Exception):
    """The work had ended before the fault happened; ``args`` are the seconds that it took."""


class Child:
    """A process that ingests, and what it has sent so far."""

    def __init__(self, work: Callable[..., None], *arguments: Any) -> None:
        self._receiver, sender = _forks.Pipe(duplex=False)
        self._process = _forks.Process(target=work, args=(*arguments, sender), daemon=True)
        self._process.start()
        sender.close()
        self.messages: list[Any] = []

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    def wait_for(self, matches: Callable[[Any], bool]) -> bool:
        """Return True if it sends a message that matches before it ends."""
        deadline = time.monotonic() + TIMEOUT_SECONDS
        while time.monotonic() < deadline:
            try:
                if self._receiver.poll(0.5):
                    self.messages.append(self._receiver.recv())
                    if matches(self.messages[-1]):
                        return True
            except EOFError:
                return False
        self.kill()
        raise TimeoutError(f"a process hangs; its last messages are {self.messages[-3:]}")

    def end(self) -> int:
        """Wait until it has ended by itself; return its exit code."""
        self.wait_for(lambda _: False)
        self._process.join(TIMEOUT_SECONDS)
        return self._process.exitcode or 0

    def kill_after(self, seconds: float) -> None:
        """Kill it after some time. Raises TooLate if it has ended by then."""
        started = time.monotonic()
        self._process.join(seconds)
        if self._process.exitcode is not None:
            raise TooLate(time.monotonic() - started)
        self.kill()

    def kill(self) -> None:
        self._process.kill()
        self._process.join()


@dataclass
class Environment:
    """The servers that a trial uses; without them it uses the embedded store and SQLite.

    ``whole_seconds`` is the shortest time that ingesting takes when nothing goes wrong.
    """

    neo4j: Server | None = None
    postgres: Database | None = None
    whole_seconds: float = 1.0

    @property
    def name(self) -> str:
        return "embedded" if self.neo4j is None else "servers"


@dataclass
class Trial:
    """Documents to ingest while something goes wrong; ``notes`` are events besides the verdict.

    ``changes`` counts how often the text of a document was changed: it may have as many readings
    more.
    """

    place: Place
    environment: Environment
    random: random.Random
    names: frozenset[str]
    notes: list[str] = field(default_factory=list)
    recovered: float | None = None  # seconds, where the fault needs no rerun
    until_the_end: ExitStack = field(default_factory=ExitStack)
    changes: Counter[str] = field(default_factory=Counter)

    def start(self, **options: Any) -> Child:
        """Start a process that ingests; it is ready, and has not begun."""
        child = Child(run, self.place, Options(**options))
        assert child.wait_for(lambda message: message == "ready"), "it died at once"
        return child

    def change(self, count: int) -> None:
        """Change the text of some documents."""
        for name in self._drawn(count):
            path = self.place.folder / name
            path.write_text(f"{path.read_text()} Ice forms.")
            self.changes[name] += 1

    def add(self, count: int) -> None:
        """Add documents."""
        for number in range(count):
            name = f"new-{number}.txt"
            (self.place.folder / name).write_text(f"Milk {number} boils in the pan.")
            self.names |= {name}

    def remove(self, count: int) -> dict[str, str]:
        """Remove some documents; return their texts by name."""
        texts = {}
        for name in self._drawn(count):
            path = self.place.folder / name
            texts[name] = path.read_text()
            path.unlink()
        self.names -= texts.keys()
        return texts

    def _drawn(self, count: int) -> list[str]:
        return self.random.sample(sorted(self.names), count)

    def repair(self) -> int:
        """Repair store and ledger; return the exit code."""
        child = Child(repair_all, self.place)
        return child.end()

    def moment(self) -> float:
        """Return the seconds to a random moment of an undisturbed run."""
        return self.random.uniform(0, self.environment.whole_seconds)

    def wait_until_some_are_finished(self, child: Child) -> None:
        """Wait until at least one batch is stored, but not all of them."""
        least = self.random.randint(1, len(self.names) // 2)
        child.wait_for(lambda message: isinstance(message, int) and message >= least)

    def look(self) -> Contents:
        child = Child(check, self.place)
        assert child.wait_for(lambda message: isinstance(message, Contents)), (
            "the store is unreadable"
        )
        contents: Contents = child.messages[-1]
        child.end()
        return contents


@dataclass(frozen=True)
class Verdict:
    """Documents that are lost or doubled after the rerun, and the seconds until all were stored.

    ``wrong`` ones have a reading of another text, or readings out of order in time.
    ``unstored`` documents were written in the ledger but not in the store, before or after the
    rerun.
    """

    lost: int
    doubled: int
    wrong: int
    unstored: int
    findings: tuple[str, ...]
    seconds: float
    reruns: int
    notes: tuple[str, ...]

    @property
    def is_clean(self) -> bool:
        faults = (self.lost, self.doubled, self.wrong, self.unstored, self.findings)
        return not any(faults)


@contextmanager
def new_trial(environment: Environment, *, n_documents: int, seed: int) -> Iterator[Trial]:
    with tempfile.TemporaryDirectory(prefix="stepgraph-fault-") as name:
        folder = Path(name) / "docs"
        folder.mkdir()
        for number in range(n_documents):
            text = f"Water {number} boils in the pot. Steam rises. Steam leaves the pot."
            (folder / f"{number:03}.txt").write_text(text)
        place = Place(folder, Path(name) / "state")
        names = frozenset(path.name for path in folder.iterdir())
        chance = random.Random(seed)
        if environment.neo4j is None or environment.postgres is None:
            trial = Trial(place, environment, chance, names)
            with trial.until_the_end:
                yield trial
            return
        _wipe(environment.neo4j)
        server = environment.neo4j
        with environment.postgres.schema() as ledger:
            place = Place(folder, place.state, server.url, ledger, server.username, server.password)
            trial = Trial(place, environment, chance, names)
            with trial.until_the_end:
                yield trial


def verdict_of(
    fault: Callable[[Trial], None], environment: Environment, *, n_documents: int, seed: int
) -> Verdict:
    """Let the fault happen in a new trial; try again if it came too late."""
    for again in range(ATTEMPTS):
        with new_trial(environment, n_documents=n_documents, seed=ATTEMPTS * seed + again) as trial:
            try:
                fault(trial)
            except TooLate as late:
                environment.whole_seconds = min(environment.whole_seconds, *late.args)
                continue
            return judge(trial)
    raise AssertionError(f"{fault.__name__} came too late {ATTEMPTS} times")


def judge(trial: Trial) -> Verdict:
    """Ingest again until it succeeds, and compare what is stored with what should be."""
    unstored = trial.look().unstored
    started = time.monotonic()
    for reruns in range(1, RERUNS + 1):
        code = trial.start().end()
        if code == 0:
            break
        trial.notes.append(f"rerun {reruns} ended with {code}")
    seconds = time.monotonic() - started if trial.recovered is None else trial.recovered
    contents = trial.look()
    too_many = {
        name for name, count in contents.readings.items() if count > 1 + trial.changes[name]
    }
    return Verdict(
        lost=len(trial.names - contents.open),
        doubled=len(contents.doubled | too_many),
        wrong=len(contents.wrong - contents.doubled),
        unstored=len(unstored | contents.unstored) + abs(contents.written - len(trial.names)),
        findings=contents.findings,
        seconds=round(seconds, 2),
        reruns=reruns,
        notes=tuple(trial.notes),
    )


def _wipe(server: Server) -> None:
    import neo4j

    with neo4j.GraphDatabase.driver(server.url, auth=(server.username, server.password)) as driver:
        driver.execute_query(WIPE)
