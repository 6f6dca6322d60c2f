"""Documents cut into what the encoder takes."""

from __future__ import annotations

import pytest
from tokenizers import Tokenizer

from kgmodel.pretrained import load_tokenizer
from pipeline.domain.document import Document, Step
from pipeline.inference.checkpoints import encoder_folder
from pipeline.inference.windows import MAX_PIECES, Windows, windows_of
from pipeline.text.names import words_of


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    return load_tokenizer(encoder_folder())


def cut(tokenizer: Tokenizer, *sentences: str) -> tuple[Windows, list[list[str]]]:
    """Windows of a document, and the words of each step."""
    steps, text = [], ""
    for number, sentence in enumerate(sentences, start=1):
        steps.append(Step(number, sentence, len(text)))
        text += sentence + "\n"
    document = Document("d", "d", text, tuple(steps), "d.txt")
    words = words_of(document)
    (windows,) = windows_of([document], [words], tokenizer=tokenizer)
    return windows, [[word.text for word in row] for row in words]


def spelled(tokenizer: Tokenizer, windows: Windows) -> list[list[str]]:
    """What the encoder reads at the place of each word of each step."""
    return [
        [tokenizer.decode(list(windows.pieces[place[0]][place[1] : place[2]])) for place in row]
        for row in windows.places
    ]


def test_each_word_is_found_at_its_place(tokenizer):
    windows, words = cut(tokenizer, "Chlorophyll absorbs  sunlight.", "", "Glucose\tforms!")

    assert spelled(tokenizer, windows) == [[word.lower() for word in row] for row in words]
    assert len(windows.pieces) == 1


def test_a_long_document_is_cut_between_steps(tokenizer):
    windows, words = cut(tokenizer, *[f"Move sample {n} to the cold room." for n in range(300)])

    assert len(windows.pieces) > 1
    assert all(len(window) <= MAX_PIECES for window in windows.pieces)
    assert all(len({place[0] for place in row}) == 1 for row in windows.places)
    assert spelled(tokenizer, windows) == [[word.lower() for word in row] for row in words]


def test_a_step_too_long_for_a_window_loses_nothing(tokenizer):
    windows, words = cut(tokenizer, "Start.", "water " * 1_300 + "ends.", "Stop.")

    assert all(len(window) <= MAX_PIECES for window in windows.pieces)
    assert spelled(tokenizer, windows) == [[word.lower() for word in row] for row in words]


def test_every_window_begins_and_ends_with_the_encoders_marks(tokenizer):
    windows, _ = cut(tokenizer, "water " * 1_300)

    marks = {tokenizer.token_to_id("[CLS]"), tokenizer.token_to_id("[SEP]")}
    assert {window[0] for window in windows.pieces} | {
        window[-1] for window in windows.pieces
    } == marks
    assert all(marks.isdisjoint(window[1:-1]) for window in windows.pieces)


def test_a_word_glued_to_a_sign_unknown_to_the_encoder_is_where_the_unknown_is(tokenizer):
    windows, _ = cut(tokenizer, "Add \u2603salt to water")

    ((_, salt, _, _),) = windows.places
    assert windows.pieces[salt[0]][salt[1] : salt[2]] == (tokenizer.token_to_id("[UNK]"),)
