"""HTML from the templates: every value in them is escaped."""

from __future__ import annotations

from functools import cache
from typing import Any

from fastapi import Request
from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.responses import HTMLResponse, Response

from pipeline.services.services import MOST_CHARACTERS
from pipeline.web.access_rules import AccessRules
from pipeline.web.dependencies import services_of

__all__ = ["html_page", "rules_of"]


def rules_of(request: Request) -> AccessRules:
    """The rules of the app that the request is for."""
    rules: AccessRules = request.app.state.rules
    return rules


def html_page(request: Request, template: str, *, status: int = 200, **values: Any) -> Response:
    """The page of a template, with the values that all of them have."""
    text = (
        _templates()
        .get_template(template)
        .render(
            path=request.url.path,
            writes=services_of(request).writes,
            has_token=rules_of(request).token is not None,
            most_characters=MOST_CHARACTERS,
            **values,
        )
    )
    return HTMLResponse(text, status_code=status)


@cache
def _templates() -> Environment:
    return Environment(
        loader=PackageLoader("pipeline.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
