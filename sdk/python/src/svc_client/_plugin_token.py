from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import time
from typing import Optional

from ._errors import ConfigurationError

LIFETIME = 24 * 3_600_000


def sign_plugin_token(*, plugin_id: str, secret_key: str, user_id: int, expires: Optional[int] = None) -> str:
    """Signs a plugin token for an end user: base64 of ``<payload JSON>.<hex HMAC-SHA256 of that JSON>``.

    Call it on a server only. ``expires`` is in milliseconds since 1970, and 24 hours ahead by default, which is the longest
    lifetime.
    """
    if not re.fullmatch(r"svc_pk_[0-9a-f]{48}", plugin_id):
        raise ConfigurationError("INVALID_ARGUMENT", "plugin_id must be svc_pk_ and 48 hexadecimal characters")
    if not re.fullmatch(r"svc_sk_[0-9a-f]{48}", secret_key):
        raise ConfigurationError("INVALID_ARGUMENT", "secret_key must be svc_sk_ and 48 hexadecimal characters")
    end = int(time.time() * 1000) + LIFETIME if expires is None else expires
    payload = json.dumps({"pluginId": plugin_id, "userId": int(user_id), "expires": int(end)}, separators=(",", ":"))
    signature = hmac.new(secret_key.encode(), payload.encode(), hashlib.sha256).hexdigest()
    return base64.b64encode(f"{payload}.{signature}".encode()).decode()
