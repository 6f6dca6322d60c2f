"""The reader with a trained model: what it does when it is loaded."""

from __future__ import annotations

import warnings

import pytest

from pipeline.domain.document import Document
from pipeline.errors import BadInput
from pipeline.inference.model_reader import ModelReader
from pipeline.text.steps import find_procedure


def test_loading_in_a_notebook_without_widgets_is_quiet_and_hides_no_other_warning(monkeypatch):
    def load(*_arguments: object, **_options: object) -> object:
        warnings.warn("IProgress not found. Please update jupyter and ipywidgets.", stacklevel=1)
        warnings.warn("the card is old", stacklevel=1)
        return object()

    monkeypatch.setattr("pipeline.inference.predict.load_model", load)
    monkeypatch.setattr("pipeline.inference.entity_finder.load_tagger", load)

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        ModelReader(device="cpu").prepare()

    assert {str(warning.message) for warning in caught} == {"the card is old"}


def test_a_document_beyond_the_limit_is_refused_in_one_line_that_names_it():
    text = "The milk is warm. " * 3
    document = Document("milk.txt", "Milk", text, find_procedure(text).steps, "milk.txt")

    with pytest.raises(BadInput) as refusal:
        ModelReader(max_words=11).read([document])

    assert str(refusal.value) == (
        "'milk.txt' has 12 words, and at most 11 are read (STEPGRAPH_MAX_WORDS); cut it into"
        " several documents, or raise the limit"
    )
