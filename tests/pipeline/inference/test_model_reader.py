"""The reader with a trained model: what it does when it is loaded."""

from __future__ import annotations

import warnings

from pipeline.inference.model_reader import ModelReader


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
