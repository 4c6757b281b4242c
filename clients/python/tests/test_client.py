from __future__ import annotations

import unittest
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, Callable, Dict, List, Tuple

from estate_client import SERVICE_VERSION, VERSION, ApiError, Client, ConnectionFailed
from estate_client import client as client_module

from .fake_service import FakeService, Received, Script, Scripted, refusal

CONTACT: Any = {"email": "anna@example.org", "lastName": "Beispiel"}


def id_of(number: int) -> str:
    return str(number).zfill(20)


class ClientTest(unittest.TestCase):
    def against(self, script: Script, **options: Any) -> Client:
        self.service = FakeService(script)
        self.addCleanup(self.service.close)
        self.pauses: List[float] = []
        return Client(f"{self.service.url}/", "rek_live_x", sleep=self.pauses.append, **options)

    @property
    def received(self) -> List[Received]:
        return self.service.received


class Calls(ClientTest):
    def test_a_call_carries_the_key_the_contract_and_its_body(self) -> None:
        client = self.against(lambda *_: Scripted(201, {"id": id_of(1)}), user_agent="crm/2.1")
        self.assertEqual(client.contacts.create(CONTACT)["id"], id_of(1))
        one = self.received[0]
        self.assertEqual((one.method, one.path, one.body), ("POST", "/contacts", CONTACT))
        self.assertEqual(one.headers["authorization"], "Bearer rek_live_x")
        self.assertEqual(one.headers["service-version"], SERVICE_VERSION)
        self.assertRegex(one.headers["user-agent"], rf"^crm/2\.1 estate-client-python/{VERSION} Python/3\.")
        self.assertRegex(one.headers["idempotency-key"], "^[0-9a-f]{32}$")

    def test_an_export_ends_with_its_manifest_or_fails(self) -> None:
        line: Any = {"kind": "manifest", "data": {"properties": 0}}
        self.assertEqual(list(self.against(lambda *_: Scripted(200, line)).account.export()), [line])
        with self.assertRaises(ConnectionFailed):
            list(self.against(lambda *_: Scripted(200, {"kind": "property", "data": {}})).account.export())

    def test_a_call_never_takes_an_empty_id_for_the_list(self) -> None:
        client = self.against(lambda *_: Scripted(200, {}))
        calls: List[Callable[[], object]] = [
            lambda: client.properties.get(""),
            lambda: client.properties.delete(".."),
            lambda: client.attachments.get(""),
            lambda: client.property_types.get(""),
        ]
        for call in calls:
            with self.assertRaisesRegex(ValueError, "An id is required."):
                call()
        self.assertEqual(self.received, [])

    def test_every_call_has_its_path(self) -> None:
        client = self.against(lambda *_: Scripted(200, {"id": id_of(1), "hasMore": False, "data": []}))
        calls: List[Tuple[Callable[[], object], str]] = [
            (lambda: client.properties.get("a b"), "GET /properties/a%20b"),
            (lambda: client.targets.check("a"), "POST /targets/a/check"),
            (lambda: client.targets.pause("a", {"reason": "The portal moves."}), "POST /targets/a/pause"),
            (lambda: client.targets.synchronize("a", {"mode": "partial"}), "POST /targets/a/synchronize"),
            (lambda: client.listings.validate({"propertyId": "a", "targetId": "b"}), "POST /listings/validate"),
            (lambda: client.targets.rotate_feed_token("a"), "POST /targets/a/rotate-feed-token"),
            (lambda: client.listings.retry("a"), "POST /listings/a/retry"),
            (lambda: client.listings.preview("a"), "GET /listings/a/preview"),
            (lambda: client.properties.timeline("a").list(), "GET /properties/a/timeline"),
            (lambda: client.properties.image("a", 0, width=320), "GET /properties/a/attachments/0/image"),
            (lambda: client.attachments.get("a b"), "GET /attachments/a%20b"),
            (lambda: client.attachments.upload(b"a photo"), "POST /attachments"),
            (lambda: client.requests.handle("a", {"state": "done"}), "PUT /requests/a/handling"),
            (lambda: client.requests.csv(state="new"), "GET /requests.csv"),
            (lambda: client.mails.reparse("a"), "POST /mails/a/reparse"),
            (lambda: client.erasures.create({"email": "a@example.org"}), "POST /erasures"),
            (lambda: client.webhooks.rotate_key("a"), "POST /webhooks/a/rotate-key"),
            (lambda: client.webhooks.verify("a"), "POST /webhooks/a/verify"),
            (lambda: client.webhooks.deliveries("a").resend("b"), "POST /webhooks/a/deliveries/b/resend"),
            (lambda: client.account.usage("2026-11"), "GET /account/usage"),
            (client.account.publishing, "GET /account/publishing"),
            (lambda: client.account.set_publishing({"hiddenAddress": "omit"}), "PUT /account/publishing"),
            (client.account.logo, "GET /account/logo"),
            (lambda: client.account.set_logo({"url": "https://example.org"}), "PUT /account/logo"),
            (client.account.delete_logo, "DELETE /account/logo"),
            (lambda: client.account.activity(7), "GET /account/activity"),
            (client.account.statistics, "GET /account/statistics"),
            (lambda: client.targets.statistics("a", "2026-11-01"), "GET /targets/a/statistics"),
            (lambda: client.properties.statistics("a"), "GET /properties/a/statistics"),
            (lambda: client.properties.listings(propertyIds="a,b"), "GET /property-listings"),
            (lambda: client.account.set_retention({"requestsDays": 90}), "PUT /account/retention"),
            (lambda: client.property_types.get("houseRent"), "GET /property-types/houseRent"),
            (lambda: client.audit_log.list(order="desc"), "GET /audit-log"),
        ]
        for call, path in calls:
            with self.subTest(path):
                call()
                self.assertEqual(f"{self.received[-1].method} {self.received[-1].path}", path)

    def test_an_upload_sends_the_file_with_its_name_and_one_key(self) -> None:
        client = self.against(lambda *_: Scripted(201, {"id": id_of(1), "url": "u"}))
        self.assertEqual(client.attachments.upload(b"a photo", file_name="garden 1.jpg")["url"], "u")
        sent = self.received[-1]
        self.assertEqual((sent.body, sent.query), (b"a photo", {"fileName": "garden 1.jpg"}))
        self.assertIn("idempotency-key", sent.headers)

    def test_a_resource_is_replaced_only_if_it_is_as_it_was_read(self) -> None:
        client = self.against(lambda *_: Scripted(200, {"id": id_of(1)}, {"ETag": '"1"'}))
        _contact, etag = client.contacts.get_with_etag(id_of(1))
        client.contacts.update(id_of(1), CONTACT, if_match=etag)
        self.assertEqual(self.received[-1].headers["if-match"], '"1"')


