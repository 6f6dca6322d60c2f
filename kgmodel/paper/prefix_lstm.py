"""Bidirectional LSTMs (section 4.1) over many prefixes of few texts, sharing most of the work.

An LSTM's gates are linear in its input, so what each part of the input adds to them is computed
where the part lives (a word's once a document, the query's once an entity) and only summed for each
prefix. ``torch.nn.LSTM`` would multiply the whole input again for every prefix: three quarters of
its work here. The recurrence itself cannot be shared: backwards, each prefix begins elsewhere.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn

__all__ = ["BiLSTM", "Packing", "StackedBiLSTM"]


@dataclass(frozen=True, slots=True)
class Packing:
    """Positions of the words of sequences when all first words come first, then all second ones, …

    row, position: (word,), which word of which sequence each is. reverse: (word,), where the word
    stands that has the same place counted from the sequence's end. running: for each position, how
    many sequences have it.
    """

    row: Tensor
    position: Tensor
    reverse: Tensor
    running: tuple[int, ...]

    @classmethod
    def of(cls, lengths: Tensor) -> Packing:
        """lengths: (sequence,), at least 1 each, in falling order, so that those that still run
        are always the first."""
        positions = torch.arange(int(lengths[0]), device=lengths.device)
        position, row = (positions[:, None] < lengths[None, :]).nonzero(as_tuple=True)
        running = torch.bincount(position)
        starts = running.cumsum(0) - running
        reverse = starts[lengths[row] - 1 - position] + row
        return cls(row, position, reverse, tuple(running.tolist()))


class BiLSTM(nn.Module):
    """One layer, both directions; ``parts`` are the widths of what its input is made of."""

    def __init__(self, parts: Sequence[int], width: int) -> None:
        super().__init__()
        self.gates = 4 * width  # input, forget, output, cell
        self.inputs = nn.ModuleList(nn.Linear(part, 2 * self.gates, bias=False) for part in parts)
        self.bias = nn.Parameter(torch.empty(2 * self.gates))
        self.hidden = nn.Parameter(torch.empty(2, width, self.gates))
        for weight in self.parameters():  # as torch.nn.LSTM begins
            nn.init.uniform_(weight, -1 / math.sqrt(width), 1 / math.sqrt(width))

    def forward(self, gates: Tensor, packing: Packing) -> Tensor:
        """gates: (word, 2 * gates), the sum over the parts of what each of ``inputs`` makes of its
        part. Return (word, 2 * width)."""
        gates = gates + self.bias
        both = torch.stack([gates[:, : self.gates], gates[packing.reverse, self.gates :]])
        ahead, back = _Recurrence.apply(both, self.hidden, packing.running)
        return torch.cat([ahead, back[packing.reverse]], dim=-1)


class StackedBiLSTM(nn.Module):
    """Layers of bidirectional LSTM whose outputs stand side by side, as in DrQA.

    h^l = BiLSTM_l(dropout(h^{l-1})), h^0 the input as it is; the output is dropout([h^1; …; h^L]).
    """

    def __init__(self, parts: Sequence[int], width: int, *, n_layers: int, dropout: float) -> None:
        super().__init__()
        self.layers = nn.ModuleList(
            BiLSTM(parts if layer == 0 else [2 * width], width) for layer in range(n_layers)
        )
        self.dropout = nn.Dropout(dropout)
        self.width = 2 * width * n_layers

    @property
    def inputs(self) -> nn.ModuleList:
        """The layers that map each part of the input to gates."""
        first: BiLSTM = self.layers[0]  # type: ignore[assignment]
        return first.inputs

    def forward(self, gates: Tensor, packing: Packing) -> Tensor:
        """gates: (word, gates), as ``BiLSTM`` takes them. Return (word, width)."""
        outputs: list[Tensor] = []
        for layer in self.layers:
            if outputs:
                gates = layer.inputs[0](self.dropout(outputs[-1]))  # type: ignore[index, operator]
            outputs.append(layer(gates, packing))
        dropped: Tensor = self.dropout(torch.cat(outputs, dim=-1))
        return dropped


class _Recurrence(torch.autograd.Function):
    """c = f c' + i g, h = o tanh(c), one position after another, for both directions at once.

    It has a backward pass of its own: the one that autograd makes of such a loop takes several
    times as long on a CPU.
    """

    @staticmethod
    def forward(ctx: Any, gates: Tensor, hidden: Tensor, running: Sequence[int]) -> Tensor:
        """gates: (direction, word, 4 width); hidden: (direction, width, 4 width). Return
        (direction, word, width)."""
        width = hidden.shape[1]
        active = torch.empty_like(gates)
        cells = gates.new_empty(*gates.shape[:2], width)
        outputs = torch.empty_like(cells)
        for here, before in _places(running):
            raw = gates[:, here]
            if before is not None:
                raw = torch.baddbmm(raw, outputs[:, before], hidden)
            now = active[:, here]
            torch.sigmoid(raw[..., : 3 * width], out=now[..., : 3 * width])
            torch.tanh(raw[..., 3 * width :], out=now[..., 3 * width :])
            enter, forget, leave, fresh = now.chunk(4, dim=-1)
            cell = enter * fresh
            if before is not None:
                cell.addcmul_(forget, cells[:, before])
            cells[:, here] = cell
            torch.mul(leave, cell.tanh_(), out=outputs[:, here])
        ctx.save_for_backward(active, cells, outputs, hidden)
        ctx.running = running
        return outputs

    @staticmethod
    def backward(ctx: Any, *outward: Tensor) -> tuple[Tensor, Tensor, None]:
        active, cells, outputs, hidden = ctx.saved_tensors
        (from_outputs,) = outward
        width = hidden.shape[1]
        turned = hidden.transpose(1, 2).contiguous()
        gates = torch.empty_like(active)
        to_hidden = torch.zeros_like(hidden)
        later_output = from_outputs.new_zeros(2, ctx.running[0], width)
        later_cell = torch.zeros_like(later_output)
        for here, before in reversed(list(_places(ctx.running))):
            rows = here.stop - here.start
            enter, forget, leave, fresh = active[:, here].chunk(4, dim=-1)
            squashed = cells[:, here].tanh()
            output = from_outputs[:, here] + later_output[:, :rows]
            kept = output * leave
            cell = later_cell[:, :rows] + torch.addcmul(kept, kept * squashed, squashed, value=-1)
            now = gates[:, here]
            to_enter, to_forget, to_leave, to_fresh = now.chunk(4, dim=-1)
            torch.mul(cell, fresh, out=to_enter)
            if before is None:
                to_forget.zero_()
            else:
                torch.mul(cell, cells[:, before], out=to_forget)
            torch.mul(output, squashed, out=to_leave)
            sigmoids = active[:, here, : 3 * width]
            now[..., : 3 * width] *= sigmoids * (1 - sigmoids)
            torch.mul(cell * enter, 1 - fresh * fresh, out=to_fresh)
            if before is not None:
                later_output[:, :rows] = now @ turned
                later_cell[:, :rows] = cell * forget
                to_hidden.baddbmm_(outputs[:, before].transpose(1, 2), now)
        return gates, to_hidden, None


def _places(running: Sequence[int]) -> list[tuple[slice, slice | None]]:
    """Return for each position the rows of its words, and of the words before them."""
    places: list[tuple[slice, slice | None]] = []
    start = 0
    for at, rows in enumerate(running):
        before = None if at == 0 else slice(start - running[at - 1], start - running[at - 1] + rows)
        places.append((slice(start, start + rows), before))
        start += rows
    return places
