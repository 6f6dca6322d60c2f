"""A backlog for several workers: a reader made slow on purpose, and servers to work against."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))
from tests.support.fake_reader import FakeReader  # noqa: E402
from tests.support.neo4j_server import neo4j_server  # noqa: E402
from tests.support.postgres_server import postgres_server  # noqa: E402

RAW = Path(__file__).parent / "raw"
SLOW_BATCH, SLOW_SECONDS = 16, 6.0  # slow enough that other work on the machine does not matter


@dataclass(frozen=True)
class Where:
    name: str
    store: str = ""
    ledger: str = ""
    username: str | None = None
    password: str | None = None

    def settings(self, state: Path, **changes: Any) -> Any:
        from pipeline.settings import load_settings

        return load_settings(
            state=state,
            store=self.store or None,
            ledger=self.ledger or None,
            neo4j_username=self.username,
            neo4j_password=self.password,
            **changes,
        )


@contextmanager
def running_servers() -> Iterator[Callable[[], AbstractContextManager[Where]]]:
    """Start a Neo4j and a PostgreSQL; yield what gives an empty store and an empty ledger there."""
    with neo4j_server() as neo4j, postgres_server() as postgres:

        @contextmanager
        def servers() -> Iterator[Where]:
            _wipe(neo4j)
            with postgres.schema() as ledger:
                yield Where("servers", neo4j.url, ledger, neo4j.username, neo4j.password)

        yield servers


class SlowReader(FakeReader):
    """A model that sleeps, so it takes time and no processor; ``asleep`` counts its seconds."""

    def __init__(self, batch_seconds: float = SLOW_SECONDS) -> None:
        super().__init__()
        self._batch_seconds, self.asleep = batch_seconds, 0.0

    def read(self, documents: Sequence[Any], **options: Any) -> Any:
        seconds = self._batch_seconds * len(documents) / SLOW_BATCH
        with options["stage"]("predict"):
            time.sleep(seconds)
        self.asleep += seconds
        return super().read(documents, **(options | {"stage": _no_stage}))


@contextmanager
def _no_stage(_name: str) -> Iterator[None]:
    yield


def register_backlog(where: Where, source: Path, state: Path) -> None:
    from pipeline.ingest.run import open_ingestion
    from pipeline.sources import discover

    with open_ingestion(where.settings(state), SlowReader()) as work:
        work.register(discover([str(source)]))


def write_backlog(folder: Path, n_documents: int, *, prefix: str = "d") -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / "documents.jsonl"
    with path.open("w") as lines:
        for number in range(n_documents):
            text = f"Water {number} boils in the pot. Steam rises. Steam leaves the pot."
            lines.write(json.dumps({"id": f"{prefix}{number}", "text": text}) + "\n")
    return path


def _wipe(server: Any) -> None:
    import neo4j

    auth = (server.username, server.password)
    with neo4j.GraphDatabase.driver(server.url, auth=auth) as driver:
        driver.execute_query((RAW / "wipe.cypher").read_text())
