"""The API with one key."""

from __future__ import annotations

import json
import time
from datetime import datetime, timedelta, timezone
from typing import Any, Callable, Dict, Iterator, List, Optional, cast

from . import actions, types
from .errors import ConnectionFailed, EstateError
from .resources import Changeable, ResourceList, Readable, Resource, segment_of
from .transport import SERVICE_VERSION, VERSION, Order, Transport, delay_before_retry

__all__ = ["SERVICE_VERSION", "VERSION", "Client"]

#: An event may be listed after a newer one; events of this long before the newest are looked at again.
_OVERLAP_SECONDS = 300.0
_SWEEP_EVERY_SECONDS = 60.0
_WAIT_SECONDS = 20
#: The shortest time between two looks that find nothing.
_EARLY_PAUSE_SECONDS = 1.0
#: Of the growing pauses between the attempts to reach a service that is unavailable.
_LONGEST_BACKOFF_STEP = 5


#: Long enough for 16 MB over a slow line.
_ATTACHMENT_TIMEOUT_SECONDS = 600.0
#: Long enough for 500 MB over a slow line.
_UPLOAD_TIMEOUT_SECONDS = 3600.0


class Client:
    """``Client("https://api.example.org", api_key).properties.create({...})``

    ``timeout_seconds`` is the time limit of one attempt, ``retries`` the maximum number of retries after a transient failure, and
    ``user_agent`` the name of your program, such as ``crm/2.1``.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        timeout_seconds: float = 30.0,
        retries: int = 3,
        user_agent: Optional[str] = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        transport = Transport(
            base_url,
            api_key,
            timeout_seconds=timeout_seconds,
            retries=retries,
            user_agent=user_agent,
            sleep=sleep,
        )
        self._transport = transport
        self.account = Account(transport)
        self.api_keys = ApiKeys(transport, "/account/api-keys")
        self.dashboard_links = DashboardLinks(transport, "/account/dashboard-links")
        self.users: Resource[types.User, types.UserInput, types.UpdateUserInput] = Resource(
            transport, "/account/users"
        )
        self.properties = Properties(transport, "/properties")
        self.property_types = PropertyTypes(transport)
        self.attachments = Attachments(transport)
        self.contacts: Resource[types.Contact, types.ContactInput, types.UpdateContactInput] = Resource(
            transport, "/contacts"
        )
        self.targets = Targets(transport, "/targets")
        self.target_types = TargetTypes(transport)
        self.listings = Listings(transport, "/listings")
        self.imports = Imports(transport, "/imports")
        self.jobs = Jobs(transport, "/jobs")
        self.requests = Requests(transport, "/requests")
        self.mails = Mails(transport, "/mails")
        self.reports: Readable[types.Report] = Readable(transport, "/reports")
        self.erasures = Erasures(transport, "/erasures")
        self.import_sources = ImportSources(transport, "/import-sources")
        self.webhooks = Webhooks(transport, "/webhooks")
        self.events = Events(transport, "/events", sleep)
        self.audit_log: ResourceList[types.AuditEntry] = ResourceList(transport, "/audit-log")
        self.request_log: ResourceList[types.RequestLogEntry] = ResourceList(transport, "/request-log")


class Account:
    """The account of the key."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get(self) -> types.OwnAccount:
        return cast(types.OwnAccount, self._transport.json(Order("GET", "/account")))

    def close(self, account_id: str) -> types.Closing:
        """Closes the account: everything of it is taken off the platforms and erased. The id says that it is meant."""
        confirmed = {"Confirm-Closing": account_id}
        return cast(types.Closing, self._transport.json(Order("DELETE", "/account", headers=confirmed)))

    def closing(self) -> types.Closing:
        """The newest closing of the account."""
        return cast(types.Closing, self._transport.json(Order("GET", "/account/closing")))

    def export(self) -> Iterator[Dict[str, Any]]:
        """Everything of the account, one line at a time, each with ``kind`` and ``data``; the last one is the ``manifest``.

        Raises ``ConnectionFailed`` also if the export is incomplete.
        """
        kind = None
        for text in self._transport.lines(Order("GET", "/account/export")):
            line = json.loads(text)
            kind = line["kind"]
            yield line
        if kind != "manifest":
            raise ConnectionFailed("The export ended before its manifest and is incomplete.")

    def activity(self, days: Optional[int] = None) -> types.Activity:
        """What the account published, delivered and received in the last days, 14 by default."""
        return cast(types.Activity, self._transport.json(Order("GET", "/account/activity", {"days": days})))

    def statistics(self, from_: Optional[str] = None, to: Optional[str] = None) -> types.AccountStatistics:
        """What was published, failed and was rejected, and the requests, by day and target."""
        order = Order("GET", "/account/statistics", {"from": from_, "to": to})
        return cast(types.AccountStatistics, self._transport.json(order))

    def usage(self, month: Optional[str] = None) -> types.Usage:
        """What the account used in a month such as ``2026-11``, in UTC; the present one by default."""
        return cast(types.Usage, self._transport.json(Order("GET", "/account/usage", {"month": month})))

    def usage_csv(self, month: Optional[str] = None) -> str:
        """The same as CSV, a line for each day."""
        order = Order("GET", "/account/usage.csv", {"month": month})
        return self._transport.send(order).body.decode()

    def set_consumer_credentials(self, credentials: types.ConsumerCredentialsInput) -> types.ConsumerKey:
        """Needed for targets of type ``marketplace-24``."""
        return cast(types.ConsumerKey, self._transport.json(Order("PUT", "/account", body=credentials)))

    def set_sandbox_consumer_credentials(self, credentials: types.ConsumerCredentialsInput) -> types.ConsumerKey:
        """Needed for targets of type ``marketplace-24-sandbox``."""
        return cast(types.ConsumerKey, self._transport.json(Order("PUT", "/account/sandbox", body=credentials)))

    def retention(self) -> types.Retention:
        return cast(types.Retention, self._transport.json(Order("GET", "/account/retention")))

    def publishing(self) -> types.PublishingSettings:
        """What targets receive that have no setting of their own."""
        return cast(types.PublishingSettings, self._transport.json(Order("GET", "/account/publishing")))

    def set_publishing(self, settings: types.PublishingSettingsInput) -> types.PublishingSettings:
        """Publishes the listings again on these targets if it changes."""
        order = Order("PUT", "/account/publishing", body=settings)
        return cast(types.PublishingSettings, self._transport.json(order))

    def logo(self) -> types.AccountLogo:
        """The logo, which sheets of properties show; without ``url`` if there is none."""
        return cast(types.AccountLogo, self._transport.json(Order("GET", "/account/logo")))

    def set_logo(self, logo: types.AccountLogoInput) -> types.AccountLogo:
        """Sets it to an image that was uploaded with ``attachments.upload``."""
        return cast(types.AccountLogo, self._transport.json(Order("PUT", "/account/logo", body=logo)))

    def delete_logo(self) -> types.AccountLogo:
        return cast(types.AccountLogo, self._transport.json(Order("DELETE", "/account/logo")))

    def set_retention(self, retention: types.RetentionInput) -> types.Retention:
        return cast(types.Retention, self._transport.json(Order("PUT", "/account/retention", body=retention)))


