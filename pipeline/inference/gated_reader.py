"""Two default readers behind a gate: one learnt descriptions, one instructions.

A reader that learns recipes and protocols forgets some of what it knew of texts about nature, so
what ships keeps both (a mixture of two experts, Jacobs et al. 1991, with a hard gate). The second
is kept as its difference of low rank from the first, in a folder inside the first's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import torch

from kgmodel.checkpoint import DamagedCheckpoint, load_config, load_weights
from kgmodel.pretrained import apply_difference, load_tokenizer
from pipeline.domain.document import AnnotatedDocument
from pipeline.domain.grid import Grid
from pipeline.inference.default_reader import DefaultNetwork, restored_reader
from pipeline.inference.gate import Gate
from pipeline.inference.wordings import Wording

__all__ = ["DESCRIPTIONS", "GATE", "GatedNetwork", "load_default"]

DESCRIPTIONS = "descriptions"  # the second reader's folder
GATE = "gate.json"


@dataclass(frozen=True, slots=True)
class GatedNetwork:
    """Reads a document with the reader of its kind."""

    gate: Gate
    instructions: DefaultNetwork
    descriptions: DefaultNetwork

    def reader_of(self, document: AnnotatedDocument) -> DefaultNetwork:
        described = self.gate.is_description(document.document)
        return self.descriptions if described else self.instructions

    def read(
        self, documents: Sequence[AnnotatedDocument], *, wording: Wording = "text"
    ) -> list[Grid]:
        readers = [self.reader_of(document) for document in documents]
        grids: dict[int, Grid] = {}
        for reader in (self.instructions, self.descriptions):
            rows = [row for row, chosen in enumerate(readers) if chosen is reader]
            if rows:
                read = reader.read([documents[row] for row in rows], wording=wording)
                grids.update(zip(rows, read, strict=True))
        return [grids[row] for row in range(len(documents))]


def load_default(
    folder: Path, config: Mapping[str, Any], *, encoder: Path, device: torch.device
) -> DefaultNetwork | GatedNetwork:
    """Load a default reader, and the second one too if its config says that it is gated."""
    if not config.get("gated"):
        return DefaultNetwork.load(folder, config, encoder=encoder, device=device)
    inside = folder / DESCRIPTIONS
    second_config = load_config(inside)
    if second_config["difference_from"] != config["weights_sha256"]:
        raise DamagedCheckpoint(f"{str(inside)!r} was made for other weights than {str(folder)!r}")
    first = restored_reader(folder, config, encoder=encoder)
    embeddings = first.encoder.embeddings  # no training changes them, so both use the same
    second = deepcopy(first, {id(embeddings): embeddings})
    apply_difference(second, load_weights(inside, second_config))
    put_together = partial(DefaultNetwork.of, tokenizer=load_tokenizer(encoder), device=device)
    return GatedNetwork(
        Gate.load(folder / GATE),
        put_together(first, folder, config),
        put_together(second, inside, second_config),
    )
