"""The connector on hummingbot's own classes, against a service that answers as it is told."""

from __future__ import annotations

import asyncio
import json
from datetime import datetime, timezone
from decimal import Decimal

import ats
import httpx
import pytest
from ats.frames import account_frame, market_frame
from ats.wire import decode
from hummingbot.connector.derivative.ats_perpetual.ats_perpetual_derivative import AtsPerpetualDerivative
from hummingbot.core.data_type.common import OrderType, PositionAction, PositionMode, PositionSide, TradeType
from hummingbot.core.data_type.in_flight_order import OrderState

ACCOUNT = "01a22686-45fb-743d-a5c2-9effcdf97f0f"
PAIR = "BTC-USD"
AT = "2026-11-29T10:00:00.000001Z"


def order(**fields) -> dict:
    flags = {"reduce_only": False, "post_only": False, "trigger_on_index": False, "trigger_on_mark": False}
    return {
        "id": "o-1",
        "account_id": ACCOUNT,
        "client_id": "hb-1",
        "origin": "API",
        "key_id": None,
        "symbol": PAIR,
        "venue": "GMX",
        "side": "BUY",
        "kind": "LIMIT",
        "tif": "GTC",
        "flags": flags,
        "status": "OPEN",
        "quantity": "0.5",
        "filled_quantity": "0",
        "remaining_quantity": "0.5",
        "fees": "0",
        "average_price": None,
        "limit_price": "60000",
        "price": "60000",
        "held_quantity": "0.5",
        "trigger_by": "LAST",
        "trigger_price": None,
        "trigger_state": None,
        "reason": None,
        "position_id": None,
        "parent_order_id": None,
        "expires_at": None,
        "version": 1,
        "requested_price": None,
        "requested_trigger_price": None,
        "trail": None,
        "currency": "USD",
        "created_at": AT,
        "updated_at": AT,
        "copied_from": None,
        "venue_order": None,
        "trigger_tick": None,
        **fields,
    }


def trade(**fields) -> dict:
    return {
        "id": "t-1",
        "order_id": "o-1",
        "position_id": "p-1",
        "account_id": ACCOUNT,
        "client_id": "hb-1",
        "origin": "API",
        "key_id": None,
        "symbol": PAIR,
        "venue": "GMX",
        "side": "BUY",
        "quantity": "0.5",
        "price": "60000.5",
        "fee": "18.00015",
        "liquidity": "TAKER",
        "realized_pnl": "0",
        "tick": 7,
        "timestamp": AT,
        **fields,
    }


TICKER = {
    "symbol": PAIR,
    "base": "BTC",
    "quote": "USD",
    "venues": ["GMX"],
    "tick_size": "0.1",
    "lot_size": "0.001",
    "status": "OPEN",
    "primary_venue": "GMX",
    "max_leverage": "50",
    "min_notional": "10",
    "maintenance_margin_rate": "0.01",
    "taker_fee_rate": "0.0006",
    "maker_fee_rate": "0.0004",
    "venue_terms": [],
}
PRICE = {
    "symbol": PAIR,
    "venue": "GMX",
    "last_price": "60000.5",
    "mark_price": "60001",
    "index_price": "60002",
    "bid": "60000",
    "ask": "60001",
    "timestamp": AT,
    "stale": False,
    "stale_reason": None,
    "market_status": "OPEN",
    "tick": 7,
    "change_24h": None,
    "change_24h_pct": None,
}


class Service:
    """Answers by method and path, and keeps what it was sent."""

    def __init__(self) -> None:
        self.answers: dict[str, tuple[int, object]] = {}
        self.bodies: list[dict] = []

    def handle(self, request: httpx.Request) -> httpx.Response:
        path = request.url.path.replace(f"/v1/account/{ACCOUNT}", "")
        if request.content:
            self.bodies.append(json.loads(request.content))
        status, body = self.answers[f"{request.method} {path}"]
        if status == 0:
            raise httpx.ReadError("cut", request=request)
        return httpx.Response(status, json=body, request=request)


@pytest.fixture
def service() -> Service:
    return Service()