class ApiKeys(Readable[types.ApiKey]):
    """Keys of the account."""

    def create(
        self, input: types.ApiKeyInput, *, idempotency_key: Optional[str] = None
    ) -> types.NewApiKey:
        """Creates a key. Only this response contains the key itself."""
        return cast(types.NewApiKey, self._call("POST", body=input, idempotency_key=idempotency_key))

    def delete(self, id: str) -> types.ApiKey:
        return cast(types.ApiKey, self._call("DELETE", id))


class DashboardLinks(Readable[types.DashboardLink]):
    """Links that open some pages of the dashboard in your own software."""

    def create(
        self, input: types.DashboardLinkInput, *, idempotency_key: Optional[str] = None
    ) -> types.NewDashboardLink:
        """Creates a link. Only this response contains its address."""
        return cast(
            types.NewDashboardLink, self._call("POST", body=input, idempotency_key=idempotency_key)
        )

    def delete(self, id: str) -> types.DashboardLink:
        return cast(types.DashboardLink, self._call("DELETE", id))


class Properties(Resource[types.Property, types.PropertyInput, types.UpdatePropertyInput]):
    """Properties for sale and for rent."""

    def timeline(self, id: str) -> ResourceList[types.TimelineEntry]:
        return ResourceList(self._transport, self._path_of(id, "timeline"))

    def statistics(
        self, id: str, from_: Optional[str] = None, to: Optional[str] = None
    ) -> types.PropertyStatistics:
        """What was published, failed and was rejected, and the requests, by day and target."""
        order = Order("GET", self._path_of(id, "statistics"), {"from": from_, "to": to})
        return cast(types.PropertyStatistics, self._transport.json(order))

    def listings(self, *, propertyIds: str) -> types.PropertyListings:
        """Where up to 100 properties are listed, by their ids with commas between them."""
        order = Order("GET", "/property-listings", {"propertyIds": propertyIds})
        return cast(types.PropertyListings, self._transport.json(order))

    def image(self, id: str, position: int, *, width: Optional[int] = None) -> bytes:
        """What is published of an attachment."""
        path = self._path_of(id, "attachments", str(position), "image")
        return self._transport.send(Order("GET", path, {"width": width})).body


