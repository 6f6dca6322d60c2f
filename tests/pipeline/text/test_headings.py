"""What headings announce."""

import pytest

from pipeline.text.headings import is_sequel, section_of


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
    ],
)
def test_what_helps_when_things_go_wrong_is_an_aside(heading: str) -> None:
    assert section_of(heading) == "aside"


@pytest.mark.parametrize("heading", ["What to bring", "Gear", "What I use", "Shopping:"])
def test_lists_of_things_are_known_by_everyday_names_too(heading: str) -> None:
    assert section_of(heading) == "materials"


@pytest.mark.parametrize(
    "heading", ["Helping the bees", "Storage tanks", "Stuffing", "Landing gear"]
)
def test_headings_of_which_they_are_only_a_part_announce_nothing(heading: str) -> None:
    assert section_of(heading) is None


def test_a_sequel_is_what_is_done_when_the_steps_are_done() -> None:
    headings = ["Afterwards", "Before you drive", "Leaving", "To serve", "When it is dry"]

    assert all(map(is_sequel, headings))
    assert not any(map(is_sequel, ["Why paste?", "When is it dry?", "Laterite", "Results"]))
