"""
What every framework does here, and how it tells of it.

bars: after each close, one unit long where the mean of the last FAST closes is above that of the last SLOW, else one
unit short; an order turns the position around. Fees are 0.06 %.
ticks: at every EVERY-th quote a market order of one unit, buying and selling in turn.
"""

from __future__ import annotations

import json
import sys
import time

FAST, SLOW = 120, 720
EVERY = 100
FEE = 0.0006
CASH = 10_000_000


def asked() -> tuple[str, str]:
    """Which prices, and the file of them."""
    return sys.argv[1], sys.argv[2]


class Clock:
    """CPU seconds of this process, with those of its threads, since it began."""

    def __init__(self) -> None:
        self._at_run = 0.0

    def run(self) -> None:
        """Loading is over."""
        self._at_run = time.process_time()

    def tell(self, engine: str, kind: str, orders: int, includes: str) -> None:
        ran = time.process_time() - self._at_run
        told = {"engine": engine, "kind": kind, "loading": self._at_run, "run": ran, "orders": orders}
        print(json.dumps({**told, "includes": includes}))


def pass_over() -> None:
    """These prices are not for this framework."""
    print("{}")
