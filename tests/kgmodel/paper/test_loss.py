"""The negative log-likelihood against a loop over answers."""

import torch

from kgmodel.paper.batch import Existence, PaperTargets
from kgmodel.paper.loss import paper_loss
from kgmodel.paper.reader import ReaderScores


def random_scores(n_documents, n_entities, n_states, n_positions):
    torch.manual_seed(0)
    size = (n_documents, n_entities, n_states)
    return ReaderScores(
        torch.randn(*size, 3), torch.randn(*size, n_positions), torch.randn(*size, n_positions)
    )


def test_the_loss_is_the_mean_negative_log_likelihood_of_gold(documents, join):
    batch, targets = join(*documents, extra=1)
    scores = random_scores(*targets.existence.shape, batch.tokens.shape[1])

    loss = paper_loss(scores, targets)

    total, answers = 0.0, 0
    for index in (targets.existence >= 0).nonzero().tolist():
        at = tuple(index)
        gold = int(targets.existence[at])
        total -= float(scores.existence[at].log_softmax(-1)[gold])
        answers += 1
        if gold == Existence.SPAN:
            total -= float(scores.starts[at].log_softmax(-1)[targets.starts[at]])
            total -= float(scores.ends[at].log_softmax(-1)[targets.ends[at] - 1])
    torch.testing.assert_close(loss, torch.tensor(total / answers))


def test_a_place_that_cannot_be_read_yet_only_teaches_that_it_is_a_place():
    scores = random_scores(1, 1, 1, 4)
    unseen = torch.full((1, 1, 1), -1)
    targets = PaperTargets(torch.full((1, 1, 1), int(Existence.SPAN)), unseen, unseen)

    expected = -scores.existence.log_softmax(-1)[0, 0, 0, Existence.SPAN]

    torch.testing.assert_close(paper_loss(scores, targets), expected)


def test_a_batch_without_targets_costs_nothing():
    scores = random_scores(1, 2, 3, 4)
    nothing = torch.full((1, 2, 3), -1)

    assert float(paper_loss(scores, PaperTargets(nothing, nothing, nothing))) == 0.0
