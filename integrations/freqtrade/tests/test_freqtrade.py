"""freqtrade of PyPI against a running service: its lists, backtests, dry runs and live trades on a paper account."""

from __future__ import annotations

import os
import re
from datetime import UTC, datetime, timedelta

import pytest
from conftest import STRATEGY, Trader, until

TRADES = int(os.environ.get("ATS_FREQTRADE_TRADES", "6"))
MINUTES = int(os.environ.get("ATS_FREQTRADE_MINUTES", "8"))
CLOSED = "select count(*) from trades where is_open = 0"
STOPS = "select order_id from orders where ft_order_side = 'stoploss' and ft_is_open = 1"


def closed(trader):
    rows = trader.books(CLOSED)
    return rows[0][0] if rows else 0


def test_markets_are_listed(trader):
    printed = trader.run("list-markets", "--quote", "USD", "--one-column")
    assert len(re.findall(r"^\w+/USD:USD$", printed, re.MULTILINE)) > 70


def test_a_backtest_on_candles_of_the_service(trader):
    range_of_days = f"{datetime.now(UTC) - timedelta(days=1):%Y%m%d}-"
    trader.run("download-data", "--timerange", range_of_days, "-t", "1m")
    printed = trader.run("backtesting", *STRATEGY, "--timerange", range_of_days, "--export", "none")
    assert int(re.search(r"QuickTurns\s+│\s+(\d+)", printed).group(1)) > 20


def test_a_dry_run_sends_nothing(trader):
    with trader.bot("--dry-run"):
        until(lambda: closed(trader) >= 2)
    assert trader.read("orders?status=all") == []


def test_live_trades_are_the_same_in_both_books(service, trader):
    """The stop on the exchange stands over a restart of the service, and over one of the bot."""
    with trader.bot():
        stop = until(lambda: trader.books(STOPS))[0][0]
        service.restart()
        assert_open(trader, stop)
        until(lambda: closed(trader) >= TRADES // 2, MINUTES)
        stop = until(lambda: trader.books(STOPS))[0][0]
    assert_open(trader, stop)
    with trader.bot():
        until(lambda: closed(trader) >= TRADES, MINUTES)
        until(lambda: closed_after(trader, stop), 3)
    compare(trader)


def test_a_challenge_is_passed(service, tmp_path):
    """Two percent of one position, with a market that is moved."""
    trader = Trader(service, tmp_path / "bot", program="sprint", stake_amount=4_000, max_open_trades=1)
    with trader.bot():
        position = until(lambda: trader.read("positions"))[0]
        share = 1.04 if position["direction"] == "LONG" else 0.96
        price = str(round(position["mark_price"] * share, 2))
        trader.send("sandbox/market", {"symbol": position["symbol"], "price": price, "over_ms": 5_000})
        until(lambda: trader.read_challenge()["status"] == "FUNDED")
    assert trader.read_challenge()["account_id"] != trader.account


def assert_open(trader, order_id):
    order = trader.read(f"orders/{order_id}")
    assert (order["status"], order["kind"], order["flags"]["reduce_only"]) == ("OPEN", "STOP", True)


def closed_after(trader, stop):
    """the bot that was started again has closed what the stop protected"""
    rows = trader.books(
        f"select is_open from trades t join orders o on o.ft_trade_id = t.id where o.order_id = '{stop}'"
    )
    return bool(rows) and rows[0][0] == 0


def compare(trader):
    """Every order that filled is in both books, with its price and its size; so is the profit of every trade."""
    orders = {row["id"]: row for row in trader.read("orders?status=all&limit=500") if row["filled_quantity"] > 0}
    own = trader.books("select order_id, filled, average, ft_trade_id from orders where filled > 0")
    assert {row[0] for row in own} == set(orders)
    for order_id, filled, average, _ in own:
        there = orders[order_id]
        assert filled == pytest.approx(there["filled_quantity"], rel=1e-12)
        assert average == pytest.approx(there["average_price"], rel=1e-12)
    trade_of = {order_id: trade_id for order_id, _, _, trade_id in own}
    profits = {}
    for fill in trader.read("trades?limit=500"):
        trade_id = trade_of[fill["order_id"]]
        profits[trade_id] = profits.get(trade_id, 0) + fill["realized_pnl"] - fill["fee"]
    booked = dict(trader.books("select id, close_profit_abs from trades where is_open = 0"))
    assert booked == pytest.approx({trade_id: profits[trade_id] for trade_id in booked}, abs=1e-4)
    print(f"{len(booked)} trades, {len(orders)} orders are the same in both books")
