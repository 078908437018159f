"""Orders, fills, positions and the balance of an account."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import ats
from ats import models
from nautilus_trader.cache.cache import Cache
from nautilus_trader.common.component import LiveClock, MessageBus
from nautilus_trader.core.uuid import UUID4
from nautilus_trader.execution.messages import (
    BatchCancelOrders,
    CancelAllOrders,
    CancelOrder,
    GenerateFillReports,
    GenerateOrderStatusReport,
    GenerateOrderStatusReports,
    GeneratePositionStatusReports,
    ModifyOrder,
    QueryAccount,
    SubmitOrder,
    SubmitOrderList,
)
from nautilus_trader.execution.reports import FillReport, OrderStatusReport, PositionStatusReport
from nautilus_trader.live.execution_client import LiveExecutionClient
from nautilus_trader.model.currencies import USD
from nautilus_trader.model.enums import AccountType, OmsType, PositionSide
from nautilus_trader.model.identifiers import AccountId, ClientId, ClientOrderId, TradeId, VenueOrderId
from nautilus_trader.model.instruments import Instrument
from nautilus_trader.model.objects import AccountBalance
from nautilus_trader.model.orders import Order

from . import reading
from .config import VENUE, AtsExecClientConfig
from .order_body import NotTaken, order_body
from .providers import AtsInstrumentProvider, instrument_id

# Orders and fills that have ended are read back to here when Nautilus says no more.
LOOK_BACK = timedelta(days=1)


class AtsExecutionClient(LiveExecutionClient):
    """Orders go out once, under their client order id; what becomes of them comes by the account's stream, once."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        client: ats.AsyncTradingClient,
        msgbus: MessageBus,
        cache: Cache,
        clock: LiveClock,
        instrument_provider: AtsInstrumentProvider,
        config: AtsExecClientConfig,
        name: str | None = None,
    ) -> None:
        super().__init__(
            loop=loop,
            client_id=ClientId(name or VENUE.value),
            venue=VENUE,
            oms_type=OmsType.NETTING,
            account_type=AccountType.MARGIN,
            base_currency=USD,
            instrument_provider=instrument_provider,
            msgbus=msgbus,
            cache=cache,
            clock=clock,
            config=config,
        )
        self._client = client
        self._account = client.account(config.account)
        self._listing = config.listing
        self._accepted: set[ClientOrderId] = set()
        self._following: asyncio.Task | None = None
        self._set_account_id(AccountId(f"{VENUE.value}-{config.account[-12:]}"))

    async def _connect(self) -> None:
        await self._instrument_provider.initialize()
        # From before the reports, so that nothing happens between them and the stream.
        after = await self._account.latest_sequence()
        self._tell_balance(await self._account.summary())
        self._following = self.create_task(self._follow(after), log_msg="follow account")

    async def _disconnect(self) -> None:
        if self._following is not None:
            self._following.cancel()
        await self._client.aclose()

    # -- What the account's stream tells

    async def _follow(self, after: int) -> None:
        def lost(error: ats.BaseError) -> None:
            self._log.warning(f"the account's stream was cut, and goes on where it was: {error}")

        async for frame in self._account.stream(after=after, on_lost=lost):
            if frame.type == "summary":
                self._tell_balance(frame.data)
            elif frame.type == "event":
                self._on_event(frame.data)

    def _on_event(self, event: models.Event) -> None:
        order = event.data.order
        instrument = None if order is None else self._instrument(order.symbol)
        if order is None or instrument is None:
            return
        known = self._known(order)
        if known is None:
            self._tell_external(event, order, instrument)
        elif event.type == "order.ack":
            self._accept(known, order)
        elif event.type == "order.fill" and event.data.trade is not None:
            self._accept(known, order)
            self._fill(known, event.data.trade, instrument)
        elif event.type == "order.cancel" and not known.is_closed:
            self._accept(known, order)
            self._end(known, order)

    def _tell_external(self, event: models.Event, order: models.OrderSnapshot, instrument: Instrument) -> None:
        """Orders of others than this node: of a dashboard, of the service when it liquidates."""
        self._send_order_status_report(reading.order_report(order, self.account_id, instrument))
        if event.data.trade is not None:
            self._send_fill_report(reading.fill_report(event.data.trade, self.account_id, instrument))

    def _known(self, order: models.OrderSnapshot) -> Order | None:
        client_id = reading.client_order_id(order) or self._cache.client_order_id(VenueOrderId(order.id))
        return None if client_id is None else self._cache.order(client_id)

    def _instrument(self, symbol: str) -> Instrument | None:
        return self._instrument_provider.find(instrument_id(symbol))

    def _names(self, order: Order, order_id: str) -> tuple:
        return order.strategy_id, order.instrument_id, order.client_order_id, VenueOrderId(order_id)

    def _accept(self, order: Order, there: reading.Order) -> None:
        """Once, whichever comes first: the answer to the request, or the stream."""
        if order.client_order_id in self._accepted or order.venue_order_id is not None:
            return
        self._accepted.add(order.client_order_id)
        self.generate_order_accepted(*self._names(order, there.id), reading.nanos(there.created_at))

    def _fill(self, order: Order, fill: models.TradeSnapshot, instrument: Instrument) -> None:
        trade_id = TradeId(fill.id)
        if trade_id in order.trade_ids:
            return
        self.generate_order_filled(
            *self._names(order, fill.order_id),
            venue_position_id=None,
            trade_id=trade_id,
            order_side=reading.side_of(fill.side),
            order_type=order.order_type,
            last_qty=instrument.make_qty(fill.quantity),
            last_px=instrument.make_price(fill.price),
            quote_currency=USD,
            commission=reading.dollars(fill.fee),
            liquidity_side=reading.liquidity_of(fill),
            ts_event=reading.nanos(fill.timestamp),
        )

    def _end(self, order: Order, there: models.OrderSnapshot) -> None:
        tell = self.generate_order_expired if there.status == "EXPIRED" else self.generate_order_canceled
        tell(*self._names(order, there.id), reading.nanos(there.updated_at))

    def _tell_balance(self, summary: models.AccountSummary) -> None:
        used = summary.used_margin + summary.reserved_margin
        total, locked = reading.dollars(summary.balance), reading.dollars(min(used, summary.balance))
        free = reading.dollars(total.as_decimal() - locked.as_decimal())
        self.generate_account_state([AccountBalance(total, locked, free)], [], True, self._clock.timestamp_ns())

    # -- Commands

    async def _submit_order(self, command: SubmitOrder) -> None:
        await self._place(command.order)

    async def _submit_order_list(self, command: SubmitOrderList) -> None:
        """The entry first; its exits wait for it, and cancel each other."""
        placed: dict[ClientOrderId, str] = {}
        for order in command.order_list.orders:
            parent = order.parent_order_id
            if parent is not None and parent not in placed:
                self._reject(order, f"its parent {parent} was not placed")
                continue
            order_id = await self._place(order, placed.get(parent) if parent is not None else None)
            if order_id is not None:
                placed[order.client_order_id] = order_id

    async def _place(self, order: Order, parent_id: str | None = None) -> str | None:
        """The service's id of the order; None where it was refused, or nobody knows."""
        now = self._clock.timestamp_ns()
        self.generate_order_submitted(order.strategy_id, order.instrument_id, order.client_order_id, now)
        try:
            placement = await self._account.place(**order_body(order, self._listing, parent_id))
        except ats.OutcomeUnknown as error:
            # It stays in flight: Nautilus asks for its status until somebody knows.
            self._log.warning(f"nobody knows whether {order.client_order_id} was placed: {error}")
            return None
        except (NotTaken, ats.BaseError) as error:
            self._reject(order, str(error))
            return None
        if not placement.placed:
            self._reject(order, "; ".join(violation.message for violation in placement.violations))
            return None
        self._accept(order, placement.order)
        return placement.order.id

    def _reject(self, order: Order, reason: str) -> None:
        now = self._clock.timestamp_ns()
        self.generate_order_rejected(order.strategy_id, order.instrument_id, order.client_order_id, reason, now)

    async def _modify_order(self, command: ModifyOrder) -> None:
        names = (command.strategy_id, command.instrument_id, command.client_order_id)
        try:
            order_id = await self._id_of(command.client_order_id, command.venue_order_id)
            asked = {"quantity": command.quantity, "price": command.price, "trigger_price": command.trigger_price}
            changes = {name: value.as_decimal() for name, value in asked.items() if value is not None}
            order = await self._account.modify(order_id, **changes)
        except ats.BaseError as error:
            now = self._clock.timestamp_ns()
            self.generate_order_modify_rejected(*names, command.venue_order_id, str(error), now)
            return
        report = reading.order_report(order, self.account_id, self._instrument(order.symbol))
        updated = (report.quantity, report.price, report.trigger_price, report.ts_last)
        self.generate_order_updated(*names, report.venue_order_id, *updated)

    async def _cancel_order(self, command: CancelOrder) -> None:
        try:
            await self._account.cancel(await self._id_of(command.client_order_id, command.venue_order_id))
        except ats.BaseError as error:
            now = self._clock.timestamp_ns()
            names = (command.strategy_id, command.instrument_id, command.client_order_id, command.venue_order_id)
            self.generate_order_cancel_rejected(*names, str(error), now)

    async def _cancel_all_orders(self, command: CancelAllOrders) -> None:
        await self._account.cancel_all(symbol=command.instrument_id.symbol.value)

    async def _batch_cancel_orders(self, command: BatchCancelOrders) -> None:
        for cancel in command.cancels:
            await self._cancel_order(cancel)

    async def _query_account(self, command: QueryAccount) -> None:
        self._tell_balance(await self._account.summary())

    async def _id_of(self, client_id: ClientOrderId, order_id: VenueOrderId | None) -> str:
        if order_id is not None:
            return order_id.value
        found = await self._account.find_order(client_id.value)
        if found is None:
            raise ats.OrderNotFound(f"there is no order {client_id}")
        return found.id

    # -- Reports

    async def generate_order_status_report(self, command: GenerateOrderStatusReport) -> OrderStatusReport | None:
        if command.venue_order_id is not None:
            order = await self._account.order(command.venue_order_id.value)
        else:
            order = await self._account.find_order(command.client_order_id.value)
        return None if order is None else self._report(order)

    async def generate_order_status_reports(self, command: GenerateOrderStatusReports) -> list[OrderStatusReport]:
        if command.open_only:
            orders = await self._account.working_orders()
        else:
            ended = [row async for row in self._account.orders(from_=_start_of(command), to=command.end)]
            known = {order.id for order in ended}
            orders = ended + [row for row in await self._account.working_orders() if row.id not in known]
        reports = [self._report(order) for order in orders]
        return [report for report in reports if report is not None and _is_of(report, command)]

    async def generate_fill_reports(self, command: GenerateFillReports) -> list[FillReport]:
        reports = []
        async for fill in self._account.trades(from_=_start_of(command), to=command.end):
            instrument = self._instrument(fill.symbol)
            if instrument is not None:
                reports.append(reading.fill_report(fill, self.account_id, instrument))
        of_order = command.venue_order_id
        return [
            report
            for report in reports
            if _is_of(report, command) and (of_order is None or report.venue_order_id == of_order)
        ]

    async def generate_position_status_reports(
        self, command: GeneratePositionStatusReports
    ) -> list[PositionStatusReport]:
        reports = []
        for position in await self._account.positions():
            instrument = self._instrument(position.symbol)
            if instrument is not None and self._listing in (None, position.venue):
                reports.append(reading.position_report(position, self.account_id, instrument))
        asked = command.instrument_id
        if asked is None:
            return reports
        found = [report for report in reports if report.instrument_id == asked]
        return found or [self._flat(asked)]

    def _flat(self, asked) -> PositionStatusReport:
        instrument, now = self._instrument_provider.find(asked), self._clock.timestamp_ns()
        quantity = instrument.make_qty(0)
        return PositionStatusReport(self.account_id, asked, PositionSide.FLAT, quantity, UUID4(), now, now)

    def _report(self, order: models.Order) -> OrderStatusReport | None:
        instrument = self._instrument(order.symbol)
        return None if instrument is None else reading.order_report(order, self.account_id, instrument)


def _start_of(command) -> datetime:
    return command.start or datetime.now(UTC) - LOOK_BACK


def _is_of(report, command) -> bool:
    return command.instrument_id is None or report.instrument_id == command.instrument_id
