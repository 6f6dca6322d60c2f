"""The trained classifier of lines and sentences, as rules for texts use it.

Two files hold it: ``weights.safetensors``, and ``config.json`` with the thresholds and how it was
trained.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pipeline.errors import CheckpointError

if TYPE_CHECKING:
    from kgmodel.phrase_kinds import PhraseKinds, Scores

__all__ = ["PHRASES", "Phrases", "load_phrases"]

PHRASES = Path(__file__).parents[2] / "kgmodel" / "checkpoints" / "phrases"
_NEARLY = 0.8  # of the lines of a list
_SURELY = 2.0  # further from the threshold, in log-odds
_FIX = "make it again with 'stepgraph train-phrases', or install stepgraph again"


@dataclass(frozen=True, slots=True)
class Phrases:
    """``least_remark``: the least log-odds of a remark against anything else that a paragraph
    holds."""

    kinds: PhraseKinds
    least_remark: float

    def are_surely_remarks(self, sentences: Sequence[str]) -> bool:
        """Return True if every one of the sentences only says something about what is to be done,
        and none is a close call."""
        odds = self._remark_odds(self.kinds.scores(sentences))
        return len(sentences) > 0 and bool((odds > self.least_remark + _SURELY).all())

    def n_steps(self, sentences: Sequence[str]) -> int:
        """Return how many sentences say what to do rather than anything else."""
        scores = self.kinds.scores(sentences)
        return int((self.kinds.log_odds(scores, "step", against=("remark", "material")) > 0).sum())

    def name_things(self, lines: Sequence[str]) -> bool:
        """Return True if lines are entries of a list of what is needed: nearly all likely are."""
        scores = self.kinds.scores(lines)
        odds = self.kinds.log_odds(scores, "material", against=("step", "remark", "description"))
        return len(lines) > 0 and float((odds > 0).mean()) >= _NEARLY and bool(odds.mean() > 1)

    def are_remarks(self, sentences: Sequence[str]) -> list[bool]:
        """Return which sentences of a text only say something about what is to be done.

        None does if the text describes what happens, as texts on nature do.
        """
        scores = self.kinds.scores(sentences)
        described = self.kinds.log_odds(scores, "description", against=("step", "remark"))
        if len(sentences) == 0 or described.mean() > 0:
            return [False] * len(sentences)
        return [bool(odds > self.least_remark) for odds in self._remark_odds(scores)]

    def _remark_odds(self, scores: Scores) -> Scores:
        return self.kinds.log_odds(scores, "remark", against=("step", "description"))


@cache
def load_phrases(folder: Path = PHRASES) -> Phrases:
    """Load the classifier of a folder. Raises CheckpointError with a fix."""
    from kgmodel.phrase_kinds import KINDS, PhraseKinds
    from kgmodel.small_checkpoint import UnusableCheckpoint, load_small_checkpoint

    def phrases_of(config: Mapping[str, Any], tensors: Mapping[str, Any]) -> Phrases:
        least = float(config["thresholds"]["remark"])
        return Phrases(PhraseKinds.of_tensors(tensors), least_remark=least)

    try:
        return load_small_checkpoint(
            folder, phrases_of, contents="classifier of lines", expected={"kinds": list(KINDS)}
        )
    except UnusableCheckpoint as error:
        raise CheckpointError(f"{error}; {_FIX}") from error
