"""How the Python client makes calls: every function of it is called with every kind of argument.

Reads the calls as JSON from the standard input and writes a function and its arguments for each operation.
"""

import inspect
import json
import sys
from unittest.mock import patch

from estate_client import Client
from estate_client.resources import Page
from estate_client.transport import Response, Transport

ITERATORS = {"all", "follow"}
UPLOAD = b"the bytes of a file"
calls = json.load(sys.stdin)
recorded = []
found = {}


def send(_transport, order):
    query = {name: str(value) for name, value in (order.query or {}).items() if value is not None}
    recorded.append((order.method, order.path, query, order.body, order.upload, order.headers or {}))
    return Response(200, {}, b'{"hasMore":false,"data":[]}')


def lines(transport, order):
    send(transport, order)
    return ['{"kind":"manifest","data":{}}']


def wanted(call):
    query = {name: str(value) for name, value in call["query"].items()}
    upload = UPLOAD if "upload" in call else None
    return (call["method"], call["path"], query, call.get("body"), upload, call["headers"])


def value_of(argument, call):
    kind, _, name = argument.partition(":")
    if kind == "upload":
        return UPLOAD
    if kind == "path":
        value = call["pathValues"][name]
        return int(value) if value.isdigit() else value
    if kind == "header":
        return call["headers"][name]
    return call["body"][name] if name else call["body"]


def called(function, arguments, call):
    keywords = call["query"] if "query" in arguments else {}
    return function(*[value_of(one, call) for one in arguments if one != "query"], **keywords)


def is_public(name, function):
    return inspect.ismethod(function) and not name.startswith("_") and name not in ITERATORS


def candidates(call):
    ids = [f"path:{name}" for name in call["pathValues"]]
    body = call.get("body")
    last = [] if body is None else ["body", *[f"body:{name}" for name in body]]
    last += ["upload"] if "upload" in call else []
    last += ["query"] if call["query"] else []
    last += [f"header:{name}" for name in call["headers"]]
    parts = [ids[:end] for end in range(len(ids) + 1)]
    return [*parts, *[[*ids, one] for one in last]]


def attempt(steps, function, call):
    recorded.clear()
    try:
        result = called(function, steps[-1]["arguments"], call)
    except (TypeError, ValueError, AttributeError, KeyError):
        # The client refuses arguments that it cannot send.
        return None
    kind = "page" if isinstance(result, Page) else "value"
    if inspect.isgenerator(result):
        list(result)
        kind = "each"
    if len(recorded) == 1 and recorded[0] == wanted(call):
        present = found.get(call["operationId"])
        if present is None or len(json.dumps(steps)) < len(json.dumps(present["steps"])):
            found[call["operationId"]] = {"steps": steps, "result": kind}
    return result


with patch.object(Transport, "send", send), patch.object(Transport, "lines", lines):
    client = Client("http://localhost", "rek_live_x")
    for resource_name, resource in vars(client).items():
        if resource_name.startswith("_"):
            continue
        for name, function in inspect.getmembers(resource):
            if not is_public(name, function):
                continue
            for call in calls:
                for arguments in candidates(call):
                    step = {"name": f"{resource_name}.{name}", "arguments": arguments}
                    part = attempt([step], function, call)
                    # The deliveries of a webhook and timelines are resources of their own.
                    if not hasattr(part, "list"):
                        continue
                    for inner_name, inner in inspect.getmembers(part):
                        if is_public(inner_name, inner):
                            inner_ids = [f"path:{one}" for one in list(call["pathValues"])[len(arguments) :]]
                            for last in [[], ["query"]]:
                                second = {"name": inner_name, "arguments": [*inner_ids, *last]}
                                attempt([step, second], inner, call)

json.dump(found, sys.stdout)
