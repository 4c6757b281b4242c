from __future__ import annotations

import inspect
import json
import re
import unittest
from pathlib import Path
from typing import Any, List, Set
from unittest.mock import patch

from estate_client import Client
from estate_client.transport import Order, Response, Transport

DOCUMENT = Path(__file__).parents[3] / "apps" / "api-gateway" / "reference" / "openapi.json"
#: Iterators, whose pages ``list`` reads as well.
_ITERATORS = {"all", "follow"}


def documented() -> Set[str]:
    """What anyone may call is for browsers, not for a client with a key."""
    paths = json.loads(DOCUMENT.read_text(encoding="utf-8"))["paths"]
    return {
        f"{method.upper()} {re.sub(r'{[^}]+}', '*', path)}"
        for path, methods in paths.items()
        for method, operation in methods.items()
        if operation.get("security") != []
    }


class EveryOperation(unittest.TestCase):
    def test_the_client_has_a_function_for_every_operation_of_an_account_and_for_no_other(self) -> None:
        called: List[str] = []

        def send(_transport: Transport, order: Order) -> Response:
            called.append(f"{order.method} {re.sub(r'(?<=/)x(?=/|$)', '*', order.path)}")
            return Response(200, {}, b'{"hasMore":false,"data":[]}')

        def lines(transport: Transport, order: Order) -> List[str]:
            send(transport, order)
            return ['{"kind":"manifest","data":{}}']

        with patch.object(Transport, "send", send), patch.object(Transport, "lines", lines):
            client = Client("http://localhost", "rek_live_x")
            for name, resource in vars(client).items():
                if not name.startswith("_"):
                    self._call_all(resource)
        self.assertEqual(set(called), documented())

    def _call_all(self, resource: Any) -> None:
        for name, function in inspect.getmembers(resource, inspect.ismethod):
            if name.startswith("_") or name in _ITERATORS:
                continue
            required = [one for one in inspect.signature(function).parameters.values() if one.default is one.empty]
            needed = [
                "x" if one.annotation in ("str", "int") else {"email": "anna@example.org"}
                for one in required
                if one.kind is one.POSITIONAL_OR_KEYWORD
            ]
            named = {one.name: "x" for one in required if one.kind is one.KEYWORD_ONLY}
            result = function(*needed, **named)
            if inspect.isgenerator(result):
                list(result)
            # The deliveries of a webhook and timelines are resources of their own.
            if hasattr(result, "list"):
                self._call_all(result)