class PropertyTypes:
    """The property types with their fields."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(self) -> List[Dict[str, Any]]:
        return cast(List[Dict[str, Any]], self._transport.json(Order("GET", "/property-types")))

    def get(self, type: str) -> types.PropertyType:
        path = f"/property-types/{segment_of(type)}"
        return cast(types.PropertyType, self._transport.json(Order("GET", path)))


class Attachments:
    """Uploaded files, and those that came with imports. A property names one by its ``url``."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def upload(
        self, file: bytes, *, file_name: Optional[str] = None, idempotency_key: Optional[str] = None
    ) -> types.UploadedAttachment:
        """Sends an image or a PDF; ``url`` of the result is for ``attachments`` of properties."""
        order = Order(
            "POST",
            "/attachments",
            query={"fileName": file_name},
            upload=file,
            idempotency_key=idempotency_key,
            least_timeout_seconds=_ATTACHMENT_TIMEOUT_SECONDS,
        )
        return cast(types.UploadedAttachment, self._transport.json(order))

    def get(self, id: str) -> bytes:
        """The file as it was uploaded, with its metadata and without a watermark."""
        return self._transport.send(Order("GET", f"/attachments/{segment_of(id)}")).body


class Targets(actions.TargetsActions, Resource[types.Target, types.TargetInput, types.UpdateTargetInput]):
    """Accounts on platforms."""

    def statistics(self, id: str, from_: Optional[str] = None, to: Optional[str] = None) -> types.TargetStatistics:
        """What was published, failed and was rejected, and the requests, by day."""
        order = Order("GET", self._path_of(id, "statistics"), {"from": from_, "to": to})
        return cast(types.TargetStatistics, self._transport.json(order))

    def fetches(self, id: str) -> ResourceList[types.FeedFetch]:
        """Who fetched the feed of the target."""
        return ResourceList(self._transport, self._path_of(id, "fetches"))

    def summary(self, id: str, **query: Any) -> types.AttemptSummary:
        return cast(types.AttemptSummary, self._call("GET", id, "summary", query=query))


