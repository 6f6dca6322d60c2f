"""ASGI middleware: refuses requests that the rules do not admit, and adds headers to answers."""

from __future__ import annotations

from http.cookies import CookieError, SimpleCookie

from starlette.datastructures import MutableHeaders
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pipeline.web.access_rules import COOKIE, AccessRules
from pipeline.web.responses import API, error_response

__all__ = ["AccessControl"]

OPEN_PATHS = ("/sign-in", "/static/app.css")
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self';"
        " base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class AccessControl:
    """Every request passes here first; its body is not yet read."""

    def __init__(self, app: ASGIApp, rules: AccessRules) -> None:
        self._app, self._rules = app, rules

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        headers = {
            name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]
        }
        app = self._app
        if refusal := self._rules.refusal(scope["method"], headers):
            app = error_response(*refusal)
        elif not self._is_admitted(scope["path"], headers):
            app = self._request_token(scope)
        await app(scope, receive, send_with_headers)

    def _is_admitted(self, path: str, headers: dict[str, str]) -> bool:
        if path in OPEN_PATHS:
            return True
        return self._rules.admits(headers.get("authorization", ""), _session(headers))

    def _request_token(self, scope: Scope) -> ASGIApp:
        if scope["path"].startswith(API) or scope["method"] != "GET":
            return error_response(401, "give the token in the header Authorization: Bearer TOKEN")
        return RedirectResponse("/sign-in", status_code=303)


def _session(headers: dict[str, str]) -> str:
    try:
        cookie = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return ""
    return "" if cookie is None else cookie.value
