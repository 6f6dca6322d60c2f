import pytest

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
        "knead it at 30\N{NO-BREAK SPACE}°C.  "
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


@pytest.mark.parametrize(
    ("item", "read"),
    [
        ("Add ~~10~~ 5 ml", "Add 5 ml"),
        ("Add ~~10~~ 5 ml of ~~red~~ yellow **wax** now", "Add 5 ml of yellow wax now"),
        ("~~Soak it~~ Rub it with a cloth", "Rub it with a cloth"),
        ("~~Soak it~~ KM", "Soak it KM"),
        ("~~Soak it~~ (not this time)", "Soak it (not this time)"),
        ("~~Soak it~~", "Soak it"),
        ("[x] ~~Soak it~~ Mon", "[x] Soak it Mon"),
        ("[ ] ~~Soak it~~ Rub it well today", "[ ] Rub it well today"),
    ],
)
def test_what_is_struck_out_goes_if_it_was_changed_but_not_if_it_is_done(item, read):
    assert markdown_text(f"- {item}\n- Wait\n") == f"- {read}\n- Wait\n"


@pytest.mark.parametrize(
    "remark",
    ["> [!NOTE]\n> The wax is hot.", "⚠️ **Caution:** never touch it.", "> 🛑 Two coats at most.",
     ":information_source: **Info:** wax is old."],
)  # fmt: skip
def test_remarks_with_a_sign_are_no_steps(remark):
    procedure = find_procedure(markdown_text(f"# Wax\n\n1. Rub it.\n\n{remark}\n\n2. Wait.\n"))

    assert [step.text for step in procedure.steps] == ["Rub it.", "Wait."]


def test_a_sign_in_front_of_what_to_do_is_no_remark():
    assert markdown_text("🛑 Seal the bag.\n") == "🛑 Seal the bag.\n"


def test_pictures_around_headings_are_left_out():
    assert markdown_text("# 🚲 Chain ☑️\n\n## 📝📎 Steps\n\n### 👍\n\n## 1️⃣ Rub\n").split("\n\n") == [
        "# Chain", "## Steps", "### 👍", "## 1️⃣ Rub\n",
    ]  # fmt: skip


def test_captions_below_pictures_are_left_out_but_other_words_stay():
    text = markdown_text(
        "1. Rub it.\n\n   ![A cloth](a.jpg)\n   *Fig. 1: the cloth*\n\n2. ![Tin](c.jpg)\n"
        "   *Open* the tin *now*\n\n![Wait](b.jpg)\n\nWait\n"
    )

    assert list(filter(None, text.split("\n"))) == ["1. Rub it.", "2. Open the tin now", "Wait"]


def test_pictures_in_front_of_items_are_bullets():
    text = markdown_text("- 🧤 gloves\n- ▪️ 2 swabs\n- ⭐ wax\n- Press ▶ now\n")

    assert text == "- gloves\n- 2 swabs\n- wax\n- Press ▶ now\n"


def test_commands_are_read_without_the_sign_of_the_terminal():
    text = markdown_text("1. Build it:\n\n   ```\n   $ make all\n   # make install\n   ```\n")

    assert text == "1. Build it:\n  make all; # make install\n"
