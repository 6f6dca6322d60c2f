"""What is copied with a text from a web page, a mail or a chat."""

from __future__ import annotations

import pytest

from pipeline.text.copied_lines import without_copied_lines
from pipeline.text.steps import find_procedure


def kept(text: str) -> list[str]:
    """The lines that are left, of a text that is as long as before."""
    left = without_copied_lines(text)
    assert len(left) == len(text)
    return [line.strip() for line in left.splitlines() if line.strip()]


RECIPE = "Ingredients\n2 eggs\n\nMethod\nBeat the eggs."


def test_a_text_with_nothing_around_it_is_left_as_it_is() -> None:
    assert without_copied_lines(RECIPE) == RECIPE
    assert without_copied_lines("Print") == "Print"
    assert without_copied_lines("") == ""


@pytest.mark.parametrize(
    "line",
    [
        "Advertisement",
        "ADVERTISEMENT",
        "Add Comment",
        "Jump to Recipe",
        "↓ Jump to Recipe",
        "Download Article",
        "Print this page",
        "Show more…",
        "Fig. 12",
        "RELATED: The best pans of 2024",
        "kat_w - Feb 11, 2024",
        "Original recipe yields 8 servings",
        "Reviewed: 12 October 2023",
        "Pin it for later!",
        "I Made It",
        "Picture titled Beat Eggs Step 1",
        "US Customary",
        "Metric",
        "Units US M",
        "Scale 1x 2x 3x",
        "1x2x3x",
        "Cook Mode",
        "Prevent your screen from going dark",
        "A star rating of 4.6 out of 5.",
        "132 ratings",
        "12 people found this helpful",
        "#eggs #breakfast",
        "Follow @hen.house for more",
        "✔ Accepted solution",
        "Co-authored by Ann Lee, Cook",
        "Last Updated: February 18, 2024",
        "5 min read",
        "Unsubscribe from this list",
        "Get Mail for Android",
    ],
)
def test_a_line_that_belongs_to_the_page_is_left_out(line: str) -> None:
    assert kept(f"Eggs\n\nBeat the eggs.\n{line}\nFry them.") == [
        "Eggs",
        "Beat the eggs.",
        "Fry them.",
    ]


@pytest.mark.parametrize(
    "line",
    [
        "Print the label.",
        "Edit",
        "Sign in",
        "16 h",
        "96 tips",
        "Photo: your own",
        "Cook mode: press Start twice",
        "Keep your screen from moving while you glue it.",
        "3 views of the part are drawn: front, side, top.",
        "Unsubscribe everybody from the old list, then close it.",
        "Print the page",
        "Updated the firmware to version 1804",
        "Video: start the recording.",
        "pg_isready",
        "Reply to the customer",
        "Print the page and sign it",
        "Follow the arrows",
        "Rate the pain from 1 to 10",
        "Photocopy: both sides",
        "# Heading",
        "Solved by noon",
        "Metric spanner",
        "2 reviews are due",
    ],
)
def test_a_line_that_only_begins_like_one_stays(line: str) -> None:
    assert line in kept(f"Eggs\n\nBeat the eggs.\n{line}\nFry them.")


def test_a_caption_goes_with_its_credit_but_a_sentence_stays() -> None:
    text = "Beat the eggs.\n\n{}\nPhoto: Kitchenbook / Ines Holm\nFry them."

    assert kept(text.format("Eggs in a bowl")) == ["Beat the eggs.", "Fry them."]
    assert kept(text.format("Add salt.")) == ["Beat the eggs.", "Add salt.", "Fry them."]


def test_the_name_of_an_account_stands_at_the_top() -> None:
    assert kept("tess.eats.coast\n\nLEMON RISONI\nFry it.") == ["LEMON RISONI", "Fry it."]


def test_pictures_are_bullets_if_several_lines_have_one() -> None:
    text = "Soup\n\U0001f34b 1 lemon\n\U0001f9c5 1 onion\n\U0001f373 METHOD\nFry it \U0001f525"

    assert kept(text) == ["Soup", "• 1 lemon", "• 1 onion", "METHOD", "Fry it \U0001f525"]
    assert kept("Soup\n\U0001f34b 1 lemon\nFry it.")[1] == "\U0001f34b 1 lemon"


