"""Who may use the app: hosts, origins and the token."""

from __future__ import annotations

import pytest

from pipeline.errors import BadInput
from pipeline.web.access_rules import access_rules
from tests.support.app_client import app_client

TOKEN = "a-token-of-some-length"
HERE = "http://127.0.0.1:8321"


@pytest.mark.parametrize(
    "host", ["127.0.0.1:8321", "localhost:8321", "LOCALHOST", "[::1]:8321", "127.9.9.9"]
)
def test_the_names_of_this_machine_are_answered(tea, host):
    assert tea.get("/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "127.0.0.1.evil.example",
        "localhost.evil.example:8321",
        "192.168.1.5:8321",
        "evil@127.0.0.1",
        "127.0.0.1/evil",
        "127.0.0.1:port",
        "",
    ],
)
def test_a_page_with_a_name_of_its_own_for_this_machine_is_refused(tea, host):
    answer = tea.get("/api/v1/questions", headers={"Host": host})

    assert answer.status_code == 400
    assert "STEPGRAPH_APP_HOSTS" in answer.json()["error"]


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "http://127.0.0.1:9999"},
        {"Origin": "null"},
        {"Origin": "http://[evil"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_a_page_of_another_site_changes_nothing(tea, headers):
    for path in ("/api/v1/ingest", "/api/v1/forget", "/try", "/sign-in"):
        assert tea.post(path, json={"text": "Water boils."}, headers=headers).status_code == 403

    assert len(tea.get("/api/v1/documents").json()) == 1


@pytest.mark.parametrize("headers", [{"Origin": HERE}, {"Sec-Fetch-Site": "same-origin"}, {}])
def test_our_own_pages_and_programs_may_post(tea, headers):
    answer = tea.post("/api/v1/read", json={"text": "Water boils."}, headers=headers)

    assert answer.status_code == 200


@pytest.mark.parametrize(
    "header", [None, "Bearer", "Bearer wrong", f"Basic {TOKEN}", TOKEN, "Bearer é" + TOKEN]
)
def test_without_the_token_nothing_is_answered(tmp_path, header):
    headers = {} if header is None else {"Authorization": header.encode()}
    with app_client(tmp_path, host="0.0.0.0", token=TOKEN) as client:
        for path in ("questions", "openapi.json", "nothing"):
            assert client.get(f"/api/v1/{path}", headers=headers).status_code == 401
        assert client.get("/", headers=headers).headers["location"] == "/sign-in"


def test_the_token_opens_the_api_and_a_session_for_a_browser(tmp_path):
    with app_client(tmp_path, host="0.0.0.0", token=TOKEN) as client:
        bearer = {"Authorization": f"Bearer {TOKEN}"}
        assert client.get("/api/v1/questions", headers=bearer).status_code == 200

        assert client.post("/sign-in", data={"token": "wrong"}).status_code == 401
        opened = client.post("/sign-in", data={"token": TOKEN})

        assert "HttpOnly" in opened.headers["set-cookie"]
        assert "SameSite=strict" in opened.headers["set-cookie"]
        assert TOKEN not in opened.headers["set-cookie"]
        assert client.get("/").status_code == 200
        client.cookies.clear()
        client.cookies.set("stepgraph", "0" * 64)
        assert client.get("/try").status_code == 303


def test_another_host_needs_a_token_and_a_proxy_its_name():
    with pytest.raises(BadInput, match="STEPGRAPH_APP_TOKEN"):
        access_rules("0.0.0.0", hosts=(), token=None)
    with pytest.raises(BadInput, match="STEPGRAPH_APP_TOKEN"):
        access_rules("127.0.0.1", hosts=("graphs.example",), token=None)
    with pytest.raises(BadInput, match="shorter than 16"):
        access_rules("0.0.0.0", hosts=(), token="short")

    rules = access_rules("127.0.0.1", hosts=("graphs.example",), token=TOKEN)

    assert rules.refusal("GET", {"host": "graphs.example"}) is None
    assert TOKEN not in repr(rules)


def test_every_answer_forbids_frames_and_guessing_of_types(client):
    for path in ("/", "/api/v1/questions", "/static/app.css", "/nothing"):
        headers = client.get(path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["cache-control"] == "no-store"
