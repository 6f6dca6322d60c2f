from pathlib import Path

from pipeline.domain.document import Document
from pipeline.sources import DiscoveredDocument, discover, fetch

EXAMPLES = Path(__file__).parents[1] / "examples"


def documents() -> list[Document]:
    discovered = list(discover([str(EXAMPLES)]))
    assert all(isinstance(document, DiscoveredDocument) for document in discovered)
    return [
        document
        for document in fetch([document.source for document in discovered])
        if isinstance(document, Document)
    ]


def test_every_example_is_read_whole_and_has_four_to_twenty_steps() -> None:
    examples = documents()

    assert len(examples) >= 12
    assert not [document.id for document in examples if not 4 <= document.n_steps <= 20]


def test_the_steps_of_examples_are_sentences_on_one_line_without_list_markers() -> None:
    steps = [step.text for document in documents() for step in document.steps]

    assert not [text for text in steps if "\n" in text or not text[0].isupper()]
    assert not [text for text in steps if not text.endswith((".", "!"))]


def test_examples_show_every_kind_of_input() -> None:
    examples = documents()

    assert any(document.entities for document in examples)
    assert any(step.starts_at for document in examples for step in document.steps)
    assert {Path(document.source.partition("#")[0]).suffix for document in examples} == {
        ".txt",
        ".md",
        ".jsonl",
    }
