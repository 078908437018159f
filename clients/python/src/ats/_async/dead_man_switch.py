"""The dead-man's switch of an account, with its heartbeats."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from msgspec import Struct

from .._runtime.async_runtime import AsyncTicker
from ..errors import BaseError, ExchangeError
from ..generated import models

if TYPE_CHECKING:
    from typing_extensions import Self

# So many heartbeats fit into the time of the switch that one or two may be lost.
_BEATS = 3


class AsyncSwitchCalls(Struct, frozen=True):
    """The calls of one account."""

    arm: Callable[[float | None], Awaitable[models.ArmedDeadManSwitch]]
    disarm: Callable[[], Awaitable[object]]
    is_alive: Callable[[], bool]
    on_missed: Callable[[BaseError], None]


class AsyncArmedSwitch:
    """
    An armed switch and its heartbeats: they end with the process, which they do not keep running. From then on the
    service waits the time of the switch and acts. Leaving `async with` disarms it, unless an error does.
    """

    def __init__(self, armed: models.ArmedDeadManSwitch, timeout: float, calls: AsyncSwitchCalls) -> None:
        self.latest = armed
        """The switch as of the latest heartbeat that was taken."""
        self._calls = calls
        self._interval = timeout / _BEATS
        self._ticker = AsyncTicker(self._interval, self._beat)

    def stop(self) -> None:
        """Ends the heartbeats and leaves the switch armed: the service acts when it runs out."""
        self._ticker.stop()

    async def disarm(self) -> None:
        """Ends the heartbeats and disarms the switch: nothing happens any more."""
        self._ticker.stop()
        await self._ticker.ended()  # a heartbeat that is under way would arm it again
        await self._calls.disarm()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: object, *_: object) -> None:
        if kind is None:
            await self.disarm()
        else:
            self.stop()

    async def _beat(self) -> None:
        try:
            if self._calls.is_alive():
                self.latest = await self._calls.arm(self._interval)
        except BaseError as error:
            if isinstance(error, ExchangeError):
                self.stop()
            self._calls.on_missed(error)
