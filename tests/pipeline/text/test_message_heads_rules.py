"""Which lines say who wrote a message, and which message of a chat is its text."""

from __future__ import annotations

import pytest

from pipeline.text.chats import longest_message
from pipeline.text.message_heads import Head, heads_above, heads_of_posts, heads_within

HEAD = "12/03/24, 18:02 - "


def kept(text: str) -> list[str]:
    return [
        line.strip() for line in longest_message(text.splitlines(keepends=True)) if line.strip()
    ]


def chat(*messages: str) -> str:
    return "\n".join(HEAD + message for message in messages)


@pytest.mark.parametrize(
    ("senders", "n_heads"),
    [(["Ann"], 0), (["Ann", "Bob"], 2), (["Ann", "Bob", "Cid"], 0), (["Ann", "Bob", "Ann"], 3)],
)
def test_a_chat_has_two_messages_or_two_by_one_sender(senders: list[str], n_heads: int) -> None:
    heads = heads_within([f"{HEAD}{sender}: rub it" for sender in senders])

    assert [head.sender for head in heads.values()] == (senders if n_heads else [])


@pytest.mark.parametrize(
    ("line", "characters"),
    [
        ("12/03/24, 18:02 - Ann: rub it", 23),
        ("[12/03/2024, 18:02:07] Ann: rub it", 28),
        ("18:02, 12.3.2024 - Ann: rub it", 24),
        ("2024-03-12 6:02 pm Ann: rub it", 24),
    ],
)
def test_a_head_ends_where_the_words_begin(line: str, characters: int) -> None:
    assert heads_within([line, "more", line]) == {
        0: Head("Ann", lines=0, characters=characters),
        2: Head("Ann", lines=0, characters=characters),
    }


@pytest.mark.parametrize("line", ["18:02 Ann: rub it", "12/03/24 Ann: rub it", "Ann: rub it"])
def test_a_message_has_a_date_and_a_time(line: str) -> None:
    assert heads_within([line, line]) == {}


def test_heads_above_messages_are_one_line_or_two() -> None:
    assert heads_above(["Ann Lee  10:42", "rub it", "[10:43] Ann Lee", "wait"]) == {
        0: Head("Ann Lee", lines=1),
        2: Head("Ann Lee", lines=1),
    }
    assert heads_above(["Ann Lee", "10:42", "rub it", "Ann Lee", "10:43", "wait"]) == {
        0: Head("Ann Lee", lines=2),
        3: Head("Ann Lee", lines=2),
    }


@pytest.mark.parametrize(
    "lines",
    [
        ["Ann  10:42", "Ann  10:43", "rub it"],
        ["Ann  10:42", "rub it", "Ann  10:43"],
        ["Ann  10:42", "rub it", "Ann  10:43", " "],
        ["Ann  10:42", "rub it", "Bob  10:43", "wait"],
        ["Ann", "10:42", "Ann", "10:43", "rub it"],
        ["Ann  10:42", "rub it"],
        ["Ann"],
        [],
    ],
)
def test_a_head_without_words_below_it_or_by_another_is_none(lines: list[str]) -> None:
    assert heads_above(lines) == {}


@pytest.mark.parametrize(
    ("name", "is_name"),
    [
        ("Ann Bea Cat Dot", True),
        ("Ann Bea Cat Dot Eve", False),
        ("Ann lee", False),
        ("Ann: Lee", False),
        ("Monday", False),
    ],
)
def test_a_name_above_a_time_has_four_words_with_capitals_at_most(name: str, is_name: bool) -> None:
    lines = [name, "10:42", "rub it", name, "10:43", "wait"]

    assert (heads_above(lines) != {}) is is_name


def test_a_thread_has_two_posts() -> None:
    post = ["Post by ann » Sun Feb 11, 2024 9:03 am", "Rub it."]

    assert heads_of_posts(post) == {}
    assert heads_of_posts([*post, *post]) == {0: Head("ann", lines=1), 2: Head("ann", lines=1)}


def test_the_text_of_a_chat_has_three_lines() -> None:
    short = chat("Ann: Wash it\nBoil it for a whole hour", "Bob: thanks")
    long = chat("Ann: Wash it\nBoil it for a whole hour\nEat it", "Bob: thanks")

    assert kept(short) == short.splitlines()
    assert kept(long) == ["Wash it", "Boil it for a whole hour", "Eat it"]


def test_the_longest_message_has_half_of_the_words_or_no_other_is_long() -> None:
    ann, bob = "Ann: Rub it\nWait\nStop", "Bob: Oil it\nSand\nWash"
    half, less = chat(ann, bob), chat(ann, bob, "Bob: Cut\nGlue\nFix")

    assert kept(half) == ["Rub it", "Wait", "Stop"]
    assert kept(less) == less.splitlines()
    assert kept(chat(f"{ann}\n\nDo it", bob, "Cid: ok", "Bob: no")) == [
        "Rub it", "Wait", "Stop", "Do it"
    ]  # fmt: skip


def test_the_longest_message_is_the_one_of_the_most_words() -> None:
    few_words, many_words = "Ann: Rub\nOil\nWax\nWait", "Bob: Sand it down\nWash it\nDry it well"

    assert kept(chat(few_words, many_words)) == ["Sand it down", "Wash it", "Dry it well"]


def test_steps_in_two_messages_were_not_sent_one_by_one() -> None:
    text = chat("Ann: 1. Rub it\n2. Wait", "Ann: 3. Stop")

    assert kept(text) == text.splitlines()


def test_what_stands_above_the_first_step_is_a_title_if_it_is_one_line_of_words() -> None:
    steps = ["Ann: 1. Rub it", "Ann: 2. Wait", "Ann: 3. Stop, please", "Bob: thanks"]
    left = ["1. Rub it", "2. Wait", "3. Stop, please"]

    assert kept(chat("Ann: Waxing a table", *steps)) == ["Waxing a table", *left]
    assert kept(chat("Bob: Waxing a table", *steps)) == left
    assert kept(chat("Ann: waxing a table", *steps)) == left
    assert kept(chat("Ann: Waxing a table\nand a door", *steps)) == left


def test_what_was_edited_and_the_facts_of_a_person_are_no_lines_of_a_post() -> None:
    head = "u/ann avatar\nann\n3y ago\nRub it.\nEdit 2: typo"
    post = f"{head}\n\nJoined: May 2020\nBern\n\nWait.\n\nStop."

    assert kept(f"{post}\nu/bob avatar\nbob\n1y ago\nNice.") == ["Rub it.", "Wait.", "Stop."]