def test_chapters_of_a_video_begin_at_zero() -> None:
    text = "Soup\n\n{}\n0:48 Cutting\n10:15 Tasting\n\n1. Fry it."

    assert kept(text.format("0:00 Intro")) == ["Soup", "1. Fry it."]
    assert kept(text.format("7:30 Open the gate"))[1:3] == ["7:30 Open the gate", "0:48 Cutting"]


def test_what_is_done_at_a_time_is_no_chapter() -> None:
    text = "Coffee\n\n0:00 Pour 50 g of water\n0:45 Pour up to 150 g\n1:30 Swirl it\n\n1. Drink it."

    assert len(kept(text)) == 5
    assert len(kept("Coffee\n\n0:00 Pour\n0:45 Wait\n1:30 Swirl")) == 4


def test_an_item_or_an_entry_is_no_caption() -> None:
    for line in ("1. Attach the bracket", "2 sheets paper"):
        assert line in kept(f"Box\n\n{line}\nPhoto: Ines Holm\n2. Fix it.")
    assert kept("Box\nFix it\nPhoto: Ines Holm\nGlue it.") == ["Box", "Fix it", "Glue it."]


@pytest.mark.parametrize("word", ["Edit", "Search", "Download", "Reply", "1 Tip"])
def test_a_word_that_may_be_a_step_is_a_button_among_the_lines_of_a_site(word: str) -> None:
    assert word not in kept(f"Skip to content\n{word}\nMenu\n\nEggs\n\nBeat them.")
    assert word not in kept(f"Eggs\n\nBeat them.\n{word}\nAdd comment\nFry them.")
    steps = f"Open the page.\n{word}\nType it.\n{word}\nSend it.\n{word}"
    assert word not in kept(f"Eggs\n\n{steps}\nWait.\nAdd comment")
    assert kept(f"Eggs\n\n{steps}\nMenu\nWait.").count(word) == 3


@pytest.mark.parametrize(
    "path",
    ["Home » Dinner » Eggs", "Help > Kitchen > Eggs", "Support / Eggs / Fried", "Home > Eggs"],
)
def test_where_a_page_stands_in_its_site_is_no_title(path: str) -> None:
    assert kept(f"{path}\n\nFried eggs\n\nBeat the eggs.") == ["Fried eggs", "Beat the eggs."]


def test_a_path_is_apart_and_has_several_parts() -> None:
    assert kept("Salt / pepper\n\nMix them.")[0] == "Salt / pepper"
    assert kept("Start > Settings > Update\nSelect it.")[0] == "Start > Settings > Update"
    for title in ("Tofu / aubergine / courgette tempura", "# Cleaning / Rinsing / Drying"):
        assert kept(f"{title}\n\nA meal\n\nMix them.")[0] == title
    assert kept("Cleaning / Rinsing / Drying\n\n1. Wash it.")[0] == "Cleaning / Rinsing / Drying"


def test_a_table_of_contents_stands_in_the_text_once_more() -> None:
    contents = "Eggs\n\nOn this page\nWhat you need\nStep by step\n\n"
    text = f"{contents}What you need\nA pan\n\nStep by step\nFry."

    assert kept(text) == ["Eggs", "What you need", "A pan", "Step by step", "Fry."]
    assert "On this page" in kept("Eggs\n\nOn this page\nSalt\nPepper\n\nFry the eggs.")


def test_a_key_above_its_value_is_a_fact() -> None:
    text = "Eggs\nPrep Time\n15 minutes\nServings:\n4\nDifficulty\nEasy\nSteps\n5\n\nBeat the eggs."

    assert kept(text) == ["Eggs", "Beat the eggs."]
    assert kept("Eggs\nSteps\n1\nBeat the eggs.") == ["Eggs", "Steps", "1", "Beat the eggs."]
    assert kept("Eggs\nSteps\nBeat the eggs.")[1] == "Steps"


