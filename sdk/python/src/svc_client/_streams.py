from __future__ import annotations

import asyncio
import json
from typing import Any, AsyncIterator, Iterator, List, Mapping, NamedTuple, Optional

from ._errors import ConnectionError
from ._transport import TransportResponse

CHUNK = 65_536


class Download:
    """Bytes of a file or image, which are not read before the caller does. Close it, or use it in a ``with`` statement."""

    def __init__(self, response: TransportResponse) -> None:
        self.headers: Mapping[str, str] = response.headers
        self.content_type = response.headers.get("content-type", "application/octet-stream")
        length = response.headers.get("content-length", "")
        self.content_length = int(length) if length.isascii() and length.isdigit() else None
        self.request_id = response.headers.get("x-request-id")
        self._response = response

    def __iter__(self) -> Iterator[bytes]:
        try:
            while True:
                chunk = self._read(CHUNK)
                if not chunk:
                    return
                yield chunk
        finally:
            self.close()

    def read(self) -> bytes:
        return b"".join(self)

    def text(self) -> str:
        return self.read().decode("utf-8", "replace")

    def close(self) -> None:
        self._response.close()

    def __enter__(self) -> Download:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _read(self, size: int) -> bytes:
        try:
            return self._response.read(size)
        except OSError as error:
            raise ConnectionError("CONNECTION_FAILED", str(error)) from error


class AsyncDownload:
    """Like ``Download``, read in threads."""

    def __init__(self, download: Download) -> None:
        self.headers = download.headers
        self.content_type = download.content_type
        self.content_length = download.content_length
        self.request_id = download.request_id
        self._download = download

    async def __aiter__(self) -> AsyncIterator[bytes]:
        chunks = iter(self._download)
        while True:
            chunk = await asyncio.to_thread(next, chunks, None)
            if chunk is None:
                return
            yield chunk

    async def read(self) -> bytes:
        return await asyncio.to_thread(self._download.read)

    async def text(self) -> str:
        return await asyncio.to_thread(self._download.text)

    async def close(self) -> None:
        await asyncio.to_thread(self._download.close)


class ServerEvent(NamedTuple):
    """One event of a stream (HTML, server-sent events)."""

    event: str
    id: Optional[str]
    data: Any
    """Parsed JSON, or the text if it is none."""


def read_events(download: Download) -> Iterator[ServerEvent]:
    """Events as they arrive; closing the iterator closes the connection."""
    lines: List[str] = []
    rest = b""
    for chunk in download:
        rest += chunk
        while True:
            line, separator, following = rest.partition(b"\n")
            if not separator:
                break
            rest = following
            text = line.rstrip(b"\r").decode("utf-8", "replace")
            if text:
                lines.append(text)
            elif lines:
                yield from _event(lines)
                lines = []


def _event(lines: List[str]) -> Iterator[ServerEvent]:
    pairs = [line.partition(":")[::2] for line in lines]
    fields = [(name, value[1:] if value.startswith(" ") else value) for name, value in pairs]
    values = dict(fields)
    data = [value for name, value in fields if name == "data"]
    if data:
        yield ServerEvent(values.get("event", "message"), values.get("id"), _parse("\n".join(data)))


def _parse(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


async def read_events_async(events: Iterator[ServerEvent]) -> AsyncIterator[ServerEvent]:
    while True:
        event = await asyncio.to_thread(next, events, None)
        if event is None:
            return
        yield event
