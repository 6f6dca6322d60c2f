"""Bold titles and clock times at the beginning of paragraphs."""

import pytest

from pipeline.sources.markdown import markdown_text


def test_paragraphs_of_which_most_have_a_bold_title_are_items() -> None:
    text = markdown_text("**Sand.** Wipe.\n\n**Mask.** Tape.\n\nPress.\n\n**Coat:** Brush.\n")

    assert text == "- Sand. Wipe.\n- Mask. Tape.\n  Press.\n- Coat: Brush.\n"


def test_a_paragraph_under_a_later_heading_is_an_item_like_those_with_titles() -> None:
    text = markdown_text("Hello.\n\n**A.** B.\n\n**C.** D.\n\n**E.** F.\n\n# G\n\nH.\n")

    assert text == "Hello.\n\n- A. B.\n- C. D.\n- E. F.\n\n# G\n\n- H.\n"


def test_few_bold_titles_in_running_text_are_headings() -> None:
    text = markdown_text("**Day 1.** Rake.\n\nHeap.\n\nWater.\n\n**Day 9.** Fork.\n\nSieve.\n")

    assert text.splitlines()[::2] == [
        "###### Day 1", "Rake.", "Heap.", "Water.", "###### Day 9", "Fork.", "Sieve.",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "paragraph",
    [
        "**Never** lift it.",
        "**1.** Lift it.",
        "**Step 1:** Lift it.",
        "**Tip:** Lift it.",
        "**Storage:** a drawer.",
        "**Lifting**",
        "**Serves:** 4 people",
        "Lift **it.** Now.",
    ],
)
def test_other_bold_words_are_part_of_their_paragraph(paragraph: str) -> None:
    plain = paragraph.replace("*", "")

    assert markdown_text("\n\n".join([paragraph] * 3)) == "\n\n".join([plain] * 3) + "\n"


def test_bold_titles_on_a_page_that_has_a_longer_list_stay_paragraphs() -> None:
    text = markdown_text("**Sand.** Wipe.\n\n**Mask.** Tape.\n\n- Lift.\n- Paint.\n")

    assert text == "Sand. Wipe.\n\nMask. Tape.\n\n- Lift.\n- Paint.\n"


def test_long_paragraphs_with_bold_titles_are_sections_of_running_text() -> None:
    sentence = "The slurry was poured into the moulds and kept at 4 °C until it had set. " * 6
    page = "\n\n".join(f"**{title}.** {sentence}" for title in ("Slurry", "Freezing", "Drying"))

    assert "###### Freezing\n" in markdown_text(page)


def test_a_list_after_bold_words_stays_in_one_line() -> None:
    text = markdown_text("**Tray:** towel, swabs, needles, gloves\n\nWash it.\n\nDry it.")

    assert text.splitlines()[0] == "Tray: towel, swabs, needles, gloves"


def test_paragraphs_of_several_steps_are_sections_not_items() -> None:
    first = "**Before.** Wash it. Dry it well. Fold it twice. Put it away."
    second = "**After.** Take it out. Unfold it. Shake it well. Hang it up."

    text = markdown_text(f"{first}\n\n{second}\n\n{first.replace('Before', 'Later')}")

    assert "###### Before" in text
    assert "- Before" not in text
