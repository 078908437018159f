"""Streams that come back by themselves."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from typing import TYPE_CHECKING, Generic, TypeVar

import msgspec

from .._runtime.async_runtime import AsyncStoppable
from ..errors import AuthenticationError, BaseError, ErrorDetails, ExchangeNotAvailable, NetworkError, StreamGap
from ..event_source import EventParser, SentEvent
from ..frames import AccountFrame, EventFrame, account_frame
from ..wire import decode
from .transport import AsyncTransport

if TYPE_CHECKING:
    from typing_extensions import Self

F = TypeVar("F")
OnLost = Callable[[BaseError], None]

_RETRY = 2.0
_RETRY_MAX = 30.0
_GAPS_MAX = 3
"""A gap that is there again each time the stream is resumed is none of the network."""


class AsyncStream(Generic[F]):
    """
    The frames of a stream, over as many connections as it takes. Leaving the loop ends it; `async with` ends it at a
    place of your own.
    """

    def __init__(self, frames: AsyncIterator[F]) -> None:
        self._frames = frames
        self._stoppable = AsyncStoppable(frames)

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> F:
        return await self._stoppable.following()

    def stop(self) -> None:
        """Ends the loop over it, also from the handler of a signal; what the loop is doing it does to its end."""
        self._stoppable.stop()

    async def aclose(self) -> None:
        """Ends the stream."""
        await self._frames.aclose()  # type: ignore[attr-defined]  # it is a generator

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()


class _Ended(msgspec.Struct, frozen=True):
    error: str | None = None
    message: str | None = None


async def value_frames(
    transport: AsyncTransport,
    path: str,
    query: Mapping[str, object],
    read: Callable[[str, str], F | None],
    on_lost: OnLost | None,
) -> AsyncIterator[F]:
    """The newest values: a stream that begins again begins with all of them."""
    async for sent in reconnecting(transport, path, query, dict, on_lost):
        frame = read(sent.event, sent.data)
        if frame is not None:
            yield frame


async def account_frames(
    transport: AsyncTransport, path: str, after: int, on_lost: OnLost | None
) -> AsyncIterator[AccountFrame]:
    """Each event once and in order, also over lost connections, and the newest of the rest. Raises StreamGap."""
    last, gaps = after, 0

    def resume() -> Mapping[str, str]:
        return {"last-event-id": str(last)}

    while True:
        has_gap = False
        sent_events = reconnecting(transport, path, {}, resume, on_lost)
        async for sent in sent_events:
            frame = account_frame(sent.event, sent.data)
            if not isinstance(frame, EventFrame):
                if frame is not None:
                    yield frame
                continue
            if frame.data.sequence <= last:
                continue
            has_gap = frame.data.sequence > last + 1
            if has_gap:
                break
            last, gaps = frame.data.sequence, 0
            yield frame
        if not has_gap:
            return
        await sent_events.aclose()  # type: ignore[attr-defined]  # it is a generator
        gaps += 1
        if gaps >= _GAPS_MAX:
            raise StreamGap(f"the stream does not tell what came after sequence {last}")


async def reconnecting(
    transport: AsyncTransport,
    path: str,
    query: Mapping[str, object],
    headers: Callable[[], Mapping[str, str]],
    on_lost: OnLost | None,
) -> AsyncIterator[SentEvent]:
    """
    The frames over as many connections as it takes: a lost one is followed by the next after the time the service asked
    for, longer each time nothing came of it. Raises what the service refuses for good.
    """
    clock = transport.clock
    retry, failures = _RETRY, 0
    while True:
        parser = EventParser()
        try:
            own = {"accept": "text/event-stream", "cache-control": "no-store", **headers()}
            async with transport.stream(path, query, own) as response:
                async for piece in response.aiter_text():
                    for sent in parser.feed(piece):
                        if sent.event == "error":
                            raise _error_of(sent.data)
                        failures = 0
                        yield sent
            reason: BaseError = ExchangeNotAvailable("the service ended the stream")
        except NetworkError as error:
            reason = error
        retry = parser.retry or retry
        if on_lost is not None:
            on_lost(reason)
        wait = max(reason.retry_after or 0.0, min(_RETRY_MAX, retry * 2 ** min(failures, 16)))
        failures += 1
        await clock.sleep(wait * (0.5 + clock.random() / 2))


def _error_of(data: str) -> BaseError:
    """The error of the last frame of a stream that the service cuts."""
    ended = decode(data, _Ended)
    failure = AuthenticationError if ended.error == "unauthorized" else ExchangeNotAvailable
    return failure(ended.message or "the service cut the stream", ErrorDetails(code=ended.error))
