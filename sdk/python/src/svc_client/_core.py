from __future__ import annotations

import asyncio
import json
import os
import random
import re
import time
import uuid
from typing import Any, Dict, Iterator, List, Mapping, NamedTuple, Optional, Union
from urllib.parse import quote, urljoin, urlsplit

from ._errors import ApiError, ConfigurationError, ConnectionError, InvalidResponseError, Issue, SvcError, TimeoutError, error_class
from ._operation import Operation
from ._operations import OPERATIONS
from ._options import OMIT, ClientOptions, RequestOptions, ResponseDetails
from ._retries import IDEMPOTENT_METHODS, is_transient, parse_retry_after, retry_delay
from ._streams import AsyncDownload, Download, read_events, read_events_async
from ._transport import HttpTransport, TransportRequest, TransportResponse
from ._upload import Body, EncodedBody, bytes_body, form_body
from ._version import VERSION

MAX_REDIRECTS = 5
MAX_ERROR_TEXT = 65_536
CREDENTIALS = {"Svc-Api-Auth": "api_key", "ES-PLUGIN-AUTH": "plugin_token", "Svc-Session": "session_id"}
AUTH_HEADERS = {"none": [], "key": ["Svc-Api-Auth"], "token": ["ES-PLUGIN-AUTH"], "session": ["ES-PLUGIN-AUTH", "Svc-Session"]}


class _Call(NamedTuple):
    operation: Operation
    url: str
    headers: Dict[str, str]
    body: Union[bytes, Body, None]
    options: RequestOptions


