"""Each wording of a form is asked as that form, and its reply is the one of the form."""

from __future__ import annotations

import pytest

from pipeline.questions.document_scope import NotTracked
from pipeline.questions.forms import form_named
from pipeline.questions.parsed_question import Time
from pipeline.questions.parser import parse

AT_3, AFTER_3 = Time("at", 3), Time("after", 3)


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("inputs", "inputs"),
        ("Show the raw materials", "inputs"),
        ("outputs", "outputs"),
        ("What remains?", "outputs"),
        ("conversions", "conversions"),
        ("What conversions take place?", "conversions"),
        ("What conversion occurs?", "conversions"),
        ("entities", "entities"),
        ("Which things are mentioned?", "entities"),
        ("What is tracked?", "entities"),
        ("places", "places"),
        ("locations", "places"),
        ("What locations are stated?", "places"),
        ("steps", "steps"),
        ("Which steps are there?", "steps"),
        ("Show me all of the steps", "steps"),
        ("snapshot", "snapshot"),
        ("What was there?", "snapshot"),
        ("moves", "moves"),
        ("What travels?", "moves"),
        ("changes", "changes"),
        ("events", "changes"),
        ("What is happening?", "changes"),
        ("What happens, step by step?", "changes"),
        ("What appears?", "created-things"),
        ("What vanishes?", "destroyed-things"),
        ("How many stages are there?", "how-many-steps"),
        ("The number of steps in this recipe", "how-many-steps"),
        ("What tools are needed?", "materials"),
        ("When do I need the oven?", "steps-naming"),
        ("At which points is the oven used?", "steps-naming"),
        ("The lineage", "lineage"),
        ("What does it lead to?", "lineage"),
        ("What feeds into it?", "fed-by"),
        ("Is it ready before I bake it?", "in-order"),
    ],
)
def test_a_wording_without_a_name_is_asked_as_its_form(text, form):
    assert parse(text).form == form


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("Which step destroys the tea?", "when-destroyed"),
        ("When does the tea start to exist?", "when-created"),
        ("What step moves the tea?", "when-moved"),
        ("Where does the tea vanish?", "where-destroyed"),
        ("Has the tea been moved?", "is-moved"),
        ("How does the tea travel?", "where-moved"),
        ("The history of the tea", "timeline"),
        ("fate of the tea", "timeline"),
        ("Trace the tea", "timeline"),
        ("Follow the tea", "timeline"),
        ("Tell me about the tea", "timeline"),
        ("How does the tea change?", "timeline"),
        ("The places of the tea", "timeline"),
        ("What was the location of the tea?", "timeline"),
        ("What is done with the tea?", "timeline"),
        ("Which documents contain tea?", "trackers"),
        ("Which documents end with tea?", "producers"),
        ("What becomes tea?", "made-of"),
        ("What does the tea form?", "becomes"),
        ("Where was the tea ever seen?", "found-at"),
    ],
)
def test_a_wording_about_a_thing_is_asked_as_its_form(text, form):
    parsed = parse(text)

    assert (parsed.form, parsed.entity, parsed.time) == (form, "tea", None)


@pytest.mark.parametrize(
    ("text", "form", "time"),
    [
        ("What happens to the tea at step 3?", "happens-to-at", AT_3),
        ("What is done with the tea in step 3?", "happens-to-at", AT_3),
        ("The tea position after step 3", "location", AFTER_3),
        ("The place of the tea after step 3", "location", AFTER_3),
        ("What shares a place with the tea after step 3?", "together-with", AFTER_3),
        ("Is the tea still present after step 3?", "exists", AFTER_3),
        ("Where does the tea lie after step 3?", "location", AFTER_3),
    ],
)
def test_a_wording_about_a_thing_at_a_time_is_asked_as_its_form(text, form, time):
    parsed = parse(text)

    assert (parsed.form, parsed.entity, parsed.time) == (form, "tea", time)