def test_comments_of_readers_end_with_a_date() -> None:
    comments = "Mine had six screws.\nann - Jan 8, 2024\nSame here.\nbob - a month ago"
    text = f"Open it.\n2 Comments\n{comments}"

    assert kept(f"{text}\n\nClose it.") == ["Open it.", "Close it."]
    assert kept("Open it.\n2 comments\nClose it.") == ["Open it.", "Close it."]


def test_nutrients_of_a_portion_are_no_entries() -> None:
    text = "Eggs\n\nNutrition: per serving\nkcal 498\nfat 22g\nsalt 1g\n\nIngredients\n2 eggs"

    assert kept(text) == ["Eggs", "Ingredients", "2 eggs"]
    assert "Nutrition" in kept("Eggs\n\nNutrition\nEat well.\n\nBeat the eggs.")


def test_what_a_site_asks_ends_the_text_unless_a_section_follows() -> None:
    story = "Eggs\n\nMethod\nBeat the eggs.\nFry them.\n\n"

    page = f"{story}Was this page helpful?\nBob\nI burnt mine.\n"
    assert kept(page) == ["Eggs", "Method", "Beat the eggs.", "Fry them."]
    assert "A pan" in kept(f"{story}Was this page helpful?\n\nYou will need\nA pan")
    above = f"Related recipes\nToast\n\n{story}{story}"
    assert "Toast" in kept(above)


def test_a_story_above_a_recipe_with_its_own_title_is_left_out() -> None:
    text = f"Fried eggs\n\nIt is Tuesday.\n\nStep 1: Buy eggs.\n\nFried eggs\n4.9 stars\n\n{RECIPE}"

    assert kept(text) == ["Fried eggs", "4.9 stars", *kept(RECIPE)]
    twice = "Fried eggs\n\nMethod\nBeat the eggs.\n\nFried eggs\nIngredients\nEggs"
    assert kept(twice)[1:3] == ["Method", "Beat the eggs."]


def test_a_line_of_signs_is_no_title_that_stands_there_twice() -> None:
    text = "=====\nSoup\n=====\n\nIngredients\n2 eggs"

    assert "Soup" in kept(text)


def test_lists_of_tools_are_no_tabs() -> None:
    tools = "You need\nHand tools\nSafety equipment\nCleaning supplies\nBuckets"

    assert len(kept(f"Wash\n\n{tools}\n\n1. Wash it.")) == 7


def test_quoted_lines_of_a_mail_are_left_out_but_not_a_text_that_is_quoted() -> None:
    steps = ["Beat the eggs.", "Fry them."]
    assert kept("Beat the eggs.\nFry them.\n\nAnn wrote:\n> How?")[:2] == steps
    assert kept("Beat the eggs.\nFry them.\n\nAnn\n> How do you\n> fry eggs?") == [*steps, "Ann"]
    assert kept("Write:\n> Fry me.\n> Eat me.\nSend it.\nWait.")[1:3] == ["> Fry me.", "> Eat me."]
    assert kept("Build it:\n> npm install\n> npm test\nWait.")[1] == "> npm install"
    assert kept("Acetone\n>99% ethanol\n>95% water\nMix.")[1] == ">99% ethanol"
    assert len(kept("> Beat the eggs.\n> Fry them.\nDone")) == 3


def test_of_a_chat_the_longest_message_stays_without_names_and_times() -> None:
    chat = (
        "[12/03/2024, 18:02] Nadia: send me the dal?\n"
        "[12/03/2024, 18:41] Mum: *Red dal*\n\n1 cup lentils\nsalt\n\nWash the lentils\nBoil them\n"
        "[12/03/2024, 18:42] Nadia: thanks\n"
    )

    assert kept(chat) == ["Red dal", "1 cup lentils", "salt", "Wash the lentils", "Boil them"]
    assert len(kept("12.03.24, 18:02 - Ann: Come in.\n12.03.24, 18:03 - Bob: In a minute.")) == 2
    assert kept("Note\n*Bold line*") == ["Note", "*Bold line*"]


