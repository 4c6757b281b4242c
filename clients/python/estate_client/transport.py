"""Sends requests: authentication, time limits, retries, errors."""

from __future__ import annotations

import json
import platform
import random
import secrets
import time
import urllib.error
import urllib.parse
import urllib.request
from email.message import Message
from email.utils import parsedate_to_datetime
from http.client import HTTPException, HTTPResponse
from typing import Any, Callable, Dict, Iterator, Mapping, NamedTuple, Optional, TypeVar, cast

from .errors import ApiError, ConnectionFailed, EstateError

VERSION = "1.0.0"
#: The version of the API that this client uses; sent with every request.
SERVICE_VERSION = "2026-11-01"

_T = TypeVar("_T")

_BASE_SECONDS = 0.25
_LONGEST_BACKOFF_SECONDS = 8.0
#: The client waits at most this long for a retry. For a longer ``Retry-After`` it raises.
_LONGEST_WAIT_SECONDS = 60.0
_PASSING = frozenset({429, 502, 503, 504})


class Response(NamedTuple):
    """A complete response."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    def json(self) -> Any:
        try:
            return json.loads(self.body)
        except ValueError:
            raise _unreadable(self) from None


class Order(NamedTuple):
    """One call of the API."""

    method: str
    path: str
    query: Optional[Mapping[str, Any]] = None
    body: Optional[Any] = None
    #: A file as the body, in the place of JSON.
    upload: Optional[bytes] = None
    idempotency_key: Optional[str] = None
    if_match: Optional[str] = None
    #: Further headers of this call.
    headers: Optional[Mapping[str, str]] = None
    #: This call needs at least so long.
    least_timeout_seconds: float = 0


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """The API redirects nobody; a redirect would carry the key to another host."""

    def redirect_request(self, *_args: Any, **_named: Any) -> None:
        return None


class Transport:
    """Sends the calls of a client."""

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        timeout_seconds: float,
        retries: int,
        user_agent: Optional[str],
        sleep: Callable[[float], None],
    ) -> None:
        if urllib.parse.urlsplit(base_url).scheme not in ("http", "https"):
            raise ValueError("base_url must be the http or https address of the service.")
        if not api_key.isascii() or not api_key.isprintable() or " " in api_key or api_key == "":
            raise ValueError("api_key must be a key of the service.")
        self._base_url = base_url.rstrip("/")
        self._api_key = api_key
        self._timeout_seconds = timeout_seconds
        self._retries = retries
        self._sleep = sleep
        runtime = f"Python/{platform.python_version()}"
        names = [user_agent, f"estate-client-python/{VERSION}", runtime]
        self._user_agent = " ".join(name for name in names if name)
        self._opener = urllib.request.build_opener(_NoRedirects)

    def json(self, order: Order) -> Any:
        """The body of the response. Raises ``ApiError`` or ``ConnectionFailed``."""
        return self.send(order).json()

    def send(self, order: Order) -> Response:
        """The response, if it is a success. Raises ``ApiError`` or ``ConnectionFailed``."""
        return self._repeated(order, lambda headers: self._attempt(order, headers))

    def lines(self, order: Order) -> Iterator[str]:
        """The lines of a response, while it arrives. Raises ``ApiError`` or ``ConnectionFailed``."""
        try:
            with self._repeated(order, lambda headers: self._opened(order, headers)) as answer:
                for line in answer:
                    yield line.decode().rstrip("\n")
        except (OSError, HTTPException) as error:
            raise ConnectionFailed(f"The response of {order.path} ended before it was complete: {error}") from error

    def _repeated(self, order: Order, attempt: Callable[[Mapping[str, str]], _T]) -> _T:
        # Made once a call, so that every attempt carries the same Idempotency-Key.
        headers = self._headers_of(order)
        attempts = 0
        while True:
            try:
                return attempt(headers)
            except EstateError as error:
                delay = delay_before_retry(error, attempts) if attempts < self._retries else None
                if delay is None:
                    raise
            self._sleep(delay)
            attempts += 1

    def _attempt(self, order: Order, headers: Mapping[str, str]) -> Response:
        try:
            with self._opened(order, headers) as answer:
                return Response(answer.status, _headers_in(answer), answer.read())
        except (OSError, HTTPException) as error:
            raise ConnectionFailed(f"{order.method} {order.path} got no response: {error}") from error

    def _opened(self, order: Order, headers: Mapping[str, str]) -> HTTPResponse:
        """The response before its body is read."""
        data = order.upload if order.body is None else json.dumps(order.body, ensure_ascii=False).encode()
        url = self._base_url + order.path + _query_text(order.query)
        request = urllib.request.Request(url, data=data, headers=dict(headers), method=order.method)
        timeout = max(self._timeout_seconds, order.least_timeout_seconds)
        try:
            try:
                return cast(HTTPResponse, self._opener.open(request, timeout=timeout))
            except urllib.error.HTTPError as refused:
                with refused:
                    raise error_of(Response(refused.code, _headers_in(refused), refused.read())) from None
        except (OSError, HTTPException) as error:
            raise ConnectionFailed(f"{order.method} {order.path} got no response: {error}") from error

    def _headers_of(self, order: Order) -> Dict[str, str]:
        headers = {
            "Accept": "application/json, */*;q=0.5",
            "Authorization": f"Bearer {self._api_key}",
            "Service-Version": SERVICE_VERSION,
            "User-Agent": self._user_agent,
        }
        if order.body is not None:
            headers["Content-Type"] = "application/json"
        elif order.upload is not None:
            headers["Content-Type"] = "application/octet-stream"
        if order.method == "POST":
            headers["Idempotency-Key"] = order.idempotency_key or secrets.token_hex(16)
        if order.if_match is not None:
            headers["If-Match"] = order.if_match
        headers.update(order.headers or {})
        return headers


class _Headers(Dict[str, str]):
    """Headers by name, in upper or lower case."""

    def __init__(self, message: Message) -> None:
        super().__init__((name.lower(), value) for name, value in message.items())

    def get(self, name: str, default: Any = None) -> Any:
        return super().get(name.lower(), default)


def _headers_in(answer: Any) -> Mapping[str, str]:
    return _Headers(answer.headers)


def delay_before_retry(error: EstateError, attempt: int) -> Optional[float]:
    """The seconds to wait before the next attempt; None if the call must not be retried. ``attempt`` counts from 0."""
    if not _may_pass(error):
        return None
    asked = error.retry_after_seconds if isinstance(error, ApiError) else None
    if asked is not None and asked > _LONGEST_WAIT_SECONDS:
        return None
    backoff = min(_LONGEST_BACKOFF_SECONDS, _BASE_SECONDS * 2.0**attempt)
    return (asked or 0) + backoff * (0.5 + random.random() / 2)


def _may_pass(error: EstateError) -> bool:
    if isinstance(error, ApiError):
        return error.status in _PASSING or error.code == "idempotency-in-progress"
    return isinstance(error, ConnectionFailed)


def error_of(response: Response) -> ApiError:
    """The error that a response of status 400 or more stands for."""
    try:
        body = json.loads(response.body)
    except ValueError:
        body = None
    if not isinstance(body, dict) or not isinstance(body.get("message"), str):
        return _unreadable(response)
    return ApiError(
        body["message"],
        status=response.status,
        error=str(body.get("error", "")),
        code=str(body.get("code", "unknown")),
        request_id=body.get("requestId") or response.headers.get("X-Request-Id"),
        details=body.get("details"),
        retry_after_seconds=_retry_after(response.headers.get("Retry-After")),
    )


def _unreadable(response: Response) -> ApiError:
    """The response did not come from the service but, for example, from a proxy."""
    text = response.body[:200].decode(errors="replace")
    return ApiError(
        f"The response with the status {response.status} did not come from the service: {text}",
        status=response.status,
        error="Unreadable Answer",
        code="unreadable-answer",
        request_id=response.headers.get("X-Request-Id"),
        retry_after_seconds=_retry_after(response.headers.get("Retry-After")),
    )


def _retry_after(header: Optional[str]) -> Optional[float]:
    """Seconds or a date; anything else counts as if it were not there."""
    text = (header or "").strip()
    if text.isascii() and text.isdigit():
        return float(text)
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - time.time())
    except (TypeError, ValueError):
        return None


def _query_text(query: Optional[Mapping[str, Any]]) -> str:
    given = {name: _text(value) for name, value in (query or {}).items() if value is not None}
    return f"?{urllib.parse.urlencode(given)}" if given else ""


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
