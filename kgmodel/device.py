"""Device and number format of the network."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

import torch

__all__ = ["autocast", "choose_device", "in_float32", "most_tokens", "padded_length"]

_FLOAT32 = False


def choose_device(name: str) -> torch.device:
    """Return the device; ``auto`` is the GPU if there is one.

    Raises ValueError for ``cuda`` without a GPU.
    """
    if name == "auto":
        name = "cuda" if torch.cuda.is_available() else "cpu"
    if name == "cuda" and not torch.cuda.is_available():
        raise ValueError("no CUDA device is there; use --device cpu (or auto)")
    return torch.device(name)


def autocast(device: torch.device) -> AbstractContextManager[object]:
    """Compute in bf16 where the device computes it natively (2.5 times as fast), else float32."""
    if not _FLOAT32 and (device.type == "cuda" or _cpu_has_bf16()):
        return torch.autocast(device.type, torch.bfloat16)
    return nullcontext()


@contextmanager
def in_float32() -> Iterator[None]:
    """Load and run networks in float32, in every thread, so that devices can be compared."""
    global _FLOAT32
    before, _FLOAT32 = _FLOAT32, True
    try:
        yield
    finally:
        _FLOAT32 = before


def most_tokens(device: torch.device) -> int:
    """Return how many tokens to encode at once; more than a CPU's caches hold is slower by half."""
    return 2**11 if device.type == "cpu" else 2**14


def padded_length(longest: int) -> int:
    """Round up to a multiple of 8.

    Processors are made for matrices of such sizes (7 % faster on a CPU), and there are few of them,
    for each of which the library keeps a kernel (0.4 GB less).
    """
    return -(-longest // 8) * 8


def _cpu_has_bf16() -> bool:
    # without these instructions bf16 is emulated, slower than float32
    probes = ("_is_avx512_bf16_supported", "_is_amx_tile_supported")
    return any(getattr(torch.cpu, probe, lambda: False)() for probe in probes)
