"""The package against the services themselves."""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import sys
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from pathlib import Path

import pytest

import ats

from .conftest import Service

PRICES = int(os.environ.get("ATS_PRICES", "168"))
"""Prices that are sent and read again, over all instruments."""


def test_the_demo_of_npm_start_fills_an_order(demo: ats.Demo) -> None:
    result = demo.place(symbol="BTC-USD", side="BUY", kind="MARKET", quantity="0.01", raise_on_violation=True)
    assert result.order.status == "FILLED"
    (trade,) = demo.trades().take(1)
    assert (trade.client_id, trade.quantity) == (result.client_id, Decimal("0.01"))
    assert datetime.now(timezone.utc) - trade.timestamp < timedelta(minutes=10)
    closed = demo.close(symbol="BTC-USD").or_raise()
    assert closed.position is None
    assert demo.positions() == []


def test_the_same_client_id_is_one_order(account: ats.Account) -> None:
    first, second = (
        account.place(symbol="BTC-USD", side="BUY", kind="MARKET", quantity="0.01", client_id="one") for _ in range(2)
    )
    assert first == second
    assert len(account.orders().all()) == 1
    found = account.find_order("one")
    assert found is not None
    with pytest.raises(ats.DuplicateOrderId):
        account.place(symbol="BTC-USD", side="BUY", kind="MARKET", quantity="0.02", client_id="one")
    assert account.find_order("another") is None


def test_rules_refuse_with_reasons_and_requests_that_make_no_sense_raise(account: ats.Account) -> None:
    result = account.place(symbol="BTC-USD", side="BUY", kind="MARKET", quantity="1000")
    assert isinstance(result, ats.Refused)
    assert all(isinstance(violation.limit, Decimal | None) and violation.message for violation in result.violations)
    with pytest.raises(ats.RiskRejected):
        account.place(symbol="BTC-USD", side="BUY", kind="MARKET", quantity="1000", raise_on_violation=True)
    with pytest.raises(ats.BadSymbol) as caught:
        account.place(symbol="NO-SUCH", side="BUY", kind="MARKET", quantity="1")
    assert caught.value.code == "invalid_payload"
    assert caught.value.request_id
    with pytest.raises(ats.OrderNotFound):
        account.cancel("01a22353-0000-7000-8000-000000000000")


def test_a_resting_order_is_changed_protected_and_cancelled(account: ats.Account) -> None:
    order = account.place(
        symbol="BTC-USD", side="BUY", kind="LIMIT", quantity="0.01", price="1000", raise_on_violation=True
    ).order
    changed = account.modify(order.id, price=Decimal("1001.5"), version=order.version)
    assert changed.price == Decimal("1001.5")
    with pytest.raises(ats.InvalidOrder):
        account.modify(order.id, price=1002, version=order.version)
    assert [one.id for one in account.working_orders()] == [order.id]
    assert account.cancel(order.id).status == "CANCELLED"
    assert account.cancel_all().cancelled == []
    filled = account.place(symbol="ETH-USD", side="BUY", kind="MARKET", quantity="0.1", raise_on_violation=True)
    (position,) = account.positions()
    stop = (position.entry_price / 2).quantize(Decimal(1))
    protected = account.protect(position.id, stop_loss={"trigger_price": stop})
    assert protected.stop_loss is not None
    assert protected.stop_loss.trigger_price == stop
    assert account.protect(position.id, stop_loss=None).stop_loss is None
    assert filled.trades[0].position_id == position.id


def test_a_batch_has_a_result_for_each_order_also_beyond_one_request(account: ats.Account) -> None:
    good: ats.requests.AccountOrder = {
        "symbol": "BTC-USD",
        "side": "BUY",
        "kind": "LIMIT",
        "quantity": "0.001",
        "price": "1000",
        "tif": "IOC",
    }
    wrong: ats.requests.AccountOrder = {**good, "quantity": "0.0000001"}
    results = account.place_all([*[good] * 50, wrong, good])
    assert [result.placed for result in results] == [*[True] * 50, None, True]
    assert len({result.client_id for result in results}) == 52


