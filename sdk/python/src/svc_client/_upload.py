from __future__ import annotations

import io
import json
import os
import secrets
from typing import IO, Any, Iterator, List, Mapping, NamedTuple, Optional, Tuple, Union

Content = Union[bytes, bytearray, IO[bytes], "os.PathLike[str]"]
Upload = Union[Content, Tuple[str, Content], Tuple[str, Content, str]]
"""A file to send: bytes, an open file, a path, or a tuple of name, content and type. Files are read as they are sent."""

CHUNK = 65_536


class Body:
    """Bytes of a request in parts, each read as it is sent."""

    def __init__(self, parts: List[Union[bytes, IO[bytes], "os.PathLike[str]"]]) -> None:
        self._parts = parts
        self._starts = [_position(part) for part in parts]
        self.length = _total([_size(part) for part in parts])

    @property
    def is_repeatable(self) -> bool:
        return self.length is not None

    def __iter__(self) -> Iterator[bytes]:
        for part, start in zip(self._parts, self._starts):
            if isinstance(part, bytes):
                yield part
            elif isinstance(part, os.PathLike):
                with open(part, "rb") as file:
                    yield from _chunks(file)
            else:
                if start is not None:
                    part.seek(start)
                yield from _chunks(part)


class EncodedBody(NamedTuple):
    body: Body
    type: str


def bytes_body(upload: Any) -> EncodedBody:
    _, content, media_type = _named(upload)
    return EncodedBody(Body([_part(content)]), media_type)


def form_body(fields: Mapping[str, Any]) -> EncodedBody:
    """Lists repeat the field; objects are JSON (OpenAPI 3.1, 4.8.14.1)."""
    boundary = "svc-" + secrets.token_hex(16)
    parts: List[Any] = []
    for name, value in fields.items():
        for each in value if isinstance(value, list) else [value]:
            parts.extend(_field(boundary, name, each))
    parts.append(f"--{boundary}--\r\n".encode())
    return EncodedBody(Body(parts), f"multipart/form-data; boundary={boundary}")


def _field(boundary: str, name: str, value: Any) -> List[Any]:
    if value is None:
        return []
    head = f'--{boundary}\r\nContent-Disposition: form-data; name="{_escape(name)}"'
    if not isinstance(value, (bytes, bytearray, tuple, os.PathLike)) and not hasattr(value, "read"):
        return [f"{head}\r\n\r\n{_text(value)}\r\n".encode()]
    file_name, content, media_type = _named(value)
    opening = f'{head}; filename="{_escape(file_name)}"\r\nContent-Type: {media_type}\r\n\r\n'
    return [opening.encode(), _part(content), b"\r\n"]


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _named(upload: Any) -> Tuple[str, Any, str]:
    if isinstance(upload, tuple):
        media_type = upload[2] if len(upload) > 2 else "application/octet-stream"
        return upload[0], upload[1], "".join(str(media_type).splitlines())
    path = upload if isinstance(upload, os.PathLike) else getattr(upload, "name", None)
    name = os.path.basename(path) if isinstance(path, (str, os.PathLike)) else "file"
    return str(name), upload, "application/octet-stream"


def _part(content: Any) -> Any:
    return bytes(content) if isinstance(content, bytearray) else content


def _escape(name: str) -> str:
    # As browsers escape names (HTML, multipart form data).
    return name.replace("\r", "%0D").replace("\n", "%0A").replace('"', "%22")


def _position(part: Any) -> Optional[int]:
    return part.tell() if hasattr(part, "seekable") and part.seekable() else None


def _size(part: Any) -> Optional[int]:
    if isinstance(part, bytes):
        return len(part)
    if isinstance(part, os.PathLike):
        return os.path.getsize(part)
    start = _position(part)
    if start is None:
        return None
    end: int = part.seek(0, io.SEEK_END)
    part.seek(start)
    return end - start


def _total(sizes: List[Optional[int]]) -> Optional[int]:
    known = [size for size in sizes if size is not None]
    return sum(known) if len(known) == len(sizes) else None


def _chunks(file: IO[bytes]) -> Iterator[bytes]:
    while True:
        chunk = file.read(CHUNK)
        if not chunk:
            return
        yield chunk
