"""Quotes, trades, books and bars of the service's market streams."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import ats
from nautilus_trader.cache.cache import Cache
from nautilus_trader.common.component import LiveClock, MessageBus
from nautilus_trader.data.messages import (
    RequestBars,
    RequestInstrument,
    RequestInstruments,
    RequestTradeTicks,
    SubscribeBars,
    SubscribeIndexPrices,
    SubscribeInstrument,
    SubscribeInstruments,
    SubscribeMarkPrices,
    SubscribeOrderBook,
    SubscribeQuoteTicks,
    SubscribeTradeTicks,
    UnsubscribeBars,
    UnsubscribeIndexPrices,
    UnsubscribeInstrument,
    UnsubscribeInstruments,
    UnsubscribeMarkPrices,
    UnsubscribeOrderBook,
    UnsubscribeQuoteTicks,
    UnsubscribeTradeTicks,
)
from nautilus_trader.live.data_client import LiveMarketDataClient
from nautilus_trader.model.data import (
    BarType,
    BookOrder,
    IndexPriceUpdate,
    MarkPriceUpdate,
    OrderBookDelta,
    OrderBookDeltas,
)
from nautilus_trader.model.enums import BarAggregation, BookAction, OrderSide, PriceType
from nautilus_trader.model.identifiers import ClientId, InstrumentId
from nautilus_trader.model.instruments import Instrument

from . import reading
from .config import VENUE, AtsDataClientConfig
from .providers import AtsInstrumentProvider

INTERVALS = {
    (1, BarAggregation.MINUTE): "1m",
    (5, BarAggregation.MINUTE): "5m",
    (15, BarAggregation.MINUTE): "15m",
    (1, BarAggregation.HOUR): "1h",
    (4, BarAggregation.HOUR): "4h",
    (1, BarAggregation.DAY): "1d",
}


def interval_of(bar_type: BarType) -> str | None:
    """The service's candles are of traded prices."""
    if bar_type.is_internally_aggregated() or bar_type.spec.price_type != PriceType.LAST:
        return None
    return INTERVALS.get((bar_type.spec.step, bar_type.spec.aggregation))


