"""Documents as the paper's model sees them, and its answers as grids."""

import pytest
import torch

from kgmodel.paper.batch import Existence
from kgmodel.paper.model import PaperAnswers
from kgmodel.pretrained import load_encoder, load_tokenizer
from pipeline.domain.document import Document, Entity, Step
from pipeline.domain.grid import NOWHERE, SOMEWHERE, Change, Evidence, Grid, Location
from pipeline.inference.checkpoints import encoder_folder
from pipeline.inference.paper_features import (
    paper_batch,
    paper_document,
    paper_grids,
    paper_targets,
)
from pipeline.text.annotate import annotate

ENTITIES = (Entity.parse("water; H2O"), Entity.parse("sugars"))


@pytest.fixture(scope="module")
def tokenizer():
    return load_tokenizer(encoder_folder())


def make_document(*sentences, entities=ENTITIES):
    starts, text = [], ""
    for sentence in sentences:
        starts.append(len(text))
        text += sentence + " "
    steps = tuple(Step(n + 1, s, starts[n]) for n, s in enumerate(sentences))
    return annotate(Document("leaf", "Leaf", text, steps, "leaf.txt", entities))


@pytest.fixture
def document():
    return make_document(
        "The roots take up water.", "Water rises to the leaves.", "Sugar forms in the leaf cells."
    )


def words_of(document):
    return [token.text for tokens in document.tokens for token in tokens]


def test_words_have_pieces_steps_mentions_and_exact_matches(document, tokenizer):
    batch = paper_document(document, tokenizer=tokenizer)

    words = words_of(document)
    assert batch.tokens.shape[1] == batch.steps.shape[1] == len(words)
    assert batch.steps[0].tolist() == [1] * 6 + [2] * 6 + [3] * 7
    assert batch.n_steps.tolist() == [3]
    pieces = batch.tokens[0, words.index("roots")]
    assert pieces[pieces > 0].tolist() == tokenizer.encode("roots", add_special_tokens=False).ids
    mentioned = [[words[at] for at in row.nonzero().flatten()] for row in batch.mention_starts[0]]
    assert mentioned == [["water", "Water"], ["Sugar"]]
    assert torch.equal(batch.mention_starts, batch.mention_ends)
    assert batch.exact[0, 0, words.index("Water")].tolist() == [True, True]
    assert batch.exact[0, 1, words.index("Sugar")].tolist() == [False, True]
    assert int(batch.exact.sum()) == 5


def test_the_query_asks_where_the_entity_is_by_any_of_its_names(document, tokenizer):
    batch = paper_document(document, tokenizer=tokenizer)

    words = [tokenizer.decode(word[word > 0].tolist()) for word in batch.queries[0, 0]]

    assert words == ["where", "is", "water", "or", "h2o", "located", "?"]


def test_a_place_is_its_last_words_read_so_far(document):
    grid = Grid.from_texts(
        ENTITIES, [["soil", "root", "leaf", "leaf"], ["-", "-", "-", "leaf cell"]]
    )

    targets = paper_targets(document, grid)

    somewhere, nowhere, span = Existence.SOMEWHERE, Existence.NOWHERE, Existence.SPAN
    assert targets.existence[0].tolist() == [[somewhere, span, span, span], [nowhere] * 3 + [span]]
    words = words_of(document)
    named = [
        [" ".join(words[a:b]) if a >= 0 else "" for a, b in zip(*rows, strict=True)]
        for rows in zip(targets.starts[0].tolist(), targets.ends[0].tolist(), strict=True)
    ]
    assert named == [["", "roots", "leaves", "leaf"], ["", "", "", "leaf cells"]]


def test_a_place_stated_only_later_is_no_target(document):
    grid = Grid.from_texts(ENTITIES[:1], [["leaf", "leaf", "leaf", "leaf"]])

    targets = paper_targets(document, grid)

    assert targets.existence[0, 0].tolist() == [Existence.SOMEWHERE] * 2 + [Existence.SPAN] * 2


def test_for_a_reader_of_the_sentence_only_its_own_words_are_targets(document):
    grid = Grid.from_texts(ENTITIES[:1], [["root", "root", "root", "leaf"]])

    targets = paper_targets(document, grid, reads="sentence")

    somewhere, span = Existence.SOMEWHERE, Existence.SPAN
    assert targets.existence[0, 0].tolist() == [span, span, somewhere, span]


