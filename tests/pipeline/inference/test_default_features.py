"""Documents as the default reader's tensors: windows, candidates, targets."""

import numpy as np
import pytest

from kgmodel.default.features import TAGS, collate
from kgmodel.pretrained import load_tokenizer
from pipeline.domain.document import Document, Entity, Step
from pipeline.domain.grid import Grid
from pipeline.inference.candidates import PlaceTable, occurrences, place_key
from pipeline.inference.checkpoints import encoder_folder
from pipeline.inference.default_features import features
from pipeline.text.annotate import annotate

NO_TABLE = PlaceTable({}, {})


@pytest.fixture(scope="module")
def tokenizer():
    return load_tokenizer(encoder_folder())


def document(*texts, entities=("water",)):
    steps, start = [], 0
    for number, text in enumerate(texts, 1):
        steps.append(Step(number, text, start))
        start += len(text) + 1
    tracked = tuple(Entity.parse(name) for name in entities)
    return Document("d", "d", " ".join(texts), tuple(steps), "d", tracked)


def read(source, tokenizer, *, table=NO_TABLE, grid=None):
    grids = None if grid is None else [grid]
    return features([annotate(source)], tokenizer=tokenizer, table=table, grids=grids)[0]


def words_of(ready, tokenizer, step):
    ids = np.concatenate(ready.tensors.windows)[ready.tensors.step_tokens[step - 1]]
    return tokenizer.decode(ids.tolist())


def test_each_step_points_at_its_own_words(tokenizer):
    ready = read(document("Water boils.", "Steam rises to the lid."), tokenizer)

    assert words_of(ready, tokenizer, 1) == "water boils."
    assert words_of(ready, tokenizer, 2) == "steam rises to the lid."


@pytest.mark.parametrize("n_steps", [60, 400])
def test_long_text_is_cut_into_windows_and_no_step_is_lost(tokenizer, n_steps):
    texts = [f"Step {n} moves the water into tank {n} of the plant." for n in range(n_steps)]

    ready = read(document(*texts), tokenizer)

    assert len(ready.tensors.windows) > 1
    assert all(len(window) <= 509 for window in ready.tensors.windows)
    for number, text in enumerate(texts, 1):
        assert words_of(ready, tokenizer, number) == text.lower()
    batch = collate([ready.tensors])
    assert batch.texts.shape[1] <= 512  # a query has positions of its own


def test_a_step_longer_than_a_window_is_read_whole(tokenizer):
    text = " ".join(f"valve{n}" for n in range(900)) + "."

    ready = read(document("Water waits.", text, "Water ends."), tokenizer)

    assert words_of(ready, tokenizer, 2).replace(" ", "") == text.replace(" ", "")


def test_steps_in_the_middle_of_a_window_are_read_there(tokenizer):
    texts = [f"The pump number {n} lifts water to the roof." for n in range(80)]

    ready = read(document(*texts), tokenizer)

    # every step but the text's own ends has something on both sides in the window it is read in
    sizes = np.cumsum([0] + [len(window) for window in ready.tensors.windows])
    for tokens in ready.tensors.step_tokens[1:-1]:
        window = np.searchsorted(sizes, tokens[0], side="right") - 1
        assert tokens[0] > sizes[window] and tokens[-1] < sizes[window + 1] - 1


def test_the_entitys_words_are_marked(tokenizer):
    ready = read(document("Pour water into the pot.", "The pot warms the water."), tokenizer)

    ids = np.concatenate(ready.tensors.windows)[ready.tensors.entities[0].mentioned]
    assert tokenizer.decode(ids.tolist()) == "water water"


def test_candidates_are_ngrams_without_function_words_at_their_ends(tokenizer):
    ready = read(document("Water flows to the bottom of the lake."), tokenizer)

    texts = {occurrence.text for occurrence in ready.occurrences}
    assert {"lake", "bottom", "bottom of the lake"} <= texts
    assert not texts & {"the lake", "to the bottom", "bottom of", "lake ."}


