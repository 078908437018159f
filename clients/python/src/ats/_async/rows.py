"""Lists that are read page by page."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any, Generic, TypeVar

from msgspec import structs

from ..call import Call
from ..data_frame import DataFrameLibrary, to_frame
from ..wire import decode
from .transport import AsyncTransport

T = TypeVar("T")


def _next_to(headers: Mapping[str, str], rows: list[T]) -> dict[str, object] | None:  # noqa: ARG001
    """Where a list that is read backwards in time goes on: its rows have strictly falling times."""
    end = headers.get("x-next-to")
    return {"to": end} if headers.get("x-has-more") == "true" and end else None


class AsyncRows(Generic[T]):
    """
    All rows of a list, fetched page by page as they are read. Each row comes once, however many are added while it is
    read, and every loop over it reads it again.
    """

    def __init__(
        self,
        transport: AsyncTransport,
        call: Call,
        answer: type[Any],
        *,
        next_query: Callable[[Mapping[str, str], list[T]], dict[str, object] | None] = _next_to,
        rows_of: Callable[[Any], list[T]] = list,
    ) -> None:
        self._transport = transport
        self._call = call
        self._answer = answer
        self._next_query = next_query
        self._rows_of = rows_of

    async def pages(self) -> AsyncIterator[list[T]]:
        """The pages as they are fetched."""
        call = self._call
        while True:
            answer = await self._transport.send(call)
            rows = self._rows_of(decode(answer.content, self._answer))
            yield rows
            following = self._next_query(answer.headers, rows)
            if following is None:
                return
            call = structs.replace(call, query={**call.query, **following})

    async def __aiter__(self) -> AsyncIterator[T]:
        """Every row."""
        async for rows in self.pages():
            for row in rows:
                yield row

    async def take(self, count: int) -> list[T]:
        """The first `count` rows."""
        taken: list[T] = []
        if count <= 0:
            return taken
        async for row in self:
            taken.append(row)
            if len(taken) >= count:
                break
        return taken

    async def all(self) -> list[T]:
        """Every row."""
        return [row async for row in self]

    async def to_frame(self, library: DataFrameLibrary | None = None, *, floats: bool = False) -> Any:
        """Every row in a data frame of pandas or polars: see `ats.to_frame`."""
        return to_frame(await self.all(), library, floats=floats)
