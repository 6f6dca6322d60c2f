"""Which device is chosen, and in which numbers it computes."""

from __future__ import annotations

from contextlib import nullcontext

import pytest
import torch

from kgmodel.device import autocast, choose_device, in_float32, most_tokens, padded_length

CPU, CARD = torch.device("cpu"), torch.device("cuda")
PROBES = ("_is_avx512_bf16_supported", "_is_amx_tile_supported")


@pytest.mark.parametrize(
    ("name", "has_card", "device"),
    [
        ("auto", True, "cuda"),
        ("auto", False, "cpu"),
        ("cuda", True, "cuda"),
        ("cpu", True, "cpu"),
        ("cpu", False, "cpu"),
    ],
)
def test_auto_is_the_graphics_card_if_there_is_one(monkeypatch, name, has_card, device):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: has_card)

    assert choose_device(name) == torch.device(device)


def test_a_graphics_card_that_is_not_there_is_refused(monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)

    with pytest.raises(ValueError, match="no CUDA device"):
        choose_device("cuda")


def has_instructions(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    for probe in PROBES:
        monkeypatch.setattr(torch.cpu, probe, lambda probe=probe: probe in names, raising=False)


def in_bf16(device: torch.device) -> bool:
    context = autocast(device)
    assert isinstance(context, torch.autocast | nullcontext)
    return isinstance(context, torch.autocast) and context.fast_dtype == torch.bfloat16


@pytest.mark.parametrize("names", [PROBES[:1], PROBES[1:], PROBES])
def test_a_cpu_computes_in_bf16_with_either_kind_of_instructions(monkeypatch, names):
    has_instructions(monkeypatch, *names)

    assert in_bf16(CPU)


def test_a_cpu_without_the_instructions_computes_in_float32(monkeypatch):
    has_instructions(monkeypatch)

    assert not in_bf16(CPU)


def test_a_torch_that_does_not_know_the_instructions_computes_in_float32(monkeypatch):
    for probe in PROBES:
        monkeypatch.delattr(torch.cpu, probe, raising=False)

    assert not in_bf16(CPU)


@pytest.mark.filterwarnings("ignore")  # torch warns where there is no card
def test_a_graphics_card_computes_in_bf16_whatever_the_cpu_has(monkeypatch):
    has_instructions(monkeypatch)

    assert in_bf16(CARD)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("device", [CPU, CARD], ids=str)
def test_in_float32_no_device_computes_in_bf16_until_the_end(monkeypatch, device):
    has_instructions(monkeypatch, *PROBES)

    with in_float32():
        with in_float32():
            assert not in_bf16(device)
        assert not in_bf16(device)
    assert in_bf16(device)


def test_float32_ends_with_an_error_too(monkeypatch):
    has_instructions(monkeypatch, *PROBES)

    with pytest.raises(ZeroDivisionError), in_float32():
        raise ZeroDivisionError

    assert in_bf16(CPU)


def test_a_graphics_card_encodes_more_tokens_at_once_than_a_cpu():
    assert 0 < most_tokens(CPU) < most_tokens(CARD)


@pytest.mark.parametrize(
    ("longest", "padded"), [(0, 0), (1, 8), (7, 8), (8, 8), (9, 16), (16, 16), (17, 24)]
)
def test_lengths_are_rounded_up_to_a_multiple_of_eight(longest, padded):
    assert padded_length(longest) == padded
