"""A Prefect server answers if anything is there that speaks HTTP as its API does."""

from __future__ import annotations

import socket

import pytest

from flows.prefect_server import is_answering
from tests.support.web_server import serving


def test_a_server_answers_with_its_health_or_with_a_refusal():
    with serving() as site:
        healthy = site.put("/api/health", "true", "application/json").removesuffix("/health")
        elsewhere = healthy.removesuffix("/api")

        assert is_answering(healthy)
        assert is_answering(f"{healthy}/")
        assert is_answering(elsewhere)  # 404


@pytest.mark.parametrize("url", ["http://[broken", "no URL", "ftp://127.0.0.1/api"])
def test_what_is_no_url_does_not_answer(url):
    assert not is_answering(url)


def test_a_port_without_a_server_does_not_answer():
    with socket.socket() as reserved:
        reserved.bind(("127.0.0.1", 0))

        assert not is_answering(f"http://127.0.0.1:{reserved.getsockname()[1]}/api")
