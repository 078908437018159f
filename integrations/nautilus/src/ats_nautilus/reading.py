"""What the service tells, as Nautilus has it."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal

from ats import models
from nautilus_trader.core.datetime import dt_to_unix_nanos
from nautilus_trader.core.uuid import UUID4
from nautilus_trader.execution.reports import FillReport, OrderStatusReport, PositionStatusReport
from nautilus_trader.model.currencies import USD
from nautilus_trader.model.data import Bar, BarType, QuoteTick, TradeTick
from nautilus_trader.model.enums import (
    AggressorSide,
    LiquiditySide,
    OrderSide,
    OrderStatus,
    OrderType,
    PositionSide,
    TimeInForce,
    TrailingOffsetType,
    TriggerType,
)
from nautilus_trader.model.identifiers import AccountId, ClientOrderId, TradeId, VenueOrderId
from nautilus_trader.model.instruments import Instrument
from nautilus_trader.model.objects import Money, Price

STATUSES = {
    "PENDING": OrderStatus.ACCEPTED,
    "OPEN": OrderStatus.ACCEPTED,
    "PARTIALLY_FILLED": OrderStatus.PARTIALLY_FILLED,
    "FILLED": OrderStatus.FILLED,
    "CANCELLED": OrderStatus.CANCELED,
    "EXPIRED": OrderStatus.EXPIRED,
    "REJECTED": OrderStatus.REJECTED,
}
TIMES_IN_FORCE = {
    "GTC": TimeInForce.GTC,
    "GTD": TimeInForce.GTD,
    "GTX": TimeInForce.GTC,
    "IOC": TimeInForce.IOC,
    "FOK": TimeInForce.FOK,
}
TRIGGERS = {"LAST": TriggerType.LAST_PRICE, "MARK": TriggerType.MARK_PRICE, "INDEX": TriggerType.INDEX_PRICE}
# By kind: without and with a limit.
TYPES = {
    "MARKET": (OrderType.MARKET, OrderType.MARKET),
    "LIMIT": (OrderType.LIMIT, OrderType.LIMIT),
    "STOP": (OrderType.STOP_MARKET, OrderType.STOP_LIMIT),
    "TAKE_PROFIT": (OrderType.MARKET_IF_TOUCHED, OrderType.LIMIT_IF_TOUCHED),
}

Order = models.Order | models.OrderSnapshot
Fill = models.Trade | models.TradeSnapshot


def nanos(time: datetime) -> int:
    return dt_to_unix_nanos(time)


def side_of(side: str) -> OrderSide:
    return OrderSide.BUY if side == "BUY" else OrderSide.SELL


def type_of(order: Order) -> OrderType:
    if order.trail is not None:
        return OrderType.TRAILING_STOP_MARKET
    return TYPES[order.kind][order.limit_price is not None]


def client_order_id(order: Order | Fill) -> ClientOrderId | None:
    return None if order.client_id is None else ClientOrderId(order.client_id)


def liquidity_of(fill: Fill) -> LiquiditySide:
    return LiquiditySide.MAKER if fill.liquidity == "MAKER" else LiquiditySide.TAKER


def dollars(amount: Decimal) -> Money:
    return Money(amount, USD)


def order_report(order: Order, account_id: AccountId, instrument: Instrument) -> OrderStatusReport:
    def price(value: Decimal | None) -> Price | None:
        return None if value is None else instrument.make_price(value)

    trail, has_filled = order.trail, order.filled_quantity > 0
    is_share = trail is not None and trail.offset_pct is not None
    # Nautilus has hundredths of a percent.
    offset = None if trail is None else (trail.offset_pct * 100 if is_share else trail.offset)
    distance = TrailingOffsetType.BASIS_POINTS if is_share else TrailingOffsetType.PRICE
    return OrderStatusReport(
        account_id=account_id,
        instrument_id=instrument.id,
        client_order_id=client_order_id(order),
        venue_order_id=VenueOrderId(order.id),
        order_side=side_of(order.side),
        order_type=type_of(order),
        time_in_force=TIMES_IN_FORCE[order.tif],
        order_status=STATUSES[order.status],
        quantity=instrument.make_qty(order.quantity),
        filled_qty=instrument.make_qty(order.filled_quantity),
        avg_px=order.average_price if has_filled else None,
        price=price(order.limit_price),
        trigger_price=price(order.trigger_price),
        trigger_type=TRIGGERS[order.trigger_by] if order.trigger_price is not None else TriggerType.NO_TRIGGER,
        trailing_offset=offset,
        trailing_offset_type=TrailingOffsetType.NO_TRAILING_OFFSET if trail is None else distance,
        expire_time=order.expires_at,
        post_only=order.flags.post_only,
        reduce_only=order.flags.reduce_only,
        report_id=UUID4(),
        ts_accepted=nanos(order.created_at),
        ts_last=nanos(order.updated_at),
        ts_init=nanos(order.updated_at),
    )


def fill_report(fill: Fill, account_id: AccountId, instrument: Instrument) -> FillReport:
    return FillReport(
        account_id=account_id,
        instrument_id=instrument.id,
        client_order_id=client_order_id(fill),
        venue_order_id=VenueOrderId(fill.order_id),
        trade_id=TradeId(fill.id),
        order_side=side_of(fill.side),
        last_qty=instrument.make_qty(fill.quantity),
        last_px=instrument.make_price(fill.price),
        commission=dollars(fill.fee),
        liquidity_side=liquidity_of(fill),
        report_id=UUID4(),
        ts_event=nanos(fill.timestamp),
        ts_init=nanos(fill.timestamp),
    )


def position_report(position: models.Position, account_id: AccountId, instrument: Instrument) -> PositionStatusReport:
    return PositionStatusReport(
        account_id=account_id,
        instrument_id=instrument.id,
        position_side=PositionSide.LONG if position.direction == "LONG" else PositionSide.SHORT,
        quantity=instrument.make_qty(position.quantity),
        avg_px_open=position.entry_price,
        report_id=UUID4(),
        ts_last=nanos(position.opened_at),
        ts_init=nanos(position.opened_at),
    )


def quote_tick(book: models.Orderbook, instrument: Instrument, ts_init: int) -> QuoteTick | None:
    """The best prices of a book with their sizes."""
    if not book.bids or not book.asks:
        return None
    (bid, bid_size), (ask, ask_size) = book.bids[0], book.asks[0]
    return QuoteTick(
        instrument.id,
        instrument.make_price(bid),
        instrument.make_price(ask),
        instrument.make_qty(bid_size),
        instrument.make_qty(ask_size),
        nanos(book.timestamp),
        ts_init,
    )


def trade_tick(trade: models.PublicTrade, instrument: Instrument, ts_init: int) -> TradeTick:
    return TradeTick(
        instrument.id,
        instrument.make_price(trade.price),
        instrument.make_qty(trade.quantity),
        AggressorSide.BUYER if trade.side == "BUY" else AggressorSide.SELLER,
        TradeId(trade.id),
        nanos(trade.timestamp),
        ts_init,
    )


def bar_of(candle: models.Candle, bar_type: BarType, instrument: Instrument, ts_init: int) -> Bar:
    prices = (instrument.make_price(value) for value in (candle.open, candle.high, candle.low, candle.close))
    return Bar(bar_type, *prices, instrument.make_qty(candle.volume), nanos(candle.timestamp), ts_init)