def test_a_text_above_a_chat_about_it_stays() -> None:
    steps = "1. Wash it.\n2. Boil it for a long time in a large pot.\n3. Drain it.\n4. Serve it."
    chat = "[12/03/2024, 18:02] Ann: it was great\nreally\n[12/03/2024, 18:03] Bob: thank you"

    assert kept(f"Dal\n{steps}\n{chat}")[:5] == ["Dal", *steps.splitlines()]


def test_headings_of_a_newsletter_lose_their_stars() -> None:
    assert kept("** Saturday\n------\nDig a hole.") == ["Saturday", "------", "Dig a hole."]
    assert kept("** Saturday\nDig a hole.")[0] == "** Saturday"


def test_marks_of_footnotes_and_lines_to_sign_go() -> None:
    assert kept("Turn it over. [1]\nClose it.[12]\nSee [3] there.") == [
        "Turn it over.",
        "Close it.",
        "See [3] there.",
    ]
    assert kept("[ ] Lock the door   ____\nName ____ and date") == [
        "[ ] Lock the door",
        "Name ____ and date",
    ]


def test_a_pasted_recipe_is_read_without_what_stands_around_it() -> None:
    text = (
        "Home » Dinner » Fried Eggs\n\nFried Eggs\nJump to Recipe\nPrint Recipe\n\n"
        "It is Tuesday.\n\nFried Eggs\n4.91 from 64 votes\nPrep Time\n5 minutes\n\n"
        "Ingredients\nUS Customary\nMetric\n"
        "▢ 2 eggs\n▢ 1 tbsp oil, mild\nCook Mode\nPrevent your screen from going dark\n\n"
        "Instructions\nHeat the oil.\nBreak in the eggs.\nFry until set.\n\nNutrition\n"
        "Calories: 120kcal | Fat: 9g\n\nDid you make this recipe?\nAnn\nNice!\nReply\n"
    )

    procedure = find_procedure(text)

    assert procedure.title == "Fried Eggs"
    assert [step.text for step in procedure.steps] == [
        "Heat the oil.",
        "Break in the eggs.",
        "Fry until set.",
    ]
    assert [(entry.amount, entry.unit, entry.name) for entry in procedure.materials] == [
        ("2", None, "eggs"),
        ("1", "tbsp", "oil"),
    ]


@pytest.mark.parametrize("line", ["2 comments", "Nutrition", "On this page", "Prep Time", "Reply"])
def test_a_line_that_stands_there_ten_thousand_times_takes_no_time(line: str) -> None:
    text = f"{line}\n" * 10_000

    assert len(without_copied_lines(text)) == len(text)


def test_names_of_tabs_are_left_out_but_the_last_heads_its_section() -> None:
    text = "Eggs\n\nIngredients\nMethod\nNutrition\nIngredients\n2 eggs\nNutrition\nfat 1g\nsalt 1g"

    assert kept(text) == ["Eggs", "Ingredients", "2 eggs"]


def test_a_promotion_stands_between_lines_that_name_it() -> None:
    promotion = "skip past newsletter promotion\nSign up here\nafter newsletter promotion"

    assert kept(f"Beat them.\n{promotion}\nFry them.") == ["Beat them.", "Fry them."]
    assert kept("Beat them.\nskip past newsletter promotion\nFry them.")[2] == "Fry them."


@pytest.mark.parametrize(
    "steps",
    [
        "0:00 Bloom with a little water\n0:45 Second pour\n1:30 Third pour\n2:30 Serve",
        "Open the folder\nCopy link\nPaste it in a mail",
        "Find a lost phone\nLog in\nSearch\nChoose the phone",
        "Wash in PBS\nImage by epifluorescence at 40x",
        "Picture hooks / nails\nPhoto paper / card\nVideo cable / adapter",
        "Prep:\n2 leeks, sliced\n3 potatoes, diced",
        "Resting time:\n30 min in foil",
        "Have you tried restarting it?\nSwitch it off\nPrint a test page",
        '> library(lme4)\n> d <- read.csv("growth.csv")',
        "Nutritional yeast 20 g\nCashews 150 g\nSalt 5 g\nSugar 2 g",
    ],
)
def test_what_is_done_or_needed_stays(steps: str) -> None:
    text = f"Title of it\n\nFirst part.\nSecond part.\n\nMethod\n{steps}\nLast part."

    assert kept(text) == [line for line in text.splitlines() if line]


