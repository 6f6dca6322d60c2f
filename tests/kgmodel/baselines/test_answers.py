"""Answers of EntNet and QRN: how they begin."""

import pytest
import torch

from kgmodel.baselines.answers import PlaceAnswers


@pytest.mark.parametrize("width", [16, 256])
def test_answers_without_words_begin_about_as_long_as_a_unit_vector(width):
    torch.manual_seed(0)

    lengths = PlaceAnswers(width).wordless.norm(dim=1)

    assert ((lengths > 0.5) & (lengths < 2.0)).all()
