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


def test_code_is_part_of_the_step_that_introduces_it_on_one_line() -> None:
    text = markdown_text(
        "1. Set up:\n   ```sh\n   cd it\n\n   for a in b; do\n     c\n   done\n   ```\n2. Go.\n\n"
        "Run this:\n\n```\na \\\n  b\nc\n```\n\nRead.\n\n```\nd\n```\n"
    )

    assert text == (
        "1. Set up:\n  cd it; for a in b; do c; done\n2. Go.\n\nRun this: a    b; c\n\nRead.\n\nd\n"
    )


def test_letters_nested_in_an_item_are_bullets() -> None:
    text = markdown_text("1. Look at:\n    a. size\n    b) colour\n2. Go.\n")

    assert text == "1. Look at:\n  - size\n  - colour\n2. Go.\n"


def test_links_of_note_apps_are_their_words_and_code_is_left_as_it_is() -> None:
    text = (
        "# Dal\n\n- fry [[asafoetida]] and [[Spice mix|spices]] ![[pan.jpg]]\n- run `[[ -f x ]]`\n"
    )
    mark = "Boil it.[[1]](https://example.org/a) Wait.\n"
    code = "1. Run this:\n\n   ```bash\n   if [[ -f config ]]; then make; fi\n   ```\n"

    assert "fry asafoetida and Spice mix" not in markdown_text(text)
    assert "fry asafoetida and spices" in markdown_text(text)
    assert "[[ -f x ]]" in markdown_text(text)
    assert "example.org" not in markdown_text(mark)
    assert "if [[ -f config ]]; then" in markdown_text(code)