def test_histories_come_page_by_page_each_row_once(account: ats.Account) -> None:
    for side in ("BUY", "SELL") * 3:
        account.place(symbol="BTC-USD", side=side, kind="MARKET", quantity="0.01", raise_on_violation=True)
    trades = account.trades(page_size=2).all()
    assert len(trades) == len({trade.id for trade in trades}) == 6
    assert trades == account.trades().all()
    assert [trade.timestamp for trade in trades] == sorted((trade.timestamp for trade in trades), reverse=True)
    events = account.events(page_size=3).all()
    assert [event.sequence for event in events] == list(range(1, len(events) + 1))
    assert account.latest_sequence() == len(events)
    assert sum((row.amount for row in account.ledger(page_size=5)), Decimal(0)) != 0
    assert len(account.positions_history().all()) == 3
    assert account.trades(from_=datetime.now(timezone.utc) + timedelta(days=1)).all() == []


def test_everything_that_is_read_can_be_read(account: ats.Account, demo: ats.Demo) -> None:
    client = demo.client
    market = client.market
    assert account.get().id == account.id
    assert account.summary().balance == 100_000
    assert account.risk().account_id == account.id
    assert account.objectives().account_id == account.id
    assert account.analytics().trades == 0
    assert account.equity().points
    assert account.leverage("BTC-USD").symbol == "BTC-USD"
    assert account.set_leverage(symbol="BTC-USD", leverage=5).leverage == 5
    assert account.available_payout().available == 0
    assert account.dead_man_switch().armed is False
    assert account.funding().totals.net == 0
    for rows in (
        account.days(),
        account.breaches(),
        account.violations(),
        account.payouts(),
        account.profit_adjustments(),
        account.funding_payments(),
        market.news(),
        client.grants(),
        client.challenges.grants(),
        client.competitions.list(),
        client.webhooks.deliveries(),
    ):
        rows.take(1)
    assert client.challenges.list().all()[0].program_id == client.challenges.programs()[0].id
    assert client.challenges.program("sprint").phases
    assert client.key().permissions
    assert client.plans()
    assert len(client.accounts(include="risk")) == 2
    book = market.orderbook("BTC-USD", depth=3)
    assert book.bids[0][0] < book.asks[0][0]
    assert len(market.prices(["BTC-USD", "ETH-USD"])) == 2
    assert market.candles("BTC-USD", interval="1h").take(3)
    assert market.trades("BTC-USD", limit=2)
    assert market.metadata("btc").symbol == "BTC-USD"
    assert market.metrics("BTC-USD").symbol == "BTC-USD"
    assert market.config().features["streams"]
    assert client.check_health().status == "ok"
    assert client.get_docs().lower().startswith("<!doctype html>")
    assert market.tickers().crypto
    with pytest.raises(ats.NotFound):
        client.certificates.get("nothing")