class Core:
    """Sends the calls of all resources. No text of it shows its credentials."""

    def __init__(self, options: ClientOptions) -> None:
        self._options = options
        self.base_url = _base_url(options.get("base_url") or os.environ.get("SVC_URL") or "")
        self._credentials: Dict[str, Optional[str]] = {
            "Svc-Api-Auth": _credential("api_key", options.get("api_key") or os.environ.get("SVC_API_KEY") or None),
            "ES-PLUGIN-AUTH": _credential("plugin_token", options.get("plugin_token")),
            "Svc-Session": _credential("session_id", options.get("session_id")),
        }
        self._transport = options.get("transport") or HttpTransport()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.base_url}>"

    def call(self, name: str, parameters: Mapping[str, Any], options: Optional[RequestOptions]) -> Any:
        """The result as the operation describes it; every member that the service sent is in it, known or not."""
        call = self._prepare(OPERATIONS[name], parameters, options or {})
        attempt = 0
        while True:
            try:
                return self._attempt(call)
            except SvcError as error:
                delay = self._delay(call, error, attempt)
                if delay is None:
                    raise
            self._options.get("sleep", time.sleep)(delay)
            attempt += 1

    def _prepare(self, operation: Operation, parameters: Mapping[str, Any], options: RequestOptions) -> _Call:
        given = {name: value for name, value in parameters.items() if value is not OMIT}
        given.update(options.get("extra", {}))
        headers = {
            "Accept": "application/json" if operation.result in ("json", "none") else "*/*",
            "User-Agent": f"svc-python/{VERSION}",
            **self._auth_headers(operation),
        }
        key = options.get("idempotency_key") or (str(uuid.uuid4()) if operation.once else None)
        optional = [("Idempotency-Key", key), ("If-Match", options.get("if_match")), ("If-None-Match", options.get("if_none_match"))]
        headers.update({name: value for name, value in optional if value is not None})
        body, media_type = _body(operation, given)
        if media_type is not None:
            headers["Content-Type"] = media_type
        headers.update(options.get("headers", {}))
        return _Call(operation, _url(self.base_url, operation, given), headers, body, options)

    def _auth_headers(self, operation: Operation) -> Dict[str, str]:
        headers = {}
        for name in AUTH_HEADERS[operation.auth]:
            value = self._credentials[name]
            if value is None:
                option = CREDENTIALS[name]
                raise ConfigurationError("INVALID_OPTIONS", f"{operation.id} requires the option {option} of the client")
            headers[name] = value
        return headers

    def _attempt(self, call: _Call) -> Any:
        timeout = call.options.get("timeout", self._options.get("timeout", 30.0))
        is_stream = False
        response: Optional[TransportResponse] = None
        try:
            response = self._send(call, timeout)
            result = self._read(call.operation, response)
            is_stream = call.operation.result in ("bytes", "events")
        except OSError as error:
            raise _connection_error(error, timeout) from error
        finally:
            if response is not None and not is_stream:
                response.close()
        details = ResponseDetails(response.status, response.headers, response.headers.get("x-request-id"))
        for listener in (self._options.get("on_response"), call.options.get("on_response")):
            if listener is not None:
                listener(details)
        return result

    def _send(self, call: _Call, timeout: float) -> TransportResponse:
        # Credentials go to no other origin, and no redirect changes what a call does.
        url, headers = call.url, call.headers
        for redirects in range(MAX_REDIRECTS + 1):
            response = self._transport(TransportRequest(call.operation.method, url, headers, call.body, timeout))
            location = response.headers.get("location")
            if location is None or response.status not in (301, 302, 303, 307, 308):
                break
            if call.operation.method != "GET" or redirects == MAX_REDIRECTS:
                break
            target = _redirect_target(url, location)
            if target is None:
                break
            response.close()
            if urlsplit(target)[:2] != urlsplit(url)[:2]:
                headers = {name: value for name, value in headers.items() if name not in CREDENTIALS}
            url = target
        return response

    def _read(self, operation: Operation, response: TransportResponse) -> Any:
        max_bytes = self._options.get("max_response_bytes", 64 * 1024 * 1024)
        if not 200 <= response.status < 300:
            raise _failure(response, max_bytes, self._options.get("now", time.time)())
        if operation.result == "bytes":
            return Download(response)
        if operation.result == "events":
            return read_events(Download(response))
        data = _read_all(response, max_bytes)
        if operation.result == "none" or response.status == 204:
            return None
        try:
            return json.loads(data)
        except (ValueError, RecursionError) as error:
            media_type = response.headers.get("content-type", "no type")
            message = f"Expected JSON, received {media_type} with status {response.status}"
            raise InvalidResponseError("INVALID_RESPONSE", message) from error

    def _delay(self, call: _Call, error: SvcError, attempt: int) -> Optional[float]:
        """Seconds before the next attempt; None for a failure that is final."""
        is_repeatable = call.operation.method in IDEMPOTENT_METHODS or "Idempotency-Key" in call.headers
        retry_after = None
        if isinstance(error, ApiError):
            is_retried = is_transient(error.status, error.code, is_repeatable)
            retry_after = error.retry_after
        else:
            is_retried = is_repeatable and (isinstance(error, ConnectionError) or error.code == "INVALID_RESPONSE")
        max_retries = call.options.get("max_retries", self._options.get("max_retries", 2))
        can_repeat = not isinstance(call.body, Body) or call.body.is_repeatable
        if not is_retried or not can_repeat or attempt >= max_retries:
            return None
        return retry_delay(attempt, retry_after, self._options.get("random", random.random)())


class AsyncCore:
    """Runs calls in threads, so that they do not block the event loop."""

    def __init__(self, options: ClientOptions) -> None:
        self._core = Core(options)
        self.base_url = self._core.base_url

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.base_url}>"

    async def call(self, name: str, parameters: Mapping[str, Any], options: Optional[RequestOptions]) -> Any:
        result = await asyncio.to_thread(self._core.call, name, parameters, options)
        if isinstance(result, Download):
            return AsyncDownload(result)
        return read_events_async(result) if isinstance(result, Iterator) else result


def _redirect_target(url: str, location: str) -> Optional[str]:
    """Never from https to http, nor to files or what is no URL."""
    try:
        target = urljoin(url, location)
        scheme = urlsplit(target).scheme
    except ValueError:
        return None
    return target if scheme == "https" or scheme == urlsplit(url).scheme == "http" else None


def _url(base_url: str, operation: Operation, parameters: Mapping[str, Any]) -> str:
    path = operation.path
    in_path = operation.path_names()
    for name in in_path:
        path = path.replace("{" + name + "}", _segment(operation, name, parameters.get(name)))
    names = [name for name in parameters if operation.body == "none" or name in operation.query]
    pairs = [pair for name in names if name not in in_path for pair in _pairs(name, parameters[name])]
    return base_url + path + ("?" + "&".join(pairs) if pairs else "")


