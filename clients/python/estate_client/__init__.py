"""Client of the Real Estate Distribution Service."""

from .client import SERVICE_VERSION, VERSION, Client
from .errors import ApiError, ConnectionFailed, EstateError, FieldError
from .webhooks import WebhookError, read_webhook, sign_webhook, verify_webhook

__all__ = [
    "ApiError",
    "Client",
    "ConnectionFailed",
    "EstateError",
    "FieldError",
    "SERVICE_VERSION",
    "VERSION",
    "WebhookError",
    "read_webhook",
    "sign_webhook",
    "verify_webhook",
]
