"""Tickets and forms whose names and values stand in two columns."""

from __future__ import annotations

from pipeline.sources.form_fields import with_form_fields
from pipeline.sources.json_documents import document_from_text

TICKET = """TICKET      M-209
TITLE       Replace the roller
STATUS      open
PARTS       1 roller; 2 circlips; grease
TOOLS       pliers; hex key; padlock

Lock the drive out. Slacken the belt. Pull the circlips off. Fit the new roller.
"""


def test_a_ticket_has_its_title_materials_and_steps() -> None:
    document = document_from_text(TICKET, document_id="x", source="x", title="x", entities=None)

    assert document.title == "Replace the roller"
    assert [step.text for step in document.steps] == [
        "Lock the drive out.",
        "Slacken the belt.",
        "Pull the circlips off.",
        "Fit the new roller.",
    ]
    assert [(material.name, material.amount) for material in document.materials] == [
        ("roller", "1"),
        ("circlips", "2"),
        ("grease", None),
        ("pliers", None),
        ("hex key", None),
        ("padlock", None),
    ]


def test_as_many_characters_stay() -> None:
    assert with_form_fields(TICKET).startswith("TICKET:     M-209\nTITLE:      Replace")


def test_few_names_or_names_that_no_form_has_stay() -> None:
    few = "TITLE   Soup\nSTATUS   open\nPARTS   1 leek\n"
    others = "FLOUR   1 kg\nYEAST   7 g\nSALT   1 g\nWATER   1 l\nTITLE   Bread\n"

    assert with_form_fields(few) == few
    assert with_form_fields(others) == others