def test_a_price_is_read_as_it_was_sent_of_every_instrument(account: ats.Account, demo: ats.Demo) -> None:
    market = demo.client.market
    prices = market.prices()
    assert len(prices) == 84
    chance = random.Random(84)
    grids = [(market.metadata(price.symbol), price.bid) for price in prices]
    for turn in range(PRICES):
        grid, bid = grids[turn % len(grids)]
        # Below the market, so that the order would rest.
        highest = int(bid / grid.tick_size) - 1
        price = grid.tick_size * chance.randint(max(1, highest // 2), max(1, highest))
        quantity = max(grid.min_quantity, ats.to_lot(2000 / price, grid))
        preview = account.preview(symbol=grid.symbol, side="BUY", kind="LIMIT", quantity=quantity, price=price)
        assert preview.order is not None, preview
        assert preview.order.limit_price == price, grid.symbol
        assert preview.order.quantity == quantity, grid.symbol


def test_streams_tell_what_happens(account: ats.Account, demo: ats.Demo) -> None:
    account.place(symbol="BTC-USD", side="BUY", kind="MARKET", quantity="0.01", raise_on_violation=True)
    kinds: list[str] = []
    with account.stream(after=0) as frames:
        for frame in frames:
            match frame:
                case ats.EventFrame(data=event):
                    kinds.append(event.type)
                case ats.SummaryFrame(data=summary):
                    assert summary.currency == "USD"
                case ats.RiskFrame():
                    pass
            if len(kinds) == 2:
                break
    assert kinds == ["order.ack", "order.fill"]
    channels = ["price", "book", "trades", "candles:1m"]
    seen: set[str] = set()
    for market_frame in demo.client.market.stream(["BTC-USD"], channels=channels):
        assert market_frame.data.symbol == "BTC-USD"
        seen.add(market_frame.type)
        if len(seen) == 4:
            break


def test_the_switch_is_armed_while_the_block_lasts(account: ats.Account) -> None:
    with account.arm_dead_man_switch(timeout=10, action="CANCEL_OPENING") as armed:
        assert armed.latest.armed
        assert account.dead_man_switch().action == "CANCEL_OPENING"
    assert account.dead_man_switch().armed is False


def test_the_async_client_does_the_same(service: Service) -> None:
    async def trade() -> None:
        account = ats.async_demo(service.data_dir)
        async with account.client as client:
            orders = [
                account.place(symbol="BTC-USD", side="BUY", kind="MARKET", quantity="0.001", raise_on_violation=True)
                for _ in range(8)
            ]
            placed = await asyncio.gather(*orders)
            assert len({one.order.id for one in placed}) == 8
            assert len(await account.trades().take(8)) == 8
            async with await account.arm_dead_man_switch(timeout=10, action="CANCEL_OPENING") as armed:
                assert armed.latest.armed
            async for frame in account.stream(after=0):
                if frame.type == "event":
                    assert frame.data.sequence == 1
                    break
            async for market_frame in client.market.stream(["BTC-USD"]):
                assert market_frame.type == "price"
                break
            (await account.close(symbol="BTC-USD")).or_raise()

    asyncio.run(trade())


def test_keys_are_made_changed_replaced_and_revoked(service: Service) -> None:
    with ats.WalletClient(service.wallet, user_id="keys-of-python") as wallet:
        made = wallet.create_key(label="first", permissions=["TRADE"])
        changed = wallet.update_key(made.api_key.id, label="second")
        assert changed.label == "second"
        rotated = wallet.rotate_key(made.api_key.id, overlap_hours=0.5)
        assert rotated.key != made.key
        assert [key.label for key in wallet.keys()] == ["second"]  # noqa: SIM118 - it is no dictionary
        wallet.revoke_key(made.api_key.id)
        assert wallet.keys() == []
        assert wallet.activity()


def test_importing_it_is_quick() -> None:
    """By the processor's time: what else the machine does is not the package's."""
    script = "import time; at = time.process_time(); import ats; print(time.process_time() - at)"
    runs = [float(subprocess.check_output([sys.executable, "-c", script])) for _ in range(3)]
    assert min(runs) < 0.3


def test_programs_of_the_readme_run(service: Service) -> None:
    """Each block of Python that does not go on for ever, in a process of its own, one after the other."""
    readme = (Path(__file__).parents[2] / "README.md").read_text()
    blocks = [part.split("```")[0] for part in readme.split("```python\n")[1:]]
    programs = [block for block in blocks if "# goes on" not in block]
    assert len(programs) >= 3
    environment = {**os.environ, "DATA_DIR": service.data_dir}
    for name in ("KEY", "SECRET", "ACCOUNT"):
        environment.pop(name, None)
    for program in programs:
        subprocess.run([sys.executable, "-W", "error", "-c", program], check=True, env=environment, timeout=120)
