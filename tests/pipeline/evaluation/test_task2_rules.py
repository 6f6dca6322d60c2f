"""Task 2 at its edges: terms, answers read from rows, and the scores of unequal lists."""

from __future__ import annotations

import pytest

from pipeline.datasets.propara import ActionRow
from pipeline.errors import BadInput
from pipeline.evaluation import task2_2018
from pipeline.evaluation.task2 import Score, places_agree, score
from pipeline.evaluation.task2_answers import Answers, Conversion, Move, answer, by_document
from pipeline.evaluation.task2_terms import as_terms, normalised, normalised_terms


def track(entity: str, places: str, document: str = "1") -> list[ActionRow]:
    """Rows of one entity that goes through these places, without any action."""
    names = places.split()
    return [
        ActionRow(document, step, entity, "NONE", before, after)
        for step, (before, after) in enumerate(zip(names, names[1:], strict=False), start=1)
    ]


def rows_of(**tracks: str) -> list[ActionRow]:
    return [row for entity, places in tracks.items() for row in track(entity, places)]


def answers(**tracks: str) -> Answers:
    return answer(by_document(rows_of(**tracks))["1"])


ARTICLES = "a an the your his their my another other this that".split()


@pytest.mark.parametrize("article", ARTICLES)
def test_one_article_is_left_out(article):
    assert normalised(f"{article.title()} Rocks") == "rock"


@pytest.mark.parametrize(
    ("phrase", "plain"),
    [("a the rock", "the rock"), ("the a rock", "a rock"), ("rock ", "rock"), ("ash", "ash")],
)
def test_a_second_article_stays_and_spaces_do_not(phrase, plain):
    assert normalised(phrase) == plain


@pytest.mark.parametrize(
    ("phrase", "terms"),
    [
        ("water OR dew AND sun", ({"water", "dew"}, {"sun"})),
        (" waters  AND  Sun ", ({"waters"}, {"Sun"})),
        ("", ({""},)),
    ],
)
def test_names_are_compared_as_written_but_for_spaces(phrase, terms):
    assert as_terms(phrase) == terms


@pytest.mark.parametrize(
    ("phrase", "terms"),
    [
        ("the soils OR Ground AND my roots", ({"soil", "ground"}, {"root"})),
        ("soil AND  the roots ", ({"soil"}, {"root"})),
        ("soil OR  OR root", ({""},)),
        ("soil OR    OR root AND sun", ({""}, {"sun"})),
    ],
)
def test_an_empty_synonym_empties_its_term(phrase, terms):
    assert normalised_terms(phrase) == terms


@pytest.mark.parametrize(
    ("tracks", "conversions"),
    [
        ({"a": "x - - -", "b": "- - y -", "c": "- - y y"}, [("a", "b AND c", "x AND y", 1)]),
        ({"a": "x - y y"}, []),  # into itself is no conversion
        ({"a": "- x - -"}, []),
        ({"a": "x - z z", "b": "- - y y"}, [("a", "b", "x AND y AND z", 1)]),
        ({"a": "- x x x", "b": "- - y y"}, []),  # created one after the other
        ({"a": "x - - -", "b": "y y - -"}, []),  # destroyed one after the other
        ({"a": "x - - -", "b": "- - - y"}, []),  # two steps apart
        ({"a": "x - -", "b": "- y y"}, [("a", "b", "x AND y", 1)]),
        ({"a": "x x -", "b": "- - y"}, [("a", "b", "x AND y", 2)]),  # at the last step
        ({"a": "x - -", "b": "- - y"}, []),
        ({"a": "x", "b": "y"}, []),
        (
            {"a": "m - -", "b": "k - -", "c": "z - -", "d": "c - -", "e": "- q -"},
            [("a AND b AND c AND d", "e", "c AND k AND m AND q AND z", 1)],
        ),
    ],
)
def test_conversions_follow_from_the_places_of_all_entities(tracks, conversions):
    rows = rows_of(**tracks)
    read = answer(by_document(rows).get("1", {})).conversions

    assert read == tuple(Conversion(*conversion) for conversion in conversions)


def test_a_move_by_its_action_alone_is_one_between_unknown_places():
    rows = [ActionRow("1", 1, "a", "MOVE", "?", "?"), ActionRow("1", 2, "a", "NONE", "?", "?")]

    assert answer(by_document(rows)["1"]).moves == (Move("a", "unk", "unk", 1),)


@pytest.mark.parametrize("places", ["- x", "x -", "x x", "? ?"])
def test_what_begins_ends_or_stays_does_not_move(places):
    assert answers(a=places).moves == ()


@pytest.mark.parametrize(
    ("sequence", "is_input", "is_output"),
    [
        ("CREATE DESTROY NONE", False, False),
        ("CREATE NONE DESTROY", False, False),
        ("NONE DESTROY NONE", True, False),
        ("DESTROY NONE MOVE", False, False),
        ("MOVE NONE CREATE", False, False),
        ("CREATE DESTROY CREATE", False, False),
    ],
)
def test_what_happens_any_number_of_steps_before_or_after_counts(sequence, is_input, is_output):
    rows = [
        ActionRow("1", step, "a", name, "?", "?")
        for step, name in enumerate(sequence.split(), start=1)
    ]

    read = answer(by_document(rows)["1"])

    assert (bool(read.inputs), bool(read.outputs)) == (is_input, is_output)


