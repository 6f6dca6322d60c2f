"""The pages as text: what they show, and that text of documents stays text."""

from __future__ import annotations

import pytest

from tests.support.app_client import TEA, app_client

SCRIPT = "<script>alert(1)</script>"
MARKUP = f"\"'><img src=x onerror=alert(1)>{SCRIPT}{{{{7*7}}}}</textarea>"


def test_the_list_finds_documents_by_words_of_title_and_id(tea):
    assert "drinks/tea#1" in tea.get("/").text
    assert "drinks/tea#1" in tea.get("/", params={"q": "TEA drinks"}).text
    assert "No title or id" in tea.get("/", params={"q": "coffee"}).text
    assert "drinks/tea#1" in tea.get("/", params={"after": "drinks"}).text
    assert "drinks/tea#1" not in tea.get("/", params={"after": "drinks/tea#1"}).text


def test_a_document_is_the_view_with_its_own_policy(tea):
    page = tea.get("/document", params={"name": "drinks/tea#1"})

    assert 'id="page-data"' in page.text
    assert "script-src 'sha256-" in page.headers["content-security-policy"]
    assert "frame-ancestors 'none'" in page.headers["content-security-policy"]


def test_a_document_that_was_read_once_offers_no_comparison(tea):
    page = tea.get("/document", params={"name": "Tea"}).text

    assert "Compare with" not in page
    assert "/ask?document=drinks%2Ftea%231" in page
    assert "/concepts?document=drinks%2Ftea%231" in page


def test_the_page_of_concepts_shows_what_documents_share(tmp_path):
    soup = {"id": "soup", "title": "Soup", "text": "Water boils. Serve the water."}
    with app_client(tmp_path) as client:
        for record in (TEA, soup):
            assert client.post("/api/v1/ingest", json=record).json()["written"] == 1
        page = client.get("/concepts").text
        around = client.get("/concepts", params={"document": "Soup"}).text

    for text in (page, around):
        assert "<title>Which documents mention water?</title>" in text
        assert "/document?name=soup" in text
        assert ">Tea</text>" in text


def test_the_ask_page_offers_questions_that_suit_the_document(tea):
    assert "What is tracked?" in tea.get("/ask", params={"document": "Tea"}).text
    assert "Which documents mention water?" in tea.get("/ask").text
    assert "no document" in tea.get("/ask", params={"document": "Coffee"}).text


def test_the_list_names_failures_before_the_documents(tmp_path):
    with app_client(tmp_path) as client:
        client.post("/api/v1/ingest", json=TEA)
        client.post("/api/v1/ingest", json={"id": "bad", "text": "UNUSABLE words."})
        page = client.get("/").text

    assert page.index("1 failed") < page.index("<table>")
    assert "&#39;bad&#39; cannot be used" in page


def test_an_answer_quotes_its_sentence_with_the_words_marked(tea):
    page = tea.get("/ask", params={"question": "When is the water created?", "document": "Tea"})

    assert "step 1" in page.text
    assert "/document?name=drinks%2Ftea%231#step=1" in page.text


def test_a_question_that_cannot_be_answered_gets_a_line_and_keeps_its_words(tea):
    page = tea.get("/ask", params={"question": "When is the milk created?", "document": "Tea"})

    assert page.status_code == 200
    assert "When is the milk created?" in page.text
    assert "milk" in page.text


def test_a_text_that_is_tried_is_shown_and_not_stored(tmp_path):
    with app_client(tmp_path) as client:
        shown = client.post("/try", data={"text": "Milk boils.", "entities": "milk; cream\n"})
        wrong = client.post("/try", data={"text": "   "})

        assert 'id="page-data"' in shown.text
        assert "cream" in shown.text
        assert wrong.status_code == 400
        assert "holds no sentence" in wrong.text
    assert not list(tmp_path.iterdir())


def test_a_text_is_stored_only_by_its_button_and_only_with_write(tmp_path):
    form = {"text": "Milk boils.", "title": "Milk", "store": "1"}
    with app_client(tmp_path / "a", writes=False) as client:
        assert "Store it" not in client.get("/try").text
        assert client.post("/try", data=form).status_code == 403
    with app_client(tmp_path / "b") as client:
        stored = client.post("/try", data=form)

        assert stored.status_code == 303
        assert client.get(stored.headers["location"]).status_code == 200


def test_markup_in_any_field_is_shown_as_text(tmp_path):
    record = {"id": MARKUP, "title": MARKUP, "text": f"{MARKUP} boils.", "entities": [MARKUP]}
    with app_client(tmp_path) as client:
        assert client.post("/api/v1/ingest", json=record).json()["written"] == 1
        client.post("/api/v1/ingest", json={"id": f"bad {MARKUP}", "text": "UNUSABLE words."})
        pages = [
            client.get("/"),
            client.get("/", params={"q": MARKUP}),
            client.get("/document", params={"name": MARKUP}),
            client.get("/document", params={"name": f"no {MARKUP}"}),
            client.get("/ask", params={"question": f"Where is {MARKUP}?", "document": MARKUP}),
            client.get("/ask", params={"question": MARKUP}),
            client.get("/concepts", params={"document": MARKUP}),
            client.get("/concepts", params={"document": f"no {MARKUP}"}),
            client.post("/try", data={"text": "", "title": MARKUP, "entities": MARKUP}),
            client.post("/try", data={"text": f"{MARKUP} boils.", "title": MARKUP}),
            client.get(f"/{SCRIPT}"),
        ]

    for page in pages:
        assert page.headers["content-type"].startswith("text/html")
        assert page.status_code < 500
        assert SCRIPT not in page.text
        assert "<img" not in page.text


@pytest.mark.parametrize("path", ["/", "/ask", "/concepts", "/try", "/sign-in", "/api/v1/docs"])
def test_a_page_loads_nothing_from_another_server(tea, path):
    page = tea.get(path)

    assert page.status_code == 200
    assert "http:" not in page.text
    assert "https:" not in page.text
    assert "<script>" not in page.text
