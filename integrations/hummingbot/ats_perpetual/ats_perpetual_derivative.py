"""Orders, fills, positions and the balance of an account, for hummingbot's strategies."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from decimal import Decimal
from typing import Any

import ats
from ats import models
from bidict import bidict
from hummingbot.connector.derivative.ats_perpetual import ats_perpetual_web_utils as web_utils
from hummingbot.connector.derivative.ats_perpetual.ats_perpetual_api_order_book_data_source import (
    AtsPerpetualAPIOrderBookDataSource,
)
from hummingbot.connector.derivative.ats_perpetual.ats_perpetual_user_stream_data_source import (
    AtsPerpetualUserStreamDataSource,
)
from hummingbot.connector.derivative.position import Position
from hummingbot.connector.perpetual_derivative_py_base import PerpetualDerivativePyBase
from hummingbot.connector.trading_rule import TradingRule
from hummingbot.core.api_throttler.data_types import RateLimit
from hummingbot.core.data_type.common import OrderType, PositionAction, PositionMode, PositionSide, TradeType
from hummingbot.core.data_type.in_flight_order import InFlightOrder, OrderState, OrderUpdate, TradeUpdate
from hummingbot.core.data_type.trade_fee import TokenAmount, TradeFeeBase
from hummingbot.core.utils.estimate_fee import build_trade_fee
from hummingbot.core.web_assistant.web_assistants_factory import WebAssistantsFactory

COLLATERAL = "USD"
NOT_A_NUMBER = Decimal("nan")
STATES = {
    "PENDING": OrderState.OPEN,
    "OPEN": OrderState.OPEN,
    "PARTIALLY_FILLED": OrderState.PARTIALLY_FILLED,
    "FILLED": OrderState.FILLED,
    "CANCELLED": OrderState.CANCELED,
    "EXPIRED": OrderState.CANCELED,
    "REJECTED": OrderState.FAILED,
}
# Clocks of two machines differ by less.
SLACK = timedelta(minutes=5)
# Funding payments that are looked through for the last one of a pair.
PAYMENTS_MAX = 2_000


class AtsPerpetualDerivative(PerpetualDerivativePyBase):
    web_utils = web_utils

    def __init__(
        self,
        balance_asset_limit: dict[str, dict[str, Decimal]] | None = None,
        rate_limits_share_pct: Decimal = Decimal(100),
        ats_perpetual_url: str = "http://127.0.0.1:4000",
        ats_perpetual_api_key: str = "",
        ats_perpetual_secret_key: str = "",
        ats_perpetual_account_id: str = "",
        trading_pairs: list[str] | None = None,
        trading_required: bool = True,
        client: ats.AsyncTradingClient | None = None,
    ) -> None:
        key, secret = ats_perpetual_api_key or None, ats_perpetual_secret_key or None
        self._client = client or ats.AsyncTradingClient(ats_perpetual_url, key=key, secret=secret)
        self._account = self._client.account(ats_perpetual_account_id)
        self._trading_pairs = trading_pairs or []
        self._trading_required = trading_required
        super().__init__(balance_asset_limit, rate_limits_share_pct)

    # -- What it is

    @property
    def name(self) -> str:
        return "ats_perpetual"

    @property
    def authenticator(self) -> None:
        """Requests are signed by ats-trading."""

    @property
    def rate_limits_rules(self) -> list[RateLimit]:
        """ats-trading keeps below the limits that the service tells."""
        return []

    @property
    def domain(self) -> str:
        return ""

    @property
    def client_order_id_max_length(self) -> int:
        return 64

    @property
    def client_order_id_prefix(self) -> str:
        return "hb-"

    @property
    def trading_rules_request_path(self) -> str:
        return "/v1/tickers"

    @property
    def trading_pairs_request_path(self) -> str:
        return "/v1/tickers"

    @property
    def check_network_request_path(self) -> str:
        return "/health"

    @property
    def trading_pairs(self) -> list[str]:
        return self._trading_pairs

    @property
    def is_cancel_request_in_exchange_synchronous(self) -> bool:
        return True

    @property
    def is_trading_required(self) -> bool:
        return self._trading_required

    @property
    def funding_fee_poll_interval(self) -> int:
        return 120

    def supported_order_types(self) -> list[OrderType]:
        return [OrderType.LIMIT, OrderType.LIMIT_MAKER, OrderType.MARKET]

    def supported_position_modes(self) -> list[PositionMode]:
        return [PositionMode.ONEWAY]

    def get_buy_collateral_token(self, trading_pair: str) -> str:
        return COLLATERAL

    def get_sell_collateral_token(self, trading_pair: str) -> str:
        return COLLATERAL

    # -- Where it gets its data

    def _create_web_assistants_factory(self) -> WebAssistantsFactory:
        return web_utils.build_api_factory(self._throttler)

    def _create_order_book_data_source(self) -> AtsPerpetualAPIOrderBookDataSource:
        return AtsPerpetualAPIOrderBookDataSource(self._trading_pairs, self._client)

    def _create_user_stream_data_source(self) -> AtsPerpetualUserStreamDataSource:
        return AtsPerpetualUserStreamDataSource(self._account)

    async def _make_network_check_request(self) -> None:
        await self._client.check_health()

    async def _make_trading_pairs_request(self) -> list[models.Ticker]:
        """Perpetuals quoted in dollars: hummingbot would take the profit of a quanto for dollars."""
        groups = await self._client.market.tickers()
        lists = (groups.crypto, groups.forex, groups.commodity, groups.equity, groups.index)
        return [ticker for tickers in lists for ticker in tickers if ticker.quote == COLLATERAL]

    async def _make_trading_rules_request(self) -> list[models.Ticker]:
        return await self._make_trading_pairs_request()

    def _initialize_trading_pair_symbols_from_exchange_info(self, exchange_info: list[models.Ticker]) -> None:
        """The service writes pairs as hummingbot does."""
        self._set_trading_pair_symbol_map(bidict({ticker.symbol: ticker.symbol for ticker in exchange_info}))

    async def _format_trading_rules(self, exchange_info_dict: list[models.Ticker]) -> list[TradingRule]:
        return [
            TradingRule(
                trading_pair=ticker.symbol,
                min_order_size=ticker.lot_size,
                min_base_amount_increment=ticker.lot_size,
                min_price_increment=ticker.tick_size,
                min_notional_size=ticker.min_notional,
                buy_order_collateral_token=COLLATERAL,
                sell_order_collateral_token=COLLATERAL,
            )
            for ticker in exchange_info_dict
        ]

    async def _get_last_traded_price(self, trading_pair: str) -> float:
        return float((await self._client.market.price(trading_pair)).last_price)

    async def _update_trading_fees(self) -> None:
        """Each fill tells its own."""

    def _get_fee(
        self,
        base_currency: str,
        quote_currency: str,
        order_type: OrderType,
        order_side: TradeType,
        position_action: PositionAction,
        amount: Decimal,
        price: Decimal = NOT_A_NUMBER,
        is_maker: bool | None = None,
    ) -> TradeFeeBase:
        maker = order_type is OrderType.LIMIT_MAKER if is_maker is None else is_maker
        return build_trade_fee(
            self.name,
            maker,
            base_currency=base_currency,
            quote_currency=quote_currency,
            order_type=order_type,
            order_side=order_side,
            amount=amount,
            price=price,
        )

    # -- Orders

    async def _place_order(
        self,
        order_id: str,
        trading_pair: str,
        amount: Decimal,
        trade_type: TradeType,
        order_type: OrderType,
        price: Decimal,
        position_action: PositionAction = PositionAction.NIL,
        **kwargs: Any,
    ) -> tuple[str, float]:
        """
        Once, however often it has to be sent. Raises where it was not placed. Where nobody knows, it is tracked without
        an id of the service: the polling of its status finds out by the client id.
        """
        flags: ats.requests.PlaceOrderFlags = {}
        if order_type is OrderType.LIMIT_MAKER:
            flags["post_only"] = True
        if position_action is PositionAction.CLOSE:
            flags["reduce_only"] = True
        order: ats.requests.AccountOrder = {
            "symbol": trading_pair,
            "side": "BUY" if trade_type is TradeType.BUY else "SELL",
            "kind": "MARKET" if order_type is OrderType.MARKET else "LIMIT",
            "quantity": amount,
            "client_id": order_id,
            "flags": flags,
        }
        if order_type is not OrderType.MARKET:
            order["price"] = price
        try:
            placed = (await self._account.place(**order)).or_raise().order
        except ats.OutcomeUnknown:
            return "UNKNOWN", self._time()
        return placed.id, placed.created_at.timestamp()

    async def _place_cancel(self, order_id: str, tracked_order: InFlightOrder) -> bool:
        """Whether it is cancelled; on a LIVE account its venue may need longer, which the stream then tells."""
        cancelled = await self._account.cancel((await self._find(tracked_order)).id)
        return cancelled.status in ("CANCELLED", "EXPIRED")

    async def _find(self, order: InFlightOrder) -> models.Order:
        found = await self._account.find_order(order.client_order_id)
        if found is None:
            raise ats.OrderNotFound(f"there is no order {order.client_order_id}")
        return found

    async def _request_order_status(self, tracked_order: InFlightOrder) -> OrderUpdate:
        order = await self._find(tracked_order)
        return OrderUpdate(
            trading_pair=tracked_order.trading_pair,
            update_timestamp=order.updated_at.timestamp(),
            new_state=STATES[order.status],
            client_order_id=tracked_order.client_order_id,
            exchange_order_id=order.id,
        )

    async def _all_trade_updates_for_order(self, order: InFlightOrder) -> list[TradeUpdate]:
        since = datetime.fromtimestamp(order.creation_timestamp, timezone.utc) - SLACK
        fills = self._account.trades(from_=since)
        return [self._trade_update(order, fill) async for fill in fills if fill.client_id == order.client_order_id]

    def _trade_update(self, order: InFlightOrder, fill: models.Trade | models.TradeSnapshot) -> TradeUpdate:
        fee = TradeFeeBase.new_perpetual_fee(
            fee_schema=self.trade_fee_schema(),
            position_action=order.position,
            percent_token=COLLATERAL,
            flat_fees=[TokenAmount(amount=fill.fee, token=COLLATERAL)],
        )
        return TradeUpdate(
            trade_id=fill.id,
            client_order_id=order.client_order_id,
            exchange_order_id=fill.order_id,
            trading_pair=order.trading_pair,
            fill_timestamp=fill.timestamp.timestamp(),
            fill_price=fill.price,
            fill_base_amount=fill.quantity,
            fill_quote_amount=fill.quantity * fill.price,
            fee=fee,
            is_taker=fill.liquidity == "TAKER",
        )

    def _is_request_exception_related_to_time_synchronizer(self, request_exception: Exception) -> bool:
        return False

    def _is_order_not_found_during_status_update_error(self, status_update_exception: Exception) -> bool:
        return isinstance(status_update_exception, ats.OrderNotFound)

    def _is_order_not_found_during_cancelation_error(self, cancelation_exception: Exception) -> bool:
        return isinstance(cancelation_exception, ats.OrderNotFound)

    # -- What the account's stream tells

    async def _user_stream_event_listener(self) -> None:
        async for frame in self._iter_user_event_queue():
            try:
                if frame.type == "summary":
                    self._tell_balance(frame.data)
                elif frame.type == "event":
                    await self._on_event(frame.data)
            except Exception:  # noqa: BLE001  one event that cannot be read must not end the others
                self.logger().exception("An event of the account could not be read.")

    async def _on_event(self, event: models.Event) -> None:
        if event.type.startswith("position."):
            await self._update_positions()
        there = event.data.order
        if there is None:
            return
        fill = event.data.trade
        client_id = there.client_id or ""
        fillable = self._order_tracker.all_fillable_orders.get(client_id)
        if fill is not None and fillable is not None:
            self._order_tracker.process_trade_update(self._trade_update(fillable, fill))
        updatable = self._order_tracker.all_updatable_orders.get(client_id)
        if updatable is not None:
            self._order_tracker.process_order_update(
                OrderUpdate(
                    trading_pair=updatable.trading_pair,
                    update_timestamp=there.updated_at.timestamp(),
                    new_state=STATES[there.status],
                    client_order_id=client_id,
                    exchange_order_id=there.id,
                )
            )
        if fill is not None:
            await self._update_positions()

    # -- The account

    async def _update_balances(self) -> None:
        self._tell_balance(await self._account.summary())

    def _tell_balance(self, summary: models.AccountSummary) -> None:
        self._account_balances = {COLLATERAL: summary.equity}
        self._account_available_balances = {COLLATERAL: summary.free_margin}

    async def _update_positions(self) -> None:
        held = set()
        for position in await self._account.positions():
            is_long = position.direction == "LONG"
            side = PositionSide.LONG if is_long else PositionSide.SHORT
            key = self._perpetual_trading.position_key(position.symbol, side)
            held.add(key)
            shown = Position(
                trading_pair=position.symbol,
                position_side=side,
                unrealized_pnl=position.unrealized_pnl,
                entry_price=position.entry_price,
                amount=position.quantity if is_long else -position.quantity,
                leverage=position.leverage,
            )
            self._perpetual_trading.set_position(key, shown)
        for key in [key for key in self._perpetual_trading.account_positions if key not in held]:
            self._perpetual_trading.remove_position(key)

    async def _trading_pair_position_mode_set(self, mode: PositionMode, trading_pair: str) -> tuple[bool, str]:
        return (True, "") if mode is PositionMode.ONEWAY else (False, "There is one position a pair: ONEWAY.")

    async def _set_trading_pair_leverage(self, trading_pair: str, leverage: int) -> tuple[bool, str]:
        try:
            await self._account.set_leverage(symbol=trading_pair, leverage=leverage)
        except ats.BaseError as error:
            return False, str(error)
        return True, ""

    async def _fetch_last_fee_payment(self, trading_pair: str) -> tuple[float, Decimal, Decimal]:
        seen = 0
        async for payment in self._account.funding_payments():
            if payment.symbol == trading_pair and payment.house == "funding":
                return payment.timestamp.timestamp(), payment.rate or Decimal(0), payment.amount
            seen += 1
            if seen == PAYMENTS_MAX:
                break
        return 0, Decimal(-1), Decimal(-1)
