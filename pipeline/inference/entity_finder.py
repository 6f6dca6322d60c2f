"""Discovery of the entities to track in documents that name none.

A token classifier (`kgmodel.tagger`) gives every word its probability of naming an entity; runs of
likely words are mentions; mentions of one name are combined; likely names are entities.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.domain.document import MAX_NAME_LENGTH, Document, Entity
from pipeline.errors import BadInput, CheckpointError
from pipeline.inference.checkpoints import DEFAULT_TAGGER, encoder_folder
from pipeline.inference.windows import windows_of
from pipeline.text.names import Key, Word, head, key_of, words_of

if TYPE_CHECKING:
    from tokenizers import Tokenizer

    from kgmodel.tagger import PieceTagger

__all__ = [
    "Decoding",
    "Tagger",
    "choose_entities",
    "discover_entities",
    "load_tagger",
    "word_probabilities",
]

LONGEST_MENTION = 8  # words; ProPara's longest participant has six

_CONJUNCTIONS = frozenset({"and", "or", "then", "but"})  # never inside a mention
# cut off where a mention begins or ends with one
_LOOSE_ENDS = frozenset(
    """
    a an the this that these those some any each every all both another other its their his her
    your our my and or of to in on at by for from with into onto as is are be it they
    """.split()
)


@dataclass(frozen=True, slots=True)
class Decoding:
    """The least probability of a word that is part of a mention, and of a name that is an entity.

    ``limit`` is the most entities a document can have; the likeliest are kept.
    """

    word: float = 0.07
    entity: float = 0.65
    limit: int = 100


@dataclass(frozen=True, slots=True)
class Tagger:
    """A loaded network and how its probabilities are read; ``checkpoint`` is its SHA-256."""

    network: PieceTagger
    tokenizer: Tokenizer
    decoding: Decoding
    checkpoint: str


def load_tagger(
    checkpoint: Path | None = None, *, device: str = "auto", encoder: Path | None = None
) -> Tagger:
    """Load a tagger, by default the one that ships. Raises CheckpointError with a fix."""
    from kgmodel.checkpoint import DamagedCheckpoint
    from kgmodel.device import choose_device
    from kgmodel.pretrained import EncoderMismatch, load_tokenizer
    from kgmodel.tagger import load_piece_tagger

    folder = DEFAULT_TAGGER if checkpoint is None else checkpoint
    base = encoder_folder(encoder)
    try:
        network, config = load_piece_tagger(folder, base)
        decoding = Decoding(**config["decoding"])
    except EncoderMismatch as error:
        raise CheckpointError(f"{error}; give the encoder it was trained on") from error
    except (DamagedCheckpoint, KeyError, TypeError) as error:
        raise CheckpointError(f"{error}; install stepgraph again or train it anew") from error
    try:
        network.to(choose_device(device))
    except ValueError as error:
        raise BadInput(str(error)) from error
    return Tagger(network, load_tokenizer(base), decoding, config["weights_sha256"])


def discover_entities(
    documents: Sequence[Document], *, tagger: Tagger, threshold: float | None = None
) -> list[tuple[Entity, ...]]:
    """Return the entities of each document, in order of first mention.

    ``threshold`` is the least probability of an entity, by default the tagger's own; a lower one
    finds more, right and wrong. A document without any likely name gets its likeliest word; only a
    document with no word at all has no entity, which the caller refuses, naming ``--entity``.
    """
    decoding = tagger.decoding
    if threshold is not None:
        decoding = replace(decoding, entity=threshold, word=min(decoding.word, threshold))
    words = [words_of(document) for document in documents]
    chances = word_probabilities(documents, words, tagger=tagger)
    return [
        choose_entities(document, rows, likely, decoding=decoding)
        for document, rows, likely in zip(documents, words, chances, strict=True)
    ]


def word_probabilities(
    documents: Sequence[Document], words: Sequence[Sequence[Sequence[Word]]], *, tagger: Tagger
) -> list[list[list[float]]]:
    """Return the probability that each word names an entity (document, step, word).

    It is the mean of the word's pieces.
    """
    from kgmodel.tagger import LABELS, piece_probabilities

    cut = windows_of(documents, words, tokenizer=tagger.tokenizer)
    windows = [window for each in cut for window in each.pieces]
    of_pieces = iter(piece_probabilities(tagger.network, windows))
    label = LABELS.index("entity")
    result = []
    for each in cut:
        pieces = [next(of_pieces)[:, label].tolist() for _ in each.pieces]
        result.append(
            [
                [_mean(pieces[window][first:end]) for window, first, end in places]
                for places in each.places
            ]
        )
    return result


@dataclass(frozen=True, slots=True)
class _Mention:
    words: tuple[Word, ...]
    probability: float

    @property
    def name(self) -> str:
        return " ".join(word.text for word in self.words)


Named = dict[Key, list[_Mention]]


def choose_entities(
    document: Document,
    words: Sequence[Sequence[Word]],
    chances: Sequence[Sequence[float]],
    *,
    decoding: Decoding,
) -> tuple[Entity, ...]:
    """Turn the probabilities of words, ``chances`` (step, word), into entities.

    A mention is a run of words of at least ``decoding.word`` and has their mean probability; a
    name has 1 - Π (1 - p) over its mentions p. A one-word name joins its one longer name.
    """
    groups = _joined(_mentions(document, words, chances, least=decoding.word))
    if not groups:
        groups = _likeliest_word(words, chances)
    ranked = sorted(groups, key=_probability, reverse=True)
    likely = [each for each in ranked if _probability(each) >= decoding.entity] or ranked[:1]
    kept = likely[: decoding.limit]
    casing = _Casing(document, words)
    return tuple(_entity(group, casing) for group in groups if any(group is each for each in kept))


def _mentions(
    document: Document,
    words: Sequence[Sequence[Word]],
    chances: Sequence[Sequence[float]],
    *,
    least: float,
) -> Named:
    named: Named = {}
    for step, row, likely in zip(document.steps, words, chances, strict=True):
        for run in _runs(step.text, row, likely, least=least):
            mention = _Mention(tuple(word for word, _ in run), _mean([chance for _, chance in run]))
            if len(run) <= LONGEST_MENTION and len(mention.name) <= MAX_NAME_LENGTH:
                named.setdefault(key_of(mention.name), []).append(mention)
    return named


def _runs(
    text: str, words: Sequence[Word], chances: Sequence[float], *, least: float
) -> Iterator[list[tuple[Word, float]]]:
    """Neighbouring likely words with nothing but blanks between them, loose ends cut off."""
    run: list[tuple[Word, float]] = []
    for word, chance in zip(words, chances, strict=True):
        likely = chance >= least and word.text.lower() not in _CONJUNCTIONS
        apart = bool(run) and text[run[-1][0].char_end : word.char_start].strip() != ""
        if apart or not likely:
            yield from _trimmed(run)
            run = []
        if likely:
            run.append((word, chance))
    yield from _trimmed(run)


def _trimmed(run: list[tuple[Word, float]]) -> Iterator[list[tuple[Word, float]]]:
    while run and not _begins_a_name(run[0][0].text):
        run = run[1:]
    while run and run[-1][0].text.lower() in _LOOSE_ENDS:
        run = run[:-1]
    if run:
        yield run


def _begins_a_name(word: str) -> bool:
    return word.lower() not in _LOOSE_ENDS and not word.isnumeric()  # "10 cups" are cups


def _joined(named: Named) -> list[Named]:
    """Put each one-word name with its only longer name: "cloud" with "rain cloud".

    A longer name that says what was done ("filtered blood") is another thing than the bare one.
    """
    longer: dict[str, list[Key]] = {}
    for key in named:
        if len(key) > 1:
            longer.setdefault(head(key), []).append(key)
    groups: dict[Key, Named] = {}
    for key, mentions in named.items():
        same = longer.get(key[0], []) if len(key) == 1 else []
        joins = len(same) == 1 and not any(word.endswith("ed") for word in same[0][:-1])
        groups.setdefault(same[0] if joins else key, {})[key] = mentions
    return list(groups.values())


def _likeliest_word(
    words: Sequence[Sequence[Word]], chances: Sequence[Sequence[float]]
) -> list[Named]:
    """The one word to track where no run of words is likely; none if there is no word."""
    each = [
        _Mention((word,), chance)
        for row, likely in zip(words, chances, strict=True)
        for word, chance in zip(row, likely, strict=True)
        if len(word.text) <= MAX_NAME_LENGTH
    ]
    named = [mention for mention in each if _begins_a_name(mention.name)] or each
    if not named:
        return []
    best = max(named, key=lambda mention: mention.probability)
    return [{key_of(best.name): [best]}]


def _probability(group: Named) -> float:
    return 1 - prod(1 - each.probability for mentions in group.values() for each in mentions)


def _entity(group: Named, casing: _Casing) -> Entity:
    """Name a group by the form used most, of its likeliest name; other names are aliases."""
    names = []
    for mentions in sorted(group.values(), key=_expected, reverse=True):
        forms = Counter(casing.of(mention.words) for mention in mentions)
        names.append(forms.most_common(1)[0][0])
    return Entity(names[0], tuple(dict.fromkeys(names)))


def _expected(mentions: Sequence[_Mention]) -> float:
    """Return how many of the mentions are expected to be right."""
    return sum(each.probability for each in mentions)


class _Casing:
    """Knows which words of a document keep their capitals: acronyms, formulas, proper names."""

    def __init__(self, document: Document, words: Sequence[Sequence[Word]]) -> None:
        self._shouted = not any(character.islower() for character in document.text)
        self._in_lower: set[str] = set()
        self._capital_inside: set[str] = set()  # capitalised elsewhere than at a step's beginning
        for row in words:
            for place, word in enumerate(row):
                if word.text[0].islower():
                    self._in_lower.add(word.text.lower())
                elif place > 0:
                    self._capital_inside.add(word.text.lower())

    def of(self, words: Iterable[Word]) -> str:
        return " ".join(self._cased(word.text) for word in words)

    def _cased(self, word: str) -> str:
        lower = word.lower()
        if self._shouted:
            return lower
        if any(character.isupper() for character in word[1:]):
            return word
        proper = lower in self._capital_inside and lower not in self._in_lower
        return word if proper else lower


def _mean(chances: Sequence[float]) -> float:
    return sum(chances) / len(chances)
