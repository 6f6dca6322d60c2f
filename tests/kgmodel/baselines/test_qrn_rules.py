"""QRN as a whole: which layers run in which direction, and what they hand on."""

from __future__ import annotations

import torch

from kgmodel.baselines.boxes import BaselineSettings
from kgmodel.baselines.qrn import QRN, QueryReduction


@torch.no_grad()
def test_a_layer_runs_forward_unless_it_is_to_run_backward():
    torch.manual_seed(0)
    layer, sentences, queries = QueryReduction(4), torch.randn(3, 4), torch.randn(2, 3, 4)

    assert torch.equal(layer(sentences, queries), layer(sentences, queries, backward=False))
    assert not torch.equal(layer(sentences, queries), layer(sentences, queries, backward=True))


@torch.no_grad()
def test_the_first_layer_reads_both_ways_and_the_second_forward(text):
    torch.manual_seed(0)
    model = QRN(text.words.shape[1], BaselineSettings(width=6)).eval()
    words = model.project(text.words)
    sentences = model.encoder(words, text)
    names = model.question(model.project(text.names))

    scores = model.scores(text)

    queries = torch.stack([names] * 3, dim=1)
    ahead = model.ahead[0](sentences, queries, backward=False)
    back = model.back[0](sentences, queries, backward=True)
    reduced = model.ahead[1](sentences, ahead + back, backward=False)
    states = torch.stack([model.before(reduced[:, 0]), *reduced.unbind(dim=1)], dim=1)
    torch.testing.assert_close(scores, model.answers(states, words, text))
    assert (len(model.ahead), len(model.back)) == (2, 1)