class Lists(ClientTest):
    def test_all_reads_every_page(self) -> None:
        def pages(request: Received, _count: int) -> Scripted:
            is_second = "startAfter" in request.query
            return Scripted(200, {"hasMore": not is_second, "data": [{"id": id_of(2 if is_second else 1)}]})

        client = self.against(pages)
        self.assertEqual([one["id"] for one in client.listings.all(published=True)], [id_of(1), id_of(2)])
        self.assertEqual(self.received[0].query, {"limit": "100", "published": "true"})
        self.assertEqual(self.received[1].query["startAfter"], id_of(1))

    def test_the_plain_array_of_targets_is_a_list_as_well(self) -> None:
        def pages(request: Received, _count: int) -> Scripted:
            if "startAfter" in request.query:
                return Scripted(200, [{"id": id_of(2)}])
            return Scripted(200, [{"id": id_of(1)}], {"Link": f'</targets?startAfter={id_of(1)}>; rel="next"'})

        self.assertEqual([one["id"] for one in self.against(pages).targets.all()], [id_of(1), id_of(2)])


class Failures(ClientTest):
    def test_a_transient_failure_is_retried_with_the_same_idempotency_key(self) -> None:
        def script(_request: Received, count: int) -> Scripted:
            troubles = {1: refusal(503, "service-unavailable", {"Retry-After": "2"}), 2: Scripted(cut=True)}
            return troubles.get(count, Scripted(201, {"id": id_of(1)}))

        client = self.against(script)
        client.contacts.create(CONTACT)
        self.assertEqual(len({one.headers["idempotency-key"] for one in self.received}), 1)
        self.assertEqual(len(self.received), 3)
        self.assertGreaterEqual(self.pauses[0], 2)

    def test_a_rejected_call_is_an_error_with_everything_that_the_service_said(self) -> None:
        client = self.against(lambda *_: refusal(404, "contact-not-found"))
        with self.assertRaises(ApiError) as failed:
            client.contacts.get(id_of(1))
        error = failed.exception
        self.assertEqual((error.status, error.code, error.request_id), (404, "contact-not-found", "req-1"))
        self.assertEqual((str(error), self.pauses), ("Refused: contact-not-found.", []))

    def test_a_retry_that_the_service_wants_late_is_left_to_the_caller(self) -> None:
        client = self.against(lambda *_: refusal(429, "rate-limited", {"Retry-After": "61"}))
        with self.assertRaises(ApiError) as failed:
            client.account.get()
        self.assertEqual((failed.exception.retry_after_seconds, self.pauses), (61.0, []))

    def test_an_answer_of_somebody_else_is_an_error(self) -> None:
        client = self.against(lambda *_: Scripted(502, text="<html>bad gateway"), retries=0)
        with self.assertRaises(ApiError) as failed:
            client.account.get()
        self.assertEqual(failed.exception.code, "unreadable-answer")

    def test_no_answer_is_a_failed_connection_once_the_retries_are_used_up(self) -> None:
        client = self.against(lambda *_: Scripted(cut=True), retries=2)
        with self.assertRaises(ConnectionFailed):
            client.account.get()
        self.assertEqual((len(self.received), len(self.pauses)), (3, 2))

    def test_a_redirect_does_not_carry_the_key_away(self) -> None:
        client = self.against(lambda *_: Scripted(302, {}, {"Location": "/elsewhere"}), retries=0)
        with self.assertRaises(ApiError):
            client.account.get()
        self.assertEqual([one.path for one in self.received], ["/account"])

    def test_what_is_no_address_or_key_is_refused_at_once(self) -> None:
        for url, key in [("file:///etc/passwd", "rek_live_x"), ("http://localhost", "a\nb"), ("http://localhost", "")]:
            with self.subTest(url), self.assertRaises(ValueError):
                Client(url, key)


