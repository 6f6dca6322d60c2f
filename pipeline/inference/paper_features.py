"""Documents as tensors for the paper's model, and its answers as grids."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import torch
from torch import Tensor

from kgmodel.paper.batch import Existence, PaperBatch, PaperTargets, join_batches, join_targets
from kgmodel.paper.encoder import Reads
from kgmodel.paper.model import PaperAnswers
from pipeline.domain.document import AnnotatedDocument, Entity, Token
from pipeline.domain.grid import NOWHERE, SOMEWHERE, Change, Evidence, Grid, Location, Track
from pipeline.domain.lemmas import ARTICLES, lemma
from pipeline.inference.candidates import lower_text, one_wording, place_key
from pipeline.inference.frozen_encoder import encode_prefixes

if TYPE_CHECKING:
    from tokenizers import Tokenizer

    from kgmodel.bert import Bert

__all__ = [
    "grid_of_answers",
    "paper_batch",
    "paper_document",
    "paper_grids",
    "paper_targets",
    "word_pieces",
]

MAX_PIECES = 12  # of one word; what is longer is a formula or an address, known by its beginning


def paper_batch(
    documents: Sequence[AnnotatedDocument],
    grids: Sequence[Grid] | None = None,
    *,
    tokenizer: Tokenizer,
    encoder: Bert | None = None,
    longest_span: int = 10,
) -> tuple[PaperBatch, PaperTargets | None]:
    """Return several documents as one batch, with targets if there are ``grids``.

    With an ``encoder`` the batch has its features of each prefix, never of what comes after.
    """
    batch = join_batches(
        [paper_document(document, tokenizer=tokenizer, encoder=encoder) for document in documents]
    )
    if grids is None:
        return batch, None
    gold = [
        paper_targets(document, grid, longest_span=longest_span)
        for document, grid in zip(documents, grids, strict=True)
    ]
    return batch, join_targets(gold)


def paper_document(
    document: AnnotatedDocument, *, tokenizer: Tokenizer, encoder: Bert | None = None
) -> PaperBatch:
    """Return a document as a batch of one. Words are annotate's tokens; each has its pieces.

    Exact matches, as in DrQA: the word, in lower case, is one of the entity's, and its lemma is.
    """
    words = [token for tokens in document.tokens for token in tokens]
    steps = [order + 1 for order, tokens in enumerate(document.tokens) for _ in tokens]
    pieces = word_pieces(document, tokenizer)
    queries = [_query(entity, tokenizer) for entity in document.entities]
    starts, ends = _mentions(document, len(words))
    return PaperBatch(
        tokens=_rectangle([pieces]),
        steps=torch.tensor([steps], dtype=torch.long),
        n_steps=torch.tensor([document.document.n_steps]),
        queries=_rectangle(queries)[None],
        present=torch.ones(1, len(document.entities), dtype=torch.bool),
        exact=_exact_matches(document.entities, words)[None],
        mention_starts=starts[None],
        mention_ends=ends[None],
        contextual=None
        if encoder is None
        else encode_prefixes(pieces, document.tokens, tokenizer, encoder)[None],
    )


def paper_targets(
    document: AnnotatedDocument, grid: Grid, *, longest_span: int = 10, reads: Reads = "prefix"
) -> PaperTargets:
    """Return the gold answers, tracks in the order of the document's entities.

    A stated place is the last run of words with its key up to the state's step. Without one it is
    SOMEWHERE: the entity exists, and no word so far states its place. The targets are the same for
    a reader of the whole paragraph, which could read of a place before its step. For a reader of
    the sentence only words of the state's step count.
    """
    words = [token for tokens in document.tokens for token in tokens]
    steps = [order + 1 for order, tokens in enumerate(document.tokens) for _ in tokens]
    spans = _spans_by_key(words, steps, longest=longest_span)
    size = (len(document.entities), grid.n_steps + 1)
    existence = torch.full(size, int(Existence.NOWHERE))
    starts, ends = torch.full(size, -1), torch.full(size, -1)
    for row, track in enumerate(grid.tracks):
        for state, place in enumerate(track.locations):
            if place == NOWHERE:
                continue
            existence[row, state] = Existence.SOMEWHERE
            stated = spans.get(place_key(place.text.split()), ()) if place != SOMEWHERE else ()
            first = max(state, 1) if reads == "sentence" else 1
            known = [span for span in stated if first <= steps[span[0]] <= max(state, 1)]
            if known:
                existence[row, state] = Existence.SPAN
                starts[row, state], ends[row, state] = known[-1]
    return PaperTargets(existence[None], starts[None], ends[None])


def paper_grids(answers: PaperAnswers, documents: Sequence[AnnotatedDocument]) -> list[Grid]:
    """Return the paper's own decisions, the most likely answer at each state, as grids.

    The probability of a change is that of the two answers it compares, taken as independent.
    """
    probabilities = answers.probabilities()
    exists = 1 - answers.existence[..., Existence.NOWHERE]
    return [
        grid_of_answers(
            document,
            existence=answers.best_existence[row],
            spans=answers.best_spans[row],
            probabilities=probabilities[row],
            exists=exists[row],
        )
        for row, document in enumerate(documents)
    ]


def grid_of_answers(
    document: AnnotatedDocument,
    *,
    existence: Tensor,
    spans: Tensor,
    probabilities: Tensor,
    exists: Tensor,
) -> Grid:
    """Return decisions on one document as a grid; each begins (entity, state).

    existence: values of ``Existence``. spans: (…, 2), of half-open positions of words.
    probabilities: of the decision. exists: the probability that the entity exists. What stands on
    padding after a document's entities and states is left out.
    """
    decided, places = existence.tolist(), spans.tolist()
    certain, alive = probabilities.tolist(), exists.tolist()
    states = range(document.document.n_steps + 1)
    tracks = [
        _track(
            entity,
            [_place(document, decided[row][state], places[row][state]) for state in states],
            [certain[row][state] for state in states],
            [alive[row][state] for state in states],
        )
        for row, entity in enumerate(document.entities)
    ]
    return Grid(document.document.n_steps, tuple(tracks))


def _track(
    entity: Entity,
    at: Sequence[tuple[Location, Evidence | None]],
    probabilities: Sequence[float],
    exists: Sequence[float],
) -> Track:
    locations = one_wording(place for place, _ in at)
    bare = Track(entity, locations)
    changes, evidence = [], []
    for step in range(1, bare.n_steps + 1):
        change = bare.change_at(step)
        sure = {
            Change.CREATE: (1 - exists[step - 1]) * exists[step],
            Change.DESTROY: exists[step - 1] * (1 - exists[step]),
        }
        changes.append(sure.get(change, probabilities[step - 1] * probabilities[step]))
        stated = at[step][1]
        here = stated if stated is not None and stated.step == step else Evidence(step)
        evidence.append(None if change is Change.NONE else here)
    return Track(
        entity,
        locations,
        tuple(probabilities),
        tuple(exists),
        tuple(changes),
        tuple(stated for _, stated in at),
        tuple(evidence),
    )


def _place(
    document: AnnotatedDocument, existence: int, span: Sequence[int]
) -> tuple[Location, Evidence | None]:
    """Return a decided answer as a location, with the words that state it as evidence."""
    if existence != Existence.SPAN:
        return (NOWHERE if existence == Existence.NOWHERE else SOMEWHERE), None
    words = [
        (step, token)
        for step, tokens in zip(document.document.steps, document.tokens, strict=True)
        for token in tokens
    ][span[0] : span[1]]
    if len(words) > 1 and words[0][1].text.lower() in ARTICLES:
        words = words[1:]
    step = words[0][0]
    start, end = (
        words[0][1].char_start - step.char_start,
        words[-1][1].char_end - step.char_start,
    )
    text = lower_text([token for _, token in words])
    return Location(text), Evidence(step.number, start, end)


def _query(entity: Entity, tokenizer: Tokenizer) -> list[list[int]]:
    """Return the pieces of each word of "where is E located ?", synonyms joined by "or"."""
    words = f"where is {' or '.join(entity.aliases)} located ?".split()
    return [_pieces(word, tokenizer) for word in words]


def word_pieces(document: AnnotatedDocument, tokenizer: Tokenizer) -> list[list[int]]:
    """Return the ids of each word's pieces."""
    return [_pieces(token.text, tokenizer) for tokens in document.tokens for token in tokens]