def test_a_track_has_every_step_and_the_spellings_of_the_official_scorer():
    rows = [ActionRow("1", 1, "a", "CREATE", "-", "x"), ActionRow("1", 3, "a", "NONE", "x", "?")]

    tracks = by_document(rows, n_steps={"1": 4})["1"]["a"]

    assert tracks.locations == ["null", "x", "unk", "unk", "unk"]
    assert tracks.actions == ["CREATE", "NONE", "NONE", "NONE"]


@pytest.mark.parametrize(
    ("n_steps", "message"),
    [
        ({"1": 1}, "'a' of paragraph 1 has a row for step 2, but the paragraph has 1 steps"),
        ({"1": 0}, "has a row for step 1, but the paragraph has 0 steps"),
        ({"2": 9}, "paragraph 1 is not in the gold data"),
    ],
)
def test_a_row_past_the_steps_of_its_paragraph_is_refused(n_steps, message):
    with pytest.raises(BadInput, match=message):
        by_document(rows_of(a="x y z"), n_steps=n_steps)


def test_recall_gives_each_gold_answer_its_best_however_few_are_predicted():
    scores = score(rows_of(a="x y", b="x y"), rows_of(a="x y", b="x x"))

    assert scores.moves == Score(1.0, round((1 + 2 / 3) / 2, 3))


def test_conversions_at_other_steps_do_not_agree():
    early, late = rows_of(a="x - - -", b="- y y y"), rows_of(a="x x - -", b="- - y y")

    assert score(early, late).conversions == Score(0.0, 0.0)


def test_equal_phrases_agree_wholly_however_often_they_name_one_thing():
    names = "a; b", "b; c", "c; b"
    rows = [row for name in names for row in track(name, "x -")] + track("d", "- x")

    assert score(rows, rows).conversions == Score(1.0, 1.0)
    assert places_agree("soil AND soils AND soiled", "soil AND soils AND soiled") == 1.0


@pytest.mark.parametrize(
    ("gold", "predicted", "message"),
    [
        ("wax oak tin ash elm", "wax", "no rows for 'ash'"),
        ("wax", "wax oak tin ash elm fir", "rows for 'ash'"),
    ],
)
def test_the_first_name_that_does_not_fit_is_reported(gold, predicted, message):
    with pytest.raises(BadInput, match=message):
        score(
            rows_of(**dict.fromkeys(gold.split(), "x y")),
            rows_of(**dict.fromkeys(predicted.split(), "x y")),
        )


def gold_file(folder, *lines: str, name: str = "gold_qa.pre-2018-10-21.tsv"):
    (folder / name).write_text("".join(f"{line}\n" for line in lines))
    return folder


def test_the_gold_of_each_day_is_its_own_file(tmp_path):
    gold_file(tmp_path, "1\t1\train\t\tdew\t", "1\t2\tsoil")
    gold_file(tmp_path, " 1\t2\tmud \t", name="gold_qa.2018-10-21.tsv")

    assert task2_2018.read_gold(tmp_path) == {"1": Answers(("rain", "dew"), ("soil",), (), ())}
    assert task2_2018.read_gold(tmp_path, generation="2018-10-21") == {
        "1": Answers((), ("mud",), (), ())
    }


@pytest.mark.parametrize(
    "line",
    [
        "1\t3\ta++++b++++c++++1\train",
        "1\t3\train\ta++++b++++c++++1",
        "1\t4\ta++++b++++c++++1++++d",
        "1\t1\ta++++b",
        "1\t2\ta++++b",
        "1",
    ],
)
def test_each_answer_of_a_gold_line_has_the_slots_of_its_question(tmp_path, line):
    with pytest.raises(BadInput, match="line 2: expected an id, a question from 1 to 4"):
        task2_2018.read_gold(gold_file(tmp_path, "1\t1\train", line))


@pytest.mark.parametrize(
    ("gold", "predicted", "agreement"),
    [
        ("root AND  the soil", "soil AND root", 1.0),
        (" the root", "root", 1.0),
        ("rain AND dew AND fog", "fog AND mud", 1 / 4),
        ("rain", "mud AND fog", 0.0),
    ],
)
def test_names_of_2018_agree_by_their_terms_without_articles(gold, predicted, agreement):
    scores = task2_2018.score(
        {"1": Answers((), (gold,), (), ())}, {"1": Answers((), (predicted,), (), ())}
    )

    assert scores.outputs == Score(agreement, agreement)


def test_scores_of_2018_are_printed_with_four_digits():
    many, few = Answers(tuple("abc"), (), (), ()), Answers(("a",), (), (), ())

    printed = task2_2018.score({"1": many}, {"1": few}).as_json()

    recall = round((0.333 + 3) / 4, 4)
    f1 = round(2 * recall / (1 + recall), 4)
    assert printed["overall"] == {"precision": 1.0, "recall": recall, "f1": f1}


def test_the_first_paragraph_that_2018_does_not_hold_is_named():
    right = Answers(("a",), (), (), ())

    with pytest.raises(BadInput, match="paragraph 2 is not in the gold of 2018"):
        task2_2018.score({"1": right}, {name: right for name in ("7", "5", "2", "4", "6", "3")})
