"""Documents as the baselines see them."""

import pytest
import torch

from kgmodel.baselines.text import StateChange
from kgmodel.paper.batch import Existence
from kgmodel.paper.encoder import WordVectors
from kgmodel.pretrained import load_encoder, load_tokenizer
from pipeline.domain.document import Document, Entity
from pipeline.domain.grid import NOWHERE, SOMEWHERE, Grid, Location, Track
from pipeline.inference.baseline_features import baseline_targets, baseline_text
from pipeline.inference.checkpoints import encoder_folder
from pipeline.text.annotate import annotate
from pipeline.text.steps import find_procedure

TEXT = "Flour lies in a bowl. An oven bakes the flour. Bread leaves the oven."
N, S, P = Existence.NOWHERE, Existence.SOMEWHERE, Existence.SPAN
NONE, CREATE, MOVE, DESTROY = StateChange


@pytest.fixture(scope="module")
def tokenizer():
    return load_tokenizer(encoder_folder())


@pytest.fixture(scope="module")
def vectors(tokenizer):
    return WordVectors(torch.randn(tokenizer.get_vocab_size(), 5))


@pytest.fixture(scope="module")
def document():
    entities = (Entity.parse("flour"), Entity.parse("bread; loaf"))
    steps = find_procedure(TEXT).steps
    return annotate(Document("bread", "Bread", TEXT, steps, "bread.txt", entities))


@pytest.fixture
def text(document, tokenizer, vectors):
    return baseline_text(document, tokenizer=tokenizer, vectors=vectors)


def words_of(document):
    return [token.text for tokens in document.tokens for token in tokens]


def test_words_have_vectors_steps_and_mentions(text, document, tokenizer, vectors):
    words = words_of(document)

    assert text.words.shape == (len(words), 5)
    assert text.steps.tolist() == [1] * 6 + [2] * 6 + [3] * 5
    mentioned = [[words[at] for at in row.nonzero().flatten()] for row in text.mentions]
    assert mentioned == [["Flour", "flour"], ["Bread"]]
    pieces = tokenizer.encode("oven", add_special_tokens=False).ids
    expected = vectors.table[pieces].mean(dim=0)
    torch.testing.assert_close(text.words[words.index("oven")], expected)


def test_words_are_the_frozen_encoders_where_it_is_given(document, tokenizer, text):
    encoder = load_encoder(encoder_folder())
    vectors = WordVectors(encoder.embeddings.word_embeddings.weight)

    read = baseline_text(document, tokenizer=tokenizer, vectors=vectors, encoder=encoder)

    assert read.words.shape == (len(words_of(document)), encoder.sizes.hidden_size)
    flour = [at for at, word in enumerate(words_of(document)) if word.lower() == "flour"]
    assert not read.words[flour[0]].allclose(read.words[flour[1]], atol=0.01)  # context differs
    assert read.mentions.equal(text.mentions) and read.owners.equal(text.owners)


def test_a_name_is_the_mean_vector_of_the_entitys_words(text, tokenizer, vectors):
    def vector(word):
        return vectors.table[tokenizer.encode(word, add_special_tokens=False).ids].mean(dim=0)

    torch.testing.assert_close(text.names[0], vector("flour"))
    both = torch.stack([vector(word) for word in ("bread", "or", "loaf")])
    torch.testing.assert_close(text.names[1], both.mean(dim=0))


def test_what_the_tokenizer_drops_is_no_part_of_a_name(document, tokenizer, vectors, text):
    invisible = "\u200b"
    entities = (Entity.parse(f"{invisible} flour"), Entity.parse(invisible))
    tracked = annotate(document.document, entities=entities)

    names = baseline_text(tracked, tokenizer=tokenizer, vectors=vectors).names

    torch.testing.assert_close(names, torch.stack([text.names[0], torch.zeros(5)]))


def test_two_wordings_of_a_place_are_one_candidate(text, document):
    words = words_of(document)
    named = [
        {" ".join(words[start:end]) for start, end in text.spans[text.owners == candidate].tolist()}
        for candidate in range(text.n_candidates)
    ]

    assert {"oven"} in named and {"bowl"} in named
    assert {"Flour", "flour"} in named


def test_targets_are_changes_and_places_by_candidate(text, document):
    bowl, oven, shelf = Location("bowl"), Location("the oven"), Location("shelf")
    grid = Grid(
        3,
        (
            Track(document.entities[0], (bowl, bowl, NOWHERE, NOWHERE)),
            Track(document.entities[1], (NOWHERE, SOMEWHERE, oven, shelf)),
        ),
    )

    targets = baseline_targets(document, grid)

    assert targets.changes.tolist() == [[NONE, DESTROY, NONE], [CREATE, MOVE, MOVE]]
    assert targets.existence.tolist() == [[P, P, N, N], [N, S, P, S]]
    words, (in_bowl, in_oven) = words_of(document), targets.candidates[[0, 1], [0, 2]].tolist()
    for candidate, word in ((in_bowl, "bowl"), (in_oven, "oven")):
        spans = text.spans[text.owners == candidate].tolist()
        assert [words[start:end] for start, end in spans][0] == [word]
    assert targets.candidates[1, 3] == -1  # no word of the text is "shelf"
