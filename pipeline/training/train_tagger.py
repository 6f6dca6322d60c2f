"""Training of the tagger: on gold, or on gold mixed with soft targets.

Which entities annotators track is partly a matter of taste, and with few annotators a network that
repeats their choices learns the taste of single documents. So networks can first be trained without
some of the documents and predict those (cross-fitting); another network is then trained on their
probabilities mixed with gold: distillation (Hinton et al. 2015) in which no teacher was trained on
the documents it predicts.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import torch
from tokenizers import Tokenizer
from torch import Tensor

from kgmodel.device import autocast
from kgmodel.tagger import LABELS, PieceTagger, tagging_loss
from pipeline.inference.entity_finder import word_probabilities
from pipeline.text.names import words_of
from pipeline.training.tagger_examples import Example, Grids, WordProbabilities, examples_from

__all__ = ["FURTHER", "TaggerTraining", "cross_fitted_probabilities", "train_tagger"]

NEIGHBOURS = 14  # documents of one block: neighbours in ProPara share a topic


@dataclass(frozen=True, slots=True)
class TaggerTraining:
    """Settings of a training, chosen by cross-validation over ProPara's train and dev.

    ``epochs`` suit some thousands of documents; ProPara's 391 alone need seven.

    All weights but the word embeddings are tuned; what changed is then cut to ``rank``.
    ``warmup`` is a share of all updates; the rates rise over it and then fall to 0. ``doubt`` is
    the weight of soft targets against gold, ``folds`` the number of networks that make them.
    """

    epochs: int = 4
    batch_size: int = 8
    encoder_rate: float = 1e-4
    label_rate: float = 1e-3
    weight_decay: float = 0.01
    warmup: float = 0.1
    dropout: float = 0.1
    largest_gradient: float = 1.0
    rank: int = 48
    doubt: float = 0.5
    folds: int = 3


# To train a tagger further on documents of other kinds: fewer epochs and lower rates
FURTHER = TaggerTraining(epochs=2, encoder_rate=6e-5, label_rate=6e-4)


def cross_fitted_probabilities(
    grids: Grids,
    *,
    tokenizer: Tokenizer,
    network: Callable[[], PieceTagger],
    training: TaggerTraining,
    seed: int,
    progress: Callable[[str], None],
) -> Iterator[tuple[int, WordProbabilities]]:
    """Yield each document's number and its words' probabilities by a network trained without it.

    ``network`` makes one to train, ``training.folds`` times. ``progress`` gets a line an epoch.
    """
    for fold, held_out in enumerate(_folds(len(grids), training.folds)):
        rest = [grid for number, grid in enumerate(grids) if number not in held_out]
        teacher = network()
        examples = examples_from(rest, tokenizer=tokenizer)
        for loss in train_tagger(teacher, examples, training=training, seed=100 * seed + fold):
            progress(f"soft targets {fold + 1} of {training.folds}: loss {loss:.4f}")
        documents = [grids[number][0] for number in held_out]
        words = [words_of(document) for document in documents]
        chances = word_probabilities(documents, words, network=teacher, tokenizer=tokenizer)
        yield from zip(held_out, chances, strict=True)


def _folds(n_documents: int, n_folds: int) -> list[list[int]]:
    """About equally many documents in each fold, neighbours together; at most one a document."""
    size = min(NEIGHBOURS, max(1, n_documents // n_folds))
    blocks = [
        list(range(start, min(n_documents, start + size))) for start in range(0, n_documents, size)
    ]
    random.Random(0).shuffle(blocks)
    folds: list[list[int]] = [[] for _ in range(n_folds)]
    for block in blocks:
        min(folds, key=len).extend(block)
    return [fold for fold in folds if fold]


def train_tagger(
    network: PieceTagger, examples: Sequence[Example], *, training: TaggerTraining, seed: int
) -> Iterator[float]:
    """Fine-tune in place; yield the mean loss of each epoch."""
    torch.manual_seed(seed)
    order = torch.Generator().manual_seed(seed)
    device = network.labels.weight.device
    optimizer = _optimizer(network, training)
    per_epoch = -(-len(examples) // training.batch_size)
    schedule = _schedule(optimizer, updates=training.epochs * per_epoch, warmup=training.warmup)
    for _ in range(training.epochs):
        network.train()
        total = 0.0
        for batch in _batches(examples, size=training.batch_size, order=order):
            pieces, present, targets = (each.to(device) for each in _padded(batch))
            with autocast(device):
                scores = network(pieces, present)
            loss = tagging_loss(scores, targets, present)
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            torch.nn.utils.clip_grad_norm_(network.parameters(), training.largest_gradient)
            optimizer.step()
            schedule.step()
            total += loss.item()
        yield total / per_epoch


def _batches(
    examples: Sequence[Example], *, size: int, order: torch.Generator
) -> Iterator[list[Example]]:
    """Yield shuffled batches of examples of about the same length, so that little is padded."""
    rows = torch.randperm(len(examples), generator=order).tolist()
    batches = []
    for start in range(0, len(rows), 4 * size):
        chunk = sorted(rows[start : start + 4 * size], key=lambda row: len(examples[row].pieces))
        batches += [chunk[first : first + size] for first in range(0, len(chunk), size)]
    for place in torch.randperm(len(batches), generator=order).tolist():
        yield [examples[row] for row in batches[place]]


def _optimizer(network: PieceTagger, training: TaggerTraining) -> torch.optim.Optimizer:
    network.encoder.embeddings.requires_grad_(False)
    tuned = [weight for weight in network.encoder.parameters() if weight.requires_grad]
    return torch.optim.AdamW(
        [
            {"params": tuned, "lr": training.encoder_rate},
            {"params": list(network.labels.parameters()), "lr": training.label_rate},
        ],
        weight_decay=training.weight_decay,
        fused=True,
    )


def _schedule(
    optimizer: torch.optim.Optimizer, *, updates: int, warmup: float
) -> torch.optim.lr_scheduler.LambdaLR:
    rising = max(1, int(warmup * updates))
    falling = max(1, updates - rising)
    return torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda done: min((done + 1) / rising, (updates - done) / falling)
    )


def _padded(batch: Sequence[Example]) -> tuple[Tensor, Tensor, Tensor]:
    """Return pieces and present (batch, piece), targets (batch, piece, label)."""
    width = max(len(example.pieces) for example in batch)
    pieces = torch.zeros(len(batch), width, dtype=torch.int64)
    present = torch.zeros(len(batch), width, dtype=torch.bool)
    targets = torch.zeros(len(batch), width, len(LABELS))
    for row, example in enumerate(batch):
        length = len(example.pieces)
        pieces[row, :length] = torch.tensor(example.pieces)
        present[row, :length] = True
        targets[row, :length] = example.targets
    return pieces, present, targets
