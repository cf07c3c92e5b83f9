from __future__ import annotations

import http.client
import select
import ssl
import threading
import time
from typing import Callable, Dict, List, Mapping, NamedTuple, Optional, Union
from urllib.parse import urlsplit

from ._upload import Body


class TransportRequest(NamedTuple):
    method: str
    url: str
    headers: Mapping[str, str]
    body: Union[bytes, Body, None]
    timeout: float
    """Seconds until the whole response, or until its headers if the caller reads it as a stream."""


class TransportResponse:
    """What a transport returns: names of headers are in lower case, ``read`` returns b"" at the end."""

    def __init__(self, status: int, headers: Mapping[str, str], read: Callable[[int], bytes],
                 close: Callable[[], None] = lambda: None) -> None:
        self.status = status
        self.headers = headers
        self.read = read
        self.close = close


Transport = Callable[[TransportRequest], TransportResponse]
"""Sends a request without following redirects. Raises OSError if there is no complete response."""

_Connection = Union[http.client.HTTPConnection, http.client.HTTPSConnection]


class HttpTransport:
    """Sends requests over connections that are used again, from any number of threads."""

    def __init__(self) -> None:
        self._idle: Dict[str, List[_Connection]] = {}
        self._lock = threading.Lock()
        self._tls: Optional[ssl.SSLContext] = None

    def __del__(self) -> None:
        for connections in self._idle.values():
            for connection in connections:
                connection.close()

    def __call__(self, request: TransportRequest) -> TransportResponse:
        deadline = time.monotonic() + request.timeout
        parts = urlsplit(request.url)
        origin = f"{parts.scheme}://{parts.netloc}"
        connection = self._take(origin, request.timeout)
        is_reused = connection.sock is not None
        try:
            path = parts.path + (f"?{parts.query}" if parts.query else "")
            self._send(connection, request, path or "/")
            socket = connection.sock
            response = connection.getresponse()
        except (ConnectionResetError, BrokenPipeError):
            connection.close()
            # The server had closed the connection before it read the request; without others to use again, the next is new.
            if is_reused and request.method in ("GET", "HEAD"):
                return self(request._replace(timeout=max(0.001, deadline - time.monotonic())))
            raise
        except http.client.HTTPException as error:
            connection.close()
            raise OSError(f"invalid HTTP: {type(error).__name__}") from error
        except BaseException:
            connection.close()
            raise
        headers = {name.lower(): value for name, value in response.getheaders()}

        def read(size: int) -> bytes:
            if socket is not None and not response.isclosed():
                remaining = deadline - time.monotonic()
                if remaining <= 0 and not response_is_stream(headers):
                    raise TimeoutError("timed out")
                if not response_is_stream(headers):
                    socket.settimeout(remaining)
            try:
                data = response.read1(size)
            except http.client.HTTPException as error:
                raise OSError("the response was cut off") from error
            # read1 reports the end of the connection like the end of the body.
            if not data and remaining_length(response) > 0:
                raise OSError("the response was cut off")
            return data

        def close() -> None:
            is_complete = response.isclosed() or response.length == 0
            response.close()
            if is_complete and not response.will_close:
                self._give_back(origin, connection)
            else:
                connection.close()

        return TransportResponse(response.status, headers, read, close)

    def _send(self, connection: _Connection, request: TransportRequest, path: str) -> None:
        headers = dict(request.headers)
        body = request.body
        if isinstance(body, Body) and body.length is not None:
            headers["Content-Length"] = str(body.length)
        is_chunked = isinstance(body, Body) and body.length is None
        if is_chunked:
            headers["Transfer-Encoding"] = "chunked"
        connection.request(request.method, path, body, headers, encode_chunked=is_chunked)

    def _take(self, origin: str, timeout: float) -> _Connection:
        with self._lock:
            idle = self._idle.get(origin, [])
            while idle:
                connection = idle.pop()
                # A connection that can be read while it is idle was closed by the other side.
                if connection.sock is not None and not select.select([connection.sock], [], [], 0)[0]:
                    connection.sock.settimeout(timeout)
                    return connection
                connection.close()
        parts = urlsplit(origin)
        host = parts.hostname or ""
        if parts.scheme == "http":
            return http.client.HTTPConnection(host, parts.port, timeout=timeout)
        self._tls = self._tls or ssl.create_default_context()
        return http.client.HTTPSConnection(host, parts.port, timeout=timeout, context=self._tls)

    def _give_back(self, origin: str, connection: _Connection) -> None:
        with self._lock:
            self._idle.setdefault(origin, []).append(connection)


def response_is_stream(headers: Mapping[str, str]) -> bool:
    """True for bodies that the caller reads at its own pace."""
    return "json" not in headers.get("content-type", "")


def remaining_length(response: http.client.HTTPResponse) -> int:
    """Bytes that the body still lacks; 0 if the response does not announce its length, as at the end of chunks."""
    return response.length or 0
