"""Compares a GPU's answers with the CPU's, and measures how fast it reads and trains.

    python benchmarks/gpu.py [--batches 64 256 1024] [--documents 4096]

In float32 every probability must be within 1e-4 of the CPU's. In bf16, which is what a GPU uses,
the share of ProPara's dev documents with another grid is reported. How busy the card is comes from
nvidia-smi, twice a second. Without a GPU this ends with one line and writes nothing.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from statistics import mean
from typing import Any

import torch
from records import RECORDS, write_record
from rich.console import Console
from rich.table import Table

from kgmodel.device import in_float32
from pipeline.datasets.propara import load_split
from pipeline.domain.document import AnnotatedDocument
from pipeline.domain.grid import Grid
from pipeline.inference.predict import Model, load_model, predict
from pipeline.text.annotate import annotate

DATA = Path(os.environ.get("STEPGRAPH_PROPARA", "../shared/propara"))
BATCHES = (64, 128, 256, 512, 1_024)
TOLERANCE = 1e-4
NO_GPU = "no GPU is there: nothing was compared or measured"


def main() -> None:
    arguments = _arguments()
    if not torch.cuda.is_available():
        print(NO_GPU)
        return
    dev = documents_of("dev")
    results: dict[str, Any] = {
        "command": "make gpu",
        "card": torch.cuda.get_device_name(),
        "cores": os.cpu_count(),
        "torch": torch.__version__,
        "agreement": agreement(dev),
        "reading": [
            reading(dev, batch, n_documents=arguments.documents) for batch in arguments.batches
        ],
        "training": training(arguments.seeds),
    }
    write_record(arguments.out, results)
    _show(results)
    if results["agreement"]["float32_largest_difference"] > TOLERANCE:
        raise SystemExit(f"in float32 the GPU's probabilities differ by more than {TOLERANCE}")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--batches", type=int, nargs="+", default=BATCHES)
    parser.add_argument("--documents", type=int, default=4_096, help="to read with each batch size")
    parser.add_argument("--seeds", type=int, nargs="+", default=[1])
    parser.add_argument("--out", type=Path, default=RECORDS / "gpu.json")
    return parser.parse_args()


def documents_of(split: str) -> list[AnnotatedDocument]:
    return [annotate(document) for document, _ in load_split(DATA, split)]


def agreement(documents: Sequence[AnnotatedDocument]) -> dict[str, Any]:
    """Compare both devices in float32, and the GPU's bf16 with the CPU's float32."""
    with in_float32():
        expected = predict(documents, model=load_model(device="cpu"), wording="training")
        same_type = predict(documents, model=load_model(device="cuda"), wording="training")
    usual = predict(documents, model=load_model(device="cuda"), wording="training")
    return {
        "documents": len(documents),
        "float32_largest_difference": largest_difference(expected, same_type),
        "float32_other_grids": share_of_other_grids(expected, same_type),
        "bf16_largest_difference": largest_difference(expected, usual),
        "bf16_other_grids": share_of_other_grids(expected, usual),
    }


def largest_difference(grids: Sequence[Grid], others: Sequence[Grid]) -> float:
    """Return the largest difference of two probabilities of existing or of a change.

    Those of a location can only be compared where both grids have the same location.
    """
    differences = [0.0]
    for track, other in _pairs_of_tracks(grids, others):
        differences += [abs(a - b) for a, b in zip(track.exists, other.exists, strict=True)]
        states = zip(track.locations, other.locations, strict=True)
        chances = zip(track.probabilities, other.probabilities, strict=True)
        differences += [
            abs(a - b)
            for (place, other_place), (a, b) in zip(states, chances, strict=True)
            if place == other_place
        ]
    return max(differences)


def share_of_other_grids(grids: Sequence[Grid], others: Sequence[Grid]) -> float:
    """Return the share of documents in which a location of any entity differs."""
    differ = [
        any(
            track.locations != other.locations
            for track, other in _pairs_of_tracks([grid], [other_grid])
        )
        for grid, other_grid in zip(grids, others, strict=True)
    ]
    return sum(differ) / len(differ)


def _pairs_of_tracks(grids: Sequence[Grid], others: Sequence[Grid]) -> Iterator[tuple[Any, Any]]:
    for grid, other in zip(grids, others, strict=True):
        yield from zip(grid.tracks, other.tracks, strict=True)


def reading(
    documents: Sequence[AnnotatedDocument], batch: int, *, n_documents: int
) -> dict[str, Any]:
    """Read documents, repeated, in batches of one size."""
    model = load_model(device="cuda")
    repeated = [
        replace(each, document=replace(each.document, id=f"{each.document.id}-{number}"))
        for number in range(-(-n_documents // len(documents)))
        for each in documents
    ][:n_documents]
    predict(repeated[:batch], model=model)  # kernels are loaded and chosen at their first use
    torch.cuda.reset_peak_memory_stats()
    started = time.monotonic()
    with busy_samples() as samples:
        _read_in_batches(repeated, batch, model)
    seconds = time.monotonic() - started
    return {
        "batch": batch,
        "documents": n_documents,
        "documents_per_second": round(n_documents / seconds, 1),
        "busy_percent": round(mean(samples)) if samples else None,
        "peak_memory_mb": torch.cuda.max_memory_allocated() >> 20,
    }


def _read_in_batches(documents: Sequence[AnnotatedDocument], batch: int, model: Model) -> None:
    for first in range(0, len(documents), batch):
        predict(documents[first : first + batch], model=model)


@contextmanager
def busy_samples(
    command: Sequence[str] = (
        "nvidia-smi",
        "--query-gpu=utilization.gpu",
        "--format=csv,noheader,nounits",
    ),
    *,
    every: float = 0.5,
) -> Iterator[list[float]]:
    """Yield a list that fills with how busy the first card is, in per cent; empty at the end if
    ``command`` cannot say it."""
    samples: list[float] = []
    ended = threading.Event()

    def sample() -> None:
        while not ended.wait(every):
            try:
                output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
                samples.append(float(output.split()[0]))
            except (OSError, subprocess.CalledProcessError, ValueError, IndexError):
                return

    thread = threading.Thread(target=sample, name="nvidia-smi", daemon=True)
    thread.start()
    try:
        yield samples
    finally:
        ended.set()
        thread.join()


def training(seeds: Sequence[int]) -> list[dict[str, Any]]:
    """Train the default reader on ProPara for one epoch with each seed, one at a time.

    ``training`` is which of the trainings of ``make train`` a run is; ``others``, how many others
    used the card at the same time.
    """
    n_documents, measured = len(load_split(DATA, "train")), []
    for seed in seeds:
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, "-m", "pipeline", "train", "--data", str(DATA)]
            command += ["--out", folder, "--seed", str(seed), "--epochs", "1", "--device", "cuda"]
            started = time.monotonic()
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        seconds = round(time.monotonic() - started, 1)
        run = {"training": 1, "seed": seed, "documents": n_documents, "epochs": 1}
        measured.append({**run, "seconds": seconds, "others": 0})
    return measured


def _show(results: dict[str, Any]) -> None:
    table = Table("batch", "documents/s", "card busy, %", "peak memory, MB")
    for run in results["reading"]:
        names = ("batch", "documents_per_second", "busy_percent", "peak_memory_mb")
        table.add_row(*(str(run[name]) for name in names))
    Console().print(results["card"], table, results["agreement"], results["training"])


if __name__ == "__main__":
    main()
