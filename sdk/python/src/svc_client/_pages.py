from __future__ import annotations

from typing import Any, AsyncIterator, Iterator, Mapping, Optional, Set

from ._core import AsyncCore, Core
from ._errors import InvalidResponseError
from ._options import OMIT, RequestOptions


def iterate(core: Core, name: str, parameters: Mapping[str, Any], options: Optional[RequestOptions]) -> Iterator[Any]:
    """Items of a list, page by page as they are needed. Raises if the service returns a cursor twice."""
    cursors: Set[str] = set()
    cursor = parameters.get("cursor", OMIT)
    while cursor is not None:
        page = core.call(name, {**parameters, "cursor": cursor}, options) or {}
        yield from page.get("data", [])
        cursor = _next(page, cursors)


async def iterate_async(
    core: AsyncCore, name: str, parameters: Mapping[str, Any], options: Optional[RequestOptions]
) -> AsyncIterator[Any]:
    cursors: Set[str] = set()
    cursor = parameters.get("cursor", OMIT)
    while cursor is not None:
        page = await core.call(name, {**parameters, "cursor": cursor}, options) or {}
        for item in page.get("data", []):
            yield item
        cursor = _next(page, cursors)


def _next(page: Mapping[str, Any], cursors: Set[str]) -> Any:
    info = page.get("page") or {}
    cursor = info.get("next_cursor")
    if info.get("has_more") is not True or not isinstance(cursor, str):
        return None
    if cursor in cursors:
        raise InvalidResponseError("INVALID_RESPONSE", "The service returned the same cursor twice")
    cursors.add(cursor)
    return cursor
