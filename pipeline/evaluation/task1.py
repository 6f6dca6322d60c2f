"""ProPara's task 1: when and where each participant is created, destroyed and moved.

Equal to the official scorer (evalQA.py), which judges a prediction against several annotators'
answers: each annotator is scored separately, though they disagree. Questions are named here; the
scorer numbers them Q1 to Q10 in the order of ``QUESTIONS``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from pipeline.errors import BadInput
from pipeline.evaluation.task1_files import AnnotatedChange, PlaceRow, Task1Gold

__all__ = ["QUESTIONS", "Counts", "Task1Scores", "same_place", "score"]

QUESTIONS = (
    "created",
    "created_when",
    "created_where",
    "destroyed",
    "destroyed_when",
    "destroyed_where",
    "moved",
    "moved_when",
    "moved_from",
    "moved_to",
)
CATEGORIES = {
    "cat1": ("created", "destroyed", "moved"),
    "cat2": ("created_when", "destroyed_when", "moved_when"),
    "cat3": ("created_where", "destroyed_where", "moved_from", "moved_to"),
}
MICRO_WEIGHTS = {"cat1": 750, "cat2": 601, "cat3": 823}  # fixed in the official scorer

_NULL, _UNKNOWN = "null", "unk"

Track = Sequence[PlaceRow]  # one participant's rows, ordered by step
Tracks = Mapping[str, Track]  # of one document, by participant


@dataclass(frozen=True, slots=True)
class Counts:
    """True and false, positive and negative; rates are percentages."""

    tp: int = 0
    fp: int = 0
    tn: int = 0
    fn: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(
            self.tp + other.tp, self.fp + other.fp, self.tn + other.tn, self.fn + other.fn
        )

    @property
    def total(self) -> int:
        return self.tp + self.fp + self.tn + self.fn

    @property
    def accuracy(self) -> float:
        return 100 * ((self.tp + self.tn) / self.total) if self.total else 0.0

    @property
    def precision(self) -> float:
        return 100 * (self.tp / (self.tp + self.fp)) if self.tp + self.fp else 0.0

    @property
    def recall(self) -> float:
        return 100 * (self.tp / (self.tp + self.fn)) if self.tp + self.fn else 0.0

    @property
    def f1(self) -> float:
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0


@dataclass(frozen=True, slots=True)
class Task1Scores:
    """Counts by question; categories, macro and micro average in percent."""

    questions: Mapping[str, Counts]

    def question(self, name: str) -> float:
        """Accuracy; F1 for when something moved, which can have several answers."""
        counts = self.questions[name]
        return counts.f1 if name == "moved_when" else counts.accuracy

    def category(self, name: str) -> float:
        """Plain mean of the questions of ``cat1``, ``cat2`` or ``cat3``."""
        return sum(self.question(question) for question in CATEGORIES[name]) / len(CATEGORIES[name])

    @property
    def macro(self) -> float:
        return sum(self.category(name) for name in CATEGORIES) / len(CATEGORIES)

    @property
    def micro(self) -> float:
        weighted = sum(self.category(name) * weight for name, weight in MICRO_WEIGHTS.items())
        return weighted / sum(MICRO_WEIGHTS.values())

    def as_json(self) -> dict[str, float]:
        """Percentages as the official scorer prints them."""
        scores = {name: self.category(name) for name in CATEGORIES}
        scores |= {"macro": self.macro, "micro": self.micro}
        return {name: round(value, 2) for name, value in scores.items()}

    def questions_as_json(self) -> dict[str, dict[str, float]]:
        """Percentages of each question; ``score`` is the one that its category averages."""
        return {
            name: {
                "precision": round(counts.precision, 2),
                "recall": round(counts.recall, 2),
                "f1": round(counts.f1, 2),
                "score": round(self.question(name), 2),
            }
            for name, counts in self.questions.items()
        }


def score(gold: Task1Gold, predicted: Iterable[PlaceRow]) -> Task1Scores:
    """Score rows (participants as task 1 names them) against every annotator.

    Raises BadInput where a row that gold asks about is missing; other rows are ignored.
    """
    documents = _by_document(predicted)
    totals = dict.fromkeys(QUESTIONS, Counts())
    for document, annotators in gold.annotators.items():
        participants = sorted({change.participant for changes in annotators for change in changes})
        tracks = _tracks(document, participants, documents.get(document, {}))
        for changes in annotators:
            for question, counts in _score_annotator(changes, tracks):
                totals[question] += counts
    return Task1Scores(totals)


def _by_document(rows: Iterable[PlaceRow]) -> dict[str, dict[str, dict[int, PlaceRow]]]:
    documents: dict[str, dict[str, dict[int, PlaceRow]]] = {}
    for row in rows:
        documents.setdefault(row.document, {}).setdefault(row.participant, {})[row.step] = row
    return documents


def _tracks(
    document: str, participants: Sequence[str], predicted: Mapping[str, Mapping[int, PlaceRow]]
) -> Tracks:
    for participant in participants:
        if participant not in predicted:
            raise BadInput(f"paragraph {document} has no rows for {participant!r}; add one a step")
    return {
        participant: [predicted[participant][step] for step in sorted(predicted[participant])]
        for participant in participants
    }


def _score_annotator(
    changes: Sequence[AnnotatedChange], tracks: Tracks
) -> Iterator[tuple[str, Counts]]:
    """Yield the counts of all questions about one document against one annotator's answers."""
    created = [change for change in changes if change.kind == "create"]
    destroyed = [change for change in changes if change.kind == "destroy"]
    moved = [change for change in changes if change.kind == "move"]
    yield "created", _whether(created, tracks, lambda track: _creation(track) is not None)
    yield "destroyed", _whether(destroyed, tracks, lambda track: _destruction(track) is not None)
    yield "moved", _whether(moved, tracks, lambda track: bool(_moves(track)))
    yield "created_when", _when(created, tracks, _creation)
    yield "destroyed_when", _when(destroyed, tracks, _destruction)
    yield "moved_when", _moved_when(moved, tracks)
    yield "created_where", _where(created, tracks, _after)
    yield "destroyed_where", _where(destroyed, tracks, _before)
    yield "moved_from", _where(moved, tracks, _before)
    yield "moved_to", _where(moved, tracks, _after)


