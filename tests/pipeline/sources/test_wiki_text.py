"""Pages copied out of the editor of a wiki."""

from __future__ import annotations

import pytest

from pipeline.sources.json_documents import document_from_text
from pipeline.sources.wiki_text import with_wiki_marks

PAGE = """= Pollen slides =
''Page owner: Sol. [[Help:Edit|edit]]''

== Stuff ==
* 1 ml wet mud
* 40 ml '''10 % KOH'''

== Day 1 ==
# Put the mud in a [[tube]].
# Add [[Base|KOH]].
''Tip: loosen the caps.''
# Pour it off.
## Slowly.
== Day 2 ==
# Drain the tube.

[[Category:Mud]]
"""


def test_a_page_of_a_wiki_has_its_title_materials_and_steps() -> None:
    document = document_from_text(PAGE, document_id="x", source="x", title="x", entities=None)

    assert document.title == "Pollen slides"
    assert [material.name for material in document.materials] == ["wet mud", "10 % KOH"]
    assert [(step.text, step.label) for step in document.steps] == [
        ("Put the mud in a tube.", "Day 1"),
        ("Add KOH.", "Day 1"),
        ("Pour it off. Slowly.", "Day 1"),
        ("Drain the tube.", "Day 2"),
    ]


def test_numbers_begin_anew_below_a_heading() -> None:
    assert with_wiki_marks("== A ==\n# Mix\n# Stir\n== B ==\n# Bake\n").splitlines() == [
        "", "## A", "", "1. Mix", "2. Stir", "", "## B", "", "1. Bake",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "# Soup\n\n- salt\n",
        "= Soup =\n# Salt it\n",
        "Soup\n====\n\nTea\n====\n",
        "a == b\nc == d\n",
    ],
)
def test_any_other_text_stays(text: str) -> None:
    assert with_wiki_marks(text) == text


def test_a_page_as_it_is_shown_has_headings_before_edit_and_no_contents() -> None:
    page = (
        "Cells\nFrom Group Wiki\n\nContents [hide]\n1 Needs\n2 Day 1\n\nNeeds [edit]\n\n"
        "Day 1 [edit source]\nMix.\n\nThis page was last edited on 3 May.\n"
    )

    assert with_wiki_marks(page).split() == "Cells ## Needs ## Day 1 Mix.".split()
    assert with_wiki_marks("Needs [edit]\nsalt\n") == "Needs [edit]\nsalt\n"
