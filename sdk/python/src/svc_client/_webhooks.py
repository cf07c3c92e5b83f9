from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from typing import TYPE_CHECKING, Mapping, Optional, Sequence, Union, cast

from ._errors import WebhookVerificationError

if TYPE_CHECKING:
    from .models import WebhookEvent

TOLERANCE = 300.0


def verify_webhook(
    *,
    body: Union[bytes, str],
    headers: Mapping[str, str],
    secret: Union[str, Sequence[str]],
    tolerance: float = TOLERANCE,
    now: Optional[float] = None,
) -> WebhookEvent:
    """The event of a delivery (Standard Webhooks 1.0).

    ``body`` is the raw body, before any JSON parser. Several secrets are accepted during a rotation. Raises
    ``WebhookVerificationError`` with a code. ``now`` and ``tolerance`` are in seconds.
    """
    given = {name.lower(): value for name, value in headers.items()}
    message_id, timestamp, signatures = (given.get(f"webhook-{name}") for name in ("id", "timestamp", "signature"))
    if not message_id or not timestamp or not signatures:
        raise _refusal("MISSING_HEADER", "webhook-id, webhook-timestamp and webhook-signature are required")
    _check_timestamp(timestamp, time.time() if now is None else now, tolerance)
    raw = body.encode() if isinstance(body, str) else body
    content = f"{message_id}.{timestamp}.".encode() + raw
    secrets = [secret] if isinstance(secret, str) else secret
    expected = [b"v1," + base64.b64encode(hmac.new(_key(each), content, hashlib.sha256).digest()) for each in secrets]
    sent = signatures.encode("utf-8", "replace").split(b" ")
    if not any(hmac.compare_digest(each, own) for each in sent for own in expected):
        raise _refusal("NO_MATCHING_SIGNATURE", "No signature is of this secret and this body")
    try:
        return cast("WebhookEvent", json.loads(raw))
    except ValueError as error:
        raise _refusal("INVALID_BODY", "The body is not JSON") from error


def _check_timestamp(timestamp: str, now: float, tolerance: float) -> None:
    if not re.fullmatch(r"[0-9]{1,15}", timestamp):
        raise _refusal("INVALID_TIMESTAMP", "webhook-timestamp must be Unix seconds")
    if now - int(timestamp) > tolerance:
        raise _refusal("TIMESTAMP_TOO_OLD", "The delivery is older than the tolerance")
    if int(timestamp) - now > tolerance:
        raise _refusal("TIMESTAMP_TOO_NEW", "The delivery is of the future")


def _key(secret: str) -> bytes:
    text = secret[6:] if secret.startswith("whsec_") else secret
    try:
        key = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        key = b""
    if not key:
        raise _refusal("INVALID_SECRET", "A secret is whsec_ and base64")
    return key


def _refusal(code: str, message: str) -> WebhookVerificationError:
    return WebhookVerificationError(code, message)
