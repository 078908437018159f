"""A service in the process, as a list of answers, and a clock that no test waits for."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import httpx

from ats._runtime.async_runtime import AsyncClock
from ats._runtime.sync_runtime import Clock

Reply = httpx.Response | Exception | Callable[[httpx.Request], httpx.Response]


class _Time:
    def __init__(self) -> None:
        self.time = 0.0
        self.slept: list[float] = []

    def now(self) -> float:
        return self.time

    def random(self) -> float:
        return 0.0

    def pass_by(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.time += seconds


class FakeClock(_Time, Clock):
    """Goes on when somebody sleeps."""

    def sleep(self, seconds: float) -> None:
        self.pass_by(seconds)


class AsyncFakeClock(_Time, AsyncClock):
    """The same for async clients."""

    async def sleep(self, seconds: float) -> None:
        self.pass_by(seconds)


@dataclass
class FakeService:
    """Gives the replies in their order, the last one again and again."""

    replies: Sequence[Reply]
    requests: list[httpx.Request] = field(default_factory=list[httpx.Request])

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        reply = self.replies[min(len(self.requests), len(self.replies)) - 1]
        if isinstance(reply, Exception):
            raise reply
        if isinstance(reply, httpx.Response):
            return httpx.Response(reply.status_code, headers=reply.headers, content=reply.content)
        return reply(request)

    @property
    def transport(self) -> httpx.MockTransport:
        return httpx.MockTransport(self)

    def bodies(self) -> list[dict[str, Any]]:
        return [json.loads(request.content) for request in self.requests]


def answer(status: int, body: object = None, **headers: str) -> httpx.Response:
    """An answer of JSON."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx.Response(status, headers=named, content=b"" if body is None else json.dumps(body).encode())


LOST = httpx.ReadError("connection reset")
REFUSED = httpx.ConnectError("connection refused")

TIME = "2026-03-01T12:00:00.123456Z"

ORDER: dict[str, Any] = {
    "id": "o1",
    "account_id": "a1",
    "client_id": "c1",
    "origin": "API",
    "key_id": None,
    "symbol": "BTC-USD",
    "venue": "GMX",
    "side": "BUY",
    "kind": "MARKET",
    "status": "FILLED",
    "quantity": "0.01",
    "limit_price": None,
    "price": None,
    "filled_quantity": "0.01",
    "remaining_quantity": "0",
    "held_quantity": "0",
    "average_price": "64000.10",
    "requested_price": None,
    "trigger_price": None,
    "requested_trigger_price": None,
    "trigger_by": "MARK",
    "trigger_state": None,
    "trigger_tick": None,
    "tif": "IOC",
    "expires_at": None,
    "flags": {"post_only": False, "reduce_only": False, "trigger_on_index": False, "trigger_on_mark": True},
    "position_id": None,
    "parent_order_id": None,
    "reason": None,
    "fees": "0.32",
    "created_at": TIME,
    "updated_at": TIME,
    "version": 1,
}
PLACED = answer(200, {"order": ORDER, "trades": [], "violations": []})
VIOLATION = {
    "rule": "max_leverage",
    "severity": "SOFT",
    "message": "leverage would be 30; the limit is 20",
    "limit": "20",
    "value": "30",
    "unit": "x",
}
REFUSED_BY_RULES = answer(200, {"order": None, "trades": [], "violations": [VIOLATION]})
