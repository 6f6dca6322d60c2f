"""The classifier of lines and sentences: its features and its arithmetic."""

from __future__ import annotations

import zlib

import numpy as np
import pytest

from kgmodel.phrase_kinds import KINDS, PhraseKinds, phrase_features


def feature(name: str) -> int:
    return zlib.crc32(name.encode())


def classifier(
    weights: dict[str, list[int]], bias: tuple[float, ...] = (0, 0, 0, 0)
) -> PhraseKinds:
    names = sorted(weights, key=feature)
    return PhraseKinds.of_tensors(
        {
            "keys": np.array([feature(name) for name in names], dtype=np.uint32),
            "weight": np.array([weights[name] for name in names], dtype=np.int8),
            "scale": np.array([0.5, 0.5, 0.5, 1.0], dtype=np.float32),
            "bias": np.array(bias, dtype=np.float32),
        }
    )


@pytest.mark.parametrize(
    "name",
    ["word rinse", "word .", "pair rinse the", "place 0 rinse", "place 2 jar", "first rinse the",
     "first rinse the jar", "ending 0 se", "ending 1 he", "ending nse", "last .",
     "length 3 False"],
)  # fmt: skip
def test_a_phrase_has_words_pairs_and_how_it_begins_and_ends(name: str) -> None:
    assert feature(name) in phrase_features("Rinse the jar.")


@pytest.mark.parametrize(
    ("phrase", "name", "has"),
    [
        ("I’d rinse it", "word i'd", True),
        ("we rinse it", "speaker", True),
        ("rinse it", "speaker", False),
        ("add 250 ml", "word 0", True),
        ("add 250 ml", "word 250", False),
        ("one two " * 10, "length 12 True", True),
        ("one two " * 9, "length 12 False", True),
        ("x" * 400 + " end", "word end", False),
    ],
)
def test_numbers_are_alike_and_speakers_and_lengths_count(
    phrase: str, name: str, has: bool
) -> None:
    assert (feature(name) in phrase_features(phrase)) is has


def test_features_are_in_order_and_each_once() -> None:
    features = phrase_features("rinse, rinse, rinse")

    assert features == sorted(set(features))


def test_scores_are_the_sum_of_the_weights_that_were_learnt() -> None:
    own = classifier({"word rinse": [2, 0, 0, 0], "word jar": [4, -6, 0, 1]}, (0, 1, 0, 0))

    assert own.scores(["rinse", "the jar", "rinse the jar", "nothing", ""]).tolist() == [
        [1, 1, 0, 0],
        [2, -2, 0, 1],
        [3, -2, 0, 1],
        [0, 1, 0, 0],
        [0, 1, 0, 0],
    ]
    assert own.scores([]).shape == (0, len(KINDS))


def test_log_odds_are_those_of_the_probabilities() -> None:
    scores = np.log(np.array([[0.1, 0.2, 0.3, 0.4]], dtype=np.float32))

    odds = PhraseKinds.log_odds(scores, "remark", against=("step", "description"))

    assert odds == pytest.approx([np.log(0.3 / 0.6)])


def test_a_file_without_a_tensor_is_refused() -> None:
    with pytest.raises(KeyError, match="keys"):
        PhraseKinds.of_tensors({})
