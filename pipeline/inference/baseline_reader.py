"""Any of the baselines on documents, one document after another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch

from kgmodel.baselines.boxes import Baseline
from kgmodel.baselines.registry import REGISTRY
from kgmodel.baselines.text import BaselineText
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

    from kgmodel.bert import Bert

__all__ = ["BaselineNetwork"]


@dataclass(frozen=True, slots=True)
class BaselineNetwork:
    """A baseline with what its words are made of: fixed vectors, or ``encoder``'s features."""

    model: Baseline
    tokenizer: Tokenizer
    vectors: WordVectors
    encoder: Bert | None = None

    @classmethod
    def of(
        cls, model: Baseline, tokenizer: Tokenizer, base: Bert, *, device: torch.device
    ) -> BaselineNetwork:
        """Put a model on a device, with the words that its settings ask for."""
        vectors = WordVectors(base.embeddings.word_embeddings.weight)
        encoder = base.eval().to(device) if model.settings.contextual else None
        return cls(model.to(device), tokenizer, vectors, encoder)

    @classmethod
    def load(
        cls, folder: Path, config: Mapping[str, Any], *, encoder: Path, device: torch.device
    ) -> BaselineNetwork:
        base = load_encoder(encoder, expected=config["encoder"])
        architecture = REGISTRY[config["architecture"]]
        settings = type(architecture.settings)(**config["settings"])
        model = architecture.network(base.sizes.hidden_size, settings)
        model.load_state_dict(load_weights(folder, config))
        return cls.of(model, load_tokenizer(encoder), base, device=device)

    def read(
        self, documents: Sequence[AnnotatedDocument], *, wording: Wording = "text"
    ) -> list[Grid]:
        """Read each document by itself. Places are spans of the text, in either wording."""
        return self.answer(documents, [self.text(document) for document in documents])

    def text(self, document: AnnotatedDocument) -> BaselineText:
        return baseline_text(
            document, tokenizer=self.tokenizer, vectors=self.vectors, encoder=self.encoder
        )

    def answer(
        self, documents: Sequence[AnnotatedDocument], texts: Sequence[BaselineText]
    ) -> list[Grid]:
        """Read documents whose words are known already."""
        self.model.eval()
        return [self._answer(*pair) for pair in zip(documents, texts, strict=True)]

    def _answer(self, document: AnnotatedDocument, text: BaselineText) -> Grid:
        decisions = self.model.decide(text.to(next(self.model.parameters()).device))
        return grid_of_answers(
            document,
            existence=decisions.existence,
            spans=decisions.spans,
            probabilities=decisions.probabilities,
            exists=decisions.exists,
        )
