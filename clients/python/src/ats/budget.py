"""The rate limit as a client keeps to it, and the bound of its repetitions."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from threading import Lock

from msgspec import Struct, structs

_RESERVED = 0.05
"""The share of a budget that only urgent requests may take."""
_SPREAD_BELOW = 0.25
"""Below this share ordinary requests are spread over the rest of the window."""
_SAME_WINDOW = 1.5
"""The end of a window comes in whole seconds."""


class _Window(Struct, frozen=True):
    limit: int
    remaining: int
    ends_at: float


class Budget:
    """
    The rest of the rate limit, by the headers of answers, so that a client slows itself before the service refuses:
    ordinary requests are spread over the rest of the window when little is left, and wait for the next when nothing is.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._window: _Window | None = None
        self._in_flight = 0
        self._next_at = 0.0

    def delay(self, now: float, cost: int, *, is_urgent: bool) -> float:
        """The seconds to wait before a request that counts as `cost` requests; 0: send it now."""
        with self._lock:
            window = self._window
            if window is None or now >= window.ends_at:
                return 0.0
            left, until_end = window.remaining - self._in_flight, window.ends_at - now
            if is_urgent:
                return 0.0 if left >= cost else until_end
            if left - _reserved(window) < cost:
                return until_end
            if left > window.limit * _SPREAD_BELOW:
                return 0.0
            return min(until_end, max(0.0, self._next_at - now))

    def take(self, now: float, cost: int) -> None:
        """Counts a request that is being sent; `done` says when its answer has come, or none will."""
        with self._lock:
            window = self._window
            if window is not None and now < window.ends_at:
                left = window.remaining - self._in_flight
                if left <= window.limit * _SPREAD_BELOW:
                    share = cost / max(1, left - _reserved(window))
                    self._next_at = max(self._next_at, now) + (window.ends_at - now) * share
            self._in_flight += cost

    def done(self, cost: int) -> None:
        """The answer to a request has come, or none will."""
        with self._lock:
            self._in_flight -= cost

    def learn(self, now: float, headers: Mapping[str, str]) -> None:
        """Takes note of the headers of an answer."""
        told = _read_window(headers, now)
        if told is None:
            return
        with self._lock:
            known = self._window
            if known is not None and abs(told.ends_at - known.ends_at) <= _SAME_WINDOW:
                self._window = structs.replace(known, remaining=min(known.remaining, told.remaining))
            elif known is None or told.ends_at > known.ends_at:
                self._window, self._next_at = told, 0.0


def _reserved(window: _Window) -> int:
    return math.ceil(window.limit * _RESERVED)


def _read_window(headers: Mapping[str, str], now: float) -> _Window | None:
    """The IETF draft's fields, whose end is relative: the clocks of caller and service may differ."""
    left = re.search(r";r=(\d{1,12});t=(\d{1,12})", headers.get("ratelimit", ""))
    limit = headers.get("x-ratelimit-limit", "")
    if left is None or not re.fullmatch(r"\d{1,12}", limit) or int(limit) == 0:
        return None
    return _Window(int(limit), int(left[1]), now + int(left[2]))


_BURST = 20
"""Repetitions that need not wait: those of some calls that a short fault has met together."""
_PER_ANSWER = 0.2
"""The share of a repetition that each answer allows."""
_PER_SECOND = 4


class RetryBudget:
    """
    Bounds what a client adds to the load of a service that fails: repetitions are a fifth of the answers and four a
    second; those beyond wait for their turn, except urgent ones.
    """

    def __init__(self, now: float) -> None:
        self._lock = Lock()
        self._left = float(_BURST)
        self._at = now

    def answered(self) -> None:
        """Counts an answer."""
        with self._lock:
            self._add(_PER_ANSWER)

    def delay(self, now: float, *, is_urgent: bool) -> float:
        """The seconds until a repetition may be sent."""
        with self._lock:
            self._add((now - self._at) * _PER_SECOND)
            self._at = now
            return 0.0 if is_urgent else max(0.0, 1 - self._left) / _PER_SECOND

    def take(self) -> None:
        """Counts a repetition, which is sent after its delay."""
        with self._lock:
            self._left -= 1

    def _add(self, count: float) -> None:
        self._left = min(_BURST, self._left + count)
