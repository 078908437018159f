"""Time for programs without an event loop."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

F = TypeVar("F")


class Clock:
    """The time and chance of a client: tests bring their own."""

    def now(self) -> float:
        """Seconds that never go back."""
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        """Waits."""
        time.sleep(seconds)

    def random(self) -> float:
        """From 0 to below 1."""
        return random.random()  # noqa: S311 - spreads waits


class Ticker:
    """Does something again and again until it is stopped, in a thread that does not keep the process running."""

    def __init__(self, seconds: float, beat: Callable[[], None]) -> None:
        self._seconds = seconds
        self._beat = beat
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="ats-ticker", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """No beat begins any more."""
        self._stopped.set()

    def ended(self) -> None:
        """Waits for a beat that is under way."""
        if self._thread is not threading.current_thread():
            self._thread.join()

    def _run(self) -> None:
        while not self._stopped.wait(self._seconds):
            self._beat()


class Stoppable(Generic[F]):
    """Frames until they are stopped: at once where a handler of a signal says so, in the thread that waits."""

    def __init__(self, frames: Iterator[F]) -> None:
        self._frames = frames
        self._is_stopped = False
        self._waiting: int | None = None

    def stop(self) -> None:
        """No frame comes any more; called in another thread, after the one that is waited for."""
        self._is_stopped = True
        if self._waiting == threading.get_ident():
            raise _Stopped

    def following(self) -> F:
        """The next frame. Raises StopIteration."""
        try:
            self._waiting = threading.get_ident()
            if self._is_stopped:
                raise StopIteration
            return next(self._frames)
        except _Stopped:
            raise StopIteration from None
        finally:
            self._waiting = None


class _Stopped(BaseException):
    """Goes through all that would handle an error."""
