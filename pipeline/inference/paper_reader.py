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
from pipeline.inference.wordings import Wording

if TYPE_CHECKING:
    from tokenizers import Tokenizer

    from kgmodel.bert import Bert

__all__ = ["PaperNetwork"]

MAX_WORDS = 2**17
MAX_WORDS_ALONE = 2**20
# Of checkpoints made before these settings had names
UNNAMED = {"conditioned_on": "both", "dropout_graph": 0.0, "entity_input": "prefix"}


@dataclass(frozen=True, slots=True)
class PaperNetwork:
    """The paper's model; ``encoder`` where it reads a frozen encoder's features too.

    max_words: read at once, over all states and entities; each takes about 3 KB. max_words_alone:
    those of one document.
    """

    model: PaperModel
    tokenizer: Tokenizer
    encoder: Bert | None
    max_words: int = MAX_WORDS
    max_words_alone: int = MAX_WORDS_ALONE

    @classmethod
    def load(
        cls, folder: Path, config: Mapping[str, Any], *, encoder: Path, device: torch.device
    ) -> PaperNetwork:
        base = load_encoder(encoder, expected=config["encoder"]).to(device)
        settings = PaperSettings(**{**UNNAMED, **config["settings"]})
        model = PaperModel(settings, base.embeddings.word_embeddings.weight)
        model.load_state_dict(load_weights(folder, config))
        features = base if settings.contextual_width else None
        return cls(model.eval().to(device), load_tokenizer(encoder), features)

    @torch.inference_mode()
    def read(
        self, documents: Sequence[AnnotatedDocument], *, wording: Wording = "text"
    ) -> list[Grid]:
        """Read with the paper's own decisions, documents of similar length together.

        Places are spans of the text, so either wording is the text's.
        Raises BadInput for a document whose prefixes would not fit in memory.
        """
        for document in documents:
            if _n_read([document]) > self.max_words_alone:
                raise BadInput(
                    f"{document.document.id!r} is too long for the paper's model, which reads the "
                    f"text anew at each of {document.document.n_steps} steps for each of "
                    f"{len(document.entities)} entities; use the default checkpoint"
                )
        self.model.eval()
        grids: dict[int, Grid] = {}
        for rows in _buckets(documents, self.max_words):
            bucket = [documents[row] for row in rows]
            grids.update(zip(rows, self._read_together(bucket), strict=True))
        return [grids[row] for row in range(len(documents))]

    def _read_together(self, documents: Sequence[AnnotatedDocument]) -> list[Grid]:
        device = next(self.model.parameters()).device
        batch, _ = paper_batch(documents, tokenizer=self.tokenizer, encoder=self.encoder)
        batch = batch.to(device)
        longest = self.model.settings.longest_span
        return paper_grids(paper_decode(self.model(batch), batch.steps, longest=longest), documents)


def _buckets(documents: Sequence[AnnotatedDocument], max_words: int) -> Iterator[list[int]]:
    """Yield rows of similar length, so that little is padding, at most ``max_words`` a bucket."""
    order = sorted(range(len(documents)), key=lambda row: _n_read([documents[row]]))
    bucket: list[int] = []
    for row in order:
        if bucket and _n_read([documents[member] for member in (*bucket, row)]) > max_words:
            yield bucket
            bucket = []
        bucket.append(row)
    if bucket:
        yield bucket


def _n_read(documents: Sequence[AnnotatedDocument]) -> int:
    """Count the words read over all entities and states of a batch, padding included."""
    n_words = max(sum(map(len, document.tokens)) for document in documents)
    n_states = max(document.document.n_steps for document in documents) + 1
    n_entities = max(len(document.entities) for document in documents)
    return len(documents) * n_words * n_states * n_entities
