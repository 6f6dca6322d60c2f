"""Measures the app under load: how long 50 clients wait, and whether any answer is wrong or lost.

    python benchmarks/app.py [--clients 50] [--seconds 20] [--texts 40] [--state FOLDER]

A server of its own has the example documents. Each client asks, one request after the other, what
it picks at random from a list of requests; every answer is compared with the one that the same
request got before the load. Then the clients send texts to be read, each with a name of its own
that must be in the answer. The time of the server's processor for a request, read from /proc, does
not depend on what else the machine does.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from records import RECORDS, write_record

OUT = RECORDS / "app.json"
DOCUMENTS = (
    "photosynthesis.txt",
    "bread.txt",
    "compost.txt",
    "espresso.txt",
    "water-treatment.txt",
)
QUESTION = "What+happens+in+step+2%3F"
PATIENCE = 120.0  # seconds that a client waits
TEXT = "Pour the milk into jug {name}. Steam the milk. Pour the milk into the cup."


@dataclass
class Tally:
    """What became of the requests; a lost answer is one that never came."""

    seconds: list[float] = field(default_factory=list)
    errors: int = 0
    wrong: int = 0
    lost: int = 0

    def record(self, duration: float, processor_seconds: float) -> dict[str, Any]:
        milliseconds = sorted(1000 * value for value in self.seconds)
        return {
            "requests": len(milliseconds) + self.lost,
            "per_second": round(len(milliseconds) / duration, 1),
            "p50_ms": round(statistics.median(milliseconds), 1),
            "p95_ms": round(milliseconds[int(0.95 * (len(milliseconds) - 1))], 1),
            "processor_ms": round(1000 * processor_seconds / len(milliseconds), 1),
            "errors": self.errors,
            "wrong": self.wrong,
            "lost": self.lost,
        }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--texts", type=int, default=40, help="texts to be read")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--state", type=Path, help="folder of a store that holds the examples")
    parser.add_argument("--out", type=Path, default=OUT)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        state = arguments.state or Path(folder)
        with _app(state, is_filled=arguments.state is not None) as server:
            result = asyncio.run(_measure(server, arguments))
    record = {
        "command": "python benchmarks/app.py"
        f" --clients {arguments.clients} --seconds {arguments.seconds:g} --texts {arguments.texts}",
        "machine": f"{os.cpu_count()} cores, {platform.machine()}",
        "load_before": round(os.getloadavg()[0], 1),
        "clients": arguments.clients,
        "seed": arguments.seed,
        "start_seconds": round(server.start_seconds, 2),
        **result,
    }
    write_record(arguments.out, record)
    print(record)


@dataclass(frozen=True)
class Server:
    """An app that runs; ``start_seconds`` is the time until its first answer."""

    address: str
    process_id: int
    start_seconds: float

    def processor_seconds(self) -> float:
        """What all its threads have used so far (fields 14 and 15 of proc(5))."""
        fields = Path(f"/proc/{self.process_id}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def _app(state: Path, *, is_filled: bool) -> Iterator[Server]:
    """An app with the examples."""
    environment = os.environ | {"STEPGRAPH_STATE": str(state)}
    command = [sys.executable, "-m", "pipeline"]
    if not is_filled:
        subprocess.run([*command, "ingest", "examples"], env=environment, check=True)
    start = time.monotonic()
    process = subprocess.Popen(
        [*command, "app", "--port", "0"], env=environment, stderr=subprocess.PIPE, text=True
    )
    assert process.stderr is not None
    address = next(word for word in process.stderr.readline().split() if word.startswith("http:"))
    httpx.get(address, timeout=PATIENCE).raise_for_status()
    try:
        yield Server(address, process.pid, time.monotonic() - start)
    finally:
        process.terminate()
        process.wait()


async def _measure(server: Server, arguments: argparse.Namespace) -> dict[str, Any]:
    limits = httpx.Limits(max_connections=arguments.clients)
    async with httpx.AsyncClient(
        base_url=server.address, timeout=PATIENCE, limits=limits
    ) as client:
        expected = {path: (await client.get(path)).raise_for_status().text for path in _paths()}
        before = server.processor_seconds()
        answers, seconds = await _ask(client, expected, arguments)
        questions = answers.record(seconds, server.processor_seconds() - before)
        await client.post("/api/v1/read", json={"text": TEXT.format(name="first")})  # loads it
        before = server.processor_seconds()
        readings, seconds = await _read(client, arguments)
        texts = readings.record(seconds, server.processor_seconds() - before)
    return {"questions": questions, "texts": texts}


def _paths() -> Sequence[str]:
    return [
        f"/api/v1/{path}document={document}"
        for document in DOCUMENTS
        for path in (
            "show?",
            "snapshot?step=2&",
            "lineage?",
            "ask?question=What+happens+in+step+2%3F&",
        )
    ] + ["/api/v1/documents", "/", "/concepts"]


async def _ask(
    client: httpx.AsyncClient, expected: dict[str, str], arguments: argparse.Namespace
) -> tuple[Tally, float]:
    tally, end = Tally(), time.monotonic() + arguments.seconds
    paths = list(expected)

    async def ask(seed: int) -> None:
        chance = random.Random(seed)
        while time.monotonic() < end:
            path = chance.choice(paths)
            answer = await _timed(lambda path=path: client.get(path), tally)
            if answer is not None and answer.text != expected[path]:
                tally.wrong += 1

    start = time.monotonic()
    await asyncio.gather(*(ask(arguments.seed + number) for number in range(arguments.clients)))
    return tally, time.monotonic() - start


async def _read(client: httpx.AsyncClient, arguments: argparse.Namespace) -> tuple[Tally, float]:
    tally = Tally()
    names = [f"number{number}" for number in range(arguments.texts)]

    async def read() -> None:
        while names:
            name = names.pop()
            body = {"text": TEXT.format(name=name), "id": name, "entities": ["milk"]}
            answer = await _timed(lambda body=body: client.post("/api/v1/read", json=body), tally)
            if answer is not None and (
                answer.json().get("document") != name or name not in answer.json()["text"]
            ):
                tally.wrong += 1

    start = time.monotonic()
    await asyncio.gather(*(read() for _ in range(arguments.clients)))
    return tally, time.monotonic() - start


async def _timed(
    request: Callable[[], Awaitable[httpx.Response]], tally: Tally
) -> httpx.Response | None:
    """The answer; None if there is none, or only an error."""
    start = time.monotonic()
    try:
        answer = await request()
    except httpx.HTTPError:
        tally.lost += 1
        return None
    tally.seconds.append(time.monotonic() - start)
    if answer.status_code != 200:
        tally.errors += 1
        return None
    return answer


if __name__ == "__main__":
    main()
