"""The base encoder in memory: embeddings stay in the file's mapping, layers do not."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

from kgmodel.pretrained import load_encoder, rounded
from pipeline.inference.checkpoints import encoder_folder

MAPPINGS = Path("/proc/self/maps")


@pytest.mark.skipif(not MAPPINGS.exists(), reason="only Linux lists a process's mappings")
def test_only_the_embeddings_keep_the_file_mapped() -> None:
    encoder = load_encoder(encoder_folder())

    mapped = mapped_ranges(encoder_folder() / "model.safetensors")
    assert mapped
    for name, weight in encoder.named_parameters():
        in_file = any(weight.data_ptr() in addresses for addresses in mapped)
        assert in_file is name.startswith("embeddings."), name


def mapped_ranges(file: Path) -> list[range]:
    """The addresses at which this process sees the file."""
    lines = [line.split() for line in MAPPINGS.read_text().splitlines()]
    bounds = [line[0].split("-") for line in lines if line[-1] == str(file.resolve())]
    return [range(int(first, 16), int(last, 16)) for first, last in bounds]


def test_a_layer_that_is_changed_in_place_changes_no_other_encoder() -> None:
    encoder, other = (load_encoder(encoder_folder()) for _ in range(2))
    before = other.layers[0].output.dense.weight.clone()

    with torch.no_grad():
        encoder.layers[0].output.dense.weight += 1

    assert torch.equal(other.layers[0].output.dense.weight, before)
    assert torch.equal(load_encoder(encoder_folder()).layers[0].output.dense.weight, before)


def test_a_row_of_nothing_has_a_scale_to_divide_by():
    matrix = torch.tensor([[0.0, 0.0], [1.0, -2.0]])
    values, scale = rounded(matrix, dim=1)

    assert values.tolist() == [[0, 0], [64, -127]]
    assert (scale > 0).all()
    assert torch.allclose(values * scale[:, None], matrix, atol=0.01)
