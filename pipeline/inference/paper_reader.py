"""The paper's model on documents: prefixes in, its own decision at every state out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch

from kgmodel.checkpoint import load_weights
from kgmodel.paper.model import PaperModel, PaperSettings, paper_decode
from kgmodel.pretrained import load_encoder, load_tokenizer
from pipeline.domain.document import AnnotatedDocument
from pipeline.domain.grid import Grid
from pipeline.errors import BadInput
from pipeline.inference.paper_features import paper_batch, paper_grids

if TYPE_CHECKING:
    from tokenizers import Tokenizer
    from transformers import BertModel

__all__ = ["PaperNetwork"]

MAX_WORDS = 2**17  # read at once, over all states and entities: each keeps about 3 KB
MAX_WORDS_ALONE = 2**20  # of one document


@dataclass(frozen=True, slots=True)
class PaperNetwork:
    """The paper's model; ``encoder`` where it reads a frozen encoder's features too."""

    model: PaperModel
    tokenizer: Tokenizer
    encoder: BertModel | None

    @classmethod
    def load(
        cls, folder: Path, config: Mapping[str, Any], *, encoder: Path, device: torch.device
    ) -> PaperNetwork:
        base = load_encoder(encoder, expected=config["encoder"]).to(device)
        settings = PaperSettings(**config["settings"])
        model = PaperModel(settings, base.get_input_embeddings().weight)
        model.load_state_dict(load_weights(folder, config))
        features = base if settings.contextual_width else None
        return cls(model.eval().to(device), load_tokenizer(encoder), features)

    @torch.inference_mode()
    def read(self, documents: Sequence[AnnotatedDocument]) -> list[Grid]:
        """Read with the paper's own decisions, documents of similar length together.

        Raises BadInput for a document whose prefixes would not fit in memory.
        """
        for one in documents:
            if _n_read([one]) > MAX_WORDS_ALONE:
                raise BadInput(
                    f"{one.document.id!r} is too long for the paper's model, which reads the text "
                    f"anew at each of {one.document.n_steps} steps for each of "
                    f"{len(one.entities)} entities; use the default checkpoint"
                )
        self.model.eval()
        grids: dict[int, Grid] = {}
        for rows in _buckets(documents):
            some = [documents[row] for row in rows]
            grids.update(zip(rows, self._read_together(some), strict=True))
        return [grids[row] for row in range(len(documents))]

    def _read_together(self, documents: Sequence[AnnotatedDocument]) -> list[Grid]:
        device = next(self.model.parameters()).device
        batch, _ = paper_batch(documents, tokenizer=self.tokenizer, encoder=self.encoder)
        batch = batch.to(device)
        longest = self.model.settings.longest_span
        return paper_grids(paper_decode(self.model(batch), batch.steps, longest=longest), documents)


def _buckets(documents: Sequence[AnnotatedDocument]) -> Iterator[list[int]]:
    """Rows of similar length, so that little is padding, at most MAX_WORDS a bucket."""
    order = sorted(range(len(documents)), key=lambda row: _n_read([documents[row]]))
    bucket: list[int] = []
    for row in order:
        if bucket and _n_read([documents[one] for one in (*bucket, row)]) > MAX_WORDS:
            yield bucket
            bucket = []
        bucket.append(row)
    if bucket:
        yield bucket


def _n_read(documents: Sequence[AnnotatedDocument]) -> int:
    """Words read over all entities and states of documents in one batch, padding counted."""
    n_words = max(sum(map(len, one.tokens)) for one in documents)
    n_states = max(one.document.n_steps for one in documents) + 1
    return len(documents) * n_words * n_states * max(len(one.entities) for one in documents)