@pytest.fixture
def connector(service: Service, event_loop_of_test) -> AtsPerpetualDerivative:
    http = httpx.MockTransport(service.handle)
    client = ats.AsyncTradingClient("http://there", key="k", secret="s", http=http, deadline=0.2)
    made = AtsPerpetualDerivative(ats_perpetual_account_id=ACCOUNT, trading_pairs=[PAIR], client=client)
    made._set_current_timestamp(1_764_410_400.0)
    return made


@pytest.fixture
def event_loop_of_test():
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    yield loop
    loop.close()


@pytest.fixture
def run(event_loop_of_test):
    return event_loop_of_test.run_until_complete


def track(connector: AtsPerpetualDerivative, **fields) -> None:
    connector.start_tracking_order(
        **{
            "order_id": "hb-1",
            "exchange_order_id": None,
            "trading_pair": PAIR,
            "trade_type": TradeType.BUY,
            "price": Decimal(60000),
            "amount": Decimal("0.5"),
            "order_type": OrderType.LIMIT,
            "position_action": PositionAction.OPEN,
            "leverage": 1,
            **fields,
        }
    )


def place(connector, order_type=OrderType.LIMIT, **fields):
    words = {"order_id": "hb-1", "trading_pair": PAIR, "amount": Decimal("0.5"), "trade_type": TradeType.BUY}
    return connector._place_order(**words, order_type=order_type, price=Decimal("60000.0"), **fields)


def test_nothing_that_hummingbot_asks_for_is_missing(connector):
    assert not type(connector).__abstractmethods__
    assert not type(connector._orderbook_ds).__abstractmethods__
    assert connector.supported_position_modes() == [PositionMode.ONEWAY]


@pytest.mark.parametrize(
    ("order_type", "fields", "sent"),
    [
        (OrderType.LIMIT, {}, {"kind": "LIMIT", "price": "60000.0", "flags": {}}),
        (OrderType.MARKET, {}, {"kind": "MARKET", "flags": {}}),
        (OrderType.LIMIT_MAKER, {}, {"kind": "LIMIT", "price": "60000.0", "flags": {"post_only": True}}),
        (
            OrderType.MARKET,
            {"position_action": PositionAction.CLOSE},
            {"kind": "MARKET", "flags": {"reduce_only": True}},
        ),
    ],
)
def test_an_order_is_sent_under_its_client_id(connector, service, run, order_type, fields, sent):
    placed = {"order": order(), "trades": [], "violations": [], "position": None, "warnings": []}
    service.answers["POST /v1/order"] = (200, placed)
    told, at = run(place(connector, order_type, **fields))
    assert (told, at) == ("o-1", datetime(2026, 11, 29, 10, 0, 0, 1, timezone.utc).timestamp())
    same = {"account_id": ACCOUNT, "client_id": "hb-1", "symbol": PAIR, "side": "BUY", "quantity": "0.5"}
    assert service.bodies == [{**same, **sent}]


def test_a_refused_order_raises_with_the_reason(connector, service, run):
    violation = {"rule": "max_leverage", "message": "too much leverage", "limit": "5", "value": "6"}
    refused = {"error": "risk_violation", "message": "refused", "violations": [violation], "request_id": "r"}
    service.answers["POST /v1/order"] = (422, refused)
    with pytest.raises(ats.BaseError):
        run(place(connector))


def test_an_order_of_which_nobody_knows_is_not_failed_and_is_found_by_its_client_id(connector, service, run):
    service.answers["POST /v1/order"] = (0, None)
    assert run(place(connector))[0] == "UNKNOWN"
    track(connector)
    service.answers["GET /orders"] = (200, [order(status="PARTIALLY_FILLED")])
    update = run(connector._request_order_status(connector.in_flight_orders["hb-1"]))
    assert (update.exchange_order_id, update.new_state) == ("o-1", OrderState.PARTIALLY_FILLED)


def test_an_order_that_is_not_there_is_told_as_such(connector, service, run):
    track(connector)
    service.answers["GET /orders"] = (200, [])
    for request in (connector._request_order_status, lambda one: connector._place_cancel("hb-1", one)):
        with pytest.raises(ats.OrderNotFound) as found:
            run(request(connector.in_flight_orders["hb-1"]))
        assert connector._is_order_not_found_during_status_update_error(found.value)
        assert connector._is_order_not_found_during_cancelation_error(found.value)
    assert not connector._is_order_not_found_during_status_update_error(ats.ExchangeNotAvailable("down"))


