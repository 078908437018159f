"""The connector, started as hummingbot starts it, on a running service: books, orders, fills, positions, a restart."""

from __future__ import annotations

import asyncio
import json
import subprocess
import urllib.request
from decimal import Decimal
from pathlib import Path
from uuid import uuid4

import pytest
from hummingbot.connector.derivative.ats_perpetual.ats_perpetual_derivative import AtsPerpetualDerivative
from hummingbot.core.clock import Clock, ClockMode
from hummingbot.core.data_type.common import OrderType, PositionAction
from hummingbot.core.network_iterator import NetworkStatus

STACK = Path(__file__).parents[2] / "stack.mjs"
PAIR = "BTC-USD"


def call(url: str, headers: dict, body: dict) -> dict:
    request = urllib.request.Request(url, json.dumps(body).encode(), {"Content-Type": "application/json", **headers})
    with urllib.request.urlopen(request, timeout=60) as response:
        return json.load(response)


class Service:
    def __init__(self) -> None:
        self._process = subprocess.Popen(["node", STACK], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._read()

    def _read(self) -> None:
        places = json.loads(self._process.stdout.readline())
        self.engine, self.wallet = places["engine"], places["wallet"]

    async def restart(self) -> None:
        self._process.stdin.write("restart\n")
        self._process.stdin.flush()
        await asyncio.to_thread(self._read)

    def close(self) -> None:
        self._process.stdin.close()
        self._process.wait(60)


@pytest.fixture
def service():
    service = Service()
    yield service
    service.close()


def connector_on(service: Service) -> AtsPerpetualDerivative:
    made = call(
        f"{service.wallet}/api/api-keys",
        {"X-User-Id": f"hummingbot-{uuid4()}"},
        {"label": "hummingbot", "permissions": ["TRADE", "MANAGE_ORDERS"]},
    )
    headers = {"X-API-Key": made["key"], "X-API-Secret": made["secret"]}
    account = call(f"{service.engine}/v1/accounts", headers, {"plan_id": "standard-100k"})["id"]
    keys = {"ats_perpetual_api_key": made["key"], "ats_perpetual_secret_key": made["secret"]}
    where = {"ats_perpetual_url": service.engine, "ats_perpetual_account_id": account}
    return AtsPerpetualDerivative(**keys, **where, trading_pairs=[PAIR])


async def until(condition, seconds: float = 120.0) -> None:
    async def wait() -> None:
        while not condition():
            await asyncio.sleep(0.1)

    await asyncio.wait_for(wait(), seconds)


def test_it_trades_and_goes_on_after_a_restart_of_the_service(service):
    async def trade() -> None:
        connector = connector_on(service)
        with Clock(ClockMode.REALTIME, 0.5) as clock:
            clock.add_iterator(connector)
            running = asyncio.ensure_future(clock.run())
            try:
                await until(lambda: connector.ready)
                assert connector.network_status is NetworkStatus.CONNECTED
                assert connector.get_balance("USD") == Decimal(100_000)
                price = connector.get_mid_price(PAIR)

                def order(name):
                    return connector._order_tracker.all_orders.get(name)

                def is_filled(name) -> bool:
                    return order(name) is not None and order(name).is_filled

                bought = connector.buy(PAIR, Decimal("0.02"), OrderType.MARKET, position_action=PositionAction.OPEN)
                resting = connector.sell(
                    PAIR, Decimal("0.01"), OrderType.LIMIT, price * 2, position_action=PositionAction.CLOSE
                )
                await until(lambda: is_filled(bought))
                assert order(bought).executed_amount_base == Decimal("0.02")
                assert order(bought).cumulative_fee_paid("USD") > 0
                await until(lambda: any(one.amount == Decimal("0.02") for one in connector.account_positions.values()))
                await until(lambda: order(resting).exchange_order_id is not None)

                await service.restart()
                sold = connector.sell(PAIR, Decimal("0.02"), OrderType.MARKET, position_action=PositionAction.CLOSE)
                await until(lambda: is_filled(sold))
                await until(lambda: not connector.account_positions)
                # The service has ended the exit with its position, and the stream has told so.
                await until(lambda: order(resting).is_cancelled)
                assert connector.in_flight_orders == {}
            finally:
                running.cancel()
                await asyncio.gather(running, return_exceptions=True)
                await connector.stop_network()

    asyncio.run(trade())
