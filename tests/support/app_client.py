"""The app in this process, with a reader without a model, for tests of pages and API."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from pipeline.services.batched_reader import BatchedReader
from pipeline.services.services import Services, state_of_files
from pipeline.services.store_gate import StoreGate
from pipeline.settings import Settings, load_settings
from pipeline.stores.answer_limit import AnswerLimit
from pipeline.stores.engines import open_configured_store
from pipeline.web.access_rules import access_rules
from pipeline.web.application import create_app
from pipeline.web.limits import Limits
from tests.support.fake_reader import FakeReader

PATIENT = AnswerLimit(seconds=300.0, rows=10_000)  # a server plans its first queries slowly
ADDRESS = "http://127.0.0.1:8321"
TEA = {"id": "drinks/tea#1", "title": "Tea", "text": "Water boils in the pot. Pour the water."}


def services(settings: Settings, reader: Any = None, *, writes: bool = True) -> Services:
    return Services(
        settings,
        StoreGate(
            lambda: open_configured_store(settings, read_only=True, limit=PATIENT),
            lambda: state_of_files(settings),
        ),
        BatchedReader(lambda: reader or FakeReader()),
        writes,
    )


@contextmanager
def app_client(
    state: Path,
    *,
    reader: Any = None,
    writes: bool = True,
    host: str = "127.0.0.1",
    hosts: tuple[str, ...] = (),
    token: str | None = None,
    limits: Limits | None = None,
    address: str = ADDRESS,
    **settings: Any,
) -> Iterator[TestClient]:
    """A client of an app with an empty store under ``state``; errors of the app are answers.

    Without ``limits`` an answer may take as long as a machine under load needs.
    """
    rules = access_rules(host, hosts=hosts, token=token)
    work = services(load_settings(state=state, **settings), reader, writes=writes)
    app = create_app(work, rules, limits=limits or Limits(answering_seconds=600.0))
    with TestClient(
        app, base_url=address, raise_server_exceptions=False, follow_redirects=False
    ) as client:
        yield client
