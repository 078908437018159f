"""Time for programs on asyncio."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Generic, TypeVar

F = TypeVar("F")


class AsyncClock:
    """The time and chance of a client: tests bring their own."""

    def now(self) -> float:
        """Seconds that never go back."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Waits."""
        await asyncio.sleep(seconds)

    def random(self) -> float:
        """From 0 to below 1."""
        return random.random()  # noqa: S311 - spreads waits


class AsyncTicker:
    """Does something again and again until it is stopped, while the event loop runs."""

    def __init__(self, seconds: float, beat: Callable[[], Awaitable[None]]) -> None:
        self._seconds = seconds
        self._beat = beat
        self._is_stopped = False
        self._is_beating = False
        self._task = asyncio.create_task(self._run())

    def stop(self) -> None:
        """No beat begins any more."""
        self._is_stopped = True
        if not self._is_beating:
            self._task.cancel()

    async def ended(self) -> None:
        """Waits for a beat that is under way."""
        if self._task is not asyncio.current_task():
            await asyncio.wait([self._task])

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(self._seconds)
            if self._is_stopped:
                return
            self._is_beating = True
            try:
                await self._beat()
            finally:
                self._is_beating = False
            if self._is_stopped:
                return


class AsyncStoppable(Generic[F]):
    """Frames until they are stopped: at once where the next one is waited for."""

    def __init__(self, frames: AsyncIterator[F]) -> None:
        self._frames = frames
        self._is_stopped = False
        self._waiting: asyncio.Task[F] | None = None

    def stop(self) -> None:
        """No frame comes any more."""
        self._is_stopped = True
        if self._waiting is not None:
            self._waiting.cancel()

    async def following(self) -> F:
        """The next frame. Raises StopAsyncIteration."""
        if self._is_stopped:
            raise StopAsyncIteration
        self._waiting = asyncio.ensure_future(self._next())
        try:
            return await self._waiting
        except asyncio.CancelledError:
            if not self._is_stopped:
                self._waiting.cancel()
                raise
            raise StopAsyncIteration from None
        except _Ended:
            raise StopAsyncIteration from None
        finally:
            self._waiting = None

    async def _next(self) -> F:
        try:
            return await self._frames.__anext__()
        except StopAsyncIteration:
            raise _Ended from None  # a task cannot end in the other


class _Ended(Exception):
    pass
