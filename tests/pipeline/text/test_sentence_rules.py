"""Where sentences end, by what stands on both sides of a mark."""

from __future__ import annotations

import pytest

from pipeline.text.names import head
from pipeline.text.sentences import sentence_spans


def sentences(text: str) -> list[str]:
    return [text[slice(*span)] for span in sentence_spans(text)]


@pytest.mark.parametrize(
    "text",
    [
        "Ask Gen. Lee now.",
        "See pp. 5 and 6.",
        "Take the avg. value.",
        "See fig. a now.",
        "See Fig. 12b now.",
        "3. Stir it.",
        "Step 3. Stir it.",
        "iv. Stir it.",
        "(b. Stir it.)",
        "Wait 5 min. then stir.",
        "He says “Stop.” and goes.",
        "He says “Stop!” and goes.",
        "Wait… and stir.",
        "Wait?... and stir.",
        "Ask J. R. Ewing now.",
        "Ask U.S. troops now.",
        "Open a/b.Txt now.",
        "Open x@y.Com now.",
        "Open 2ab.Com now.",
        "Open ab.C/d now.",
    ],
)
def test_these_marks_are_within_a_sentence(text: str) -> None:
    assert sentences(text) == [text]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("They said no. I wait.", "They said no."),
        ("They said no. A cup fell.", "They said no."),
        ("They said no. Water fell.", "They said no."),
        ("Wait 5 min. Stir it.", "Wait 5 min."),
        ("Wait for it. stir it.", "Wait for it."),
        ("Stir part b. Water it.", "Stir part b."),
        ("He says “Stop.” He goes.", "He says “Stop.”"),
        ("He says “Stop!” He goes.", "He says “Stop!”"),
        ("Wait… Stir it.", "Wait…"),
        ("Wait. stir it.", "Wait."),
        ("Wait! stir it.", "Wait!"),
        ("No stop\n\nhere", "No stop"),
        ("Take it to the U.S. The end.", "Take it to the U.S."),
        ("Add vitamin C. Then wait.", "Add vitamin C."),
        ("Stir it.Wait for it.", "Stir it."),
        ("Rub it.[1] Wait.", "Rub it.[1]"),
        ("Take approx.\n\nfive", "Take approx."),
        (f"{'x' * 61} b. Water it.", f"{'x' * 61} b."),
        ("Go to step. Wait.", "Go to step."),
    ],
)
def test_these_marks_end_a_sentence(text: str, first: str) -> None:
    assert sentences(text)[0] == first
    assert len(sentences(text)) == 2


def test_signs_without_letters_are_no_sentence() -> None:
    assert sentences("... !  Wait.  — !") == ["Wait."]
    assert sentence_spans("  Wait.  ") == [(2, 7)]


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        (("water", "from", "taps"), "water"),
        (("from", "taps"), "taps"),
        (("cup", "of", "water", "in", "tin"), "cup"),
    ],
)
def test_the_head_of_a_name_stands_before_its_first_preposition(
    key: tuple[str, ...], expected: str
) -> None:
    assert head(key) == expected