class FollowedEvents(ClientTest):
    def test_followed_events_come_once_each_and_also_after_an_interruption_and_late(self) -> None:
        now = datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.000Z")
        events = [1]
        # What happens at each look that waits: the events that are there then, or trouble.
        looks: List[Any] = [[2, 4], Scripted(cut=True), refusal(503, "service-unavailable"), [3, 5]]

        def shown(number: int) -> Dict[str, Any]:
            return {"eventId": id_of(number), "eventName": "x", "eventPayload": {}, "eventTime": now}

        def script(request: Received, _count: int) -> Scripted:
            query = request.query
            if "wait" in query:
                look = looks.pop(0)
                if isinstance(look, Scripted):
                    return look
                events.extend(look)
            found = [one for one in sorted(events) if id_of(one) > query.get("startAfter", "")]
            page = list(reversed(found))[:1] if query.get("order") == "desc" else found
            return Scripted(200, {"hasMore": False, "data": [shown(one) for one in page]})

        client = self.against(script, retries=0)
        followed = client.events.follow()
        self.assertEqual([next(followed)["eventId"] for _ in range(3)], [id_of(2), id_of(4), id_of(5)])
        self.addCleanup(setattr, client_module, "_SWEEP_EVERY_SECONDS", client_module._SWEEP_EVERY_SECONDS)
        client_module._SWEEP_EVERY_SECONDS = 0.0
        self.assertEqual(next(followed)["eventId"], id_of(3))
        self.assertEqual(len(self.pauses), 2)


class Package(unittest.TestCase):
    def test_the_package_has_the_version_that_it_sends(self) -> None:
        project = (Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8")
        self.assertIn(f'\nversion = "{VERSION}"\n', project)