def test_documents_make_one_batch_with_targets(document, tokenizer):
    short = make_document("Water falls.", entities=ENTITIES[:1])
    grids = [
        Grid.from_texts(ENTITIES, [["?"] * 4, ["-"] * 4]),
        Grid.from_texts(ENTITIES[:1], [["?", "-"]]),
    ]

    batch, targets = paper_batch([document, short], grids, tokenizer=tokenizer)

    assert batch.present.tolist() == [[True, True], [True, False]]
    assert targets.existence[1].tolist() == [[1, 0, -1, -1], [-1] * 4]
    assert torch.equal(targets.existence >= 0, batch.has_state())


def test_features_of_a_prefix_know_nothing_of_later_steps(document, tokenizer):
    encoder = load_encoder(encoder_folder())
    other = make_document(*(step.text for step in document.document.steps[:2]), "Ice melts.")

    whole = paper_document(document, tokenizer=tokenizer, encoder=encoder).contextual
    changed = paper_document(other, tokenizer=tokenizer, encoder=encoder).contextual

    torch.testing.assert_close(whole[0, :3, :12], changed[0, :3, :12])
    assert not whole[0, :3, 12:].any()
    assert whole[0, 3].any(dim=-1).all()
    assert not torch.allclose(whole[0, 3, :12], changed[0, 3, :12])
    assert not torch.allclose(whole[0, 1, :6], whole[0, 2, :6])


def test_features_are_the_mean_of_the_last_four_layers(tokenizer):
    encoder = load_encoder(encoder_folder())
    whole = make_document("Water rises.")
    ids = torch.tensor([tokenizer.encode("Water rises.").ids])
    assert ids.shape[1] == 2 + 3  # a piece a word, so that words are pieces

    features = paper_document(whole, tokenizer=tokenizer, encoder=encoder).contextual

    layers = encoder.states(ids)
    assert len(layers) == 7
    torch.testing.assert_close(features[0, 1], sum(layers[3:])[0, 1:-1].detach() / 4)


def test_a_prefix_beyond_the_encoders_positions_loses_no_word(tokenizer):
    encoder = load_encoder(encoder_folder())
    long = make_document(*["Water rises to the leaves, " * 33 + "and so on."] * 3)

    features = paper_document(long, tokenizer=tokenizer, encoder=encoder).contextual

    assert features.shape[2] > 512
    assert features[0, 3].any(dim=-1).all()


def answers_of(*rows):
    """Sure answers for one document: existence, or a span, of each state of each entity."""
    existence = [[2 if isinstance(answer, tuple) else answer for answer in row] for row in rows]
    spans = [[answer if isinstance(answer, tuple) else (0, 1) for answer in row] for row in rows]
    existence, spans = torch.tensor([existence]), torch.tensor([spans])
    sure = torch.nn.functional.one_hot(existence, 3) * 0.7 + 0.1
    return PaperAnswers(sure, torch.full((*existence.shape, 19, 10), 0.5), existence, spans)


def test_answers_become_a_grid_with_words_and_probabilities(document):
    words = words_of(document)
    leaves, leaf = words.index("leaves"), words.index("leaf")

    (grid,) = paper_grids(
        answers_of([1, (0, 2), (leaves - 1, leaves + 1), (leaf, leaf + 1)], [0, 0, 0, 1]),
        [document],
    )

    water, sugar = grid.tracks
    assert water.locations == (SOMEWHERE, Location("roots"), Location("leaves"), Location("leaves"))
    assert [water.change_at(step) for step in (1, 2, 3)] == [Change.MOVE, Change.MOVE, Change.NONE]
    assert water.evidence[1] == Evidence(1, 4, 9)
    assert water.evidence[2] == Evidence(2, 19, 25)
    assert water.change_evidence == (Evidence(1, 4, 9), Evidence(2, 19, 25), None)
    assert water.probabilities == pytest.approx((0.8, 0.4, 0.4, 0.4))
    assert sugar.locations == (NOWHERE, NOWHERE, NOWHERE, SOMEWHERE)
    assert sugar.exists == pytest.approx((0.2, 0.2, 0.2, 0.9))
    assert sugar.change_probabilities == pytest.approx((0.64, 0.64, 0.72))
    assert sugar.change_evidence == (None, None, Evidence(3))
