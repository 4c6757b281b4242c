"""The resources of the API."""

from __future__ import annotations

import re
from typing import Any, Dict, Generic, Iterator, List, Mapping, Optional, Tuple, TypeVar, cast
from urllib.parse import quote

from .transport import Order, Response, Transport

T = TypeVar("T")
I = TypeVar("I")  # noqa: E741
U = TypeVar("U")

_LARGEST_PAGE = 100
_CURSOR = re.compile(r'[?&]startAfter=([0-9a-v]{20})[^>]*>; rel="next"')
_WAIT_MARGIN_SECONDS = 15.0


def segment_of(id: str) -> str:
    """An id as a part of a path. An empty one would make the path that of the list."""
    if id in ("", ".", ".."):
        raise ValueError("An id is required.")
    return quote(id, safe="")


class Page(Generic[T]):
    """One page of a list."""

    def __init__(self, data: List[T], has_more: bool, cursor: Optional[str], body: Mapping[str, Any]) -> None:
        self.data = data
        self.has_more = has_more
        #: The id after which the next page begins.
        self.cursor = cursor
        #: How many resources match, up to 10,000; with ``count=True`` only.
        self.count: Optional[int] = body.get("count")


class Calls:
    """Calls of one path and below it."""

    def __init__(self, transport: Transport, path: str) -> None:
        self._transport = transport
        self._path = path

    def _path_of(self, *segments: str) -> str:
        return "/".join([self._path, *(segment_of(segment) for segment in segments)])

    def _call(self, method: str, *segments: str, **order: Any) -> Any:
        return self._transport.json(Order(method, self._path_of(*segments), **order))


class ResourceList(Calls, Generic[T]):
    """A list of the API."""

    def list(self, **query: Any) -> Page[T]:
        """One page. The filters have the names that they have in the API, such as ``startAfter``."""
        wait = query.get("wait")
        least = 0.0 if wait is None else float(wait) + _WAIT_MARGIN_SECONDS
        return _page_of(self._transport.send(Order("GET", self._path, query, least_timeout_seconds=least)))

    def all(self, **query: Any) -> Iterator[T]:
        """Every resource, with pages loaded as needed."""
        following: Dict[str, Any] = {"limit": _LARGEST_PAGE, **query}
        while True:
            page = self.list(**following)
            yield from page.data
            if not page.has_more or page.cursor is None:
                return
            following["startAfter"] = page.cursor


class Readable(ResourceList[T]):
    """Resources with an id that can be read."""

    def get(self, id: str) -> T:
        return cast(T, self._call("GET", id))

    def get_with_etag(self, id: str) -> Tuple[T, str]:
        """A resource and its ETag, for ``if_match``."""
        response = self._transport.send(Order("GET", self._path_of(id)))
        return cast(T, response.json()), response.headers.get("ETag", "")


class Changeable(Readable[T], Generic[T, U]):
    """Resources that can be replaced and deleted."""

    def update(self, id: str, input: U, *, if_match: Optional[str] = None) -> T:
        """Replaces the resource. A field that is left out becomes unset."""
        return cast(T, self._call("PUT", id, body=input, if_match=if_match))

    def delete(self, id: str, *, if_match: Optional[str] = None) -> T:
        return cast(T, self._call("DELETE", id, if_match=if_match))


class Resource(Changeable[T, U], Generic[T, I, U]):
    """Resources that can be created, replaced and deleted."""

    def create(self, input: I, *, idempotency_key: Optional[str] = None) -> T:
        """Sends an Idempotency-Key, so that a retry creates nothing twice."""
        return cast(T, self._call("POST", body=input, idempotency_key=idempotency_key))


def _page_of(response: Response) -> Page[Any]:
    """The list of targets is a plain array that says with a ``Link`` whether there is more."""
    body = response.json()
    found = _CURSOR.search(response.headers.get("Link") or "")
    cursor = found.group(1) if found else None
    if isinstance(body, list):
        return Page(body, cursor is not None, cursor, {})
    data = body["data"]
    last = data[-1] if data else {}
    after = cursor or body.get("continueAfter") or last.get("id") or last.get("eventId")
    return Page(data, body["hasMore"], after, body)


__all__ = ["Calls", "ResourceList", "Page", "Readable", "Resource"]
