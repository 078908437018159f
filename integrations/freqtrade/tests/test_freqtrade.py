"""freqtrade of PyPI against a running service: its lists, backtests, dry runs and live trades on a paper account."""

from __future__ import annotations

import os
import random
import re
import time
from datetime import UTC, datetime, timedelta

import pandas
import pytest
from conftest import STRATEGY, Trader, until

TRADES = int(os.environ.get("ATS_FREQTRADE_TRADES", "6"))
MINUTES = int(os.environ.get("ATS_FREQTRADE_MINUTES", "0"))
SEED = int(os.environ.get("FAST_CHECK_SEED", "1"))
CLOSED = "select count(*) from trades where is_open = 0"
# Of trades that are neither new nor about to be left: the bot is not sending an order.
QUIET = """
select o.order_id from trades t join orders o on o.ft_trade_id = t.id
 where t.is_open = 1 and o.ft_order_side = 'stoploss' and o.ft_is_open = 1
   and t.open_date between datetime('now', '-30 seconds') and datetime('now', '-5 seconds')
"""
MARKETS = ["BTC-USD", "ETH-USD", "SOL-USD"]


def closed(trader):
    rows = trader.books(CLOSED)
    return rows[0][0] if rows else 0


def test_markets_are_listed(trader):
    printed = trader.run("list-markets", "--quote", "USD", "--one-column")
    assert len(re.findall(r"^\w+/USD:USD$", printed, re.MULTILINE)) > 70


def test_a_backtest_on_candles_of_the_service(trader):
    range_of_days = f"{datetime.now(UTC) - timedelta(days=1):%Y%m%d}-"
    trader.run("download-data", "--timerange", range_of_days, "-t", "1m")
    rates = trader.read_public("funding-rates?symbol=BTC-USD")
    told = {datetime.fromisoformat(row["timestamp"]): row["long_rate"] for row in rates}
    downloaded = downloaded_funding(trader, "BTC")
    assert len(downloaded) >= 24
    assert downloaded == {time: told[time] for time in downloaded}
    printed = trader.run("backtesting", *STRATEGY, "--timerange", range_of_days, "--export", "none")
    assert int(re.search(r"QuickTurns\s+│\s+(\d+)", printed).group(1)) > 20


def test_a_dry_run_sends_nothing(trader):
    with trader.bot("--dry-run"):
        until(lambda: closed(trader) >= 2)
    assert trader.read("orders?status=all") == []


def test_live_trades_are_the_same_in_both_books(service, trader):
    """Stops on the exchange stand over restarts of the service and of the bot; one that the market reaches fills."""
    print(f"seed {SEED}")
    end = time.monotonic() + MINUTES * 60
    wander = wandering_market(trader, random.Random(SEED))
    held = {"service": [], "bot": []}
    while closed(trader) < TRADES or time.monotonic() < end:
        begun = f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S}"
        with trader.bot() as bot:
            until(lambda begun=begun: trader.books(f"select 1 from trades where open_date > '{begun}'"))
            stop = until(lambda bot=bot: bot.poll() is None and quiet_stop(trader))
            service.restart()
            held["service"].append(stands(trader, stop))
            goal = closed(trader) + TRADES // 2
            until(lambda goal=goal: next(wander) and closed(trader) >= goal, 15)
            stop = until(lambda bot=bot: bot.poll() is None and quiet_stop(trader))
        held["bot"].append(stands(trader, stop))
        print(f"{closed(trader)} trades; stops that stood: {held}", flush=True)
    with trader.bot():
        until(lambda: closed_after(trader, stop), 5)
        until(lambda: quiet_stop(trader))
    assert all(sum(times) * 2 > len(times) for times in held.values())
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


def downloaded_funding(trader, base):
    [found] = (trader.folder / "user_data" / "data").rglob(f"{base}_USD_USD-*-funding_rate.feather")
    rows = pandas.read_feather(found)
    return dict(zip(rows["date"].tolist(), rows["funding_rate"].tolist(), strict=True))


def quiet_stop(trader):
    """every market has a trade with its stop, and the bot is between two orders"""
    stops = trader.books(QUIET)
    return stops[0][0] if len(stops) == len(MARKETS) else None


def wandering_market(trader, moves):
    """Every ten seconds or so a market goes up to 2 percent away; a stop of a position is 1.5 percent away."""
    due = 0.0
    while True:
        if time.monotonic() > due:
            symbol = moves.choice(MARKETS)
            price = trader.read_public(f"price?symbol={symbol}")["last_price"] * moves.uniform(0.98, 1.02)
            trader.send("sandbox/market", {"symbol": symbol, "price": f"{price:.2f}", "over_ms": 4_000})
            due = time.monotonic() + moves.uniform(5, 15)
        yield True


def stands(trader, order_id):
    """Whether the stop works; if not, the bot knows that it does not, for it has cancelled it or it has filled."""
    order = trader.read(f"orders/{order_id}")
    if order["status"] == "OPEN":
        assert (order["kind"], order["flags"]["reduce_only"]) == ("STOP", True)
        return True
    known = f"select 1 from orders where order_id = '{order_id}' and ft_is_open = 0"
    assert order["status"] == "FILLED" or until(lambda: trader.books(known), 1), order
    return False


def closed_after(trader, stop):
    """the bot that was started again has closed what the stop protected"""
    rows = trader.books(
        f"select is_open from trades t join orders o on o.ft_trade_id = t.id where o.order_id = '{stop}'"
    )
    return bool(rows) and rows[0][0] == 0


def compare(trader):
    """Every order that filled is in both books, with its price and its size; so is the profit of every trade."""
    orders = {row["id"]: row for row in trader.read_all("orders?status=all") if row["filled_quantity"] > 0}
    own = trader.books("select order_id, filled, average, ft_trade_id from orders where filled > 0")
    assert {row[0] for row in own} == set(orders)
    for order_id, filled, average, _ in own:
        there = orders[order_id]
        assert filled == pytest.approx(there["filled_quantity"], rel=1e-12)
        assert average == pytest.approx(there["average_price"], rel=1e-12)
    trade_of = {order_id: trade_id for order_id, _, _, trade_id in own}
    profits = {}
    for fill in trader.read_all("trades?"):
        trade_id = trade_of[fill["order_id"]]
        profits[trade_id] = profits.get(trade_id, 0) + fill["realized_pnl"] - fill["fee"]
    booked = dict(trader.books("select id, close_profit_abs from trades where is_open = 0"))
    assert booked == pytest.approx({trade_id: profits[trade_id] for trade_id in booked}, abs=1e-4)
    stopped = [row for row in orders.values() if row["kind"] == "STOP"]
    print(f"{len(booked)} trades, {len(orders)} orders, {len(stopped)} of them stops, are the same in both books")
