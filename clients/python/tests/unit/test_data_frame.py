"""Rows as data frames of pandas and polars."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

import ats
from fake_service import ORDER, FakeClock, FakeService, answer

pytestmark = pytest.mark.whole


def frame_of(library: Any, **options: Any) -> Any:
    rows = [{**ORDER, "average_price": "1.10"}, {**ORDER, "id": "o2", "average_price": None}]
    client = ats.TradingClient("http://service", http=FakeService([answer(200, rows)]).transport, clock=FakeClock())
    return client.account("a1").orders().to_frame(library, **options)


def test_pandas_keeps_decimals_exact_and_times_in_utc() -> None:
    frame = frame_of("pandas")
    assert list(frame["average_price"]) == [Decimal("1.10"), None]
    assert str(frame["created_at"].dtype) == "datetime64[us, UTC]"
    assert list(frame["flags.reduce_only"]) == [False, False]
    assert frame_of("pandas", floats=True)["average_price"].sum() == 1.1


def test_polars_keeps_decimals_exact_and_times_in_utc() -> None:
    frame = frame_of("polars")
    assert str(frame.schema["average_price"]).startswith("Decimal(")
    assert frame["average_price"].to_list() == [Decimal("1.10"), None]
    assert frame.schema["created_at"].time_zone == "UTC"
    assert frame_of("polars", floats=True)["average_price"].sum() == 1.1


def test_no_rows_make_an_empty_frame() -> None:
    assert len(ats.to_frame([], "pandas")) == len(ats.to_frame([], "polars")) == 0


def test_pandas_comes_first_and_without_either_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    assert type(ats.to_frame([])).__module__.startswith("pandas")
    installed = {"polars"}

    def find_spec(name: str) -> object:
        return name if name in installed else None

    monkeypatch.setattr("importlib.util.find_spec", find_spec)
    assert type(ats.to_frame([])).__module__.startswith("polars")
    installed.clear()
    with pytest.raises(ImportError, match="pip install pandas"):
        ats.to_frame([])
