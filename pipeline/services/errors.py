"""Errors of a server whose requests share one store and one model."""

from __future__ import annotations

from pipeline.errors import StepgraphError

__all__ = ["Busy", "Forbidden", "TooLarge"]


class Busy(StepgraphError):
    """Too much is asked at once; the same request may succeed a little later."""


class Forbidden(StepgraphError):
    """The server was started without the permission that the request needs."""


class TooLarge(StepgraphError):
    """The request is larger than the server reads."""
