"""Raised and lowered characters keep their meaning in plain text."""

import pytest

from pipeline.sources.scripts import subscript, superscript


@pytest.mark.parametrize(
    ("words", "written"),
    [("5", "⁵"), ("-3", "⁻³"), ("x", "^x"), ("a b", "^(a b)"), ("th", "th"), ("o", "°")],
)
def test_raised_words_are_unicode_or_follow_a_mark(words: str, written: str) -> None:
    assert superscript(words) == written


def test_the_mark_of_a_footnote_is_left_out() -> None:
    assert superscript("[12]") == superscript(" ") == ""


@pytest.mark.parametrize(("words", "written"), [("2", "₂"), ("max", "_max"), ("", "")])
def test_lowered_words_are_unicode_or_follow_a_mark(words: str, written: str) -> None:
    assert subscript(words) == written