def test_steps_on_the_page_above_the_same_title_stay() -> None:
    page = "Drill press\n\nSafety\n1. Unplug it.\n2. Lock it.\n\nDrill press\n\nTools\n- spanner"

    assert "1. Unplug it." in kept(page)


def test_names_of_files_are_no_accounts() -> None:
    files = "Train it\n\nYou will need:\nmain.py\nconfig.yaml\n\n1. Put them there."

    assert "main.py" in kept(files)
    assert "apt.conf" in kept("Update\napt.conf\nsources.list\n\n1. Edit them.")


def test_a_log_is_no_chat() -> None:
    log = (
        "Passaging cells\n\n2024-03-01 09:00 Day 1: thaw a vial\nSpin it\nPlate it\n"
        "2024-03-02 09:30 Day 2: look at them\n2024-03-04 10:00 Day 4: split them"
    )

    assert len(kept(log)) == 6


def test_several_long_messages_of_one_sender_are_one_text() -> None:
    chat = (
        "[12/03/2024, 18:02] Ben: Ingredients\n1 can chickpeas\n1 lemon\n"
        "[12/03/2024, 18:03] Ann: great\n"
        "[12/03/2024, 18:04] Ben: Method\n1. Blend it.\n2. Serve it."
    )

    assert kept(chat) == [
        "Ingredients",
        "1 can chickpeas",
        "1 lemon",
        "Method",
        "1. Blend it.",
        "2. Serve it.",
    ]


def test_what_to_press_is_no_button() -> None:
    assert "Save" in kept("Order\n\n1. Open the page\n2. Press\nSave\nFigure 2\n3. Log out")


def test_commands_below_a_number_are_no_quotation() -> None:
    assert "> ssh host" in kept(
        "Server\n\n1. Log in\n> ssh host\n> sudo -i\n2. Stop it\n3. Start it"
    )


def test_a_work_log_is_no_chat() -> None:
    log = (
        "Brew day\n03/05/2024 09:00 Mash: heat 18 l\nStir it\nRest it\n"
        "03/05/2024 11:00 Boil: add it\n03/05/2024 12:00 Cool: chill it"
    )

    assert len(kept(log)) == 6


def test_what_to_ask_somebody_does_not_end_the_text() -> None:
    assert kept("Call\n\nSay it.\nSay more.\nAsk:\nWas this helpful?\nHang up.")[-1] == "Hang up."


@pytest.mark.parametrize(
    "path",
    [
        "1. Home\n2. Garden\n3. Trees\n\nPruning",
        "• Home\n• Garden\n\nPruning",
        "Home >\nGarden\n\nPruning",
        "Home\nGarden\nPruning\nTools",
        "Home\nPruning\nPruning",
    ],
)
def test_the_parts_of_a_site_on_lines_of_their_own_are_left_out(path):
    end = "" if path.endswith("Tools") else "Tools\n"

    assert kept(f"{path}\n{end}1 saw\n\nMethod\n1. Cut it.")[:2] == ["Pruning", "Tools"]


@pytest.mark.parametrize(
    "text",
    [
        "Home\nWash hands\nPut on gloves\n\nOffice\nOpen the window",
        "Home\nMethod\n1. Cut it.",
        "2. Home\n3. Garden\n\nMethod\n1. Cut it.",
        "1. Home\n3. Garden\n\nMethod\n1. Cut it.",
        "Home\nTake a saw, and a knife.\n\nMethod\n1. Cut it.",
    ],
)
def test_lines_below_home_may_be_the_text(text):
    assert kept(text) == [line for line in text.splitlines() if line]


