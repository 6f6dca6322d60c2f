"""Task 2 by the rules of 2018: what differs, by hand, then the official scores of both."""

from __future__ import annotations

import json

import pytest

from pipeline.datasets.propara import ActionRow, read_actions
from pipeline.errors import BadInput
from pipeline.evaluation.task2 import Score
from pipeline.evaluation.task2_2018 import answers_of_rows, read_gold, score
from pipeline.evaluation.task2_answers import Answers, Conversion, Move, largest_steps


def actions(*names: str, entity: str = "a") -> list[ActionRow]:
    return [ActionRow("1", step, entity, name, "?", "?") for step, name in enumerate(names, 1)]


@pytest.mark.parametrize(
    ("sequence", "is_input", "is_input_later"),
    [
        # the first step "remembers" all but the last, every other forgets the one before it
        ("DESTROY CREATE", False, False),
        ("CREATE DESTROY", True, False),
        ("CREATE NONE DESTROY", False, False),
        ("NONE DESTROY", True, True),
    ],
)
def test_before_october_what_counts_as_earlier_is_cut_one_short(sequence, is_input, is_input_later):
    rows = actions(*sequence.split())

    assert bool(answers_of_rows(rows)["1"].inputs) == is_input
    assert bool(answers_of_rows(rows, generation="2018-10-21")["1"].inputs) == is_input_later


def test_the_overall_score_has_four_digits_as_it_was_printed():
    many = Answers(tuple("abcdefg"), (), (), ())
    few = Answers(("a",), (), (), ())

    lacking, wrong = score({"1": many}, {"1": few}), score({"1": few}, {"1": many})

    for part, scores in (("recall", lacking), ("precision", wrong)):
        questions = (scores.inputs, scores.outputs, scores.conversions, scores.moves)
        mean = sum(getattr(question, part) for question in questions) / 4
        assert getattr(scores.overall, part) == round(mean, 4) != mean


def test_only_a_semicolon_and_a_space_separate_synonyms():
    rows = actions("DESTROY", entity="rain; dew;mist")

    assert answers_of_rows(rows)["1"].inputs == ("rain OR dew;mist",)


@pytest.mark.parametrize(
    ("gold", "predicted", "agreement"),
    [
        ("The Plants", "plant", 1.0),  # names are normalised too
        ("root AND roots", "root", 1 / 2),  # 1 of 1 + 2 - 1
        ("root", "root AND roots", 2.0),  # 2 of 2 + 1 - 2
        ("root AND rooted", "roots AND rooting", 1.0),  # 2 of 2 + 2 - 2
        ("rain AND dew", "rain", 1 / 2),
        ("rain OR dew", "dew", 1.0),
        ("rain", "soil", 0.0),
    ],
)
def test_names_agree_by_predicted_terms_found(gold, predicted, agreement):
    scores = score({"1": Answers((gold,), (), (), ())}, {"1": Answers((predicted,), (), (), ())})

    assert scores.inputs == Score(agreement, agreement)


def test_conversions_and_moves_agree_by_the_mean_of_their_slots_at_one_step():
    gold = Answers((), (), (Conversion("a", "b", "x", 1),), (Move("a", "x", "y", 2),))
    predicted = Answers((), (), (Conversion("a", "c", "x", 1),), (Move("a", "x", "y", 1),))

    scores = score({"1": gold}, {"1": predicted})

    assert scores.conversions == Score(0.667, 0.667)
    assert scores.moves == Score(0.0, 0.0)


def test_only_predicted_documents_are_scored_and_unknown_ones_refused():
    right = Answers(("a",), (), (), ())

    assert score({"1": right, "2": Answers(("b",), (), (), ())}, {"1": right}).f1 == 1.0
    with pytest.raises(BadInput, match="paragraph 3 is not in the gold of 2018"):
        score({"1": right}, {"3": right})


def test_gold_is_a_file_of_answers(tmp_path):
    (tmp_path / "gold_qa.pre-2018-10-21.tsv").write_text(
        "1\t1\train OR dew\tsoil\n1\t2\n1\t3\ta AND b++++c++++x++++2\n1\t4\ta++++++++y++++1\n"
    )

    assert read_gold(tmp_path) == {
        "1": Answers(
            ("rain OR dew", "soil"),
            (),
            (Conversion("a AND b", "c", "x", 2),),
            (Move("a", "", "y", 1),),
        )
    }


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "line 1: expected an id, a question from 1 to 4"),
        ("x\t1\train", "line 1: the paragraph id 'x' is not a whole number"),
        ("1\t5\train", "line 1: expected an id, a question from 1 to 4"),
        ("1\t3\train", "line 1: expected an id, a question from 1 to 4"),
    ],
)
def test_a_malformed_gold_file_is_refused(tmp_path, line, message):
    (tmp_path / "gold_qa.pre-2018-10-21.tsv").write_text(f"{line}\n")

    with pytest.raises(BadInput, match=message):
        read_gold(tmp_path)


@pytest.mark.propara
@pytest.mark.parametrize(
    "name",
    [
        "prostruct.test",
        "proglobal.leaderboard.test",
        "proglobal.untuned.test",
        "prolocal.run1.test",
        "prolocal.run2.test",
    ],
)
@pytest.mark.parametrize(
    ("generation", "key"),
    [
        ("before 2018-10-21", "pre_2018-10-21 (commit 456f42e)"),
        ("2018-10-21", "2018-10-21 (commit 14a7af8)"),
    ],
)
def test_published_predictions_score_as_they_did(propara, name, generation, key):
    folder = propara / "emnlp18_old_eval"
    official = json.loads((folder / "scores.json").read_text())[name][key]
    n_steps = largest_steps(read_actions(propara / "task2" / "test" / "answers.tsv"))
    rows = read_actions(propara / "task2" / "predictions" / f"{name}.tsv")

    scores = score(
        read_gold(folder, generation=generation),
        answers_of_rows(rows, n_steps=n_steps, generation=generation),
    )

    overall = scores.as_json()["overall"]
    assert {key: round(100 * value, 2) for key, value in overall.items()} == official
