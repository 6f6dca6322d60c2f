"""What speaks for yes or no in the words of the steps."""

from __future__ import annotations

from dataclasses import replace

from pipeline.questions.verdict_features import VERDICT_FEATURES, YesNoQuestion, verdict_features

BEANS = (
    "Soak the beans in a bowl overnight.",
    "Lift the beans out of the bowl and rinse them.",
    "Boil the beans in a pot.",
)
ASKED = YesNoQuestion(
    words="Are the beans still in the bowl when I boil them?",
    intent="is-at",
    thing="the beans",
    place="the bowl",
    state=3,
    deciding=(2, 1),
)


def values(question: YesNoQuestion) -> dict[str, float]:
    return dict(zip(VERDICT_FEATURES, verdict_features(question, BEANS), strict=True))


def test_a_thing_that_was_taken_out_is_seen_to_leave() -> None:
    own = values(ASKED)

    assert own["ever in"] == own["ever out"] == own["out since in"] == 1.0
    assert own["rule no"] == 1.0
    assert own["first remove verb"] == 1.0
    assert own["asks still"] == own["asks presence"] == 1.0


def test_the_deciding_step_is_placed_before_or_after_the_time() -> None:
    assert values(ASKED)["first earlier"] == 1.0
    assert values(replace(ASKED, state=1))["first later"] == 1.0


def test_a_question_without_a_thing_has_features_too() -> None:
    assert len(verdict_features(replace(ASKED, thing=""), BEANS)) == len(VERDICT_FEATURES)
