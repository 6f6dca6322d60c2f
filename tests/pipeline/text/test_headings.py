"""What headings announce."""

import pytest

from pipeline.text.headings import is_phase, is_sequel, is_time, names_section, section_of


@pytest.mark.parametrize(
    "heading",
    [
        "Common faults",
        "Help!!",
        "If it goes wrong",
        "Troubleshooting",
        "FAQ",
        "Storage",
        "Tips",
        "Don'ts",
        "Notes:",
        "Features",
        "Hypothesis",
        "Customer service",
        "Next steps",
        "To-do list",
        "Navigation menu",
        "Table of contents",
        "Sue's tips",
        "Leave a reply",
        "14 thoughts on Lemon Cake",
        "More Muffin Recipes",
        "When to get help",
        "Why you'll love them",
        "If the light keeps flashing",
        "If your dough still sticks",
        "Community Q&A",
        "When to inform the nurse in charge",
        "Acceptance criteria",
        "In case of spillage",
        "Leftovers",
    ],
)
def test_what_helps_when_things_go_wrong_is_an_aside(heading: str) -> None:
    assert section_of(heading) == "aside"


@pytest.mark.parametrize(
    "heading",
    [
        "What to bring",
        "Gear",
        "What I use",
        "Shopping:",
        "What do I need?",
        "What's in the box",
        "Required PPE and Equipment",
        "Protective clothing and tools",
    ],
)
def test_lists_of_things_are_known_by_everyday_names_too(heading: str) -> None:
    assert section_of(heading) == "materials"


@pytest.mark.parametrize(
    "heading",
    [
        "Helping the bees",
        "Storage tanks",
        "Stuffing",
        "Landing gear",
        "Return to service",
        "If the endpoint is not sharp, add more",
        "If the dough rises",
        "More flour",
        "In the boxes",
        "When to knead",
    ],
)
def test_headings_of_which_they_are_only_a_part_announce_nothing(heading: str) -> None:
    assert section_of(heading) is None


@pytest.mark.parametrize(
    "heading",
    ["Method", "Method of preparation", "Methods of work:", "How to make it", "Step-by-step guide"],
)
def test_a_method_is_a_procedure(heading: str) -> None:
    assert section_of(heading) == "procedure"


def test_a_sequel_is_what_is_done_when_the_steps_are_done() -> None:
    headings = ["Afterwards", "Before you drive", "Leaving", "To serve", "When it is dry"]

    assert all(map(is_sequel, headings))
    assert not any(map(is_sequel, ["Why paste?", "When is it dry?", "Laterite", "Results"]))


@pytest.mark.parametrize(
    ("heading", "section"),
    [
        ("Kit contents", "materials"),
        ("Spill kit contents:", "materials"),
        ("Reagents supplied", "materials"),
        ("Solutions required:", "materials"),
        ("FITTINGS SUPPLIED", "materials"),
        ("Formula", "materials"),
        ("PPE", "materials"),
        ("Work steps", "procedure"),
        ("Assay procedure", "procedure"),
        ("Action", "procedure"),
        ("Wrap-up", "aside"),
        ("Final thoughts", "aside"),
        ("Post-lab questions", "aside"),
        ("6. QUALITY CONTROL", "aside"),
        ("Corrective actions", "aside"),
        ("What not to compost", "aside"),
        ("We cannot sell:", "aside"),
        ("You don't need", "aside"),
        ("Customer reviews", "aside"),
        ("Nutrition per serving", "aside"),
        ("Explore more on these topics", "aside"),
        ("Recommended for you", "aside"),
        ("Making the formula", None),
        ("Decontamination of instruments", None),
        ("Check the package contents first", None),
        ("Rollback", None),
        ("Storage jars", None),
    ],
)
def test_people_call_sections_by_many_names(heading: str, section: str | None) -> None:
    assert section_of(heading) == section


@pytest.mark.parametrize(
    ("heading", "section"),
    [
        ("2. Tools, Consumables and Parts", "materials"),
        ("Tools, wax", None),
        ("End of task", "aside"),
        ("2. Materials and methods", "procedure"),
        ("Materials and methods of dyers", None),
        ("End of the procedure", "aside"),
        ("End of winter", None),
    ],
)
def test_lists_of_names_and_ends_of_documents(heading: str, section: str | None) -> None:
    assert section_of(heading) == section


@pytest.mark.parametrize(
    ("words", "expected"),
    [("Ingredients", True), ("Method", True), ("Notes", False), ("Bread", False)],
)
def test_a_section_is_one_of_materials_or_steps(words, expected):
    assert names_section(words) is expected


@pytest.mark.parametrize(
    ("heading", "expected"),
    [
        ("MORNING (7ish)", True),
        ("Mon 3 June", True),
        ("Every Sunday", True),
        ("Evenings", True),
        ("Saturday, before 9", True),
        ("Morning routine", False),
        ("Sunday roast", False),
        ("Monster soup", False),
    ],
)
def test_a_time_of_day_is_no_title(heading: str, expected: bool) -> None:
    assert is_time(heading) is expected
    assert is_phase(heading) is expected
