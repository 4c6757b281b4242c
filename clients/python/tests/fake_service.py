"""A service that answers what a test says."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Callable, Dict, List, NamedTuple, Optional
from urllib.parse import parse_qsl, urlsplit


class Received(NamedTuple):
    method: str
    path: str
    query: Dict[str, str]
    headers: Dict[str, str]
    body: Any


class Scripted(NamedTuple):
    status: int = 200
    body: Any = None
    headers: Optional[Dict[str, str]] = None
    #: Sent as it is.
    text: Optional[str] = None
    #: Closes the connection instead of an answer.
    cut: bool = False


Script = Callable[[Received, int], Scripted]


def _body_of(media_type: Optional[str], body: bytes) -> Any:
    """A file is bytes."""
    if media_type == "application/octet-stream":
        return body
    return json.loads(body) if body else None


class FakeService:
    """Answers what ``script`` says, until it is closed."""

    def __init__(self, script: Script) -> None:
        received: List[Received] = []

        class Handler(BaseHTTPRequestHandler):
            def _answer(self) -> None:
                length = int(self.headers.get("Content-Length") or 0)
                text = self.rfile.read(length)
                url = urlsplit(self.path)
                received.append(
                    Received(
                        self.command,
                        url.path,
                        dict(parse_qsl(url.query)),
                        {name.lower(): value for name, value in self.headers.items()},
                        _body_of(self.headers.get("Content-Type"), text),
                    )
                )
                scripted = script(received[-1], len(received))
                if scripted.cut:
                    return
                body = (scripted.text or json.dumps(scripted.body)).encode()
                self.send_response(scripted.status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                for name, value in (scripted.headers or {}).items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            do_GET = do_POST = do_PUT = do_DELETE = _answer

            def log_message(self, *_args: Any) -> None:
                pass

        self.received = received
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01})
        self._thread.start()

    def close(self) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


def refusal(status: int, code: str, headers: Optional[Dict[str, str]] = None) -> Scripted:
    """An error in the service's one shape."""
    body = {"error": "Refused", "message": f"Refused: {code}.", "statusCode": status, "code": code, "requestId": "req-1"}
    return Scripted(status, body, headers)
