"""A TradingNode of NautilusTrader against a running service: instruments, quotes, orders, fills, reconciliation."""

from __future__ import annotations

import asyncio
import json
import subprocess
import urllib.request
from datetime import timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from nautilus_trader.config import (
    InstrumentProviderConfig,
    LiveExecEngineConfig,
    LoggingConfig,
    StrategyConfig,
    TradingNodeConfig,
)
from nautilus_trader.live.node import TradingNode
from nautilus_trader.model.data import BarType
from nautilus_trader.model.enums import OrderSide, OrderStatus, PositionSide
from nautilus_trader.model.identifiers import InstrumentId, TraderId
from nautilus_trader.trading.strategy import Strategy

from ats_nautilus import (
    AtsDataClientConfig,
    AtsExecClientConfig,
    AtsLiveDataClientFactory,
    AtsLiveExecClientFactory,
)

STACK = Path(__file__).parents[2] / "stack.mjs"
BTC = InstrumentId.from_str("BTC-USD.ATS")
ETH = InstrumentId.from_str("ETH-USD.ATS")


def call(url, headers, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json", **headers})
    with urllib.request.urlopen(request, timeout=60) as response:
        return json.load(response)


class Service:
    def __init__(self):
        self._process = subprocess.Popen(["node", STACK], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._read()

    def _read(self):
        places = json.loads(self._process.stdout.readline())
        self.engine, self.wallet = places["engine"], places["wallet"]

    async def restart(self):
        self._process.stdin.write("restart\n")
        self._process.stdin.flush()
        await asyncio.to_thread(self._read)

    def close(self):
        self._process.stdin.close()
        self._process.wait(60)


class Trader:
    """A user with a key and an account."""

    def __init__(self, service):
        self.service = service
        key = {"label": "nautilus", "permissions": ["TRADE", "MANAGE_ORDERS"]}
        made = call(f"{service.wallet}/api/api-keys", {"X-User-Id": f"nautilus-{uuid4()}"}, key)
        self.headers = {"X-API-Key": made["key"], "X-API-Secret": made["secret"]}
        self.account = call(f"{service.engine}/v1/accounts", self.headers, {"plan_id": "standard-100k"})["id"]

    async def read(self, path):
        return await asyncio.to_thread(call, f"{self.service.engine}/v1/account/{self.account}/{path}", self.headers)

    async def place(self, **order):
        body = {"account_id": self.account, **order}
        return await asyncio.to_thread(call, f"{self.service.engine}/v1/order", self.headers, body)


@pytest.fixture(scope="session")
def service():
    service = Service()
    yield service
    service.close()


@pytest.fixture
def trader(service):
    return Trader(service)


class Recorder(Strategy):
    """Does what the test says, and keeps what it is told; orders of others are its own, too."""

    def __init__(self):
        super().__init__(StrategyConfig(strategy_id="RECORDER-001", external_order_claims=[BTC]))
        self.quotes, self.trades, self.books, self.bars, self.events = [], [], [], [], []

    def on_start(self):
        self.subscribe_quote_ticks(BTC)
        self.subscribe_trade_ticks(BTC)
        self.subscribe_order_book_deltas(ETH)
        self.subscribe_mark_prices(BTC)
        self.request_bars(BarType.from_str("BTC-USD.ATS-1-MINUTE-LAST-EXTERNAL"), self.clock.utc_now() - HOUR)

    def on_quote_tick(self, tick):
        self.quotes.append(tick)

    def on_trade_tick(self, tick):
        self.trades.append(tick)

    def on_order_book_deltas(self, deltas):
        self.books.append(deltas)

    def on_historical_data(self, data):
        self.bars.append(data)

    def on_order_event(self, event):
        self.events.append(event)


HOUR = timedelta(hours=1)


class Node:
    """A node that runs while the block does."""

    def __init__(self, trader):
        provider = InstrumentProviderConfig(load_all=True)
        url = trader.service.engine
        keys = {"key": trader.headers["X-API-Key"], "secret": trader.headers["X-API-Secret"]}
        of_account = {**keys, "account": trader.account}
        config = TradingNodeConfig(
            trader_id=TraderId("TESTER-001"),
            logging=LoggingConfig(log_level="WARNING"),
            exec_engine=LiveExecEngineConfig(reconciliation=True, reconciliation_startup_delay_secs=1),
            data_clients={"ATS": AtsDataClientConfig(url=url, instrument_provider=provider)},
            exec_clients={"ATS": AtsExecClientConfig(url=url, instrument_provider=provider, **of_account)},
            timeout_connection=60,
            timeout_reconciliation=30,
            timeout_post_stop=1,
        )
        self.node = TradingNode(config=config, loop=asyncio.get_running_loop())
        self.strategy = Recorder()
        self.node.trader.add_strategy(self.strategy)
        self.node.add_data_client_factory("ATS", AtsLiveDataClientFactory)
        self.node.add_exec_client_factory("ATS", AtsLiveExecClientFactory)
        self.node.build()

    async def __aenter__(self):
        self._running = asyncio.ensure_future(self.node.run_async())
        await until(lambda: self.node.trader.is_running or self._running.done())
        assert self.node.trader.is_running, self._running.exception()
        return self

    async def __aexit__(self, *_):
        await self.node.stop_async()
        await self._running

    @property
    def cache(self):
        return self.node.kernel.cache

    def submit_market(self, side, size):
        instrument = self.cache.instrument(BTC)
        order = self.strategy.order_factory.market(BTC, side, instrument.make_qty(size))
        self.strategy.submit_order(order)
        return order

    def submit_limit(self, price, size=0.01):
        instrument = self.cache.instrument(BTC)
        size, price = instrument.make_qty(size), instrument.make_price(price)
        order = self.strategy.order_factory.limit(BTC, OrderSide.BUY, size, price)
        self.strategy.submit_order(order)
        return order

    def position(self):
        found = self.cache.positions_open(instrument_id=BTC)
        return found[0] if found else None


async def until(condition, seconds=40):
    """Waits for a condition, and gives what it gave."""
    async with asyncio.timeout(seconds):
        while True:
            found = condition()
            if found:
                return found
            await asyncio.sleep(0.1)


def run(of):
    asyncio.run(of)


def test_instruments_and_market_data(trader):
    async def watch():
        async with Node(trader) as node:
            assert len(node.cache.instruments()) > 70
            strategy = node.strategy
            quote = (await until(lambda: strategy.quotes))[0]
            assert quote.bid_price < quote.ask_price
            await until(lambda: strategy.trades and strategy.books and strategy.bars)
            await until(lambda: node.cache.mark_price(BTC))
            ids = [tick.trade_id for tick in strategy.trades]
            assert len(set(ids)) == len(ids)

    run(watch())


def test_orders_fills_and_positions(trader):
    async def trade():
        async with Node(trader) as node:
            await until(lambda: node.strategy.quotes)
            order = node.submit_market(OrderSide.BUY, 0.1)
            await until(lambda: order.status == OrderStatus.FILLED)
            there = (await trader.read("trades"))[0]
            assert order.venue_order_id.value == there["order_id"]
            assert float(order.avg_px) == pytest.approx(there["price"], rel=1e-9)
            assert float(node.position().quantity) == 0.1
            limit = node.submit_limit(50_000)
            await until(lambda: limit.status == OrderStatus.ACCEPTED)
            node.strategy.modify_order(limit, price=node.cache.instrument(BTC).make_price(50_010))
            await until(lambda: float(limit.price) == 50_010)
            node.strategy.cancel_order(limit)
            await until(lambda: limit.status == OrderStatus.CANCELED)
            refused = node.submit_limit(50_000, 5_000)
            await until(lambda: refused.status == OrderStatus.REJECTED)
            node.strategy.close_all_positions(BTC)
            await until(lambda: node.position() is None)
            assert await trader.read("positions") == []
            balance = (await trader.read("summary"))["balance"]
            account = node.cache.account_for_venue(BTC.venue)
            await until(lambda: float(account.balance_total()) == pytest.approx(balance, abs=0.01))

    run(trade())


def test_fills_while_the_service_was_away_come_once(service, trader):
    """The stream goes on behind the last event, over a restart of the service."""

    async def trade():
        async with Node(trader) as node:
            await until(lambda: node.strategy.quotes)
            order = node.submit_market(OrderSide.BUY, 0.1)
            resting = node.submit_limit(50_000)
            await until(lambda: order.status == OrderStatus.FILLED and resting.status == OrderStatus.ACCEPTED)
            await service.restart()
            await trader.place(symbol="BTC-USD", side="SELL", kind="MARKET", quantity="0.04", client_id="elsewhere")
            await until(lambda: node.position() is not None and float(node.position().quantity) == 0.06)
            assert resting.status == OrderStatus.ACCEPTED
            fills = [event for event in node.strategy.events if type(event).__name__ == "OrderFilled"]
            there = await trader.read("trades")
            assert sorted(event.trade_id.value for event in fills) == sorted(fill["id"] for fill in there)

    run(trade())


def test_a_new_node_reconciles(trader):
    """What was open before it, and what happened while no node ran."""

    async def before():
        async with Node(trader) as node:
            await until(lambda: node.strategy.quotes)
            order = node.submit_market(OrderSide.BUY, 0.1)
            resting = node.submit_limit(50_000)
            await until(lambda: order.status == OrderStatus.FILLED and resting.status == OrderStatus.ACCEPTED)
            return resting.client_order_id

    async def after(resting):
        await trader.place(symbol="BTC-USD", side="SELL", kind="MARKET", quantity="0.03", client_id="in-between")
        async with Node(trader) as node:
            position = await until(node.position)
            assert (position.side, float(position.quantity)) == (PositionSide.LONG, 0.07)
            assert [order.client_order_id for order in node.cache.orders_open(instrument_id=BTC)] == [resting]

    resting = asyncio.run(before())
    run(after(resting))
