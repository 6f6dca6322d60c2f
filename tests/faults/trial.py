"""One trial: documents are ingested, something goes wrong, and then they are ingested again."""

from __future__ import annotations

import multiprocessing
import os
import random
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.faults.ingesting import Found, Options, Place, check, run
from tests.support.neo4j_server import Server
from tests.support.postgres_server import Database

__all__ = ["Child", "Surroundings", "Trial", "Verdict", "judge", "new_trial", "verdict_of"]

ROOT = Path(__file__).parents[2]
PATIENCE_SECONDS = 300.0  # with any one process, on a machine that has much else to do
RERUNS = 3  # that are allowed; a second one only where a server is still coming back
ATTEMPTS = 20  # at a moment that is not too late
WIPE = "MATCH (n) WHERE NOT n:Store DETACH DELETE n"

# spawned processes find the tests as this one does
os.environ["PYTHONPATH"] = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
_forks = multiprocessing.get_context("forkserver")
_forks.set_forkserver_preload(["tests.faults.ingesting"])


class TooLate(Exception):
    """Nothing was left for the fault to befall; ``args`` are the seconds that the work took."""


class Child:
    """A process that ingests, and what it has said so far."""

    def __init__(self, work: Callable[..., None], *arguments: Any) -> None:
        self._hears, says = _forks.Pipe(duplex=False)
        self._process = _forks.Process(target=work, args=(*arguments, says), daemon=True)
        self._process.start()
        says.close()
        self.said: list[Any] = []

    def wait_for(self, told: Callable[[Any], bool]) -> bool:
        """Whether it says such a thing before it ends."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < deadline:
            try:
                if self._hears.poll(0.5):
                    self.said.append(self._hears.recv())
                    if told(self.said[-1]):
                        return True
            except EOFError:
                return False
        self.kill()
        raise TimeoutError(f"a process hangs; it has said {self.said[-3:]}")

    def end(self) -> int:
        """Its exit code, once it has ended by itself."""
        self.wait_for(lambda _: False)
        self._process.join(PATIENCE_SECONDS)
        return self._process.exitcode or 0

    def kill_after(self, seconds: float) -> None:
        """Raises TooLate if it has ended by then."""
        started = time.monotonic()
        self._process.join(seconds)
        if self._process.exitcode is not None:
            raise TooLate(time.monotonic() - started)
        self.kill()

    def kill(self) -> None:
        self._process.kill()
        self._process.join()


@dataclass
class Surroundings:
    """The servers that a trial uses; without them it uses the embedded store and SQLite.

    ``whole_seconds`` is how long ingesting takes when nothing goes wrong, at the quickest.
    """

    neo4j: Server | None = None
    postgres: Database | None = None
    whole_seconds: float = 1.0

    @property
    def name(self) -> str:
        return "embedded" if self.neo4j is None else "servers"


@dataclass
class Trial:
    """``notes`` are what happened that the verdict does not tell."""

    place: Place
    around: Surroundings
    random: random.Random
    names: frozenset[str]
    notes: list[str] = field(default_factory=list)
    recovered: float | None = None  # seconds, where the fault needs no rerun
    until_the_end: ExitStack = field(default_factory=ExitStack)

    def start(self, **options: Any) -> Child:
        """A process that ingests; it is ready, and has not begun."""
        child = Child(run, self.place, Options(**options))
        assert child.wait_for(lambda told: told == "ready"), "it died at once"
        return child

    def moment(self) -> float:
        """Seconds to some moment of an undisturbed run."""
        return self.random.uniform(0, self.around.whole_seconds)

    def wait_until_some_are_finished(self, child: Child) -> None:
        """Until a batch or more is stored, but not all of them."""
        some = self.random.randint(1, len(self.names) // 2)
        child.wait_for(lambda told: isinstance(told, int) and told >= some)

    def look(self) -> Found:
        child = Child(check, self.place)
        assert child.wait_for(lambda told: isinstance(told, Found)), "the store cannot be read"
        found: Found = child.said[-1]
        child.end()
        return found


@dataclass(frozen=True)
class Verdict:
    """Documents that are lost or doubled after the rerun, and seconds it took to have them all.

    ``unstored`` were acknowledged by the ledger and not in the store, before the rerun or after.
    """

    lost: int
    doubled: int
    unstored: int
    findings: tuple[str, ...]
    seconds: float
    reruns: int
    notes: tuple[str, ...]

    @property
    def is_clean(self) -> bool:
        return not (self.lost or self.doubled or self.unstored or self.findings)


@contextmanager
def new_trial(around: Surroundings, *, n_documents: int, seed: int) -> Iterator[Trial]:
    with tempfile.TemporaryDirectory(prefix="stepgraph-fault-") as name:
        folder = Path(name) / "docs"
        folder.mkdir()
        for number in range(n_documents):
            text = f"Water {number} boils in the pot. Steam rises. Steam leaves the pot."
            (folder / f"{number:03}.txt").write_text(text)
        place = Place(folder, Path(name) / "state")
        names = frozenset(path.name for path in folder.iterdir())
        chance = random.Random(seed)
        if around.neo4j is None or around.postgres is None:
            trial = Trial(place, around, chance, names)
            with trial.until_the_end:
                yield trial
            return
        _wipe(around.neo4j)
        server = around.neo4j
        with around.postgres.schema() as ledger:
            place = Place(folder, place.state, server.url, ledger, server.username, server.password)
            yield Trial(place, around, chance, names)


def verdict_of(
    fault: Callable[[Trial], None], around: Surroundings, *, n_documents: int, seed: int
) -> Verdict:
    """Let it happen to documents of their own, again if it came too late."""
    for again in range(ATTEMPTS):
        with new_trial(around, n_documents=n_documents, seed=ATTEMPTS * seed + again) as trial:
            try:
                fault(trial)
            except TooLate as late:
                around.whole_seconds = min(around.whole_seconds, *late.args)
                continue
            return judge(trial)
    raise AssertionError(f"{fault.__name__} came too late {ATTEMPTS} times")


def judge(trial: Trial) -> Verdict:
    """Ingest again until it succeeds, and compare what is there with what should be."""
    unstored = trial.look().unstored
    started = time.monotonic()
    for reruns in range(1, RERUNS + 1):
        code = trial.start().end()
        if code == 0:
            break
        trial.notes.append(f"rerun {reruns} ended with {code}")
    seconds = time.monotonic() - started if trial.recovered is None else trial.recovered
    found = trial.look()
    return Verdict(
        lost=len(trial.names - found.open),
        doubled=len(found.doubled),
        unstored=len(unstored | found.unstored) + abs(found.written - len(trial.names)),
        findings=found.findings,
        seconds=round(seconds, 2),
        reruns=reruns,
        notes=tuple(trial.notes),
    )


def _wipe(server: Server) -> None:
    import neo4j

    with neo4j.GraphDatabase.driver(server.url, auth=(server.username, server.password)) as driver:
        driver.execute_query(WIPE)