@pytest.mark.parametrize(("status", "is_cancelled"), [("CANCELLED", True), ("OPEN", False)])
def test_an_order_is_cancelled_when_the_service_says_so(connector, service, run, status, is_cancelled):
    track(connector)
    service.answers["GET /orders"] = (200, [order()])
    service.answers["POST /orders/o-1/cancel"] = (200, order(status=status))
    assert run(connector._place_cancel("hb-1", connector.in_flight_orders["hb-1"])) is is_cancelled


def test_fills_of_an_order_have_the_fee_that_was_paid(connector, service, run):
    track(connector)
    service.answers["GET /trades"] = (200, [trade(), trade(id="t-2", client_id="hb-2")])
    (update,) = run(connector._all_trade_updates_for_order(connector.in_flight_orders["hb-1"]))
    assert (update.trade_id, update.fill_price, update.fill_base_amount) == ("t-1", Decimal("60000.5"), Decimal("0.5"))
    assert update.fill_quote_amount == Decimal("30000.25")
    assert [(fee.token, fee.amount) for fee in update.fee.flat_fees] == [("USD", Decimal("18.00015"))]


def test_rules_and_pairs_are_those_in_dollars(connector, run):
    service_tickers = [decode(json.dumps(TICKER), ats.models.Ticker)]
    (rule,) = run(connector._format_trading_rules(service_tickers))
    assert (rule.trading_pair, rule.min_order_size, rule.min_price_increment) == (
        PAIR,
        Decimal("0.001"),
        Decimal("0.1"),
    )
    assert rule.min_notional_size == Decimal(10)
    connector._initialize_trading_pair_symbols_from_exchange_info(service_tickers)
    assert run(connector.exchange_symbol_associated_to_pair(PAIR)) == PAIR


def test_quantos_are_left_out(connector, service, run):
    groups = {name: [] for name in ("forex", "commodity", "equity", "index")}
    quanto = {**TICKER, "symbol": "NIK-JPY", "quote": "JPY"}
    service.answers["GET /v1/tickers"] = (200, {**groups, "crypto": [TICKER, quanto]})
    assert [ticker.symbol for ticker in run(connector._make_trading_rules_request())] == [PAIR]


def test_the_balance_and_positions_are_those_of_the_account(connector, service, run):
    summary = {
        "equity": "100010",
        "balance": "100000",
        "free_margin": "97000",
        "used_margin": "3000",
        "currency": "USD",
        "reserved_margin": "0",
        "unrealized_pnl": "10",
        "realized_pnl": "0",
        "trading_day": "2026-11-29",
        "day_ends_at": AT,
    }
    service.answers["GET /summary"] = (200, summary)
    run(connector._update_balances())
    assert (connector.get_balance("USD"), connector.get_available_balance("USD")) == (Decimal(100010), Decimal(97000))
    position = {
        "id": "p-1",
        "account_id": ACCOUNT,
        "symbol": PAIR,
        "side": "SELL",
        "direction": "SHORT",
        "venue": "GMX",
        "quantity": "0.5",
        "entry_price": "60000",
        "mark_price": "59990",
        "unrealized_pnl": "5",
        "leverage": "10",
        "notional": "29995",
        "margin": "3000",
        "liquidation_price": None,
        "realized_pnl": "0",
        "fees": "18",
        "funding": "0",
        "borrowing": "0",
        "rollover": "0",
        "take_profit": None,
        "stop_loss": None,
        "opened_at": AT,
        "liquidating": False,
    }
    service.answers["GET /positions"] = (200, [position])
    run(connector._update_positions())
    (held,) = connector.account_positions.values()
    assert (held.position_side, held.amount, held.entry_price) == (PositionSide.SHORT, Decimal("-0.5"), Decimal(60000))
    service.answers["GET /positions"] = (200, [])
    run(connector._update_positions())
    assert connector.account_positions == {}