def _whether(
    changes: Sequence[AnnotatedChange], tracks: Tracks, happens: Callable[[Track], bool]
) -> Counts:
    """Count one question a participant, those that nothing happens to included."""
    changed = {change.participant for change in changes}
    total = Counts()
    for participant, track in tracks.items():
        match happens(track), participant in changed:
            case True, True:
                total += Counts(tp=1)
            case True, False:
                total += Counts(fp=1)
            case False, False:
                total += Counts(tn=1)
            case _:
                total += Counts(fn=1)
    return total


def _when(
    changes: Sequence[AnnotatedChange], tracks: Tracks, find: Callable[[Track], int | None]
) -> Counts:
    """Count one question a change; no step predicted is a miss, another step a false one."""
    total = Counts()
    for change in changes:
        step = find(tracks[change.participant])
        total += Counts(tp=step == change.step, fp=step not in (None, change.step), fn=step is None)
    return total


def _moved_when(changes: Sequence[AnnotatedChange], tracks: Tracks) -> Counts:
    """Count one question a step of each participant that the annotator saw moving.

    True negatives do not enter the score; the official ones come from any one participant.
    """
    gold: dict[str, set[int]] = {}
    for change in changes:
        gold.setdefault(change.participant, set()).add(change.step)
    total = Counts()
    for participant, steps in gold.items():
        predicted = _moves(tracks[participant])
        tp, fp, fn = len(predicted & steps), len(predicted - steps), len(steps - predicted)
        total += Counts(tp, fp, len(tracks[participant]) - tp - fp - fn, fn)
    return total


def _where(
    changes: Sequence[AnnotatedChange],
    tracks: Tracks,
    read: Callable[[AnnotatedChange | PlaceRow], str],
) -> Counts:
    """Count one question a known gold place, at the gold step, whatever happens there."""
    total = Counts()
    for change in changes:
        place = read(change)
        if place == _UNKNOWN:
            continue
        row = next((row for row in tracks[change.participant] if row.step == change.step), None)
        if row is None:
            document = tracks[change.participant][0].document
            raise BadInput(
                f"{change.participant!r} of paragraph {document} has no row for step "
                f"{change.step}; add it"
            )
        predicted = read(row)
        if predicted in (_NULL, _UNKNOWN):
            total += Counts(fn=1)
        else:
            right = same_place(predicted, place)
            total += Counts(tp=right, fp=not right)
    return total


def _before(row: AnnotatedChange | PlaceRow) -> str:
    return row.before


def _after(row: AnnotatedChange | PlaceRow) -> str:
    return row.after


def _creation(track: Track) -> int | None:
    """The first step after which it exists, if it did not before the first."""
    if track[0].before != _NULL:
        return None
    return next((row.step for row in track if row.after != _NULL), None)


def _destruction(track: Track) -> int | None:
    """The last step before which it exists, if it does not after the last."""
    if track[-1].after != _NULL:
        return None
    return next((row.step for row in reversed(track) if row.before != _NULL), None)


def _moves(track: Track) -> set[int]:
    return {
        row.step
        for row in track
        if _NULL not in (row.before, row.after) and row.before != row.after
    }


def same_place(predicted: str, gold: str) -> bool:
    """Return True if the predicted words, stemmed, are a run of gold's: fewer words are right."""
    return predicted == gold or _stemmed(predicted) in _stemmed(gold)


@lru_cache(maxsize=10_000)
def _stemmed(place: str) -> str:
    words = place.lower().replace('"', "").split()
    return f" {' '.join(_stemmer().stem(word) for word in words)} "


@cache
def _stemmer() -> Any:
    """NLTK's Porter2 stemmer; imported on first use, because NLTK takes a second to import."""
    from nltk.stem.snowball import SnowballStemmer

    return SnowballStemmer("english")
