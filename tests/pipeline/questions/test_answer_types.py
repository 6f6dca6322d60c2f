"""An answer in a notebook: the sentence above its evidence, all text escaped."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pipeline.questions.answer_types import Answer, Support
from tests.support.graphs import HOSTILE
from tests.support.html_elements import INJECTIONS, shape


def answer(text: str, *, unsure: bool = False) -> Answer:
    """An answer in which every text is ``text``, with the evidence of its first letter."""
    support = Support(text, text, text, 1, text, 0, 1, 0.5, 1, text, unsure)
    return Answer(
        kind="known",
        outcome="answered",
        sentence=text,
        taken_as=None,
        question="location-after",
        parameters={"document": text},
        document=text,
        rows=({"location": text},),
        support=(support,),
        probability=0.5,
        unsure=unsure,
    )


@pytest.mark.parametrize("text", [*INJECTIONS, *HOSTILE])
def test_no_text_of_a_document_becomes_an_element_or_an_attribute(text):
    assert shape(answer(text)._repr_html_()) == shape(answer("harmless")._repr_html_())


def test_the_words_that_state_the_answer_are_marked():
    assert "<td><mark>T</mark>he pot.</td>" in answer("The pot.")._repr_html_()


def test_what_is_unsure_says_so_and_looks_so():
    assert '<td class="unsure">0.50, unsure</td>' in answer("pot", unsure=True)._repr_html_()
    assert "<td>0.50</td>" in answer("pot")._repr_html_()


def test_an_answer_without_evidence_is_its_sentence():
    shown = replace(answer("Nothing is known."), support=())._repr_html_()

    assert "Nothing is known." in shown and "<table>" not in shown


def test_a_prompt_shows_the_sentence_and_its_probability():
    assert repr(answer("In the pot.")) == (
        "Answer(sentence='In the pot.', probability=0.5, unsure=False, n_support=1)"
    )
