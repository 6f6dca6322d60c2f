"""Any of the baselines on documents, one document after another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch

from kgmodel.baselines.boxes import Baseline
from kgmodel.baselines.registry import REGISTRY
from kgmodel.checkpoint import load_weights
from kgmodel.paper.encoder import WordVectors
from kgmodel.pretrained import load_encoder, load_tokenizer
from pipeline.domain.document import AnnotatedDocument
from pipeline.domain.grid import Grid
from pipeline.inference.baseline_features import baseline_text
from pipeline.inference.paper_features import grid_of_answers
from pipeline.inference.wordings import Wording

if TYPE_CHECKING:
    from tokenizers import Tokenizer

__all__ = ["BaselineNetwork"]


@dataclass(frozen=True, slots=True)
class BaselineNetwork:
    """A baseline with the fixed vectors of its words."""

    model: Baseline
    tokenizer: Tokenizer
    vectors: WordVectors

    @classmethod
    def load(
        cls, folder: Path, config: Mapping[str, Any], *, encoder: Path, device: torch.device
    ) -> BaselineNetwork:
        base = load_encoder(encoder, expected=config["encoder"])
        vectors = WordVectors(base.embeddings.word_embeddings.weight)
        architecture = REGISTRY[config["architecture"]]
        settings = type(architecture.settings)(**config["settings"])
        model = architecture.network(vectors.width, settings)
        model.load_state_dict(load_weights(folder, config))
        return cls(model.eval().to(device), load_tokenizer(encoder), vectors)

    def read(
        self, documents: Sequence[AnnotatedDocument], *, wording: Wording = "text"
    ) -> list[Grid]:
        """Read each document by itself. Places are spans of the text, in either wording."""
        self.model.eval()
        return [self._read(document) for document in documents]

    def _read(self, document: AnnotatedDocument) -> Grid:
        text = baseline_text(document, tokenizer=self.tokenizer, vectors=self.vectors)
        decisions = self.model.decide(text.to(next(self.model.parameters()).device))
        return grid_of_answers(
            document,
            existence=decisions.existence,
            spans=decisions.spans,
            probabilities=decisions.probabilities,
            exists=decisions.exists,
        )
