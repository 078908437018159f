"""An account of the caller."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, overload

from ..call import Call, Repeat, path_of
from ..errors import BaseError, RiskRejected
from ..frames import AccountFrame
from ..generated import models
from ..placement import BatchResult, Closed, Closing, Placed, Placement, refused, to_closing, to_placement
from ..times import Time, time_text
from ..wire import intent_of
from .batch import place_batch
from .dead_man_switch import AsyncArmedSwitch, AsyncSwitchCalls
from .generated.calls import AsyncAccountCalls
from .rows import AsyncRows
from .streams import AsyncStream, account_frames
from .transport import AsyncTransport

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ..generated import requests

LOOK_UP_ORDER = "place it again with the same client_id, or find it with find_order(client_id)"


class AsyncAccount(AsyncAccountCalls):
    """
    An account of the caller. The calls raise the errors of `ats.errors`; the scope is named where a key needs one.
    """

    def __init__(self, transport: AsyncTransport, id: str, *, raise_on_violation: bool = False) -> None:
        super().__init__(transport, id)
        self._raises = raise_on_violation

    @overload
    async def place(
        self,
        *,
        raise_on_violation: Literal[True],
        deadline: float | None = None,
        **order: Unpack[requests.AccountOrder],
    ) -> Placed: ...
    @overload
    async def place(
        self,
        *,
        raise_on_violation: Literal[False] | None = None,
        deadline: float | None = None,
        **order: Unpack[requests.AccountOrder],
    ) -> Placement: ...
    async def place(
        self,
        *,
        raise_on_violation: bool | None = None,
        deadline: float | None = None,
        **order: Unpack[requests.AccountOrder],
    ) -> Placement:
        """
        Places an order, once, however often it has to be sent. Scope `TRADE`.

        Without a `client_id` it gets one; send your own when the intent has to outlive the process: the same order with
        the same one is answered as the first time, or placed now, once. A refusal by risk rules is a value
        (`placed` is False, `violations` says why) unless `raise_on_violation`. Raises OutcomeUnknown when the deadline
        came before an answer; InvalidOrder, BadSymbol, NotFound for an order that makes no sense, which was not placed.
        """
        body = {**intent_of(order), "account_id": self.id}
        client_id = str(body["client_id"])
        call = Call(
            "POST",
            "/v1/order",
            Repeat("intent", LOOK_UP_ORDER, client_id),
            body=body,
            schema="PlaceOrder",
            has_decimals=True,
            deadline=deadline,
        )
        try:
            result = to_placement(await self.transport.fetch(call, models.Placement), client_id)
        except RiskRejected as error:
            result = refused(error, client_id)
        return result.or_raise() if self._is_raising(raise_on_violation) else result

    async def place_all(
        self, orders: Sequence[requests.AccountOrder], *, deadline: float | None = None
    ) -> list[BatchResult]:
        """
        Places many orders, in requests of 50, decided in their order, not all or nothing. Scope `TRADE`.

        What became of each comes in the order they were given; `placed` is None where it was an error. Raises when a
        request was refused as a whole: nothing of it was placed.
        """
        return await place_batch(self.transport, self.id, orders, deadline)

    async def preview(self, *, deadline: float | None = None, **order: Unpack[requests.AccountOrder]) -> models.Preview:
        """What an order would do now, and the finding of every rule, without placing it. Scope `TRADE`."""
        body = {**order, "account_id": self.id}
        call = Call("POST", "/v1/order/preview", body=body, schema="PlaceOrder", has_decimals=True, deadline=deadline)
        return await self.transport.fetch(call, models.Preview)

    @overload
    async def close(
        self,
        *,
        raise_on_violation: Literal[True],
        deadline: float | None = None,
        **position: Unpack[requests.ClosePosition],
    ) -> Closed: ...
    @overload
    async def close(
        self,
        *,
        raise_on_violation: Literal[False] | None = None,
        deadline: float | None = None,
        **position: Unpack[requests.ClosePosition],
    ) -> Closing: ...
    async def close(
        self,
        *,
        raise_on_violation: bool | None = None,
        deadline: float | None = None,
        **position: Unpack[requests.ClosePosition],
    ) -> Closing:
        """
        Closes a position, or `quantity` of it. Scope `TRADE`. Raises NotFound when there is no open position of the
        symbol.
        """
        body = intent_of(position)
        client_id = str(body["client_id"])
        call = Call(
            "POST",
            path_of("/v1/account/{account_id}/close-position", account_id=self.id),
            Repeat("intent", LOOK_UP_ORDER, client_id),
            body=body,
            schema="ClosePosition",
            has_decimals=True,
            deadline=deadline,
        )
        try:
            result = to_closing(await self.transport.fetch(call, models.ClosePlacement), client_id)
        except RiskRejected as error:
            result = refused(error, client_id)
        return result.or_raise() if self._is_raising(raise_on_violation) else result

    async def working_orders(self, *, deadline: float | None = None) -> list[models.Order]:
        """All orders that are working now, newest first."""
        return await self.transport.fetch(self._orders({}, deadline), list[models.Order])

    async def find_order(self, client_id: str, *, deadline: float | None = None) -> models.Order | None:
        """The order with a client_id, ended or not; None when there is none: it was refused, or never came."""
        found = await self.transport.fetch(self._orders({"client_id": client_id}, deadline), list[models.Order])
        return found[0] if found else None

    def orders(
        self, *, from_: Time | None = None, to: Time | None = None, page_size: int = 500, deadline: float | None = None
    ) -> AsyncRows[models.Order]:
        """Orders, working and ended, newest first, page by page."""
        query = {"status": "all", "from": time_text(from_), "to": time_text(to), "limit": page_size}
        return AsyncRows(self.transport, self._orders(query, deadline), list[models.Order])

    def events(self, *, after: int = 0, page_size: int = 500, deadline: float | None = None) -> AsyncRows[models.Event]:
        """The events after a sequence (0: from the beginning), oldest first, up to the present."""
        path = path_of("/v1/account/{account_id}/events", account_id=self.id)
        call = Call("GET", path, query={"after": after, "limit": page_size}, deadline=deadline)
        return AsyncRows(self.transport, call, list[models.Event], next_query=_next_events)

    async def latest_sequence(self, *, deadline: float | None = None) -> int:
        """The sequence of the latest event; 0 before the first. Takes twice as many reads as it has binary digits."""
        low, high = 0, 1
        if not await self._has_events(low, deadline):
            return 0
        while await self._has_events(high, deadline):
            low, high = high, high * 2
        # There is an event after `low`, and none after `high`.
        while high - low > 1:
            middle = (low + high) // 2
            if await self._has_events(middle, deadline):
                low = middle
            else:
                high = middle
        return high

    async def funding(
        self, *, from_: Time | None = None, to: Time | None = None, limit: int = 500, deadline: float | None = None
    ) -> models.AccountFunding:
        """Totals of funding in a span of time, with its newest payments."""
        return await self.transport.fetch(self._funding(from_, to, limit, deadline), models.AccountFunding)

    def funding_payments(
        self, *, from_: Time | None = None, to: Time | None = None, page_size: int = 500, deadline: float | None = None
    ) -> AsyncRows[models.FundingPayment]:
        """Funding payments of all asset classes, newest first, page by page."""
        call = self._funding(from_, to, page_size, deadline)
        return AsyncRows(self.transport, call, models.AccountFunding, rows_of=_payments_of)

    async def arm_dead_man_switch(
        self,
        *,
        timeout: float,
        action: models.SwitchAction,
        is_alive: Callable[[], bool] = lambda: True,
        on_missed: Callable[[BaseError], None] = lambda _: None,
    ) -> AsyncArmedSwitch:
        """
        Arms the dead-man's switch and sends its heartbeats until `disarm()`, or until the process ends: then the
        service waits `timeout` seconds and does `action`, once. Scope `MANAGE_ORDERS`, for `FLATTEN` also `TRADE`.

        `is_alive` is asked before each heartbeat: where the bot says that it is not well, none is sent. `on_missed` is
        told of one that was not taken; the next is sent nevertheless, unless the service refused it for good.
        """
        body = {"timeout_ms": round(timeout * 1000), "action": action}

        async def arm(deadline: float | None) -> models.ArmedDeadManSwitch:
            call = Call(
                "PUT",
                path_of("/v1/account/{account_id}/dead-man-switch", account_id=self.id),
                Repeat("same", "arm it again, or read dead_man_switch()"),
                body=body,
                schema="ArmDeadManSwitch",
                is_urgent=True,
                deadline=deadline,
            )
            return await self.transport.fetch(call, models.ArmedDeadManSwitch)

        calls = AsyncSwitchCalls(arm, self.disarm_dead_man_switch, is_alive, on_missed)
        return AsyncArmedSwitch(await arm(None), timeout, calls)

    def stream(
        self, *, after: int | None = None, on_lost: Callable[[BaseError], None] | None = None
    ) -> AsyncStream[AccountFrame]:
        """
        The account as it changes: each event once and in order, also over lost connections, and the newest summary and
        risk. `after` is the sequence of the last event that is known; without it, from now on. Raises StreamGap.
        """
        return AsyncStream(self._stream(after, on_lost))

    async def _stream(
        self, after: int | None, on_lost: Callable[[BaseError], None] | None
    ) -> AsyncIterator[AccountFrame]:
        start = await self.latest_sequence() if after is None else after
        path = path_of("/v1/account/{account_id}/stream", account_id=self.id)
        async for frame in account_frames(self.transport, path, start, on_lost):
            yield frame

    def _is_raising(self, raise_on_violation: bool | None) -> bool:
        return self._raises if raise_on_violation is None else raise_on_violation

    async def _has_events(self, after: int, deadline: float | None) -> bool:
        path = path_of("/v1/account/{account_id}/events", account_id=self.id)
        call = Call("GET", path, query={"after": after, "limit": 1}, deadline=deadline)
        return len(await self.transport.fetch(call, list[models.Event])) > 0

    def _orders(self, query: Mapping[str, object], deadline: float | None) -> Call:
        path = path_of("/v1/account/{account_id}/orders", account_id=self.id)
        return Call("GET", path, query=query, has_decimals=True, deadline=deadline)

    def _funding(self, from_: Time | None, to: Time | None, limit: int, deadline: float | None) -> Call:
        path = path_of("/v1/account/{account_id}/funding", account_id=self.id)
        query = {"from": time_text(from_), "to": time_text(to), "limit": limit}
        return Call("GET", path, query=query, has_decimals=True, deadline=deadline)


def _next_events(headers: Mapping[str, str], rows: list[models.Event]) -> dict[str, object] | None:
    return {"after": rows[-1].sequence} if headers.get("x-has-more") == "true" and rows else None


def _payments_of(funding: models.AccountFunding) -> list[models.FundingPayment]:
    classes = funding.by_asset_class
    each = (classes.crypto, classes.forex, classes.commodity, classes.equity, classes.index)
    return sorted((payment for one in each for payment in one.payments), key=lambda one: one.timestamp, reverse=True)
