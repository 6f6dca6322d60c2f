"""The picture of shared concepts: nothing covers anything else, and every tie has its ends."""

from __future__ import annotations

from pipeline.questions.shared_concepts import SharedConcept
from pipeline.web.concept_picture import MOST_DOCUMENTS, NODE_HEIGHT, draw_concepts


def shared(name: str, *documents: str) -> SharedConcept:
    return SharedConcept(name, {document: f"the {name}" for document in documents})


def test_every_tie_leads_from_its_concept_to_its_document():
    picture = draw_concepts(
        [shared("salt", "a", "b"), shared("oil", "b", "c")], titles={"a": "Soup"}
    )

    assert [(tie.concept, tie.document) for tie in picture.ties] == [
        ("salt", "a"), ("salt", "b"), ("oil", "b"), ("oil", "c")
    ]  # fmt: skip
    assert [node.label for node in picture.documents] == ["Soup", "b", "c"]
    for tie in picture.ties:
        [concept] = [node for node in picture.concepts if node.name == tie.concept]
        assert tie.path.startswith(f"M{concept.x + 190} {concept.y + NODE_HEIGHT // 2} ")


def test_no_node_covers_another_and_all_are_within_the_picture():
    concepts = [shared(f"c{n}", *(f"d{m}" for m in range(n + 2))) for n in range(9)]
    picture = draw_concepts(concepts, titles={})

    for nodes in (picture.concepts, picture.documents):
        tops = sorted(node.y for node in nodes)
        assert all(
            below - above >= NODE_HEIGHT for above, below in zip(tops, tops[1:], strict=False)
        )
        assert tops[0] >= 0
        assert tops[-1] + NODE_HEIGHT <= picture.height


def test_documents_without_room_are_counted_and_the_chosen_one_is_always_there():
    documents = [f"d{n:03}" for n in range(MOST_DOCUMENTS + 5)]
    picture = draw_concepts([shared("salt", *documents)], titles={}, start=documents[-1])

    assert picture.left_out == 5
    assert [node.name for node in picture.documents if node.is_start] == [documents[-1]]
    assert len(picture.ties) == MOST_DOCUMENTS


def test_nothing_shared_is_an_empty_picture():
    assert draw_concepts([], titles={}).ties == ()
