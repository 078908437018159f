"""Exact decimals: what may be given for one, and the grid of a market."""

from __future__ import annotations

from decimal import ROUND_CEILING, ROUND_DOWN, ROUND_FLOOR, ROUND_HALF_UP, Context, Decimal
from typing import Literal, Protocol

Number = Decimal | int | str
"""A decimal of a request. Never a float: `0.1` is another number than the one that is meant."""

# More digits than the service takes: nothing is rounded that was not to be.
_EXACT = Context(prec=200)


class Grid(Protocol):
    """The steps of a market: `market.metadata(symbol)` has them."""

    @property
    def tick_size(self) -> Decimal:
        """The step of prices."""
        ...

    @property
    def lot_size(self) -> Decimal:
        """The step of quantities."""
        ...

    @property
    def min_quantity(self) -> Decimal:
        """The smallest order."""
        ...


def to_decimal(value: Number) -> Decimal:
    """
    The number as it is written. Raises TypeError for a float, and ValueError for what is no finite decimal.
    """
    if isinstance(value, (float, bool)):
        raise TypeError(f'a decimal is exact: write Decimal("{value}") or "{value}" in place of {value}')
    try:
        number = Decimal(value)
    except ArithmeticError:
        raise ValueError(f"{value!r} is not a decimal") from None
    if not number.is_finite():
        raise ValueError(f"{value} is not a decimal")
    return number


def decimal_text(value: Decimal) -> str:
    """The decimal without an exponent, as the service reads it. Raises ValueError for NaN and Infinity."""
    if not value.is_finite():
        raise ValueError(f"{value} is not a decimal")
    return format(value, "f")


def to_tick(price: Number, grid: Grid, side: Literal["BUY", "SELL"] | None = None) -> Decimal:
    """The price on the tick grid, no worse for the side; without one, the nearest, as a trigger moves."""
    rounding = ROUND_HALF_UP if side is None else ROUND_FLOOR if side == "BUY" else ROUND_CEILING
    return _to_multiple(to_decimal(price), grid.tick_size, rounding)


def to_lot(quantity: Number, grid: Grid) -> Decimal:
    """The largest quantity on the lot grid that is not above `quantity`."""
    return _to_multiple(to_decimal(quantity), grid.lot_size, ROUND_FLOOR)


def max_quantity(money: Number, price: Number, grid: Grid) -> Decimal:
    """
    The largest quantity that so much money buys at the price: on the lot grid, 0 when that is below the smallest order.
    Fees are not in it. Raises ValueError unless the price is greater than 0.
    """
    budget, each = to_decimal(money), to_decimal(price)
    if each <= 0:
        raise ValueError(f"a price must be greater than 0, not {price}")
    lots = _EXACT.divide(budget, _EXACT.multiply(each, grid.lot_size)).to_integral_value(ROUND_DOWN)
    fitting = _EXACT.multiply(lots, grid.lot_size)
    return Decimal(0) if fitting < grid.min_quantity else fitting


def _to_multiple(value: Decimal, step: Decimal, rounding: str) -> Decimal:
    if step <= 0:
        raise ValueError(f"a step must be greater than 0, not {step}")
    steps = _EXACT.divide(value, step).to_integral_value(rounding)
    return _EXACT.multiply(steps, step)
