"""Which of the messages of a chat is the text."""

from __future__ import annotations

import pytest

from pipeline.text.chats import longest_message
from pipeline.text.steps import find_procedure

DAL = ["Red dal", "1 cup lentils", "Wash the lentils", "Boil them"]


def kept(text: str) -> list[str]:
    """The lines that are left, in as many characters as before."""
    lines = text.splitlines(keepends=True)
    left = longest_message(lines)
    assert list(map(len, left)) == list(map(len, lines))
    return [line.strip() for line in left if line.strip()]


@pytest.mark.parametrize(
    ("ann", "bob"),
    [
        ("Ann Lee  10:42 AM", "Bob  10:43 AM"),
        ("Ann Lee\t10:42", "Bob\t10:43"),
        ("Ann Lee\n10:42 AM", "Bob\n10:43 AM"),
        ("Ann Lee\n27.11. 10:42", "Bob\nYesterday 10:43"),
        ("Ann — Today at 10:42", "Bob — Yesterday at 9:12 pm"),
        ("Ann - Monday, 10:42", "Bob - last Monday 9:12"),
        ("[10:42] Ann Lee", "[10:43] Bob"),
        ("[27/11/2026, 10:42] Ann Lee:", "[27/11/2026, 10:43] Bob:"),
        ("Ann Lee, [27.11.2026 10:42]", "Bob, [27.11.2026 10:43]"),
    ],
)
def test_who_wrote_a_message_may_stand_on_lines_above_it(ann, bob):
    text = "\n".join(DAL)

    assert kept(f"{ann}\ndo you still have it?\n{bob}\n{text}\n{ann}\nthank you") == DAL


@pytest.mark.parametrize(
    "line",
    ["Step 1 — 08:00", "Monday — 08:00", "Lunch  12:00", "Line A: on\n08:00", "mixing\n08:00",
     "Add the 08:00"],
)  # fmt: skip
def test_a_plan_with_times_is_no_chat(line):
    text = f"{line}\nStir it\nBake it\nEat it\n{line}\nStir it again"

    assert kept(text) == text.splitlines()


def test_who_writes_once_is_in_no_chat():
    text = "Ann Lee  10:42\nWash it\nBoil it\nDrain it\nBob  10:43\nthanks"

    assert kept(text) == text.splitlines()


def test_of_a_thread_the_longest_post_stays_and_its_title():
    text = (
        "Board\nWaxing a table\nPost by ann » Sun Feb 11, 2024 9:03 am\nHow is it done?\n\n"
        "Re: Waxing a table\nPost by bob » Sun Feb 11, 2024 11:47 am\n\nann wrote: ↑\nHow is it"
        " done?\n\nRub it in with a cloth.\n\nWait for a day.\n\nThen polish it with a cloth.\n\n"
        "Bob\nPosts: 2841\n\nRe: Waxing a table\nPost by ann » Mon Feb 12, 2024 8:00 am\nThank you!"
    )

    assert kept(text) == [
        "Waxing a table", "Rub it in with a cloth.", "Wait for a day.",
        "Then polish it with a cloth.",
    ]  # fmt: skip


def test_posts_may_begin_with_the_picture_of_a_person():
    text = (
        "Waxing a table\nr/wax - Waxing a table\n\nu/ann avatar\nann\nOP\n•\n3y ago\nRub it in.\n\n"
        "Wait for a day.\n\nPolish it.\n\nEDIT: thanks!\n\nu/bob avatar\nbob\n•\n2 yr. ago\nNice."
    )

    assert kept(text) == ["Waxing a table", "Rub it in.", "Wait for a day.", "Polish it."]


def test_steps_that_were_sent_one_by_one_are_the_text():
    head = "21/04/24, 18:5"
    text = (
        f"{head}1 - Ann: how?\n{head}2 - Bob: *Waxing a table*\n{head}3 - Bob: 1. Rub it in\n"
        f"{head}4 - Ann: 2. what?\n{head}5 - Bob: 2. Wait for a day\n{head}6 - Bob: 3. Polish it\n"
        f"{head}7 - Bob: that is all, thanks"
    )

    assert kept(text) == ["Waxing a table", "1. Rub it in", "2. Wait for a day", "3. Polish it"]


def test_two_numbered_messages_are_no_list():
    text = "21/04/24, 18:51 - Ann: 1. Rub it\n21/04/24, 18:52 - Ann: 2. Wait"

    assert kept(text) == text.splitlines()


@pytest.mark.parametrize(
    "text",
    [
        "Wash - 10:00\nRub it\nRinse it\nDry it\nPat it\nWait\nWash - 12:00\nRub it again",
        "[08:00] Pen\nGive it\n[08:30] Wash\nOne\nTwo\nThree\nFour\n[12:00] Pen\nGive it",
        "Block  1:50\nBlock  1:20\nRub it\nRinse it\nDry it\nWait\nThank you",
        "2.3.24 09:15 KM: 1. Load it.\n2.3.24 09:20 KM: 2. Fill it.\n2.3.24 10:40 TS: 3. Stop.",
    ],
)
def test_nobody_talks_in_a_plan_or_a_log(text):
    assert kept(text) == text.splitlines()


def test_two_may_send_the_steps_and_a_message_may_have_several():
    head = "21/04/24, 18:5"
    text = (
        f"{head}0 - Ann: how?\n{head}1 - Bob: 2 cloths\n1 tin\nwax\n{head}2 - Bob: 1. Rub it\n"
        f"{head}3 - Bob: 2. Wait\n3. Wait more\n{head}4 - Cid: 4. Polish it\n{head}5 - Ann: thanks"
    )

    assert kept(text) == [
        "2 cloths", "1 tin", "wax", "1. Rub it", "2. Wait", "3. Wait more", "4. Polish it"
    ]  # fmt: skip


CHAT = (
    "[14:02] Pavel: how do you cook the fly food??\n"
    "[14:05] Ruta: for a litre\nagar 8 g\nyeast 35 g\nwater 1 l\n"
    "[14:06] Ruta: Boil the water and whisk in the agar. Take the pot off the heat.\n"
    "[14:08] Pavel: haha ok\n"
    "[14:11] Ruta: Pour 8 ml into each vial.\n"
    "[14:13] Ruta: you're welcome\n"
)


def test_what_one_person_explains_in_several_messages_is_the_text() -> None:
    procedure = find_procedure(CHAT)

    assert [step.text for step in procedure.steps] == [
        "Boil the water and whisk in the agar.",
        "Take the pot off the heat.",
        "Pour 8 ml into each vial.",
    ]
    assert {"agar", "yeast", "water"} <= {material.name for material in procedure.materials}


def test_steps_that_two_people_send_stay_all() -> None:
    both = CHAT.replace("haha ok", "Rinse the vials. Dry them in the oven. Label each vial.")

    assert "Label each vial." in [step.text for step in find_procedure(both).steps]
