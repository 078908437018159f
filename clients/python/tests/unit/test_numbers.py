"""Decimals are exact, on the wire and on the grid of a market."""

from __future__ import annotations

import random
from dataclasses import dataclass
from decimal import Decimal, localcontext

import pytest

import ats
from ats.generated.models import Orderbook
from ats.wire import decode, encode


@dataclass
class Steps:
    """The grid of a market."""

    tick_size: Decimal = Decimal("0.05")
    lot_size: Decimal = Decimal("0.001")
    min_quantity: Decimal = Decimal("0.002")


GRID = Steps()


def test_ten_thousand_decimals_come_back_as_they_were_sent_as_text_and_as_numbers() -> None:
    chance = random.Random(44)
    for _ in range(10_000):
        digits = chance.randint(1, 38)
        sent = Decimal(chance.randrange(10**digits)).scaleb(-chance.randint(0, 18))
        text = encode({"price": sent}, "PlaceOrder").decode()
        assert decode(text, dict[str, Decimal]) == {"price": sent}
        number = text.replace('"price":"', '"price":').replace('"}', "}")
        assert decode(number, dict[str, Decimal]) == {"price": sent}


def test_what_has_no_type_is_exact_as_well() -> None:
    assert decode('{"body": [1.10, 12345678901234567890.1]}', dict[str, object]) == {
        "body": [Decimal("1.10"), Decimal("12345678901234567890.1")]
    }


def test_a_book_of_numbers_is_exact() -> None:
    text = (
        '{"symbol":"X","venue":"GMX","depth":1,"bids":[[0.1,2]],"asks":[["0.30",1e-7]],"sequence":1,'
        '"timestamp":"2026-03-01T00:00:00Z"}'
    )
    book = decode(text, Orderbook)
    assert (book.bids, book.asks) == ([(Decimal("0.1"), Decimal(2))], [(Decimal("0.30"), Decimal("0.0000001"))])


@pytest.mark.parametrize(
    ("price", "side", "expected"),
    [
        ("1.07", "BUY", "1.05"),
        ("1.07", "SELL", "1.10"),
        ("1.07", None, "1.05"),
        ("1.075", None, "1.10"),
        ("1.05", "SELL", "1.05"),
    ],
)
def test_to_tick_is_no_worse_for_the_side(price: str, side: ats.models.Side | None, expected: str) -> None:
    assert ats.to_tick(price, GRID, side) == Decimal(expected)


def test_to_lot_and_max_quantity_never_take_more_than_there_is() -> None:
    assert ats.to_lot("0.0019", GRID) == Decimal("0.001")
    assert ats.max_quantity("0.3", "100", GRID) == Decimal("0.003")
    assert ats.max_quantity("0.1999", "100", GRID) == 0
    chance = random.Random(45)
    for _ in range(1_000):
        money, price = Decimal(chance.randrange(1, 10**9)) / 100, Decimal(chance.randrange(1, 10**7)) / 1000
        quantity = ats.max_quantity(money, price, GRID)
        assert quantity * price <= money
        assert quantity == 0 or (quantity + GRID.lot_size) * price > money


def test_the_context_of_the_caller_does_not_round() -> None:
    with localcontext() as context:
        context.prec = 3
        assert ats.to_tick("123456.77", GRID, "BUY") == Decimal("123456.75")


@pytest.mark.parametrize("wrong", [0.1, True])
def test_a_float_is_no_decimal(wrong: float) -> None:
    with pytest.raises(TypeError, match="exact"):
        ats.to_decimal(wrong)  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize("wrong", ["abc", "NaN", "Infinity", ""])
def test_a_text_that_is_no_number_is_no_decimal(wrong: str) -> None:
    with pytest.raises(ValueError, match="is not a decimal"):
        ats.to_decimal(wrong)
