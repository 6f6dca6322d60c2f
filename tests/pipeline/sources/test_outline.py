"""The plain text of an outline: one notation for Markdown, HTML and Word."""

from pipeline.sources.outline import Outline


def test_headings_and_paragraphs_are_followed_by_a_blank_line():
    outline = Outline()
    outline.begin_heading()
    outline.add("Tea")
    outline.add("You need water.")

    assert outline.text() == "# Tea\n\nYou need water.\n"


def test_items_are_numbered_from_the_first_and_inner_lists_are_indented():
    outline = Outline()
    outline.open_list(first=7)
    outline.begin_item()
    outline.add("Boil the water.")
    outline.open_list(first=None)
    outline.begin_item()
    outline.add("Gently.")
    outline.close_list()
    outline.begin_item()
    outline.add("Pour it.")
    outline.close_list()
    outline.begin_paragraph()
    outline.add("Serve.")

    assert outline.text() == "7. Boil the water.\n  - Gently.\n8. Pour it.\n\nServe.\n"


def test_further_text_of_an_item_is_indented():
    outline = Outline()
    outline.open_list(first=1)
    outline.begin_item()
    outline.add("Boil the water.")
    outline.add("It takes a minute.")

    assert outline.text() == "1. Boil the water.\n  It takes a minute.\n"


def test_a_bullet_in_a_numbered_list_counts_too():
    outline = Outline()
    outline.open_list(first=1)
    outline.begin_item(bullet=True)
    outline.add("Boil.")
    outline.begin_item()
    outline.add("Pour.")
    outline.close_list(spaced=False)
    outline.begin_paragraph()
    outline.add("Serve.")

    assert outline.text() == "- Boil.\n2. Pour.\nServe.\n"


def test_an_item_outside_a_list_has_a_bullet():
    outline = Outline()
    outline.begin_item()
    outline.add("Boil.")

    assert outline.text() == "- Boil.\n"


def test_text_is_running_text_only_outside_headings_and_lists():
    outline = Outline()
    states = [outline.in_paragraph]
    outline.begin_heading()
    states.append(outline.in_paragraph)
    outline.add("Tea")
    states.append(outline.in_paragraph)
    outline.open_list(first=None)
    states.append(outline.in_paragraph)

    assert states == [True, False, True, False]