class TargetTypes:
    """The platforms and their requirements."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(self) -> List[types.TargetType]:
        return cast(List[types.TargetType], self._transport.json(Order("GET", "/target-types")))


class Listings(actions.ListingsActions, Resource[types.Listing, types.ListingInput, types.UpdateListingInput]):
    """Properties on targets."""

    def validate(self, input: types.ValidateListingInput) -> types.DryRun:
        """Whether a property can be published on a target, without publishing it."""
        return cast(types.DryRun, self._call("POST", "validate", body=input))

    def preview(self, id: str) -> bytes:
        """The document that would be sent, as XML or JSON."""
        return self._transport.send(Order("GET", self._path_of(id, "preview"))).body

    def timeline(self, id: str) -> ResourceList[types.TimelineEntry]:
        return ResourceList(self._transport, self._path_of(id, "timeline"))


class Imports(actions.ImportsActions, Readable[types.Import]):
    """OpenImmo packages, and what became of them."""

    def create(
        self,
        package: bytes,
        *,
        file_name: Optional[str] = None,
        source_id: Optional[str] = None,
        dry_run: bool = False,
        idempotency_key: Optional[str] = None,
    ) -> types.Import:
        """Sends a package: a ZIP file, or an OpenImmo document. The import runs afterwards."""
        query = {"fileName": file_name, "sourceId": source_id, "dryRun": True if dry_run else None}
        return cast(
            types.Import,
            self._call(
                "POST",
                query=query,
                upload=package,
                idempotency_key=idempotency_key,
                least_timeout_seconds=_UPLOAD_TIMEOUT_SECONDS,
            ),
        )

    def objects(self, id: str) -> ResourceList[types.ImportObject]:
        """The objects of an import, and what became of each."""
        return ResourceList(self._transport, self._path_of(id, "objects"))

    def summary(self, id: str) -> types.ImportSummary:
        """What an import did not use, and what it could not list."""
        return cast(types.ImportSummary, self._call("GET", id, "summary"))


class Jobs(actions.JobsActions, Readable[types.Job]):
    """The same thing done with many properties."""

    def create(self, input: types.JobInput, *, idempotency_key: Optional[str] = None) -> types.Job:
        """Creates a job, which runs afterwards."""
        return cast(types.Job, self._call("POST", body=input, idempotency_key=idempotency_key))

    def items(self, id: str) -> ResourceList[types.JobItem]:
        """The items of a job, with the result of each."""
        return ResourceList(self._transport, self._path_of(id, "items"))


class Requests(Readable[types.Request]):
    """Contact requests."""

    def handle(
        self, id: str, handling: types.SetRequestHandlingInput, *, if_match: Optional[str] = None
    ) -> types.Request:
        """Replaces state, assignee and note of a request; what is left out becomes unset."""
        return cast(types.Request, self._call("PUT", id, "handling", body=handling, if_match=if_match))

    def csv(self, **filters: Any) -> str:
        """The requests that the filters select as CSV, oldest first."""
        return self._transport.send(Order("GET", f"{self._path}.csv", filters)).body.decode("utf-8-sig")

    def delete(self, id: str) -> types.Request:
        """Erases a request with all that belongs to it."""
        return cast(types.Request, self._call("DELETE", id))


class Mails(actions.MailsActions, ResourceList[types.ReceivedEmailSummary]):
    """The emails that targets of the account received. Emails are kept for 30 days, or for the retention of the account if it is shorter."""

    def get(self, id: str) -> types.ReceivedEmail:
        return cast(types.ReceivedEmail, self._call("GET", id))


class Erasures(Readable[types.Erasure]):
    """Erasures of persons."""

    def create(self, input: types.ErasureInput, *, idempotency_key: Optional[str] = None) -> types.Erasure:
        """Erases everything that the account has stored of the person with an email address."""
        confirmed = {"Confirm-Erasure": input["email"]}
        return cast(
            types.Erasure,
            self._call("POST", body=input, headers=confirmed, idempotency_key=idempotency_key),
        )


class ImportSources(actions.ImportSourcesActions, Changeable[types.ImportSource, types.ImportSourceInput]):
    """FTP logins to which estate software exports."""

    def create(
        self, input: types.ImportSourceInput, *, idempotency_key: Optional[str] = None
    ) -> types.ImportSourceWithPassword:
        """Creates an import source; only this response contains its password."""
        made = self._call("POST", body=input, idempotency_key=idempotency_key)
        return cast(types.ImportSourceWithPassword, made)

    def preview(self, id: str, settings: types.PreviewImportSourceInput) -> types.Import:
        """Reads the newest package again with other settings, as a dry run; the import says how many objects differ."""
        return cast(types.Import, self._call("POST", id, "preview", body=settings))


class Webhooks(actions.WebhooksActions, Resource[types.WebhookWithKey, types.WebhookInput, types.UpdateWebhookInput]):
    """Addresses that receive events."""

    def summary(self, id: str, **query: Any) -> types.AttemptSummary:
        return cast(types.AttemptSummary, self._call("GET", id, "summary", query=query))

    def test(self, id: str, event: str) -> types.Delivery:
        """Sends an example of an event."""
        return cast(types.Delivery, self._call("POST", id, "test", body={"event": event}))

    def deliveries(self, id: str) -> Deliveries:
        return Deliveries(self._transport, self._path_of(id, "deliveries"))

    def resend_progress(self, id: str, resend_id: str) -> types.Resend:
        return cast(types.Resend, self._call("GET", id, "resends", resend_id))

    def cancel_resend(self, id: str, resend_id: str) -> types.Resend:
        return cast(types.Resend, self._call("DELETE", id, "resends", resend_id))


class Deliveries(Readable[types.Delivery]):
    """The deliveries of a webhook."""

    def resend(self, id: str) -> types.Delivery:
        return cast(types.Delivery, self._call("POST", id, "resend"))


class Events(ResourceList[types.ServiceEvent]):
    """The events of the account."""

    def __init__(self, transport: Transport, path: str, sleep: Callable[[float], None]) -> None:
        super().__init__(transport, path)
        self._sleep = sleep

    def follow(self, *, start_after: Optional[str] = None, **filters: Any) -> Iterator[types.ServiceEvent]:
        """Every event from now on, or after ``start_after``, as soon as it is listed and each once.

        It never ends by itself, also not when the service is unavailable for a while. Raises ``ApiError`` when the service rejects the call.
        """
        position = self._lasting(lambda: self._begin(filters, start_after))
        while True:
            for event in self._lasting(lambda: self._next(filters, position)):
                if position.is_new(event):
                    yield event

    def _begin(self, filters: Dict[str, Any], start_after: Optional[str]) -> _Position:
        newest = self.list(**filters, order="desc", limit=1).data
        known = newest[0] if newest else None
        position = _Position(start_after or (known["eventId"] if known else None), known)
        for event in self.all(**filters, **{"from": position.overlaps_from()}):
            if start_after is None or event["eventId"] <= start_after:
                position.is_new(event)
        return position

    def _next(self, filters: Dict[str, Any], position: _Position) -> List[types.ServiceEvent]:
        if position.is_sweep_due():
            late = list(self.all(**filters, **{"from": position.overlaps_from()}))
            position.swept()
            return late
        begun = time.monotonic()
        query = {**filters, "limit": 100, "wait": _WAIT_SECONDS, "startAfter": position.cursor}
        found = self.list(**query).data
        if not found and time.monotonic() - begun < _EARLY_PAUSE_SECONDS:
            self._sleep(_EARLY_PAUSE_SECONDS)
        return found

    def _lasting(self, call: Callable[[], Any]) -> Any:
        """Goes on until the service answers."""
        attempt = 0
        while True:
            try:
                return call()
            except EstateError as error:
                delay = delay_before_retry(error, min(attempt, _LONGEST_BACKOFF_STEP))
                if delay is None:
                    raise
            self._sleep(delay)
            attempt += 1


class _Position:
    """Which events were seen."""

    def __init__(self, cursor: Optional[str], newest: Optional[types.ServiceEvent]) -> None:
        #: The newest event, after which the next page begins.
        self.cursor = cursor
        self._newest = _time_of(newest) if newest else datetime.now(timezone.utc)
        #: The newest event at the last sweep.
        self._swept_to = self._newest
        self._swept_at = time.monotonic()
        self._seen: Dict[str, datetime] = {}

    def overlaps_from(self) -> str:
        since = self._swept_to - timedelta(seconds=_OVERLAP_SECONDS)
        return since.strftime("%Y-%m-%dT%H:%M:%S.000Z")

    def is_sweep_due(self) -> bool:
        return time.monotonic() - self._swept_at >= _SWEEP_EVERY_SECONDS

    def swept(self) -> None:
        self._swept_at = time.monotonic()
        self._swept_to = self._newest
        oldest = self._swept_to - timedelta(seconds=2 * _OVERLAP_SECONDS)
        self._seen = {id: at for id, at in self._seen.items() if at >= oldest}

    def is_new(self, event: types.ServiceEvent) -> bool:
        """True once for each event."""
        id = event["eventId"]
        is_new = id not in self._seen
        self._seen[id] = _time_of(event)
        self._newest = max(self._newest, self._seen[id])
        if self.cursor is None or id > self.cursor:
            self.cursor = id
        return is_new


def _time_of(event: types.ServiceEvent) -> datetime:
    return datetime.fromisoformat(event["eventTime"].replace("Z", "+00:00"))
