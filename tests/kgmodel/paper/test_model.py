"""The paper's model as a whole: padding, causality, teacher forcing, ablations, learning."""

from dataclasses import replace

import pytest
import torch

from kgmodel.paper.batch import Existence
from kgmodel.paper.loss import paper_loss
from kgmodel.paper.model import PaperModel, PaperSettings, paper_decode

SMALL = PaperSettings(width=5, dropout=0.0, dropout_recurrent=0.0, longest_span=3)
ABLATIONS = {
    "the paper's": {},
    "no coreference across steps": {"coreference_across": False},
    "no coreference within a step": {"coreference_within": False},
    "standard LSTM": {"graph": "lstm"},
    "reader over the prefix": {"graph": "none"},
    "reader over the paragraph": {"graph": "none", "reads": "paragraph"},
}
EVERY_ABLATION = pytest.mark.parametrize("changes", ABLATIONS.values(), ids=ABLATIONS)
TRAINING = pytest.mark.parametrize("training", [True, False], ids=["train", "eval"])


def make_model(words, *, training=True, **changes):
    torch.manual_seed(3)
    return PaperModel(replace(SMALL, **changes), words).train(training)


def all_scores(scores):
    """Both kinds of scores; positions as probabilities, so that padding has none."""
    return scores.existence, scores.starts.softmax(-1), scores.ends.softmax(-1)


@EVERY_ABLATION
@TRAINING
@pytest.mark.parametrize("forced", [True, False], ids=["teacher", "own answers"])
def test_padding_changes_nothing(documents, join, words, training, changes, forced):
    model = make_model(words, training=training, **changes)
    batch, targets = join(*documents, extra=2)

    padded = all_scores(model(batch, teacher=targets if forced else None))

    for number, (single, gold) in enumerate(documents):
        alone = all_scores(model(single, teacher=gold if forced else None))
        _, n_entities, n_states, n_positions = alone[1].shape
        for together, expected, last in zip(
            padded, alone, (3, n_positions, n_positions), strict=True
        ):
            torch.testing.assert_close(together[number, :n_entities, :n_states, :last], expected[0])


def test_padding_teaches_nothing(documents, join, words):
    model = make_model(words)
    batch, targets = documents[0]
    padded, padded_targets = join(documents[0], extra=3)

    gradients = []
    for documents_read, gold in ((batch, targets), (padded, padded_targets)):
        loss = paper_loss(model(documents_read, teacher=gold), gold)
        gradients.append(torch.autograd.grad(loss, list(model.parameters())))

    for alone, with_padding in zip(*gradients, strict=True):
        torch.testing.assert_close(with_padding, alone)


@EVERY_ABLATION
def test_every_weight_learns(documents, join, words, changes):
    model = make_model(words, **changes)
    batch, targets = join(*documents)

    paper_loss(model(batch, teacher=targets), targets).backward()

    silent = [name for name, weight in model.named_parameters() if weight.grad is None]
    assert not silent


@pytest.mark.parametrize("graph", ["recurrent", "lstm", "none"])
def test_a_state_never_depends_on_later_steps(documents, words, graph):
    model = make_model(words, graph=graph)
    batch, _ = documents[2]
    is_last = batch.steps == 4
    later = replace(
        batch,
        tokens=torch.where(is_last[..., None], batch.tokens.roll(1, dims=1), batch.tokens),
        exact=batch.exact ^ is_last[:, None, :, None],
        mention_starts=batch.mention_starts | is_last[:, None],
        mention_ends=batch.mention_ends | is_last[:, None],
    )

    before, after = model(batch).existence, model(later).existence

    torch.testing.assert_close(before[:, :, :4], after[:, :, :4])
    assert not torch.allclose(before[:, :, 4], after[:, :, 4])


@pytest.mark.parametrize("graph", ["recurrent", "lstm"])
def test_a_forced_location_is_what_the_next_state_is_conditioned_on(documents, words, graph):
    model = make_model(words, graph=graph)
    batch, targets = documents[2]
    existence = targets.existence.clone()
    existence[:, :, 1] = Existence.NOWHERE
    elsewhere = existence.clone()
    elsewhere[:, :, 1] = Existence.SOMEWHERE

    nowhere = model(batch, teacher=replace(targets, existence=existence)).existence
    somewhere = model(batch, teacher=replace(targets, existence=elsewhere)).existence

    torch.testing.assert_close(nowhere[:, :, :2], somewhere[:, :, :2])
    assert not torch.allclose(nowhere[:, :, 2], somewhere[:, :, 2])