class AtsDataClient(LiveMarketDataClient):
    """A stream for each subscription; one that is cut comes back by itself."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        client: ats.AsyncTradingClient,
        msgbus: MessageBus,
        cache: Cache,
        clock: LiveClock,
        instrument_provider: AtsInstrumentProvider,
        config: AtsDataClientConfig,
        name: str | None = None,
    ) -> None:
        super().__init__(
            loop=loop,
            client_id=ClientId(name or VENUE.value),
            venue=VENUE,
            msgbus=msgbus,
            cache=cache,
            clock=clock,
            instrument_provider=instrument_provider,
            config=config,
        )
        self._client = client
        self._listing = config.listing
        self._streams: dict[tuple, asyncio.Task] = {}

    async def _connect(self) -> None:
        await self._instrument_provider.initialize()
        for instrument in self._instrument_provider.list_all():
            self._handle_data(instrument)

    async def _disconnect(self) -> None:
        for task in self._streams.values():
            task.cancel()
        self._streams.clear()
        await self._client.aclose()

    def _follow(self, name: str, key, instrument_id: InstrumentId, channel: str, tell: Callable) -> None:
        instrument = self._instrument_provider.find(instrument_id)
        if instrument is None:
            self._log.error(f"{instrument_id} is no instrument of the service")
        elif (name, key) not in self._streams:
            reader = self._read(instrument, channel, tell)
            self._streams[(name, key)] = self.create_task(reader, log_msg=f"{name} {key}")

    def _leave(self, name: str, key) -> None:
        task = self._streams.pop((name, key), None)
        if task is not None:
            task.cancel()

    async def _read(self, instrument: Instrument, channel: str, tell: Callable) -> None:
        symbols = [instrument.id.symbol.value]
        async for frame in self._client.market.stream(symbols, channels=[channel], venue=self._listing):
            tell(frame.data, instrument)

    # -- Subscriptions

    async def _subscribe_instruments(self, command: SubscribeInstruments) -> None:
        """They were told when the client connected."""

    async def _subscribe_instrument(self, command: SubscribeInstrument) -> None:
        """It was told when the client connected."""

    async def _subscribe_quote_ticks(self, command: SubscribeQuoteTicks) -> None:
        def tell(book, instrument: Instrument) -> None:
            quote = reading.quote_tick(book, instrument, self._clock.timestamp_ns())
            if quote is not None:
                self._handle_data(quote)

        self._follow("quotes", command.instrument_id, command.instrument_id, "book", tell)

    async def _subscribe_trade_ticks(self, command: SubscribeTradeTicks) -> None:
        known: dict[str, None] = {}

        def tell(trades, instrument: Instrument) -> None:
            # A stream that begins again begins with the latest trades.
            for trade in trades.trades:
                if trade.id not in known:
                    self._handle_data(reading.trade_tick(trade, instrument, self._clock.timestamp_ns()))
                known[trade.id] = None
            for old in list(known)[:-1_000]:
                del known[old]

        self._follow("trades", command.instrument_id, command.instrument_id, "trades", tell)

    async def _subscribe_order_book_deltas(self, command: SubscribeOrderBook) -> None:
        self._follow("book", command.instrument_id, command.instrument_id, "book", self._tell_book)

    async def _subscribe_order_book_snapshots(self, command: SubscribeOrderBook) -> None:
        self._follow("book", command.instrument_id, command.instrument_id, "book", self._tell_book)

    def _tell_book(self, book, instrument: Instrument) -> None:
        """The whole book each time."""
        at, now, sequence = reading.nanos(book.timestamp), self._clock.timestamp_ns(), book.sequence
        deltas = [OrderBookDelta.clear(instrument.id, sequence, at, now)]
        for side, levels in ((OrderSide.BUY, book.bids), (OrderSide.SELL, book.asks)):
            for price, size in levels:
                level = BookOrder(side, instrument.make_price(price), instrument.make_qty(size), 0)
                deltas.append(OrderBookDelta(instrument.id, BookAction.ADD, level, 0, sequence, at, now))
        self._handle_data(OrderBookDeltas(instrument.id, deltas))

    async def _subscribe_mark_prices(self, command: SubscribeMarkPrices) -> None:
        def tell(price, instrument: Instrument) -> None:
            at, now = reading.nanos(price.timestamp), self._clock.timestamp_ns()
            self._handle_data(MarkPriceUpdate(instrument.id, instrument.make_price(price.mark_price), at, now))

        self._follow("marks", command.instrument_id, command.instrument_id, "price", tell)

    async def _subscribe_index_prices(self, command: SubscribeIndexPrices) -> None:
        def tell(price, instrument: Instrument) -> None:
            at, now = reading.nanos(price.timestamp), self._clock.timestamp_ns()
            self._handle_data(IndexPriceUpdate(instrument.id, instrument.make_price(price.index_price), at, now))

        self._follow("indices", command.instrument_id, command.instrument_id, "price", tell)

    async def _subscribe_bars(self, command: SubscribeBars) -> None:
        bar_type = command.bar_type
        interval = interval_of(bar_type)
        if interval is None:
            self._log.error(f"there are no candles for {bar_type}")
            return

        def tell(streamed, instrument: Instrument) -> None:
            if streamed.candle.closed:
                self._handle_data(reading.bar_of(streamed.candle, bar_type, instrument, self._clock.timestamp_ns()))

        self._follow("bars", bar_type, bar_type.instrument_id, f"candles:{interval}", tell)

    async def _unsubscribe_instruments(self, command: UnsubscribeInstruments) -> None:
        """Nothing was opened for them."""

    async def _unsubscribe_instrument(self, command: UnsubscribeInstrument) -> None:
        """Nothing was opened for it."""

    async def _unsubscribe_quote_ticks(self, command: UnsubscribeQuoteTicks) -> None:
        self._leave("quotes", command.instrument_id)

    async def _unsubscribe_trade_ticks(self, command: UnsubscribeTradeTicks) -> None:
        self._leave("trades", command.instrument_id)

    async def _unsubscribe_order_book_deltas(self, command: UnsubscribeOrderBook) -> None:
        self._leave("book", command.instrument_id)

    async def _unsubscribe_order_book_snapshots(self, command: UnsubscribeOrderBook) -> None:
        self._leave("book", command.instrument_id)

    async def _unsubscribe_mark_prices(self, command: UnsubscribeMarkPrices) -> None:
        self._leave("marks", command.instrument_id)

    async def _unsubscribe_index_prices(self, command: UnsubscribeIndexPrices) -> None:
        self._leave("indices", command.instrument_id)

    async def _unsubscribe_bars(self, command: UnsubscribeBars) -> None:
        self._leave("bars", command.bar_type)

    # -- Requests

    async def _request_instrument(self, request: RequestInstrument) -> None:
        instrument = self._instrument_provider.find(request.instrument_id)
        if instrument is None:
            self._log.error(f"{request.instrument_id} is no instrument of the service")
            return
        self._handle_instrument(instrument, request.id, request.start, request.end, request.params)

    async def _request_instruments(self, request: RequestInstruments) -> None:
        found = self._instrument_provider.list_all()
        self._handle_instruments(request.venue, found, request.id, request.start, request.end, request.params)

    async def _request_trade_ticks(self, request: RequestTradeTicks) -> None:
        """The latest, at most 1,000: the service keeps no others."""
        instrument = self._instrument_provider.find(request.instrument_id)
        limit = min(request.limit or 1_000, 1_000)
        symbol = instrument.id.symbol.value
        trades = await self._client.market.trades(symbol, venue=self._listing, limit=limit)
        now = self._clock.timestamp_ns()
        ticks = [reading.trade_tick(trade, instrument, now) for trade in reversed(trades)]
        self._handle_trade_ticks(instrument.id, ticks, request.id, request.start, request.end, request.params)

    async def _request_bars(self, request: RequestBars) -> None:
        bar_type = request.bar_type
        interval = interval_of(bar_type)
        instrument = self._instrument_provider.find(bar_type.instrument_id)
        if interval is None or instrument is None:
            self._log.error(f"there are no candles for {bar_type}")
            return
        symbol = instrument.id.symbol.value
        span = {"from_": request.start, "to": request.end}
        # Candles reach back for years: without a start and a limit it is one page of them.
        limit = request.limit or (None if request.start else 500)
        rows = self._client.market.candles(symbol, venue=self._listing, interval=interval, **span)
        candles = []
        async for candle in rows:
            candles.append(candle)
            if limit and len(candles) > limit:
                break
        now = self._clock.timestamp_ns()
        done = sorted((candle for candle in candles if candle.closed), key=lambda candle: candle.timestamp)
        bars = [reading.bar_of(candle, bar_type, instrument, now) for candle in done[-(limit or len(done)) :]]
        self._handle_bars(bar_type, bars, request.id, request.start, request.end, request.params)
