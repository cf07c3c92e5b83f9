from __future__ import annotations

from typing import Any, Dict, List, NamedTuple, Optional, Type


class Issue(NamedTuple):
    """One invalid value of a request."""

    path: str
    """JSON Pointer to the value (RFC 6901)."""
    message: str
    """The problem and its remedy."""


class SvcError(Exception):
    """Every failure of this library. ``code`` is that of the service, or one of the library in the same spelling."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class ConfigurationError(SvcError):
    """The client or a call has options that cannot be used; nothing was sent."""


class ConnectionError(SvcError):
    """No complete response: refused, reset, not resolved, or cut off. The request may have had its effect."""


class TimeoutError(ConnectionError):
    """No complete response within the timeout. The request may have had its effect."""


class InvalidResponseError(SvcError):
    """The response is not what the document describes, such as an HTML page of a proxy with status 200."""


class WebhookVerificationError(SvcError):
    """A webhook that must not be trusted; ``code`` is the reason."""


class ApiError(SvcError):
    """A response that is a failure (RFC 9457)."""

    def __init__(self, status: int, code: str, message: str, request_id: Optional[str], retry_after: Optional[float],
                 issues: List[Issue], body: Any) -> None:
        super().__init__(code, message)
        self.status = status
        self.request_id = request_id
        self.retry_after = retry_after
        """Seconds, from ``Retry-After``."""
        self.issues = issues
        self.body = body
        """Parsed JSON with every member that the service sent; otherwise at most 64 KB of text."""


class NotModifiedError(ApiError):
    """304: the resource still has the tag of ``if_none_match``."""


class AuthenticationError(ApiError):
    pass


class InsufficientCreditsError(ApiError):
    pass


class PermissionDeniedError(ApiError):
    pass


class NotFoundError(ApiError):
    pass


class ConflictError(ApiError):
    pass


class PreconditionFailedError(ApiError):
    pass


class ValidationError(ApiError):
    pass


class RateLimitError(ApiError):
    pass


class ServerError(ApiError):
    pass


_CLASSES: Dict[int, Type[ApiError]] = {
    304: NotModifiedError, 400: ValidationError, 401: AuthenticationError, 402: InsufficientCreditsError,
    403: PermissionDeniedError, 404: NotFoundError, 409: ConflictError, 410: NotFoundError, 412: PreconditionFailedError,
    413: ValidationError, 415: ValidationError, 422: ValidationError, 423: ConflictError, 428: PreconditionFailedError,
    429: RateLimitError,
}


def error_class(status: int) -> Type[ApiError]:
    return _CLASSES.get(status, ServerError if status >= 500 else ApiError)