def test_leverage_that_is_refused_is_told(connector, service, run):
    service.answers["PUT /leverage"] = (422, {"error": "risk_violation", "message": "at most 20", "request_id": "r"})
    is_set, reason = run(connector._set_trading_pair_leverage(PAIR, 50))
    assert (is_set, reason != "") == (False, True)
    assert run(connector._trading_pair_position_mode_set(PositionMode.HEDGE, PAIR))[0] is False


def test_events_of_the_stream_end_an_order_once(connector, service, run):
    track(connector)
    service.answers["GET /positions"] = (200, [])
    filled = order(status="FILLED", filled_quantity="0.5", remaining_quantity="0", average_price="60000.5")
    event = {
        "id": "e-1",
        "type": "order.fill",
        "sequence": 5,
        "account_id": ACCOUNT,
        "created_at": AT,
        "data": {"order": filled, "trade": trade()},
    }
    frame = account_frame("account", json.dumps(event))

    async def listen() -> None:
        queue = connector._user_stream_tracker.user_stream
        for _ in range(2):  # a stream may tell what was told before
            queue.put_nowait(frame)
        listening = asyncio.ensure_future(connector._user_stream_event_listener())
        while not queue.empty() or connector.in_flight_orders:
            await asyncio.sleep(0)
        listening.cancel()

    run(asyncio.wait_for(listen(), 10))
    done = connector._order_tracker.all_orders["hb-1"]
    assert (done.is_filled, done.executed_amount_base) == (True, Decimal("0.5"))


def test_books_trades_and_funding_of_the_market(connector, service, run):
    book = {
        "symbol": PAIR,
        "venue": "GMX",
        "depth": 1,
        "sequence": 9,
        "timestamp": AT,
        "bids": [["60000", "1.5"]],
        "asks": [["60001", "2"]],
    }
    service.answers["GET /v1/orderbook"] = (200, book)
    source = connector._orderbook_ds
    made = run(source.get_new_order_book(PAIR))
    assert (next(made.bid_entries()).price, next(made.ask_entries()).amount) == (60000.0, 2.0)
    queue: asyncio.Queue = asyncio.Queue()
    public = {name: trade()[name] for name in ("id", "symbol", "venue", "side", "quantity", "price", "timestamp")}
    told = market_frame("trades", json.dumps({"symbol": PAIR, "venue": "GMX", "trades": [public]}))
    for _ in range(2):
        run(source._parse_trade_message({"frame": told.data}, queue))
    assert queue.qsize() == 1
    assert queue.get_nowait().content["price"] == Decimal("60000.5")
    priced = market_frame("price", json.dumps({k: v for k, v in PRICE.items() if "change" not in k}))
    run(source._parse_funding_info_message({"frame": priced.data}, queue))
    assert queue.get_nowait().mark_price == Decimal(60001)
    service.answers["GET /v1/price"] = (200, PRICE)
    assert run(source.get_last_traded_prices([PAIR])) == {PAIR: 60000.5}


def test_the_last_funding_payment_of_a_pair(connector, service, run):
    assert connector.funding_fee_poll_interval > 0
    payments = [
        {
            "id": f"f-{place}",
            "position_id": "p-1",
            "symbol": symbol,
            "venue": "GMX",
            "house": house,
            "amount": amount,
            "rate": "0.0001",
            "funding_at": AT,
            "timestamp": AT,
        }
        for place, (symbol, house, amount) in enumerate(
            [("ETH-USD", "funding", "9"), (PAIR, "borrowing", "8"), (PAIR, "funding", "-1.5"), (PAIR, "funding", "7")]
        )
    ]
    none = {"paid": "0", "received": "0", "net": "0", "payments": []}
    groups = {name: none for name in ("forex", "commodity", "equity", "index")}
    funding = {
        "account_id": ACCOUNT,
        "currency": "USD",
        "from": None,
        "to": None,
        "totals": {"paid": "0", "received": "0", "net": "0"},
        "by_asset_class": {**groups, "crypto": {**none, "payments": payments}},
    }
    service.answers["GET /funding"] = (200, funding)
    _, rate, amount = run(connector._fetch_last_fee_payment(PAIR))
    assert (rate, amount) == (Decimal("0.0001"), Decimal("-1.5"))
    assert run(connector._fetch_last_fee_payment("SOL-USD")) == (0, Decimal(-1), Decimal(-1))
