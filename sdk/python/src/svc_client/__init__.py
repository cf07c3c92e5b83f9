"""Client of the svc REST API: one method for each operation of the OpenAPI document, with types.

``Svc`` is for threads, ``AsyncSvc`` for asyncio. ``verify_webhook`` and ``sign_plugin_token`` are for servers that receive
events and embed the editor.
"""

from ._async_client import AsyncSvc
from ._client import Svc
from ._errors import (
    ApiError,
    AuthenticationError,
    ConfigurationError,
    ConflictError,
    ConnectionError,
    InsufficientCreditsError,
    InvalidResponseError,
    Issue,
    NotFoundError,
    NotModifiedError,
    PermissionDeniedError,
    PreconditionFailedError,
    RateLimitError,
    ServerError,
    SvcError,
    TimeoutError,
    ValidationError,
    WebhookVerificationError,
)
from ._options import ClientOptions, RequestOptions, ResponseDetails
from ._plugin_token import sign_plugin_token
from ._streams import AsyncDownload, Download, ServerEvent
from ._transport import Transport, TransportRequest, TransportResponse
from ._upload import Upload
from ._version import VERSION as __version__
from ._webhooks import verify_webhook

__all__ = [
    "ApiError", "AsyncDownload", "AsyncSvc", "AuthenticationError", "ClientOptions", "ConfigurationError", "ConflictError",
    "ConnectionError", "Download", "InsufficientCreditsError", "InvalidResponseError", "Issue", "NotFoundError",
    "NotModifiedError", "PermissionDeniedError", "PreconditionFailedError", "RateLimitError", "RequestOptions",
    "ResponseDetails", "ServerError", "ServerEvent", "Svc", "SvcError", "TimeoutError", "Transport", "TransportRequest",
    "TransportResponse", "Upload", "ValidationError", "WebhookVerificationError", "__version__", "sign_plugin_token",
    "verify_webhook",
]
