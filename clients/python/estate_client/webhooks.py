"""Verification of webhook deliveries."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import time
from typing import Any, Dict, List, Optional, Sequence, Tuple, Union

DEFAULT_TOLERANCE_SECONDS = 300.0
_SIGNATURE = re.compile(r"[0-9a-f]{64}", re.ASCII)
_TIMESTAMP = re.compile(r"[0-9]{1,15}", re.ASCII)

RawBody = Union[str, bytes]
Keys = Union[str, Sequence[str]]


class WebhookError(Exception):
    """A delivery that is not valid.

    ``reason`` is ``malformed_header``, ``wrong_signature``, ``stale`` or ``not_an_event``.
    """

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


def verify_webhook(
    raw_body: RawBody,
    header: Optional[str],
    key: Keys,
    tolerance_seconds: float = DEFAULT_TOLERANCE_SECONDS,
) -> None:
    """Checks the header ``Service-Signature`` over the bytes as received. Raises ``WebhookError``."""
    signed_at, signatures = _parse_header(header or "")
    expected = [_hmac(raw_body, one, signed_at) for one in _keys(key)]
    # Every pair is compared, so that the time taken does not tell which one matched.
    matches = [hmac.compare_digest(one, signature) for one in expected for signature in signatures]
    if True not in matches:
        raise WebhookError("wrong_signature", "None of the signatures of the delivery matches the signing key.")
    age_seconds = abs(int(time.time()) - int(signed_at))
    if age_seconds > tolerance_seconds:
        raise WebhookError("stale", f"The signature of the delivery is {age_seconds} seconds away from the current time, which exceeds the tolerance.")


def read_webhook(
    raw_body: RawBody,
    header: Optional[str],
    key: Keys,
    tolerance_seconds: float = DEFAULT_TOLERANCE_SECONDS,
) -> Dict[str, Any]:
    """Verifies a delivery and returns its event. Raises ``WebhookError``."""
    verify_webhook(raw_body, header, key, tolerance_seconds)
    try:
        event = json.loads(raw_body)
    except ValueError:
        event = None
    if (
        isinstance(event, dict)
        and isinstance(event.get("eventId"), str)
        and isinstance(event.get("eventName"), str)
    ):
        return event
    raise WebhookError("not_an_event", "The body of the delivery is not an event.")


def sign_webhook(raw_body: RawBody, key: Keys, signed_at: Optional[float] = None) -> str:
    """The header ``Service-Signature`` of a delivery; for the tests of a receiver."""
    seconds = str(int(time.time() if signed_at is None else signed_at))
    signatures = [f"v1={_hmac(raw_body, one, seconds)}" for one in _keys(key)]
    return ", ".join([f"t={seconds}", *signatures])


def _keys(key: Keys) -> List[str]:
    return [key] if isinstance(key, str) else list(key)


def _hmac(raw_body: RawBody, key: str, signed_at: str) -> str:
    body = raw_body.encode() if isinstance(raw_body, str) else raw_body
    return hmac.new(key.encode(), f"{signed_at}.".encode() + body, hashlib.sha256).hexdigest()


def _parse_header(header: str) -> Tuple[str, List[str]]:
    """Elements of unknown names are skipped: a later scheme may stand beside ``v1``."""
    elements = [element.strip().partition("=") for element in header.split(",")]
    times = [value for name, _, value in elements if name == "t"]
    signatures = [value for name, _, value in elements if name == "v1"]
    readable = (
        len(times) == 1
        and _TIMESTAMP.fullmatch(times[0]) is not None
        and len(signatures) > 0
        and all(_SIGNATURE.fullmatch(signature) for signature in signatures)
    )
    if not readable:
        raise WebhookError("malformed_header", "The header Service-Signature must have the form t=<unix seconds>, v1=<hex>.")
    return times[0], signatures
