"""What every handler of a request gets: the services of its app."""

from __future__ import annotations

from typing import Annotated, cast

from fastapi import Depends, Request

from pipeline.services.services import Services

__all__ = ["Work", "services_of"]


async def services_for(request: Request) -> Services:
    """``services_of`` for FastAPI, which would start a thread for a function that is not async."""
    return services_of(request)


def services_of(request: Request) -> Services:
    """The services of the app that the request is for."""
    return cast(Services, request.app.state.services)


Work = Annotated[Services, Depends(services_for)]
