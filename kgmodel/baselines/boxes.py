"""Parts that several baselines are made of."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from kgmodel.baselines.decisions import Decisions
from kgmodel.baselines.text import BaselineTargets, BaselineText

__all__ = ["Baseline", "BaselineSettings", "BiLSTM", "Sentences", "attended", "mean_where"]


@dataclass(frozen=True)
class BaselineSettings:
    """width: of the projected words and of each direction of an LSTM.

    contextual: words are the frozen encoder's features of the paragraph, not fixed vectors.
    """

    width: int = 64
    dropout: float = 0.3
    contextual: bool = False


class Baseline(nn.Module, ABC):
    """Reads one document for all its entities.

    Differs from every paper: fixed vectors of word pieces stand for GloVe, and the features of a
    frozen encoder for ELMo, projected to ``width``.
    """

    def __init__(self, word_width: int, settings: BaselineSettings) -> None:
        super().__init__()
        self.settings = settings
        self.project = nn.Linear(word_width, settings.width)
        self.dropout = nn.Dropout(settings.dropout)

    def read_words(self, text: BaselineText) -> Tensor:
        """Return the document's words, projected: (word, width)."""
        words: Tensor = self.dropout(self.project(text.words))
        return words

    @abstractmethod
    def loss(self, text: BaselineText, targets: BaselineTargets) -> Tensor:
        """The loss of one document, a mean over its answers."""

    @abstractmethod
    def decide(self, text: BaselineText) -> Decisions:
        """The best answers, without gradients."""


class BiLSTM(nn.Module):
    """A bidirectional LSTM over rows of different length."""

    def __init__(self, inputs: int, width: int) -> None:
        super().__init__()
        self.rnn = nn.LSTM(inputs, width, batch_first=True, bidirectional=True)
        self.width = 2 * width

    def forward(self, rows: Tensor, lengths: Tensor) -> Tensor:
        """Return (row, position, width), zero on padding.

        rows: (row, position, inputs). lengths: (row,), at least 1.
        """
        if not len(rows):
            return rows.new_zeros(0, rows.shape[1], self.width)
        packed = pack_padded_sequence(rows, lengths.cpu(), batch_first=True, enforce_sorted=False)
        encoded, _ = pad_packed_sequence(
            self.rnn(packed)[0], batch_first=True, total_length=rows.shape[1]
        )
        return encoded


@dataclass(frozen=True)
class SentenceVectors:
    """Encoded sentences, a row an entity and step.

    first: (row,) the place of its first word in the document. words: (row, position, width).
    is_word: (row, position) bool. entity, verb: (row, width), the mentions' words and the attended
    word.
    """

    first: Tensor
    words: Tensor
    is_word: Tensor
    entity: Tensor
    verb: Tensor

    @property
    def both(self) -> Tensor:
        """h_ev = [h_e; h_v]: (row, 2 * width)."""
        return torch.cat([self.entity, self.verb], dim=-1)


class Sentences(nn.Module):
    """Each sentence read for each entity: c = BiLSTM([word; in a mention of E]).

    h_e is the mean of c over E's mentions, zero where the sentence has none; h_v = Σ b_i c_i with
    b = softmax(w · c_i). Differs from the papers, which mark the verb: no tagger of parts of speech
    is packaged, so attention looks for the word that says what happens.
    """

    def __init__(self, width: int) -> None:
        super().__init__()
        self.rnn = BiLSTM(width + 1, width)
        self.width = self.rnn.width
        self.verb = nn.Linear(self.width, 1)

    def forward(self, words: Tensor, text: BaselineText, read: Tensor) -> SentenceVectors:
        """Read the sentences of the steps that ``read`` has for each entity.

        words: (word, width), projected. read: (entity, step) bool; rows run over the steps of an
        entity first.
        """
        entities, steps = read.nonzero().unbind(dim=-1)
        positions = text.sentences()[steps]
        is_word = positions >= 0
        safe = positions.clamp(min=0)
        mentions = text.mentions[entities[:, None], safe] & is_word
        rows = torch.cat([words[safe], mentions[..., None].to(words.dtype)], dim=-1)
        encoded = self.rnn(rows, is_word.sum(dim=-1))
        verb = attended(encoded, self.verb(encoded).squeeze(-1), is_word)
        weights = mentions.to(encoded.dtype)
        entity = (weights[:, None, :] @ encoded).squeeze(1)
        entity = entity / weights.sum(dim=-1, keepdim=True).clamp(min=1)
        return SentenceVectors(positions[:, 0], encoded, is_word, entity, verb)


def attended(words: Tensor, scores: Tensor, is_word: Tensor) -> Tensor:
    """Σ a_i c_i with a = softmax(scores): (row, width).

    words: c (row, position, width). scores, is_word: (row, position).
    """
    weights = scores.masked_fill(~is_word, -torch.inf).softmax(dim=-1)
    return (weights[:, None, :] @ words).squeeze(1)


def mean_where(vectors: Tensor, where: Tensor) -> Tensor:
    """Means of the words that each row has: (…, width), zero where it has none.

    vectors: (word, width). where: (…, word) bool.
    """
    weights = where.to(vectors.dtype)
    mean: Tensor = weights @ vectors / weights.sum(dim=-1, keepdim=True).clamp(min=1)
    return mean
