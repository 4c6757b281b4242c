from __future__ import annotations

import json
import time
import unittest
from pathlib import Path

from estate_client import WebhookError, read_webhook, sign_webhook, verify_webhook

VECTORS = Path(__file__).parents[3] / "libs" / "contracts" / "webhook-signature-vectors.json"
KEY = "whsec_test"
EVER = float("inf")


class PublishedVectors(unittest.TestCase):
    """The vectors that the TypeScript client and the service are tested with, too."""

    def test_every_vector_is_accepted_with_each_of_its_keys(self) -> None:
        vectors = json.loads(VECTORS.read_text(encoding="utf-8"))["vectors"]
        self.assertGreater(len(vectors), 3)
        for vector in vectors:
            with self.subTest(vector["name"]):
                body, header = vector["rawBody"], vector["header"]
                for key in vector["signingKeys"]:
                    verify_webhook(body, header, key, EVER)
                    verify_webhook(body.encode(), header, [key, "whsec_other"], EVER)
                self.assertEqual(sign_webhook(body, vector["signingKeys"], vector["timestamp"]), header)
                self._refused("wrong_signature", body, header, "whsec_other", EVER)
                self._refused("wrong_signature", body + " ", header, vector["signingKeys"], EVER)
                self._refused("stale", body, header, vector["signingKeys"], 300)

    def _refused(self, reason: str, body: str, header: str, key: object, tolerance: float) -> None:
        with self.assertRaises(WebhookError) as refused:
            verify_webhook(body, header, key, tolerance)  # type: ignore[arg-type]
        self.assertEqual(refused.exception.reason, reason)


class Headers(unittest.TestCase):
    def test_malformed_headers_are_refused(self) -> None:
        digits = "a" * 64
        for header in [
            None, "", "t=1", f"v1={digits}", f"t=, v1={digits}", f"t=abc, v1={digits}", f"t=1, t=2, v1={digits}",
            "t=1, v1=abcd", f"t=1, v1={'G' * 64}", f"t=1, v1={digits}, v1=short", f"t=\u0661, v1={digits}",
            f"t=1, v1={digits}\n",
        ]:
            with self.subTest(header), self.assertRaises(WebhookError) as refused:
                verify_webhook("", header and header, KEY, -1)
            expected = "wrong_signature" if header and header.endswith("\n") else "malformed_header"
            self.assertEqual(refused.exception.reason, expected)

    def test_a_scheme_of_a_later_version_is_skipped(self) -> None:
        verify_webhook("{}", f"{sign_webhook('{}', KEY)},v2=abc", KEY)

    def test_a_delivery_that_was_signed_too_long_ago_or_too_far_ahead_is_refused(self) -> None:
        for seconds in (-310, 310):
            header = sign_webhook("{}", KEY, time.time() + seconds)
            with self.assertRaises(WebhookError) as refused:
                verify_webhook("{}", header, KEY)
            self.assertEqual(refused.exception.reason, "stale")


class Events(unittest.TestCase):
    def test_an_event_is_returned_and_anything_else_is_refused(self) -> None:
        body = '{"eventId":"e","eventName":"request.created","eventPayload":{},"eventTime":"2026-11-01T08:30:00.000Z"}'
        self.assertEqual(read_webhook(body, sign_webhook(body, KEY), KEY)["eventName"], "request.created")
        for other in ["", "[]", "null", '{"eventId":1}', "{"]:
            with self.subTest(other), self.assertRaises(WebhookError) as refused:
                read_webhook(other, sign_webhook(other, KEY), KEY)
            self.assertEqual(refused.exception.reason, "not_an_event")
