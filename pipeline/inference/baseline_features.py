"""Documents as tensors for the baselines; they share the paper's words and targets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from torch import Tensor

from kgmodel.baselines.text import BaselineTargets, BaselineText, StateChange
from kgmodel.paper.encoder import WordVectors
from pipeline.domain.document import AnnotatedDocument
from pipeline.domain.grid import Change, Grid, Location
from pipeline.inference.candidates import occurrences, place_key
from pipeline.inference.frozen_encoder import encode_paragraph
from pipeline.inference.paper_features import paper_document, paper_targets, word_pieces

if TYPE_CHECKING:
    from tokenizers import Tokenizer

    from kgmodel.bert import Bert

__all__ = ["baseline_targets", "baseline_text"]

_CHANGES = {
    Change.NONE: StateChange.NONE,
    Change.CREATE: StateChange.CREATE,
    Change.MOVE: StateChange.MOVE,
    Change.DESTROY: StateChange.DESTROY,
}


def baseline_text(
    document: AnnotatedDocument,
    *,
    tokenizer: Tokenizer,
    vectors: WordVectors,
    encoder: Bert | None = None,
) -> BaselineText:
    """Return a document's words as the paper's model has them, with its candidate locations.

    With an ``encoder`` words are its features of the paragraph instead of ``vectors``. Candidates
    are the runs of words that could name a place; those with one key are one.
    """
    batch = paper_document(document, tokenizer=tokenizer)
    starts, ends = batch.mention_starts[0].long(), batch.mention_ends[0].long()
    inside = starts.cumsum(-1) - ends.cumsum(-1) + ends  # mentions do not overlap
    _, spans, owners = _candidates(document)
    with torch.no_grad():
        words = (
            vectors(batch.tokens[0])
            if encoder is None
            else encode_paragraph(word_pieces(document, tokenizer), tokenizer, encoder)
        )
        return BaselineText(
            words=words,
            steps=batch.steps[0],
            names=_names(batch.queries[0], vectors),
            mentions=inside > 0,
            spans=torch.tensor(spans, dtype=torch.long).view(-1, 2),
            owners=torch.tensor(owners, dtype=torch.long),
        )


def _candidates(
    document: AnnotatedDocument,
) -> tuple[dict[str, int], list[tuple[int, int]], list[int]]:
    """Number the keys of places; return them with each run's span of words and its number."""
    numbers: dict[str, int] = {}
    spans, owners, first_word = [], [], 0
    for order, tokens in enumerate(document.tokens):
        for occurrence in occurrences(tokens, step=order + 1):
            spans.append((first_word + occurrence.first, first_word + occurrence.last + 1))
            owners.append(numbers.setdefault(occurrence.key, len(numbers)))
        first_word += len(tokens)
    return numbers, spans, owners


def _names(queries: Tensor, vectors: WordVectors) -> Tensor:
    """Mean vectors of the words between "where is" and "located ?": (entity, width).

    Words that the tokenizer drops, such as those of invisible characters, do not count; a name of
    nothing else is zero.
    """
    words = vectors(queries)
    has_pieces = (queries != 0).any(dim=-1)
    names = []
    for row, real in enumerate(has_pieces):
        own = words[row, real.nonzero()[:, 0]][2:-2]
        names.append(own.sum(dim=0) / max(len(own), 1))
    return torch.stack(names)


def baseline_targets(document: AnnotatedDocument, grid: Grid) -> BaselineTargets:
    """Return the gold answers, tracks in the order of the document's entities."""
    answers = paper_targets(document, grid)
    numbers, _, _ = _candidates(document)

    def candidate(place: Location) -> int:
        return numbers.get(place_key(place.text.split()), -1) if place.kind == "stated" else -1

    steps = range(1, grid.n_steps + 1)
    return BaselineTargets(
        answers.existence[0],
        answers.starts[0],
        answers.ends[0],
        torch.tensor([[candidate(place) for place in track.locations] for track in grid.tracks]),
        torch.tensor(
            [[_CHANGES[track.change_at(step)] for step in steps] for track in grid.tracks]
        ),
    )
