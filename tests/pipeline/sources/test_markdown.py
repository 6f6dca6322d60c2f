from pipeline.sources.markdown import markdown_text
from pipeline.text.steps import find_procedure


def test_markup_is_gone_and_the_words_stay() -> None:
    plain = markdown_text(
        "---\ntitle: x\n---\n# The *Bread*\n\nMix [the flour](http://x.org) with `water`,\n"
        "**knead** ~~not~~ it at 30&nbsp;&deg;C. <!-- hidden --> <b>Bake</b> ![p](q.png)it.\n\n"
        "| a | b |\n|---|---|\n| c | d |\n\n> Wait.\n\n```\nlet it rise\n```\n"
    )

    assert plain == (
        "# x\n\n## The Bread\n\nMix the flour with water,\n"
        "knead not it at 30\N{NO-BREAK SPACE}°C.  "
        "Bake it.\n\nWait.\n\nlet it rise\n"
    )


def test_lists_keep_their_items_and_numbers_on_one_line_each() -> None:
    text = markdown_text(
        "# Tea\r\n\r\n3. Boil\r\n   *water*.\r\n\r\n   Wait.\r\n   - Stir\r\n4. Pour.\r\n"
    )

    assert text == "# Tea\n\n3. Boil water.\n  Wait.\n  - Stir\n4. Pour.\n"


def test_headings_that_count_steps_are_steps_with_the_text_below() -> None:
    text = markdown_text(
        "# Tea\n\n## Step 1: Boil\n\nHeat the water.\n\n## Step 2: Pour\n\nWait.\n"
    )

    assert find_procedure(text).title == "Tea"
    assert [step.text for step in find_procedure(text).steps] == [
        "Boil: Heat the water.",
        "Pour: Wait.",
    ]
