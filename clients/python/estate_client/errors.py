"""What a call can fail with."""

from __future__ import annotations

from typing import List, Optional, TypedDict


class FieldError(TypedDict):
    """One invalid field of a request body: its path, the broken rule, and the stable code of the rule."""

    path: str
    message: str
    code: str


class EstateError(Exception):
    """Every error of a call."""


class ApiError(EstateError):
    """The API answered with an error."""

    def __init__(
        self,
        message: str,
        *,
        status: int,
        error: str,
        code: str,
        request_id: Optional[str] = None,
        details: Optional[List[FieldError]] = None,
        retry_after_seconds: Optional[float] = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        #: Name of the status, such as ``Bad Request``.
        self.error = error
        #: Stable, kebab-case.
        self.code = code
        self.request_id = request_id
        self.details: List[FieldError] = details or []
        self.retry_after_seconds = retry_after_seconds


class ConnectionFailed(EstateError):
    """No response arrived in time. Whether the call had an effect is unknown."""
