"""Orders and streams of a running service: sync, async and pro, and the stream over a cut."""

from __future__ import annotations

import asyncio
import json
import subprocess
import urllib.request
from pathlib import Path
from uuid import uuid4

import ccxt
import ccxt.async_support
import ccxt.pro
import pytest

import ats_ccxt  # noqa: F401

BTC = "BTC/USD:USD"
STACK = Path(__file__).parents[4] / "clients" / "python" / "tests" / "stack.mjs"


def post(url, headers, body):
    request = urllib.request.Request(url, json.dumps(body).encode(), {"Content-Type": "application/json", **headers})
    with urllib.request.urlopen(request, timeout=60) as response:
        return json.load(response)


class Service:
    def __init__(self, engine, wallet, data_dir):
        self.engine = engine
        self.wallet = wallet
        self.data_dir = data_dir

    def trader(self):
        """The config of an exchange: a user with a key and a funded account."""
        key = {"label": "ccxt", "permissions": ["TRADE", "MANAGE_ORDERS"]}
        made = post(f"{self.wallet}/api/api-keys", {"X-User-Id": f"ccxt-{uuid4()}"}, key)
        headers = {"X-API-Key": made["key"], "X-API-Secret": made["secret"]}
        post(f"{self.engine}/v1/accounts", headers, {"plan_id": "standard-100k"})
        return {"urls": {"api": self.engine}, "apiKey": made["key"], "secret": made["secret"], "enableRateLimit": False}


@pytest.fixture(scope="session")
def service():
    with subprocess.Popen(["node", STACK], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield Service(**json.loads(process.stdout.readline()))
        finally:
            process.stdin.close()
            process.wait(60)


def test_a_trade_from_entry_to_close(service):
    exchange = ccxt.ats(service.trader())
    assert len(exchange.load_markets()) > 70
    exits = {"stopLoss": {"trailingPercent": 10}, "clientOrderId": "mine"}
    order = exchange.create_order(BTC, "market", "buy", 0.1, None, exits)
    assert (order["status"], order["filled"], order["clientOrderId"]) == ("closed", 0.1, "mine")
    assert [trade["order"] for trade in exchange.fetch_my_trades(BTC)] == [order["id"]] * len(order["trades"])
    assert exchange.fetch_position(BTC)["contracts"] == 0.1
    again = exchange.create_order(BTC, "market", "buy", 0.1, None, exits)
    assert again["id"] == order["id"]
    assert exchange.close_position(BTC)["status"] == "closed"
    assert exchange.fetch_positions() == []
    assert exchange.fetch_open_orders() == []


def test_a_refusal_has_its_reasons(service):
    exchange = ccxt.ats(service.trader())
    with pytest.raises(ccxt.InvalidOrder) as refused:
        exchange.create_order(BTC, "limit", "buy", 5000, 50000)
    assert [row["rule"] for row in refused.value.violations]
    assert refused.value.clientOrderId.startswith("ccxt-")


def test_nobody_there(service):
    exchange = ccxt.ats(service.trader())
    exchange.load_markets()
    exchange.fetch_balance()
    exchange.urls["api"] = "http://127.0.0.1:9"
    with pytest.raises(ccxt.ExchangeNotAvailable) as lost:
        exchange.create_order(BTC, "market", "buy", 0.1)
    assert lost.value.clientOrderId.startswith("ccxt-")


def test_async_orders(service):
    async def trade():
        async with ccxt.async_support.ats(service.trader()) as exchange:
            order = await exchange.create_order(BTC, "limit", "buy", 0.1, 50000)
            edited = await exchange.edit_order(order["id"], BTC, "limit", "buy", 0.2, 50010)
            await exchange.cancel_order(order["id"], BTC)
            return edited, await exchange.fetch_open_orders()

    edited, left = asyncio.run(trade())
    assert (edited["amount"], edited["price"], left) == (0.2, 50010, [])


def test_streams(service):
    async def watch():
        async with ccxt.pro.ats(service.trader()) as exchange:
            ticker, book = await asyncio.gather(
                exchange.watch_ticker(BTC), exchange.watch_order_book_for_symbols([BTC], 5)
            )
            balance = await exchange.watch_balance()
            news = asyncio.gather(exchange.watch_orders(BTC), exchange.watch_my_trades(), exchange.watch_positions())
            order = await exchange.create_order(BTC, "market", "buy", 0.1)
            orders, trades, positions = await news
            waiting = asyncio.ensure_future(exchange.watch_orders())
            await asyncio.sleep(0)
        with pytest.raises(ccxt.ExchangeClosedByUser):
            await waiting
        return ticker, book, balance, order, orders, trades, positions

    ticker, book, balance, order, orders, trades, positions = asyncio.run(watch())
    assert ticker["symbol"] == BTC
    assert len(book["bids"]) == 5
    assert balance["USD"]["total"] == 100_000
    assert {row["id"] for row in orders} == {order["id"]}
    assert {row["order"] for row in trades} == {order["id"]}
    assert [row["contracts"] for row in positions] == [0.1]


def test_a_stream_of_a_wrong_key_says_so(service):
    async def watch():
        async with ccxt.pro.ats({**service.trader(), "secret": f"svc_sk_{'0' * 48}"}) as exchange:
            await exchange.watch_orders()

    with pytest.raises(ccxt.AuthenticationError):
        asyncio.run(watch())