@pytest.mark.parametrize("graph", ["recurrent", "lstm"])
def test_before_the_first_state_the_location_node_is_zero(documents, words, graph):
    model = make_model(words, graph=graph)
    conditions = []
    model.reader.register_forward_pre_hook(lambda _, inputs: conditions.append(inputs[3]))

    model(documents[2][0])

    first, second = (condition.chunk(2, dim=-1) for condition in conditions[:2])
    assert first[0].any() and not first[1].any()
    assert second[1].any()


def test_forcing_the_models_own_answers_changes_nothing(documents, words):
    model = make_model(words, training=False)
    batch, targets = documents[2]
    scores = model(batch)
    answers = paper_decode(scores, batch.steps, longest=SMALL.longest_span)

    own = replace(
        targets,
        existence=answers.best_existence,
        starts=answers.best_spans[..., 0],
        ends=answers.best_spans[..., 1],
    )

    torch.testing.assert_close(model(batch, teacher=own).existence, scores.existence)


def test_entities_of_one_document_share_places_only_with_coreference(documents, words):
    batch, targets = documents[2]
    existence = torch.full_like(targets.existence, int(Existence.NOWHERE))
    other = existence.clone()
    other[:, 1:] = Existence.SOMEWHERE

    def first_entity(model, gold):
        return model(batch, teacher=replace(targets, existence=gold)).existence[:, 0]

    tied = make_model(words)
    apart = make_model(words, coreference_across=False, coreference_within=False)

    assert not torch.allclose(first_entity(tied, existence), first_entity(tied, other))
    torch.testing.assert_close(first_entity(apart, existence), first_entity(apart, other))


def test_contextual_features_are_read(draw_document, words):
    batch, _ = draw_document(3, 2, seed=1, contextual_width=4)
    model = make_model(words, contextual_width=4)

    other = replace(batch, contextual=batch.contextual + 1)

    assert not torch.allclose(model(batch).existence, model(other).existence)


def test_probabilities_of_answers_sum_to_one(documents, join, words):
    batch, _ = join(*documents, extra=1)
    scores = make_model(words)(batch)

    answers = paper_decode(scores, batch.steps, longest=3)

    size = answers.best_existence.shape
    torch.testing.assert_close(answers.existence.sum(-1), torch.ones(size))
    torch.testing.assert_close(answers.spans.flatten(-2).sum(-1), torch.ones(size))
    n_words = answers.best_spans[..., 1] - answers.best_spans[..., 0]
    assert ((n_words >= 1) & (n_words <= 3)).all()
    document, entity, state = 0, 1, 2
    start, end = answers.best_spans[document, entity, state].tolist()
    expected = answers.existence[document, entity, state].max()
    if answers.best_existence[document, entity, state] == Existence.SPAN:
        expected = expected * answers.spans[document, entity, state, start, end - start - 1]
    torch.testing.assert_close(answers.probabilities()[document, entity, state], expected)


def test_a_document_without_entities_is_read_to_nothing(documents, join, words):
    batch, targets = join(*documents)
    nobody = replace(batch, present=torch.zeros_like(batch.present), queries=batch.queries * 0)

    scores = make_model(words)(nobody, teacher=targets)

    assert scores.existence.isfinite().all()


def test_misspelt_settings_are_refused():
    with pytest.raises(TypeError):
        PaperSettings(coreference=False)
    with pytest.raises(ValueError, match="graph is 'gru', expected one of recurrent, lstm, none"):
        PaperSettings(graph="gru")


def test_the_paper_model_learns_two_documents_by_heart(draw_document, join, words):
    torch.manual_seed(0)
    batch, targets = join(draw_document(3, 2, seed=5), draw_document(2, 2, seed=6))
    model = PaperModel(replace(SMALL, width=12), words)
    optimiser = torch.optim.Adam(model.parameters(), lr=0.01)

    for _ in range(80):
        optimiser.zero_grad()
        loss = paper_loss(model(batch, teacher=targets), targets)
        loss.backward()
        optimiser.step()

    assert loss.item() < 0.1
    answers = paper_decode(model.eval()(batch), batch.steps, longest=3)
    present = targets.existence >= 0
    assert torch.equal(answers.best_existence[present], targets.existence[present])
    spans = targets.starts >= 0
    assert torch.equal(answers.best_spans[spans][:, 0], targets.starts[spans])
    assert torch.equal(answers.best_spans[spans][:, 1], targets.ends[spans])