def _segment(operation: Operation, name: str, value: Any) -> str:
    text = str(value) if isinstance(value, (str, int)) else ""
    if text in ("", ".", ".."):
        message = f"{operation.id} requires {name}: a text that is not empty, . or .."
        raise ConfigurationError("INVALID_ARGUMENT", message)
    return quote(text, safe="")


def _pairs(name: str, value: Any) -> List[str]:
    # Lists repeat the name, maps have their keys in brackets.
    if value is None:
        return []
    if isinstance(value, Mapping):
        return [pair for key, each in value.items() for pair in _pairs(f"{name}[{key}]", each)]
    if isinstance(value, (list, tuple)):
        return [pair for each in value for pair in _pairs(name, each)]
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return [f"{quote(name, safe='')}={quote(text, safe='')}"]


def _body(operation: Operation, parameters: Mapping[str, Any]) -> Any:
    if operation.body == "none":
        return None, None
    if operation.body == "bytes":
        return bytes_body(parameters["content"])
    elsewhere = {*operation.path_names(), *operation.query}
    members = {name: value for name, value in parameters.items() if name not in elsewhere}
    if operation.body == "form":
        return form_body(members)
    return json.dumps(members, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace"), "application/json"


def _base_url(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme in ("http", "https") and parts.hostname and parts.username is None and parts.password is None:
        return f"{parts.scheme}://{parts.netloc}{parts.path}".rstrip("/")
    raise ConfigurationError("INVALID_OPTIONS", "base_url, or SVC_URL, must be the http or https URL of the service")


def _credential(name: str, value: Optional[str]) -> Optional[str]:
    if value is None or re.fullmatch(r"[\x21-\x7e]+", value):
        return value
    raise ConfigurationError("INVALID_OPTIONS", f"{name} must be visible ASCII without spaces")


def _connection_error(error: OSError, timeout: float) -> ConnectionError:
    if "timed out" in str(error) or type(error).__name__ == "TimeoutError":
        return TimeoutError("TIMEOUT", f"No response in {timeout} seconds")
    return ConnectionError("CONNECTION_FAILED", str(error) or type(error).__name__)


def _read_all(response: TransportResponse, max_bytes: int) -> bytes:
    chunks: List[bytes] = []
    length = 0
    while True:
        chunk = response.read(65_536)
        if not chunk:
            return b"".join(chunks)
        length += len(chunk)
        if length > max_bytes:
            raise InvalidResponseError("RESPONSE_TOO_LARGE", f"The response is longer than {max_bytes} bytes")
        chunks.append(chunk)


def _failure(response: TransportResponse, max_bytes: int, now: float) -> ApiError:
    """The failure that a response describes, also one of a proxy that knows no problem details."""
    try:
        text = _read_all(response, max_bytes).decode("utf-8", "replace")
    except (OSError, InvalidResponseError):
        text = ""
    body = _parse(text)
    members: Dict[str, Any] = body if isinstance(body, dict) else {}
    status = response.status

    def word(name: str) -> Optional[str]:
        value = members.get(name)
        return value if isinstance(value, str) else None

    title = word("title") or word("error") or f"HTTP status {status}"
    detail = word("detail") or word("details")
    listed = members.get("issues")
    objects = [each for each in listed if isinstance(each, dict)] if isinstance(listed, list) else []
    issues = [Issue(str(each.get("path")), str(each.get("message"))) for each in objects]
    reasons = ([detail] if detail else []) + [f"{issue.path}: {issue.message}" for issue in issues[:3]]
    return error_class(status)(
        status=status,
        code=word("code") or f"HTTP_{status}",
        message=f"{title}: {' '.join(reasons)}" if reasons else title,
        request_id=response.headers.get("x-request-id") or word("request_id"),
        retry_after=parse_retry_after(response.headers.get("retry-after"), now),
        issues=issues,
        body=body,
    )


def _parse(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text[:MAX_ERROR_TEXT]
