"""The app with the shipped model: texts read at once are what they are alone."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

import stepgraph
from pipeline.inference.model_reader import model_reader
from pipeline.settings import load_settings
from tests.support.app_client import app_client

TEXTS = [
    "Pour the milk into the jug. Steam the milk. Pour the milk into the cup. Drink the milk.",
    "Rain falls on the roof. The water flows down the pipe into the barrel.",
    "Put the dough into the oven. Bake the bread. Take the bread out of the oven.",
]


@pytest.mark.slow
def test_texts_that_are_read_at_once_give_the_graphs_that_they_give_alone(tmp_path):
    reader = model_reader(load_settings())
    with app_client(tmp_path, reader=reader) as client, ThreadPoolExecutor(6) as threads:
        answers = list(
            threads.map(lambda text: client.post("/api/v1/read", json={"text": text}), TEXTS * 2)
        )

    for text, answer in zip(TEXTS * 2, answers, strict=True):
        graph = stepgraph.read(text)
        body = answer.json()
        assert [entity["name"] for entity in body["entities"]] == [e.name for e in graph.entities]
        assert [(event["step"], event["entity"], event["change"]) for event in body["events"]] == [
            (event.step, event.entity.name, str(event.change)) for event in graph.events
        ]