def test_targets_name_tags_and_candidates_by_stem(tokenizer):
    grid = Grid.from_texts([Entity.parse("water")], [["-", "lake", "leaf", "-", "?"]])
    text = document("Water runs.", "It reaches the leaves of the lake.", "It dries.", "It is back.")

    ready = read(text, tokenizer, grid=grid)

    entity = ready.tensors.entities[0]
    assert [TAGS[tag] for tag in entity.tags] == ["created", "moves", "destroyed", "created"]
    assert [ready.candidates[place] for place in entity.locations[1:3]] == [
        place_key(["lake"]),
        place_key(["leaves"]),
    ]
    assert entity.locations[[0, 3, 4]].tolist() == [-1, -1, 0]


def test_a_training_document_does_not_see_its_own_answers_in_the_table(tokenizer):
    table = PlaceTable.from_documents([["lake"], ["lake", "pond"]])
    grid = Grid.from_texts([Entity.parse("water")], [["lake", "pond"]])
    text = document("Water runs from the lake to the pond.")

    trained, predicted = (
        read(text, tokenizer, table=table, grid=grid),
        read(text, tokenizer, table=table),
    )

    lake, pond = (trained.candidates.index(place_key([word])) for word in ("lake", "pond"))
    assert trained.tensors.frequency[[lake, pond]].tolist() == [1, 0]
    assert predicted.tensors.frequency[[lake, pond]].tolist() == [2, 1]


def test_the_table_opens_as_it_was_saved(tmp_path):
    table = PlaceTable.from_documents([["Größe", "leaf"], ["leaves", "leaf"]])

    table.save(tmp_path / "places.json")

    assert PlaceTable.load(tmp_path / "places.json") == table
    assert table.wordings[place_key(["leaves"])] == "leaf"


def test_a_step_that_the_encoder_has_no_pieces_for_costs_no_other_step_its_words(tokenizer):
    ready = read(document("Water boils.", "\u200b", "Steam rises to the lid."), tokenizer)

    assert all(len(tokens) for tokens in ready.tensors.step_tokens)
    assert words_of(ready, tokenizer, 3) == "steam rises to the lid."


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("Pour the water into the side-arm flask.", "side-arm flask"),
        ("Water rises into the earth's air.", "earth's air"),
        ("The water is in the plants' roots.", "plants' roots"),
    ],
)
def test_a_place_with_a_hyphen_or_an_apostrophe_is_learnt_and_kept_as_written(
    tokenizer, text, place
):
    annotated = document(text)
    grid = Grid.from_texts(annotated.entities, [["?", place]])

    learnt = read(annotated, tokenizer, grid=grid)

    [entity] = learnt.tensors.entities
    chosen = int(entity.locations[1])
    assert chosen > 0
    key = learnt.candidates[chosen]
    assert place in {item.text for item in learnt.occurrences if item.key == key}


def test_no_place_begins_or_ends_with_a_possessive(tokenizer):
    ready = read(document("The water fills the earth's air."), tokenizer)

    assert {occurrence.text for occurrence in ready.occurrences} >= {"earth", "earth's air", "air"}
    assert not [item.text for item in ready.occurrences if item.text.startswith("'")]
    assert not [item.text for item in ready.occurrences if item.text.endswith("'s")]


@pytest.mark.parametrize(
    "text",
    [
        "Move the jar's lid from another's shelf to the side-arm of Earth's other tubes.",
        "Put the-cup and ' its saucers ' on the 'top-rack', then in bay 4b of the plants' house.",
    ],
)
def test_a_candidates_key_is_that_of_its_words(text):
    [tokens] = annotate(document(text)).tokens

    kept = occurrences(tokens, step=1)

    assert len(kept) > 5
    for each in kept:
        words = [token.text.lower() for token in tokens[each.first : each.last + 1]]
        assert each.key == place_key(words)
