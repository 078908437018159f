"""A Nautilus order as the service takes it."""

from __future__ import annotations

from typing import Any

from nautilus_trader.model.enums import OrderSide, OrderType, TimeInForce, TrailingOffsetType, TriggerType
from nautilus_trader.model.orders import Order

KINDS = {
    OrderType.MARKET: "MARKET",
    OrderType.LIMIT: "LIMIT",
    OrderType.STOP_MARKET: "STOP",
    OrderType.STOP_LIMIT: "STOP",
    OrderType.TRAILING_STOP_MARKET: "STOP",
    OrderType.MARKET_IF_TOUCHED: "TAKE_PROFIT",
    OrderType.LIMIT_IF_TOUCHED: "TAKE_PROFIT",
}
TIMES_IN_FORCE = {
    TimeInForce.GTC: "GTC",
    TimeInForce.GTD: "GTD",
    TimeInForce.IOC: "IOC",
    TimeInForce.FOK: "FOK",
}


class NotTaken(Exception):
    """An order of a kind that the service has not."""


def order_body(order: Order, listing: str | None, parent_id: str | None = None) -> dict[str, Any]:
    """The fields of `POST /v1/order`. Raises NotTaken."""
    kind = KINDS.get(order.order_type)
    if kind is None:
        raise NotTaken(f"there are no {order.order_type.name} orders")
    body: dict[str, Any] = {
        "symbol": order.instrument_id.symbol.value,
        "side": "BUY" if order.side == OrderSide.BUY else "SELL",
        "kind": kind,
        "quantity": order.quantity.as_decimal(),
        "client_id": order.client_order_id.value,
        "flags": {"post_only": bool(order.is_post_only), "reduce_only": bool(order.is_reduce_only)},
    }
    if listing is not None:
        body["platform_id"] = listing
    if parent_id is not None:
        body["parent_order_id"] = parent_id
    if order.has_price:
        body["price"] = order.price.as_decimal()
    return {**body, **_time_in_force(order), **_trigger(order, body["flags"])}


def _time_in_force(order: Order) -> dict[str, Any]:
    # A market order is IOC there, whatever it says here.
    if order.order_type == OrderType.MARKET and order.time_in_force != TimeInForce.FOK:
        return {}
    tif = TIMES_IN_FORCE.get(order.time_in_force)
    if tif is None:
        raise NotTaken(f"there is no time in force {order.time_in_force.name}")
    return {"tif": tif, "expires_at": order.expire_time.isoformat()} if tif == "GTD" else {"tif": tif}


def _trigger(order: Order, flags: dict[str, bool]) -> dict[str, Any]:
    if order.order_type in (OrderType.MARKET, OrderType.LIMIT):
        return {}
    flags["trigger_on_mark"] = order.trigger_type == TriggerType.MARK_PRICE
    flags["trigger_on_index"] = order.trigger_type == TriggerType.INDEX_PRICE
    if order.order_type != OrderType.TRAILING_STOP_MARKET:
        return {"trigger_price": order.trigger_price.as_decimal()}
    if order.trailing_offset_type == TrailingOffsetType.PRICE:
        return {"trail": {"offset": order.trailing_offset}}
    if order.trailing_offset_type == TrailingOffsetType.BASIS_POINTS:
        return {"trail": {"offset_pct": order.trailing_offset / 100}}
    raise NotTaken(f"no stop trails by {order.trailing_offset_type.name}")
