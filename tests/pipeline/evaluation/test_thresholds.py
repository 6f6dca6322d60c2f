"""Thresholds and what they state, against figures worked out by hand."""

from pipeline.evaluation.calibration import JudgedAnswer
from pipeline.evaluation.thresholds import (
    StatedShare,
    cross_validated_share,
    fit_threshold,
    stated_share,
)

ANSWERS = [
    JudgedAnswer(0.2, False),
    JudgedAnswer(0.4, True),
    JudgedAnswer(0.6, False),
    JudgedAnswer(0.8, True),
    JudgedAnswer(0.9, True),
]


def test_what_is_not_below_the_threshold_is_stated():
    share = stated_share(ANSWERS, 0.6)

    assert share == StatedShare(answers=5, stated=3, right=2)
    assert (share.coverage, share.precision) == (3 / 5, 2 / 3)


def test_where_nothing_is_stated_there_is_no_precision():
    assert stated_share(ANSWERS, 1.0).precision is None
    assert stated_share([], 0.5).coverage == 0.0


def test_the_threshold_is_the_smallest_that_is_precise_enough():
    assert fit_threshold(ANSWERS, precision=0.6) == 0.0
    assert fit_threshold(ANSWERS, precision=0.75) == 0.21
    assert fit_threshold(ANSWERS, precision=0.9) == 0.61


def test_a_probability_counts_as_it_is_printed():
    answers = [JudgedAnswer(0.604, False), JudgedAnswer(0.606, True)]

    assert fit_threshold(answers, precision=1.0) == 0.61


def test_some_answers_are_never_precise_enough():
    assert fit_threshold([JudgedAnswer(0.9, False)], precision=0.5) is None


def test_each_document_is_counted_with_the_threshold_of_the_others():
    low = [JudgedAnswer(0.3, True)]
    high = [JudgedAnswer(0.7, True), JudgedAnswer(0.5, False)]

    share = cross_validated_share([low, high], precision=1.0)

    # low with the threshold 0.51 of high, which states nothing; high with 0.0 of low
    assert share == StatedShare(answers=3, stated=2, right=1)


def test_without_a_threshold_that_fits_nothing_is_stated():
    wrong = [JudgedAnswer(0.9, False)]

    assert cross_validated_share([ANSWERS, wrong], precision=0.5).stated == 1


def test_the_threshold_of_the_others_is_fitted_on_all_of_them():
    low = [JudgedAnswer(0.3, True)]
    high = [JudgedAnswer(0.7, True), JudgedAnswer(0.5, False)]

    share = cross_validated_share([low, high, low], precision=1.0)

    # both low with the threshold 0.51 of high; high with 0.0
    assert share == StatedShare(answers=4, stated=2, right=1)
