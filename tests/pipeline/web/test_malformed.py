"""Requests that no client should send: each gets an answer of its own fault, never of ours."""

from __future__ import annotations

import random

DEEP = "[" * 100_000
BODIES = [
    b"",
    b"null",
    b"[]",
    b"{",
    b'{"text": 1}',
    b'{"text": null}',
    b'{"text": "\\ud800"}',
    b'{"text": "a\\u0000b."}',
    b'{"text": "\xff\xfe"}',
    b'{"text": "Water boils.", "entities": [";"]}',
    b'{"text": "Water boils.", "entities": []}',
    b'{"text": "Water boils.", "steps": ["x"]}',
    b'{"text": "Water boils.", "unknown": true}',
    b'{"steps": []}',
    b'{"steps": ["", "x"]}',
    b'{"id": "\\ud800", "text": "Water boils."}',
    b'{"name": "steps"}',
    b'{"name": "\\ud800"}',
    b'{"name": "steps", "parameters": {"document": 7}}',
    b'{"name": "steps", "parameters": {"document": "\\ud800"}}',
    b'{"name": "snapshot", "parameters": {"document": "Tea", "step": 1e400}}',
    b'{"name": "snapshot", "parameters": {"document": "Tea", "step": NaN}}',
    b'{"name": "snapshot", "parameters": {"document": "Tea", "step": 99999999999999999999}}',
    b'{"cypher": ""}',
    b'{"cypher": "MATCH"}',
    b'{"cypher": "RETURN $x", "parameters": {"x": NaN}}',
    b'{"cypher": "RETURN $x AS x", "parameters": {"x": 99999999999999999999}}',
    b'{"cypher": "RETURN $x AS x", "parameters": {"x": {"a": [1, "b", null]}}}',
    b'{"cypher": "RETURN $x AS x", "parameters": {"x": []}}',
    b'{"cypher": "RETURN 1/0 AS x"}',
    b'{"cypher": "RETURN 1; RETURN 2"}',
    b'{"cypher": "MATCH (n) RETURN n.nothing"}',
    b'{"cypher": "\xf0\x9f\x8d\xb5"}',
    b'{"document": "", "yes": "perhaps"}',
    b'{"document": "\\ud800", "yes": false}',
    DEEP.encode(),
    b'{"text": ' + b"9" * 5_000 + b"}",
]
POSTED = ("read", "query", "ingest", "forget")
ASKED = ("show", "snapshot", "explain", "lineage", "ask", "documents", "status", "questions")
VALUES = (
    "", "%00", "%ff%fe", "%ed%a0%80", "../../etc/passwd", "' OR 1=1 --", "-1", "1e9", "NaN",
    "9" * 400, "%F0%9F%8D%B5", "null", "<script>", "Tea", "0001-01-01T00:00:00+14:00",
    "9999-12-31T23:59:59-14:00",
)  # fmt: skip
KEYS = ("document", "step", "entity", "question", "as_of", "depth", "direction", "format", "q")
PAGES = ("/", "/document", "/ask", "/concepts", "/try", "/sign-in", "/static/..%2f..%2fapi.py")


def requests_to_make():
    for path in POSTED:
        for body in BODIES:
            yield "POST", f"/api/v1/{path}", body
    chance = random.Random(0)
    for _ in range(120):
        words = "&".join(
            f"{key}={chance.choice(VALUES)}"
            for key in chance.sample(KEYS, chance.randint(1, len(KEYS)))
        )
        place = chance.choice([*(f"/api/v1/{name}" for name in ASKED), *PAGES])
        yield chance.choice(["GET", "GET", "GET", "DELETE", "PUT"]), f"{place}?{words}", b""


def test_two_hundred_malformed_requests_never_get_a_5xx(tea):
    answers = []
    for method, path, body in requests_to_make():
        headers = {"Content-Type": "application/json"}
        answer = tea.request(method, path, content=body, headers=headers)
        answers.append((answer.status_code, method, path[:120], body[:120]))

    assert len(answers) >= 200
    assert [answer for answer in answers if answer[0] >= 500] == []
    assert len(tea.get("/api/v1/documents").json()) >= 1