def _pieces(word: str, tokenizer: Tokenizer) -> list[int]:
    ids: list[int] = tokenizer.encode(word, add_special_tokens=False).ids
    return ids[:MAX_PIECES]


def _rectangle(rows: Sequence[Sequence[Sequence[int]]]) -> Tensor:
    """Ids as (row, position, piece), padded with 0."""
    n_words = max((len(row) for row in rows), default=0)
    n_pieces = max((len(word) for row in rows for word in row), default=0)
    ids = torch.zeros(len(rows), n_words, max(n_pieces, 1), dtype=torch.long)
    for order, row in enumerate(rows):
        for position, word in enumerate(row):
            ids[order, position, : len(word)] = torch.tensor(word, dtype=torch.long)
    return ids


def _exact_matches(entities: Sequence[Entity], words: Sequence[Token]) -> Tensor:
    """(entity, position, 2) bool: same word, same lemma."""
    rows = []
    for entity in entities:
        parts = {part for alias in entity.aliases for part in alias.lower().split()}
        lemmas = {lemma(part) for part in parts}
        rows.append([[token.text.lower() in parts, token.lemma in lemmas] for token in words])
    return torch.tensor(rows, dtype=torch.bool).view(len(entities), len(words), 2)


def _mentions(document: AnnotatedDocument, n_words: int) -> tuple[Tensor, Tensor]:
    """First and last words of the mentions, each (entity, position) bool."""
    starts = torch.zeros(len(document.entities), n_words, dtype=torch.bool)
    ends = torch.zeros_like(starts)
    first_of_step = [0]
    for tokens in document.tokens:
        first_of_step.append(first_of_step[-1] + len(tokens))
    for row, mentions in enumerate(document.mentions):
        for mention in mentions:
            offset = document.document.steps[mention.step - 1].char_start
            covered = [
                order
                for order, token in enumerate(document.tokens[mention.step - 1])
                if token.char_start - offset < mention.char_end
                and token.char_end - offset > mention.char_start
            ]
            if covered:
                starts[row, first_of_step[mention.step - 1] + covered[0]] = True
                ends[row, first_of_step[mention.step - 1] + covered[-1]] = True
    return starts, ends


def _spans_by_key(
    words: Sequence[Token], steps: Sequence[int], *, longest: int
) -> dict[str, list[tuple[int, int]]]:
    """Return the half-open runs of words within a step, by the key of the place they name.

    Of runs with one key that overlap ("the root", "root") only the shortest is kept.
    """
    spans: dict[str, list[tuple[int, int]]] = {}
    for first in range(len(words)):
        for last in range(first, min(first + longest, len(words))):
            if steps[last] != steps[first]:
                break
            key = place_key([token.text for token in words[first : last + 1]])
            runs = spans.setdefault(key, [])
            if runs and runs[-1][1] > first:  # they come by first word: this one lies within
                if last + 1 - first < runs[-1][1] - runs[-1][0]:
                    runs[-1] = (first, last + 1)
                continue
            runs.append((first, last + 1))
    return spans
