"""Times are split off a question: step numbers, words for the start and the end, clauses."""

from __future__ import annotations

import pytest

from pipeline.questions.parsed_question import Time
from pipeline.questions.time_clauses import TimeClause, split_clause
from pipeline.questions.time_expressions import split_time


@pytest.mark.parametrize(
    ("words", "relation", "step"),
    [
        ("at step 3", "at", 3),
        ("in step 3", "at", 3),
        ("on step 3", "at", 3),
        ("during step 3", "at", 3),
        ("by step 3", "at", 3),
        ("as of step 3", "at", 3),
        ("until step 3", "at", 3),
        ("through step 3", "at", 3),
        ("by the end of step 3", "at", 3),
        ("at the end of sentence 3", "at", 3),
        ("after step 3", "after", 3),
        ("right after step 3", "after", 3),
        ("just after step 3", "after", 3),
        ("following step 3", "after", 3),
        ("once step 3 is done", "after", 3),
        ("before step 3", "before", 3),
        ("right before step 3", "before", 3),
        ("just before step 3", "before", 3),
        ("prior to step 3", "before", 3),
    ],
)
def test_a_word_of_time_stands_for_before_at_or_after_a_step(words, relation, step):
    assert split_time(f"Where is it {words}") == ("Where is it", Time(relation, step))


@pytest.mark.parametrize(
    ("words", "step"),
    [
        ("step #12", 12),
        ("step number 4", 4),
        ("step no. 4", 4),
        ("#7", 7),
        ("7", 7),
        ("STEP TWO", 2),
        ("step zero", 0),
        ("step nine", 9),
        ("step ten", 10),
        ("step eleven", 11),
        ("step twenty", 20),
        ("the first step", 1),
        ("the ninth step", 9),
        ("the tenth step", 10),
        ("the eleventh step", 11),
        ("the twentieth step", 20),
        ("the 21st step", 21),
        ("the last step", -1),
        ("the final step", -1),
        ("the very last step", -1),
        ("the penultimate step", -2),
        ("the second to last sentence", -2),
        ("the next to last step", -2),
        ("the second step", 2),
    ],
)
def test_a_step_is_named_by_a_number_a_word_or_its_place_from_the_end(words, step):
    assert split_time(f"Where is it after {words}") == ("Where is it", Time("after", step))


@pytest.mark.parametrize(
    ("words", "step"),
    [
        ("at the start", 0),
        ("in the very beginning", 0),
        ("initially", 0),
        ("originally", 0),
        ("to begin with", 0),
        ("before anything happens", 0),
        ("before all steps", 0),
        ("at the end", -1),
        ("eventually", -1),
        ("at last", -1),
        ("in the final state", -1),
        ("after all the steps", -1),
        ("when it is finished", -1),
    ],
)
def test_words_for_the_start_and_the_end_are_states(words, step):
    assert split_time(f"Where is it {words}") == ("Where is it", Time("after", step))


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("Where is the tea, after step 3", "Where is the tea"),
        ("After step 3, where is the tea", "where is the tea"),
        ("after step 3 where is the tea", "where is the tea"),
        ("What is after step 3 in the pot", "What is in the pot"),
        ("Where is, after step 3, the tea", "Where is the tea"),
        ("where was after step 3 the tea", "where was the tea"),
    ],
)
def test_a_time_stands_at_either_end_or_behind_the_first_words(text, rest):
    assert split_time(text) == (rest, Time("after", 3))


@pytest.mark.parametrize(
    ("text", "step"),
    [
        ("What do I do first", 1),
        ("what should we do very first", 1),
        ("What is the first thing that I do", 1),
        ("What comes last", -1),
        ("What must you do last", -1),
        ("What is the final step", -1),
    ],
)
def test_what_is_done_first_or_last_is_a_question_for_a_step(text, step):
    assert split_time(text) == ("what do I do", Time("at", step))


@pytest.mark.parametrize(
    ("text", "step"),
    [
        ("Where does the tea end up", -1),
        ("where do the leaves End Up", -1),
        ("Where does the tea start", 0),
        ("Where does the tea start out", 0),
        ("In which place does the tea begin", 0),
    ],
)
def test_a_verb_of_starting_or_ending_is_a_time_and_stays_in_the_question(text, step):
    assert split_time(text) == (text, Time("after", step))


@pytest.mark.parametrize(
    "text",
    ["Where is the tea", "What is the last supper", "Where does the tea go", "in step 3", ""],
)
def test_a_question_without_a_time_stays_as_it_is(text):
    assert split_time(text) == (text, None)


@pytest.mark.parametrize(
    ("conjunction", "relation"),
    [
        ("before", "before"),
        ("right before", "before"),
        ("just before", "before"),
        ("prior to", "before"),
        ("until", "before"),
        ("till", "before"),
        ("after", "after"),
        ("Right After", "after"),
        ("just after", "after"),
        ("following", "after"),
        ("once", "after"),
        ("as soon as", "after"),
        ("when", "at"),
        ("whenever", "at"),
        ("while", "at"),
        ("during", "at"),
        ("by the time", "at"),
    ],
)
def test_a_conjunction_sets_how_a_clause_relates_to_the_time(conjunction, relation):
    clause = TimeClause(relation, "the kettle boils")

    assert split_clause(f"Where is it {conjunction} the kettle boils") == ("Where is it", clause)
    assert split_clause(f"{conjunction} the kettle boils, where is it") == ("where is it", clause)


def test_a_comma_before_a_clause_is_no_part_of_the_question():
    assert split_clause("Is it hot, once it boils") == (
        "Is it hot",
        TimeClause("after", "it boils"),
    )