def test_of_a_page_of_questions_the_title_and_the_first_answer_stay() -> None:
    page = (
        "Home\nTags\nHow do I wax a table?\nAsk Question\nAsked 4 years, 7 months ago\n23\n\n"
        "What I know:\n1. It is dry.\n\n{n} Answers\nSorted by:\nHighest score (default)\n41\n\n"
        "1. Rub it in.\n2. Wait.\n\nShare\nFollow\nanswered Mar 2, 2020 at 20:26\nann\n7\n\n"
        "1. Throw it away.\n2. Buy a new one.\n"
    )

    assert kept(page.format(n=2)) == ["How do I wax a table?", "1. Rub it in.", "2. Wait."]
    assert "1. It is dry." in kept(page.format(n=0))


def test_what_is_for_sale_is_left_out_but_not_what_one_needs() -> None:
    shop = "Beeswax, 200 g\n£8.99\nSold out"
    text = f"Wax\n\nTools\n\nbrush\n£2.50\ncloth\n£1\n\nMethod\n1. Rub it.\n\n{shop}\n\n2. Wait."
    text = f"Add comment\n{text}"

    assert kept(text)[:6] == ["Wax", "Tools", "brush", "£2.50", "cloth", "£1"]
    assert kept(text)[6:] == ["Method", "1. Rub it.", "2. Wait."]


def test_names_above_the_title_of_a_page_are_left_out() -> None:
    head = (
        "Skip to content\nMenu\nThe Wax Post\nTables\nAdd comment\nHOME AND GARDEN\nHow to wax it\n"
    )
    text = f"{head}All about wax\nBy Ann Lee | 4 min read\n\nWax is good.\n\n1. Rub it.\n2. Wait."

    assert kept(text)[:2] == ["How to wax it", "All about wax"]
    assert kept("The Wax Post\nHow to wax it\n\n1. Rub it.\n2. Wait.")[0] == "The Wax Post"


def test_parts_that_are_counted_keep_what_they_are_called() -> None:
    text = "Part 1\nPart 1 of 2:\nRubbing it in\n\n1. Rub it.\n\nPart 2 of 2:\nDrying\n\n1. Wait."

    assert kept(text) == ["Rubbing it in", "1. Rub it.", "Drying", "1. Wait."]


def test_the_mail_that_is_answered_is_left_out_if_the_answer_has_the_steps() -> None:
    mail = "{}\n\n-----Original Message-----\nFrom: Ann\n1. Where is it?\n2. What now?"

    assert kept(mail.format("1. Rub it.\n2. Wait.")) == ["1. Rub it.", "2. Wait."]
    assert len(kept(mail.format("See below."))) == 5


@pytest.mark.parametrize(
    "end",
    [
        "2,318 Comments\nSort by\n1. Yes, it works.\n2. No.",
        "Customers also viewed\n1. Cable £14.99\n2. Pump £12",
    ],
)
def test_numbers_below_the_end_of_a_page_are_no_steps(end: str) -> None:
    steps = [f"{number}. Rub it in with cloth {number}." for number in range(1, 9)]

    assert kept("\n".join(["Wax", *steps, "", end])) == ["Wax", *steps]


def test_what_an_assistant_offers_is_left_out_and_what_one_says_stays() -> None:
    steps = "1. Ask:\nWould you like me to\n2. wrap it?\n3. Wait."

    assert "3. Wait." in kept(f"Selling\n\n{steps}")
    assert "3. Wait." not in kept(f"You said:\nhow?\nAssistant said:\n1. Rub it.\n\n{steps}")


@pytest.mark.parametrize(
    "line",
    ["12 posts", "Basket (1)", "Please consider the environment and close it", "Instagram: story",
     "A draught is a contributor too", "Sign up for two shifts", "Click to add title",
     "More in the evening", "Out of stock", "Suggest an edit", "Set it to []", "New"],
)  # fmt: skip
def test_lines_that_look_like_those_of_a_site_stay(line: str) -> None:
    text = ["Waxing", "Tools", "Add comment", "1 cloth", line, "Method", "Rub it in", "Wait"]

    assert kept("\n".join(text)) == [each for each in text if each != "Add comment"]