@pytest.mark.parametrize(
    ("text", "form", "about"),
    [
        ("How often is it stirred?", "frequency", "is it stirred"),
        ("How many times is it stirred?", "frequency", "is it stirred"),
        ("For how long does it rest?", "duration", "does it rest"),
        ("How much time does it take?", "duration", "does it take"),
        ("How many minutes does it rest?", "duration", "does it rest"),
        ("At which temperature is it baked?", "temperature", "is it baked"),
        ("What is the oven temperature for the tart?", "temperature", "the tart"),
        ("How cold is it kept?", "temperature", "is it kept"),
        ("At how many degrees is it baked?", "temperature", "is it baked"),
        ("With which speed is it spun?", "speed", "is it spun"),
        ("How many rpm are used?", "speed", "are used"),
        ("What is the strength of the bleach?", "concentration", "bleach"),
        ("How strong is the bleach?", "concentration", "is the bleach"),
        ("In what dilution is it used?", "concentration", "is it used"),
        ("How wide is the tape?", "length", "is the tape"),
        ("What is the diameter of the ring?", "length", "ring"),
        ("How many eggs are there?", "count", "eggs are there"),
        ("How much flour is used?", "amount", "flour is used"),
        ("What is the weight of the flour?", "amount", "flour"),
    ],
)
def test_a_wording_about_a_quantity_is_asked_as_its_form(text, form, about):
    parsed = parse(text)

    assert (parsed.form, parsed.question) == (form, "quantities")
    assert parsed.about is not None
    assert parsed.about.removeprefix("the ") == about.removeprefix("the ")


class Stating:
    """A document that states these quantities."""

    def __init__(self, *rows: dict[str, object]) -> None:
        self._rows = rows

    def ask(self, question: str) -> list[dict[str, object]]:
        assert question == "quantities"
        return list(self._rows)


def quantity(kind: str, text: str, unit: str | None, before: str = "Do it ") -> dict[str, object]:
    return {
        "step": 1, "material": None, "entity": None, "kind": kind, "text": text, "unit": unit,
        "evidence_step": 1, "evidence_text": f"{before}{text}.", "char_start": len(before),
        "char_end": len(before) + len(text),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "noun"),
    [
        ("How often is it stirred?", "number of times"),
        ("How long does it rest?", "time"),
        ("How hot is it?", "temperature"),
        ("How fast is it?", "speed"),
        ("How strong is it?", "concentration"),
        ("How wide is it?", "length"),
        ("How many cups are there?", "number of 'cups are there'"),
        ("How much oil?", "amount of 'oil'"),
    ],
)
def test_what_no_document_states_is_called_by_its_name(text, noun):
    parsed = parse(text)

    with pytest.raises(NotTracked, match=f"^The {noun} is not tracked here.$"):
        form_named(parsed.form).reply(Stating(), parsed, {})


ROWS = (
    quantity("count", "twice", "time"),
    quantity("count", "6 cups", "cup"),
    quantity("amount", "2 g", "g"),
    quantity("duration", "5 min", "min"),
    quantity("duration", "3 h", "h", before="Stir every "),
    quantity("temperature", "200 °C", "°C"),
    quantity("speed", "80 rpm", "rpm"),
    quantity("concentration", "70%", "%"),
    quantity("length", "2 cm", "cm"),
)


@pytest.mark.parametrize(
    ("text", "texts"),
    [
        ("How often is it?", ["twice", "3 h"]),
        ("How long is it?", ["5 min", "3 h"]),
        ("How hot is it?", ["200 °C"]),
        ("How fast is it?", ["80 rpm"]),
        ("How strong is it?", ["70%"]),
        ("How wide is it?", ["2 cm"]),
        ("How many are there?", ["twice", "6 cups"]),
        ("How much is it?", ["twice", "6 cups", "2 g"]),
    ],
)
def test_a_question_for_a_quantity_is_answered_by_its_kinds_alone(text, texts):
    parsed = parse(text)

    reply = form_named(parsed.form).reply(Stating(*ROWS), parsed, {})

    assert [row["text"] for row in reply.rows] == texts
