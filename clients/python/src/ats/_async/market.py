"""Market data: public, a key is not needed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..call import Call
from ..errors import BaseError
from ..frames import MarketFrame, market_frame
from ..generated import models
from .generated.calls import AsyncMarketCalls
from .streams import AsyncStream, value_frames


class AsyncMarket(AsyncMarketCalls):
    """Market data: symbols in any spelling. Raises BadSymbol for one that is not listed."""

    async def prices(
        self,
        symbols: Sequence[str] | None = None,
        *,
        venue: models.VenueId | None = None,
        deadline: float | None = None,
    ) -> list[models.Price]:
        """Prices of many symbols, with their change over 24 h; of all listed without `symbols`."""
        query = {"symbols": None if symbols is None else ",".join(symbols), "venue": venue}
        call = Call("GET", "/v1/prices", query=query, has_decimals=True, deadline=deadline)
        return await self.transport.fetch(call, list[models.Price])

    def stream(
        self,
        symbols: Sequence[str],
        *,
        channels: Sequence[str] = ("price",),
        venue: models.VenueId | None = None,
        on_lost: Callable[[BaseError], None] | None = None,
    ) -> AsyncStream[MarketFrame]:
        """
        Symbols as they change: the newest value of each channel (`price`, `book`, `trades`, `candles:1m`), at most four
        a second. It comes back by itself when the connection is lost.
        """
        query = {"symbols": ",".join(symbols), "channels": ",".join(channels), "venue": venue}
        return AsyncStream(value_frames(self.transport, "/v1/stream", query, market_frame, on_lost))