@pytest.mark.parametrize(
    "text",
    [
        "Mill\n\n1. Home\n2. Set zero\n3. Load it",
        "Printer\n\n- Home\n- Preheat\n- Load it\nWait for five minutes.",
        "Ringtone\n\nHome > Settings > Sounds\nView > Tones\nPress OK.",
        "Tickets\n\nGreet them.\nTake\n£5\nTear one off.",
        "Wax\n\nMethod\nRub it in.\n\nWax\n\nTools\n1 cloth",
        "Time course\n\n0:00 Add it\n0:30 Take out 50 µl\n5:00 Take out 50 µl\n\nSpin it.",
        "Service\nonce each winter please\nDifficulty\n\nRub it.\nWait.",
        "Epoxy\n\nPart 1 of 2\nRub it.\n\nPart 2 of 2\nWait.",
        "Hi\n\n- I use brown sugar\n\n-----Original Message-----\n1. Peel it.\n2. Boil it.",
        "Oil\n\n1. Warm it up\n2. Open it\n and wait\n3. Close it",
        "Pancakes\n\n250 g flour\n3 eggs\n a pinch of salt",
        "Closing the till\nTake out all above\n£100\nPut it into the bag",
        "Totals of the month\nMark column F\nHome > Paste > Values\nDelete columns\nSave it.",
    ],
)
def test_ordinary_lines_stay_as_they_are(text: str) -> None:
    assert kept(text) == [line.strip() for line in text.splitlines() if line.strip()]


def test_below_one_line_of_a_site_a_short_title_stays() -> None:
    text = "Updated 3 March 2024\nEgg wash\nOne egg is for two loaves\n\n1. Beat it.\n2. Brush it."

    assert kept(text) == text.split("\n\n")[0].splitlines()[1:] + ["1. Beat it.", "2. Brush it."]


def test_numbers_may_stand_in_the_names_of_chapters() -> None:
    text = "1. Rub it.\n2. Wait.\n\n⏱ CHAPTERS\n0:00 Intro\n0:48 Sand with 800\n2:15 Wax\n\nBye."

    assert kept(text) == ["1. Rub it.", "2. Wait.", "Bye."]


def test_a_card_below_a_story_may_stand_below_lines_of_a_site() -> None:
    story = "How to make it\nBoil them.\nSit down."
    text = f"Add comment\nFried eggs\n\n{story}\n\nFried eggs\nTools\n1 pan\n\nMethod\nBeat them."

    assert kept(text) == ["Fried eggs", "Tools", "1 pan", "Method", "Beat them."]


def test_addresses_of_shops_go_from_lists_but_not_from_steps() -> None:
    things = "► Tape: https://shop.example/1\n► Wax (2 g): https://shop.example/2"

    assert kept(f"{things}\n\n- Go to https://wax.example\n- Wait.") == [
        "► Tape", "► Wax (2 g)", "- Go to https://wax.example", "- Wait."
    ]  # fmt: skip


def test_an_amount_in_a_box_is_within_its_sentence() -> None:
    assert kept("1\nWeigh\n50 mg\n of wax at\n4 °C\n for an hour.\n2\nWait.") == [
        "1", "Weigh 50 mg  of wax at 4 °C  for an hour.", "2", "Wait."
    ]  # fmt: skip


def test_empty_boxes_at_the_ends_of_several_lines_go() -> None:
    steps = ["1. Rub it.", "2. Wait.", "3. Polish it."]

    assert kept("   [ ]\n".join([*steps, ""])) == steps
    assert kept("1. Rub it. [ ]\n2. Wait. [x]")[0] == "1. Rub it. [ ]"


def test_lines_to_fill_in_go_from_the_ends_of_lines() -> None:
    text = "Rub it in ..........\nWait.....\nPolish it   ____ / ____\nAnd so on ...\nName: ____ x"

    assert kept(text) == ["Rub it in", "Wait", "Polish it", "And so on ...", "Name: ____ x"]
