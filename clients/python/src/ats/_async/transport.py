"""Sends requests until they are answered, within their deadline and the rate limit."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import TypeVar, cast

import httpx
from msgspec import Struct

from .._runtime.async_runtime import AsyncClock
from ..budget import Budget, RetryBudget
from ..call import Answer, Call, query_text
from ..errors import (
    BaseError,
    ExchangeNotAvailable,
    OutcomeUnknown,
    RateLimitExceeded,
    RequestTimeout,
    error_of_answer,
)
from ..generated.version import VERSION
from ..wire import decode, encode

T = TypeVar("T")

STREAM_SILENCE = 40.0
"""The service writes to a stream at least every 15 s: one that is silent for so long is lost."""
_USER_AGENT = f"ats-python/{VERSION}"
# A listener that is not there has done nothing.
_NOT_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)


class AsyncSettings(Struct, frozen=True):
    """The options of a client."""

    url: str
    deadline: float = 30.0
    attempt: float = 5.0
    http: httpx.AsyncBaseTransport | None = None
    clock: AsyncClock | None = None


class _Failure(Struct, frozen=True):
    """An attempt without an answer of 2xx."""

    error: BaseError
    is_final: bool = False
    """The service refused it, and would again."""
    is_unknown: bool = False
    """It may have been done."""
    wait: float = 0.0


class AsyncTransport:
    """The connections of a client, with its rate limit and its repetitions."""

    def __init__(
        self,
        settings: AsyncSettings,
        headers: Callable[[str, str, bytes], Mapping[str, str]],
    ) -> None:
        self.settings = settings
        self.clock = settings.clock or AsyncClock()
        self.deadline = settings.deadline
        self._attempt_limit = settings.attempt
        self._headers = headers
        self._budget = Budget()
        self._retries = RetryBudget(self.clock.now())
        self._http = httpx.AsyncClient(
            base_url=settings.url.rstrip("/"),
            transport=settings.http,
            limits=httpx.Limits(max_connections=512, max_keepalive_connections=64),
            follow_redirects=False,
        )

    async def aclose(self) -> None:
        """Ends the connections."""
        await self._http.aclose()

    async def fetch(self, call: Call, answer: type[T]) -> T:
        """The body of the answer. Raises BaseError."""
        content = (await self.send(call)).content
        return cast("T", content.decode()) if answer is str else decode(content, answer)

    async def send(self, call: Call) -> Answer:
        """The answer of 2xx. Raises BaseError."""
        body = b"" if call.body is None else encode(call.body, call.schema)
        target = self._target(call.path, {**call.query, "decimals": "string" if call.has_decimals else None})
        deadline = self.clock.now() + (self.deadline if call.deadline is None else call.deadline)
        unknown: BaseError | None = None
        attempt = 0
        while True:
            outcome = await self._wait_for_budget(call, deadline) or await self._attempt(call, target, body, deadline)
            if isinstance(outcome, Answer):
                self._retries.answered()
                return outcome
            if outcome.is_final:
                self._retries.answered()
                if _tells_all(outcome.error, call, unknown):
                    raise outcome.error
                raise _outcome_unknown(call, outcome.error) from outcome.error
            if outcome.is_unknown:
                unknown = outcome.error
            wait = self._wait_after(outcome, attempt, call)
            is_over = self.clock.now() + wait >= deadline or (unknown is not None and call.repeat.kind == "once")
            if is_over and (unknown is None or call.repeat.kind == "read"):
                raise outcome.error
            if is_over and unknown is not None:
                raise _outcome_unknown(call, unknown) from unknown
            self._retries.take()
            await self.clock.sleep(wait)
            attempt += 1

    @asynccontextmanager
    async def stream(
        self, path: str, query: Mapping[str, object], headers: Mapping[str, str]
    ) -> AsyncGenerator[httpx.Response]:
        """Opens a stream, once: its body is for the caller to read. Raises BaseError when the service refuses it."""
        target = self._target(path, query)
        own = {**self._headers("GET", target, b""), "user-agent": _USER_AGENT, **headers}
        limit = self._attempt_limit
        timeout = httpx.Timeout(connect=limit, write=limit, pool=limit, read=STREAM_SILENCE)
        try:
            async with self._http.stream("GET", target, headers=own, timeout=timeout) as response:
                self._budget.learn(self.clock.now(), response.headers)
                if not response.is_success:
                    raise error_of_answer(path, response.status_code, response.headers, await response.aread())
                yield response
        except httpx.HTTPError as error:
            raise _no_answer(error).error from error

    async def _wait_for_budget(self, call: Call, deadline: float) -> _Failure | None:
        """None once the budget allows the request; a failure when that would be after the deadline."""
        while True:
            now = self.clock.now()
            delay = self._budget.delay(now, call.cost, is_urgent=call.is_urgent)
            if delay <= 0:
                return None
            if now + delay >= deadline:
                message = f"the rate limit leaves no request before the deadline; the next is in {delay:.1f} s"
                return _Failure(RateLimitExceeded(message), wait=delay)
            await self.clock.sleep(delay)

    async def _attempt(self, call: Call, target: str, body: bytes, deadline: float) -> Answer | _Failure:
        until = min(deadline, self.clock.now() + self._attempt_limit)
        headers = {
            **({"content-type": "application/json"} if call.body is not None else {}),
            "user-agent": _USER_AGENT,
            **self._headers(call.method, target, body),
        }
        timeout = max(0.001, until - self.clock.now())
        self._budget.take(self.clock.now(), call.cost)
        try:
            async with self._http.stream(
                call.method, target, headers=headers, content=body or None, timeout=timeout
            ) as response:
                pieces: list[bytes] = []
                async for piece in response.aiter_bytes():
                    pieces.append(piece)
                    if self.clock.now() > until:
                        return _Failure(RequestTimeout("no answer in time"), is_unknown=True)
                self._budget.learn(self.clock.now(), response.headers)
                content = b"".join(pieces)
        except httpx.HTTPError as error:
            return _no_answer(error)
        finally:
            self._budget.done(call.cost)
        if response.is_success:
            return Answer(content, response.headers)
        return _refusal(error_of_answer(call.path, response.status_code, response.headers, content))

    def _wait_after(self, failure: _Failure, attempt: int, call: Call) -> float:
        # Up to half as long again: all clients that failed together get the same time to retry.
        asked = failure.wait * (1 + self.clock.random() / 2)
        first, longest = (1.0, 30.0) if failure.error.status == 429 else (0.1, 5.0)
        span = min(longest, first * 2.0 ** min(attempt, 16))
        own = span / 2 + self.clock.random() * span / 2
        return max(asked, own, self._retries.delay(self.clock.now(), is_urgent=call.is_urgent))

    def _target(self, path: str, query: Mapping[str, object]) -> str:
        said = {name: text for name, value in query.items() if (text := query_text(value)) is not None}
        return f"{path}?{httpx.QueryParams(said)}" if said else path


def _refusal(error: BaseError) -> _Failure:
    wait = error.retry_after or 0.0
    status = error.status or 0
    # A reason of 409 that says: the first of these is still being decided.
    if status >= 500 or error.reason == "in_progress":
        return _Failure(error, is_unknown=True, wait=wait)
    return _Failure(error, is_final=status not in (429, 408), wait=wait)


def _no_answer(cause: httpx.HTTPError) -> _Failure:
    words = str(cause) or type(cause).__name__
    if isinstance(cause, _NOT_SENT):
        error: BaseError = ExchangeNotAvailable(f"the service cannot be reached: {words}")
        error.__cause__ = cause
        return _Failure(error)
    is_late = isinstance(cause, httpx.TimeoutException)
    error = (
        RequestTimeout("no answer in time") if is_late else ExchangeNotAvailable(f"the connection was lost: {words}")
    )
    error.__cause__ = cause
    return _Failure(error, is_unknown=True)


def _tells_all(error: BaseError, call: Call, unknown: BaseError | None) -> bool:
    """
    Whether a refusal also says what became of an earlier attempt that had no answer. One of an intent does, since what
    was done is answered before anything else is checked, the key excepted.
    """
    if unknown is None or call.repeat.kind == "read":
        return True
    if call.repeat.kind == "intent":
        return error.status not in (401, 403)
    return error.status == 400 or error.reason == "order_not_working"


def _outcome_unknown(call: Call, cause: BaseError) -> OutcomeUnknown:
    repeat = call.repeat
    message = f"it may or may not have been done ({cause.message}): {repeat.look_up}"
    return OutcomeUnknown(message, cause.details, client_id=repeat.client_id, look_up=repeat.look_up)
