from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Callable, Dict, Mapping, NamedTuple, Optional

if TYPE_CHECKING:
    from typing_extensions import TypedDict

    from ._transport import Transport
else:
    from typing import TypedDict


class Omit(enum.Enum):
    """The type of a parameter that is not passed; ``None`` is null."""

    OMIT = "OMIT"


OMIT = Omit.OMIT


class ResponseDetails(NamedTuple):
    """Status and headers of a successful response, for ETags, credits and rates. Names are in lower case."""

    status: int
    headers: Mapping[str, str]
    request_id: Optional[str]


class RequestOptions(TypedDict, total=False):
    """Options of one call."""

    idempotency_key: str
    """Kept over retries. By default a new one for each call of an operation that accepts it."""
    if_match: str
    """ETag of the revision that the call changes."""
    if_none_match: str
    """ETag of the revision that the caller has; ``NotModifiedError`` if it is still current."""
    timeout: float
    """Seconds for one attempt."""
    max_retries: int
    headers: Mapping[str, str]
    extra: Mapping[str, object]
    """Members and parameters that a newer service accepts."""
    on_response: Callable[[ResponseDetails], None]


class ClientOptions(TypedDict, total=False):
    """Options of a client."""

    base_url: str
    """URL of the service; by default the environment variable ``SVC_URL``."""
    api_key: str
    """By default the environment variable ``SVC_API_KEY``."""
    plugin_token: str
    """For the operations of ``plugin``: a signed token."""
    session_id: str
    """For the operations of ``plugin``: the session that ``plugin.init`` returned."""
    timeout: float
    """Seconds for one attempt, 30 by default. Downloads and events may take longer once they began."""
    max_retries: int
    """2 by default."""
    max_response_bytes: int
    """Longest JSON response, 64 MiB by default."""
    transport: Transport
    on_response: Callable[[ResponseDetails], None]
    random: Callable[[], float]
    """Source of jitter, 0 to 1; for tests."""
    sleep: Callable[[float], None]
    """Waits for seconds between attempts; for tests."""
    now: Callable[[], float]
    """Seconds since 1970, to read dates of ``Retry-After``; for tests."""


Headers = Dict[str, str]
