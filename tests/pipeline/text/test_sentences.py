import time

import pytest

from pipeline.text.sentences import sentence_spans


def sentences(text: str) -> list[str]:
    return [text[start:end] for start, end in sentence_spans(text)]


@pytest.mark.parametrize(
    "text",
    [
        "Ask Dr. Smith for approx. 5 ml of it.",
        "Heat the tube for 2 min. at 94 °C.",
        "Compare it with Fig. 3 and with No. 5, e.g. by eye.",
        "Add 3.5 g of salt, i.e. half a spoon.",
        "Wait... then stir.",
        '"Is it hot?" asks the cook.',
        "Grow E. coli at 37 °C.",
        "Use part No. B now.",
        "The U.S. Army drinks it at 5 p.m. on Mondays.",
        "Open www.Example.com and notes.Draft.txt first.",
        "Mix flour (approx. 500 g, incl. bran) and water.",
    ],
)
def test_a_sentence_is_not_broken_inside(text: str) -> None:
    assert sentences(text) == [text]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Add 5 ml. Stir it.", ["Add 5 ml.", "Stir it."]),
        ("Add vitamin C. Then wait.", ["Add vitamin C.", "Then wait."]),
        ("It stops at 5 p.m. The shop closes.", ["It stops at 5 p.m.", "The shop closes."]),
        ("What?! Really.", ["What?!", "Really."]),
        ("Stop! then stir.", ["Stop!", "then stir."]),
        ("Cool it to 0.4. Chill it.", ["Cool it to 0.4.", "Chill it."]),
        ('He says "Stop." Then he leaves.', ['He says "Stop."', "Then he leaves."]),
        ("Wait… Then stir.", ["Wait…", "Then stir."]),
        ("boil water. add salt.", ["boil water.", "add salt."]),
        ("It cools. pH rises. mRNA leaves.", ["It cools.", "pH rises.", "mRNA leaves."]),
        ("It soaks the soil.The water rises.", ["It soaks the soil.", "The water rises."]),
        ("No stop here\r\n\r\nNor here", ["No stop here", "Nor here"]),
        ("水を加える。混ぜる。", ["水を加える。", "混ぜる。"]),
        ("☕ Brew. 😀 Serve cafe\u0301!", ["☕ Brew.", "😀 Serve cafe\u0301!"]),
        ("One sentence", ["One sentence"]),
        (" \n...  !", []),
    ],
)
def test_sentences_end_where_a_reader_ends_them(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


@pytest.mark.parametrize(
    "word",
    "A Add After All Also An And As At Before Both But By During Each Finally First For From He"
    " Her His How However If In It Its Let Mix Next Now On Once Only Open Or Our Place Pour Put"
    " Remove Repeat She Since So Some That The Their Then There These They This Those Thus To Turn"
    " Until Use Wait We What When Where While Who With You Your".split(),
)
def test_an_abbreviation_ends_a_sentence_before_a_common_first_word(word: str) -> None:
    text = f"It stops at 5 p.m. {word} that again."

    assert sentences(text) == ["It stops at 5 p.m.", f"{word} that again."]


def test_time_grows_with_the_length_of_the_text_only() -> None:
    started = time.perf_counter()

    for hard in ("approx. " * 50_000, "a.b" * 50_000, "\n " * 50_000, "x" * 200_000, "?" * 200_000):
        sentence_spans(hard)

    assert time.perf_counter() - started < 5


def test_a_letter_after_a_small_word_ends_a_sentence() -> None:
    assert sentences("add C. Water follows.") == ["add C.", "Water follows."]
