"""Books, trades and funding of the pairs that are followed, all by one stream."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from decimal import Decimal

import ats
from hummingbot.core.data_type.common import TradeType
from hummingbot.core.data_type.funding_info import FundingInfo, FundingInfoUpdate
from hummingbot.core.data_type.order_book_message import OrderBookMessage, OrderBookMessageType
from hummingbot.core.data_type.perpetual_api_order_book_data_source import PerpetualAPIOrderBookDataSource

CHANNELS = ["book", "trades", "price"]


class AtsPerpetualAPIOrderBookDataSource(PerpetualAPIOrderBookDataSource):
    def __init__(self, trading_pairs: list[str], client: ats.AsyncTradingClient) -> None:
        super().__init__(trading_pairs)
        self._client = client
        self._has_changed = asyncio.Event()
        self._told: dict[str, None] = {}

    async def get_last_traded_prices(self, trading_pairs: list[str], domain: str | None = None) -> dict[str, float]:
        prices = [await self._client.market.price(pair) for pair in trading_pairs]
        return {price.symbol: float(price.last_price) for price in prices}

    async def get_funding_info(self, trading_pair: str) -> FundingInfo:
        price, metrics = await asyncio.gather(
            self._client.market.price(trading_pair), self._client.market.metrics(trading_pair)
        )
        return FundingInfo(
            trading_pair=trading_pair,
            index_price=price.index_price,
            mark_price=price.mark_price,
            next_funding_utc_timestamp=int(metrics.next_funding_at.timestamp()),
            rate=metrics.last_funding_rate,
        )

    async def listen_for_subscriptions(self) -> None:
        """Follows the pairs until it is cancelled; the stream begins again when they change, or after an error."""
        while True:
            self._has_changed.clear()
            reading = asyncio.ensure_future(self._read(list(self._trading_pairs)))
            changed = asyncio.ensure_future(self._has_changed.wait())
            try:
                await asyncio.wait({reading, changed}, return_when=asyncio.FIRST_COMPLETED)
                if reading.done() and reading.exception() is not None:
                    self.logger().warning(f"The stream of the market has ended: {reading.exception()}")
                    await self._sleep(1.0)
            finally:
                for task in (reading, changed):
                    task.cancel()
                    with suppress(asyncio.CancelledError, Exception):
                        await task

    async def _read(self, pairs: list[str]) -> None:
        if not pairs:
            await asyncio.Event().wait()
        queues = {
            "book": self._snapshot_messages_queue_key,
            "trades": self._trade_messages_queue_key,
            "price": self._funding_info_messages_queue_key,
        }
        async for frame in self._client.market.stream(pairs, channels=CHANNELS):
            if frame.type in queues:
                self._message_queue[queues[frame.type]].put_nowait({"frame": frame.data})

    async def subscribe_to_trading_pair(self, trading_pair: str) -> bool:
        self.add_trading_pair(trading_pair)
        self._has_changed.set()
        return True

    async def unsubscribe_from_trading_pair(self, trading_pair: str) -> bool:
        self.remove_trading_pair(trading_pair)
        self._has_changed.set()
        return True

    async def _order_book_snapshot(self, trading_pair: str) -> OrderBookMessage:
        return _snapshot(await self._client.market.orderbook(trading_pair))

    async def _parse_order_book_snapshot_message(self, raw_message: dict, message_queue: asyncio.Queue) -> None:
        message_queue.put_nowait(_snapshot(raw_message["frame"]))

    async def _parse_order_book_diff_message(self, raw_message: dict, message_queue: asyncio.Queue) -> None:
        """There are none: each message of the stream is a whole book."""

    async def _parse_trade_message(self, raw_message: dict, message_queue: asyncio.Queue) -> None:
        """A stream that begins again begins with the latest trades."""
        for trade in raw_message["frame"].trades:
            if trade.id in self._told:
                continue
            self._told[trade.id] = None
            side = TradeType.BUY if trade.side == "BUY" else TradeType.SELL
            content = {
                "trade_id": trade.id,
                "trading_pair": trade.symbol,
                "trade_type": float(side.value),
                "amount": trade.quantity,
                "price": trade.price,
            }
            message_queue.put_nowait(
                OrderBookMessage(OrderBookMessageType.TRADE, content, timestamp=trade.timestamp.timestamp())
            )
        for old in list(self._told)[:-1_000]:
            del self._told[old]

    async def _parse_funding_info_message(self, raw_message: dict, message_queue: asyncio.Queue) -> None:
        price = raw_message["frame"]
        update = FundingInfoUpdate(price.symbol, index_price=price.index_price, mark_price=price.mark_price)
        message_queue.put_nowait(update)


def _snapshot(book: ats.models.Orderbook) -> OrderBookMessage:
    def levels(side: list[tuple[Decimal, Decimal]]) -> list[tuple[str, str]]:
        return [(str(price), str(size)) for price, size in side]

    content = {
        "trading_pair": book.symbol,
        "update_id": book.sequence,
        "bids": levels(book.bids),
        "asks": levels(book.asks),
    }
    return OrderBookMessage(OrderBookMessageType.SNAPSHOT, content, timestamp=book.timestamp.timestamp())
