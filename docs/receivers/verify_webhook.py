import base64, hashlib, hmac, json, time


def verify_webhook(secret, headers, body, now=None):
    """Returns the event, or raises ValueError. `headers` have lower-case names, `body` is the raw bytes."""
    message_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    now = time.time() if now is None else now
    if not (timestamp.isascii() and timestamp.isdigit()) or abs(now - int(timestamp)) > 300:
        raise ValueError("too old or too new")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    content = f"{message_id}.{timestamp}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.new(key, content, hashlib.sha256).digest())
    signatures = headers.get("webhook-signature", "").encode().split(b" ")
    if not any(hmac.compare_digest(signature, expected) for signature in signatures):
        raise ValueError("not signed with this secret")
    return json.loads(body)
