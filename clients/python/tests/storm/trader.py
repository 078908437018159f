"""
A program that places the orders it reads, one a line, through faults of its own, and says what it was told of each:
release/test/python kills it in between. `python trader.py sync|async ENGINE SEED BOTS`; a seed of 0 is without faults.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import threading
from typing import Any

import httpx

import ats
from ats._runtime.async_runtime import AsyncClock
from ats._runtime.sync_runtime import Clock

MODE, ENGINE, SEED, BOTS = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
# Longer than the engine takes to answer anything, with which it may be busy: shorter ones would only add to it.
ATTEMPT = 2.5 if SEED else 20.0
WAITS = 20 if SEED else 1
"""All waits are so many times shorter."""

_chance = random.Random(SEED)
_output = threading.Lock()


def say(message: dict[str, Any]) -> None:
    with _output:
        sys.stdout.write(json.dumps(message) + "\n")
        sys.stdout.flush()


def roll() -> float:
    say({"attempt": True})
    return _chance.random() if SEED else 1.0


def before(rolled: float, request: httpx.Request) -> httpx.Response | None:
    """What is between fails some attempts before they are sent."""
    if rolled < 0.04:
        body = {"error": "rate_limited", "message": "busy"}
        return httpx.Response(429, headers={"retry-after": "1"}, json=body, request=request)
    return httpx.Response(502, text="bad gateway", request=request) if rolled < 0.08 else None


def after(rolled: float, request: httpx.Request, response: httpx.Response) -> httpx.Response:
    """It fails others when the service has done its work."""
    if rolled < 0.12:
        return httpx.Response(500, json={"error": "engine_error", "message": "lost"}, request=request)
    if rolled < 0.16:
        raise httpx.ReadError("connection reset", request=request)
    return response


class Failing(httpx.BaseTransport):
    def __init__(self) -> None:
        self._inner = httpx.HTTPTransport(limits=httpx.Limits(max_keepalive_connections=8))

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        rolled = roll()
        early = before(rolled, request)
        if early is not None:
            return early
        response = self._inner.handle_request(request)
        if rolled < 0.16:
            response.read()
            response.close()
        return after(rolled, request, response)


class AsyncFailing(httpx.AsyncBaseTransport):
    def __init__(self) -> None:
        self._inner = httpx.AsyncHTTPTransport(limits=httpx.Limits(max_keepalive_connections=8))

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        rolled = roll()
        early = before(rolled, request)
        if early is not None:
            return early
        response = await self._inner.handle_async_request(request)
        if rolled < 0.16:
            await response.aread()
            await response.aclose()
        return after(rolled, request, response)


class ShortClock(Clock):
    def sleep(self, seconds: float) -> None:
        super().sleep(seconds / WAITS)


class AsyncShortClock(AsyncClock):
    async def sleep(self, seconds: float) -> None:
        await super().sleep(seconds / WAITS)


def report(number: int, told: ats.Placement | ats.BaseError) -> None:
    if isinstance(told, ats.BaseError):
        say({"number": number, "error": type(told).__name__, "message": str(told)})
    elif isinstance(told, ats.Refused):
        say({"number": number, "placed": False})
    else:
        order = told.order
        facts = {"id": order.id, "status": order.status, "trades": len(told.trades)}
        say(
            {
                "number": number,
                "placed": True,
                **facts,
                "filled": str(order.filled_quantity),
                "quantity": str(order.quantity),
            }
        )


def read_line() -> dict[str, Any] | None:
    line = sys.stdin.readline()
    return json.loads(line) if line else None


def trade() -> None:
    reading = threading.Lock()
    clients: dict[str, ats.TradingClient] = {}

    def client_of(intent: dict[str, Any]) -> ats.TradingClient:
        with reading:
            key = intent["key"]
            if key not in clients:
                clients[key] = ats.TradingClient(
                    ENGINE, key=key, secret=intent["secret"], attempt=ATTEMPT, http=Failing(), clock=ShortClock()
                )
            return clients[key]

    def bot() -> None:
        while True:
            with reading:
                intent = read_line()
            if intent is None:
                return
            try:
                account = client_of(intent).account(intent["account_id"])
                told: ats.Placement | ats.BaseError = account.place(deadline=intent["deadline"], **intent["order"])
            except ats.BaseError as error:
                told = error
            report(intent["number"], told)

    threads = [threading.Thread(target=bot) for _ in range(BOTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


async def trade_async() -> None:
    clients: dict[str, ats.AsyncTradingClient] = {}
    reading = asyncio.Lock()

    async def bot() -> None:
        while True:
            async with reading:
                intent = await asyncio.to_thread(read_line)
            if intent is None:
                return
            key = intent["key"]
            if key not in clients:
                clients[key] = ats.AsyncTradingClient(
                    ENGINE,
                    key=key,
                    secret=intent["secret"],
                    attempt=ATTEMPT,
                    http=AsyncFailing(),
                    clock=AsyncShortClock(),
                )
            account = clients[key].account(intent["account_id"])
            try:
                told: ats.Placement | ats.BaseError = await account.place(
                    deadline=intent["deadline"], **intent["order"]
                )
            except ats.BaseError as error:
                told = error
            report(intent["number"], told)

    await asyncio.gather(*[bot() for _ in range(BOTS)])


if MODE == "sync":
    trade()
else:
    asyncio.run(trade_async())
