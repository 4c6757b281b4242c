"""Calls that do something with one resource.

Generated from the operations of the API. Do not change it: npx nx derive
"""

from __future__ import annotations

from typing import Optional, cast

from . import types
from .resources import Calls


class TargetsActions(Calls):
    def synchronize(self, id: str, input: types.SynchronizeTargetInput) -> types.Synchronization:
        """Send everything of a target again."""
        return cast(types.Synchronization, self._call("POST", id, "synchronize", body=input))

    def check(self, id: str) -> types.TargetCheck:
        """Test a target's credentials."""
        return cast(types.TargetCheck, self._call("POST", id, "check", least_timeout_seconds=40.0))

    def rotate_feed_token(self, id: str) -> types.Target:
        """Rotate the token of a feed."""
        return cast(types.Target, self._call("POST", id, "rotate-feed-token"))

    def pause(self, id: str, input: Optional[types.PauseTargetInput] = None) -> types.Target:
        """Pause a target."""
        return cast(types.Target, self._call("POST", id, "pause", body=input or {}))

    def resume(self, id: str) -> types.Target:
        """Resume a target."""
        return cast(types.Target, self._call("POST", id, "resume"))


class ListingsActions(Calls):
    def retry(self, id: str) -> types.Listing:
        """Retry a failed publication."""
        return cast(types.Listing, self._call("POST", id, "retry"))


class JobsActions(Calls):
    def cancel(self, id: str) -> types.Job:
        """Cancel a job."""
        return cast(types.Job, self._call("POST", id, "cancel"))


class ImportSourcesActions(Calls):
    def retry_listings(self, id: str) -> types.ImportSource:
        """List what could not be listed."""
        return cast(types.ImportSource, self._call("POST", id, "retry-listings"))

    def rotate_password(self, id: str) -> types.ImportSourceWithPassword:
        """Rotate the password of an import source."""
        return cast(types.ImportSourceWithPassword, self._call("POST", id, "rotate-password"))


class ImportsActions(Calls):
    def confirm(self, id: str) -> types.Import:
        """Confirm the deletions of an import."""
        return cast(types.Import, self._call("POST", id, "confirm"))

    def cancel(self, id: str) -> types.Import:
        """Cancel an import."""
        return cast(types.Import, self._call("POST", id, "cancel"))


class MailsActions(Calls):
    def reparse(self, id: str) -> types.ReceivedEmail:
        """Read a received email again."""
        return cast(types.ReceivedEmail, self._call("POST", id, "reparse"))

    def done(self, id: str) -> types.ReceivedEmail:
        """Mark a received email as done."""
        return cast(types.ReceivedEmail, self._call("POST", id, "done"))


class WebhooksActions(Calls):
    def rotate_key(self, id: str) -> types.WebhookWithKey:
        """Rotate the signing key."""
        return cast(types.WebhookWithKey, self._call("POST", id, "rotate-key"))

    def pause(self, id: str) -> types.Webhook:
        """Pause a webhook."""
        return cast(types.Webhook, self._call("POST", id, "pause"))

    def resume(self, id: str) -> types.Webhook:
        """Resume a webhook."""
        return cast(types.Webhook, self._call("POST", id, "resume"))

    def verify(self, id: str) -> types.ReceiverReport:
        """Verify the receiver of a webhook."""
        return cast(types.ReceiverReport, self._call("POST", id, "verify", least_timeout_seconds=50.0))

    def resend(self, id: str, input: Optional[types.ResendDeliveriesInput] = None) -> types.Resend:
        """Bulk resend deliveries."""
        return cast(types.Resend, self._call("POST", id, "resend", body=input or {}))
