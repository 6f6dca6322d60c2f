"""Dropout (Srivastava et al. 2014) whose random numbers are bytes, on a CPU.

torch draws a random number for each value there, one after another. Here each 64-bit number that
is drawn decides about eight values.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

__all__ = ["Dropout"]

_LEVELS = 256
_LEAST = torch.iinfo(torch.int64).min  # from here up, every bit of a number is random


class Dropout(nn.Dropout):
    """``nn.Dropout``, with the share on a CPU rounded to whole 256ths (26 for 0.1)."""

    def forward(self, input: Tensor) -> Tensor:
        n_dropped = round(self.p * _LEVELS)
        if not self.training or n_dropped in (0, _LEVELS) or input.device.type != "cpu":
            return super().forward(input)
        drawn = torch.empty(-(-input.numel() // 8), dtype=torch.int64).random_(_LEAST, None)
        kept = drawn.view(torch.uint8)[: input.numel()] >= n_dropped
        factors = kept.to(input.dtype).mul_(_LEVELS / (_LEVELS - n_dropped))
        return input * factors.view(input.shape)
