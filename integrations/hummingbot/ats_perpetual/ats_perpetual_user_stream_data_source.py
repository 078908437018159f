"""What happens on the account, each event once, over reconnections too."""

from __future__ import annotations

import asyncio

import ats
from hummingbot.core.data_type.user_stream_tracker_data_source import UserStreamTrackerDataSource


class AtsPerpetualUserStreamDataSource(UserStreamTrackerDataSource):
    def __init__(self, account: ats.AsyncAccount) -> None:
        super().__init__()
        self._account = account
        self._last_received = 0.0
        self._after: int | None = None

    @property
    def last_recv_time(self) -> float:
        return self._last_received

    async def listen_for_user_stream(self, output: asyncio.Queue) -> None:
        while True:
            try:
                if self._after is None:
                    self._after = await self._account.latest_sequence()
                self._last_received = self._time()
                async for frame in self._account.stream(after=self._after, on_lost=self._tell_lost):
                    self._last_received = self._time()
                    if frame.type == "event":
                        self._after = frame.data.sequence
                    output.put_nowait(frame)
            except ats.StreamGap:
                # Events are no longer kept from there on: polling finds what they would have told.
                self._after = None
            except ats.BaseError as error:
                self._tell_lost(error)
                await self._sleep(1.0)

    def _tell_lost(self, error: ats.BaseError) -> None:
        self.logger().warning(f"The stream of the account was cut, and goes on where it was: {error}")
