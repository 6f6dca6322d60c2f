"""The paper's model as a whole: padding, causality, teacher forcing, ablations, learning."""

from dataclasses import replace

import pytest
import torch

from kgmodel.paper.batch import Existence
from kgmodel.paper.encoder import WordVectors
from kgmodel.paper.loss import paper_loss
from kgmodel.paper.model import PaperModel, PaperSettings, paper_decode

SMALL = PaperSettings(
    width=5, dropout=0.0, dropout_recurrent=0.0, dropout_graph=0.0, longest_span=3
)
ABLATIONS = {
    "the paper's": {},
    "no coreference across steps": {"coreference_across": False},
    "no coreference within a step": {"coreference_within": False},
    "standard LSTM": {"graph": "lstm"},
    "reader over the prefix": {"graph": "none"},
    "reader over the sentence": {"graph": "none", "reads": "sentence"},
    "reader over the paragraph": {"graph": "none", "reads": "paragraph"},
    "conditioned on both nodes": {"conditioned_on": "both"},
    "entities of the paragraph": {"entity_input": "paragraph"},
    "entities of the prefix": {"entity_input": "prefix"},
    "standard LSTM, entities of the prefix": {"graph": "lstm", "entity_input": "prefix"},
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


def with_another_step(batch, step):
    """The batch with other words, matches and mentions in one step."""
    is_there = batch.steps == step
    return replace(
        batch,
        tokens=torch.where(is_there[..., None], batch.tokens.roll(1, dims=1), batch.tokens),
        exact=batch.exact ^ is_there[:, None, :, None],
        mention_starts=batch.mention_starts | is_there[:, None],
        mention_ends=batch.mention_ends | is_there[:, None],
    )


@pytest.mark.parametrize("graph", ["recurrent", "lstm", "none"])
def test_with_entities_of_the_prefix_a_state_never_depends_on_later_steps(documents, words, graph):
    model = make_model(words, graph=graph, entity_input="prefix")
    batch, _ = documents[2]

    before, after = model(batch).existence, model(with_another_step(batch, 4)).existence

    torch.testing.assert_close(before[:, :, :4], after[:, :, :4])
    assert not torch.allclose(before[:, :, 4], after[:, :, 4])


def test_a_reader_of_the_sentence_depends_on_its_words_alone(documents, words):
    model = make_model(words, graph="none", reads="sentence")
    batch, _ = documents[2]

    before = torch.cat([model(batch).existence, model(batch).starts], dim=-1)
    other = model(with_another_step(batch, 2))
    after = torch.cat([other.existence, other.starts], dim=-1)

    torch.testing.assert_close(before[:, :, [0, 1, 3, 4]], after[:, :, [0, 1, 3, 4]])
    assert not torch.allclose(before[:, :, 2], after[:, :, 2])


@pytest.mark.parametrize("graph", ["recurrent", "lstm"])
@pytest.mark.parametrize("entity_input", ["graph", "paragraph"])
def test_the_initial_entity_vector_sums_all_mentions_of_the_paragraph(
    documents, words, graph, entity_input
):
    model = make_model(words, graph=graph, entity_input=entity_input)
    batch, _ = documents[2]
    first, encodings = conditions_of(model), []
    model.context.register_forward_hook(lambda _, __, output: encodings.append(output))

    model(batch)

    whole = encodings[0][:, :, -1]
    expected = torch.zeros_like(first[0])
    for entity in range(3):
        starts = batch.mention_starts[0, entity].nonzero().flatten().tolist()
        ends = batch.mention_ends[0, entity].nonzero().flatten().tolist()
        for start, last in zip(starts, ends, strict=True):
            pair = torch.cat([whole[0, entity, start], whole[0, entity, last]])
            expected[0, entity] += model.places.spans.project(pair)
    torch.testing.assert_close(first[0], expected)


def test_the_paragraph_of_the_initial_vector_has_no_current_step(documents, words):
    batch, _ = documents[0]
    table, context = WordVectors(words), make_model(words).context
    may_read = torch.ones(1, batch.n_states + 1, batch.steps.shape[1], dtype=torch.bool)

    whole = context(batch, table(batch.tokens), table(batch.queries), may_read)

    torch.testing.assert_close(whole[:, :, -1], whole[:, :, 0])  # before step 1 none is current
    assert not torch.allclose(whole[:, :, -1], whole[:, :, -2])


@pytest.mark.parametrize(
    ("entity_input", "expected"), [("graph", True), ("paragraph", False), ("prefix", False)]
)
def test_the_graph_of_a_state_starts_from_the_entities_of_the_one_before(
    documents, words, entity_input, expected
):
    model = make_model(words, entity_input=entity_input)
    inputs, graphs = [], []
    model.graph.register_forward_pre_hook(lambda _, arguments: inputs.append(arguments[0]))
    model.graph.register_forward_hook(lambda _, __, graph: graphs.append(graph))

    model(documents[2][0])

    carried = [torch.equal(e, graph.entities) for e, graph in zip(inputs[1:], graphs, strict=False)]
    assert carried == [expected] * 4
    repeated = [torch.equal(inputs[0], later) for later in inputs[1:]]
    assert repeated == [entity_input == "paragraph"] * 4


def conditions_of(model):
    """The nodes that the reader of each state gets, as they come."""
    conditions = []
    model.reader.register_forward_pre_hook(lambda _, inputs: conditions.append(inputs[3]))
    return conditions


@pytest.mark.parametrize("graph", ["recurrent", "lstm"])
def test_the_reader_is_conditioned_on_the_entity_alone(documents, words, graph):
    model = make_model(words, graph=graph)
    conditions, graphs = conditions_of(model), []
    model.graph.register_forward_hook(lambda _, __, graph: graphs.append(graph))

    model(documents[2][0])

    for condition, before in zip(conditions[1:], graphs, strict=False):
        assert torch.equal(condition, before.entities)


@pytest.mark.parametrize("graph", ["recurrent", "lstm"])
@pytest.mark.parametrize("conditioned_on", ["entity", "both"])
def test_the_location_node_reaches_the_reader_only_through_e(
    documents, words, graph, conditioned_on
):
    model = make_model(words, graph=graph, conditioned_on=conditioned_on, entity_input="prefix")
    batch, _ = documents[1]  # one step, so that state 1 is the last

    before = model(batch).existence
    model.graph.register_forward_hook(
        lambda _, __, graph: replace(graph, locations=graph.locations + 1)
    )
    after = model(batch).existence

    assert torch.equal(before, after) == (conditioned_on == "entity")


@pytest.mark.parametrize("graph", ["recurrent", "lstm"])
def test_dropout_of_the_graph_is_in_what_its_lstms_give_and_not_in_their_memory(
    documents, words, graph
):
    kept, dropped = (
        make_model(words, graph=graph, dropout_graph=rate, coreference_within=False)
        for rate in (0.0, 1.0)
    )
    batch, targets = documents[1]

    def first_graph(model):
        graphs = []
        model.graph.register_forward_hook(lambda _, __, graph: graphs.append(graph))
        scores = model(batch, teacher=targets)
        return scores, graphs[0]

    _, with_all = first_graph(kept)
    _, without = first_graph(dropped)

    torch.testing.assert_close(without.memory[0], with_all.memory[0])
    assert not torch.allclose(without.entities, with_all.entities)
    assert (without.entities == 0).all() == (graph == "lstm")
    torch.testing.assert_close(
        first_graph(dropped.eval())[0].existence, first_graph(kept.eval())[0].existence
    )


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
    model = make_model(words, graph=graph, conditioned_on="both")
    conditions = conditions_of(model)

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
    with pytest.raises(ValueError, match="conditioned_on is 'e', expected one of entity, both"):
        PaperSettings(conditioned_on="e")
    with pytest.raises(ValueError, match="entity_input is 'once', expected one of graph, para"):
        PaperSettings(entity_input="once")


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


def test_sizes_and_dropout_are_the_papers_unless_set():
    settings = PaperSettings()

    assert (settings.width, settings.n_rnn_layers, settings.n_graph_layers) == (64, 2, 2)
    assert (settings.dropout, settings.dropout_recurrent, settings.dropout_graph) == (0.3, 0.4, 0.4)
    assert settings.longest_span == 10
