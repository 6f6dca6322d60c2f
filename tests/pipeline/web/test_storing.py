"""Documents come and go through the app, on each engine, and every page follows."""

from __future__ import annotations

import pytest

from tests.support.app_client import TEA

DOCUMENT = TEA["id"]
PAGES = (
    "/",
    "/?q=tea",
    "/document?name=Tea",
    "/ask?question=When+is+the+water+created%3F&document=Tea",
    "/ask?question=Which+documents+mention+water%3F",
    "/concepts",
    "/concepts?document=Tea",
    "/try",
)


@pytest.mark.parametrize("path", PAGES)
def test_every_page_is_there_before_and_after_the_first_document(either_client, path):
    before = either_client.get(path)
    assert before.status_code == 200 or "no store" in before.text or "no document" in before.text
    assert either_client.post("/api/v1/ingest", json=TEA).json()["written"] == 1

    assert either_client.get(path).status_code == 200


def test_documents_are_stored_read_again_when_they_change_and_erased(either_client, tmp_path):
    def ingest(**changes):
        return either_client.post("/api/v1/ingest", json=TEA | changes).json()

    assert (ingest()["written"], ingest()["unchanged"]) == (1, 1)
    assert ingest(text="Water boils. Drink the water.")["written"] == 1
    assert ingest(id="bad", text="UNUSABLE words.")["failures"] == ["'bad' cannot be used"]
    assert either_client.get("/api/v1/show", params={"document": DOCUMENT}).json()["number"] == 2
    status = either_client.get("/api/v1/status").json()
    assert (status["written"], status["failed"]) == (1, 1)
    assert status["failures"][0]["document"] == "bad"

    listed = either_client.post("/api/v1/forget", json={"document": "Tea"}).json()
    assert (listed["done"], len(either_client.get("/api/v1/documents").json())) == ("nothing", 1)
    erased = either_client.post("/api/v1/forget", json={"document": "Tea", "yes": True}).json()

    assert erased["done"] == "erased"
    assert either_client.get("/api/v1/documents").json() == []
    assert len(list((tmp_path / "state" / "stdin").iterdir())) == 1  # the one that failed


def test_two_readings_of_a_document_are_compared(either_client):
    for text in (TEA["text"], "Water boils in the pot. Drink the water.", "Water boils."):
        assert (
            either_client.post("/api/v1/ingest", json=TEA | {"text": text}).json()["written"] == 1
        )

    newest = either_client.get("/document", params={"name": "Tea"})
    compared = either_client.get("/document", params={"name": "Tea", "from": 1, "to": 2})
    missing = either_client.get("/document", params={"name": "Tea", "from": 7})

    assert "Compare with reading 2" in newest.text
    assert "Differences between reading 1 and reading 2" in compared.text
    assert "Without comparison" in compared.text
    assert missing.status_code == 400
    assert "it has 1, 2, 3" in missing.text
