"""
A trend follower on candles: long while the average of the last FAST closes is above that of the last SLOW, else short.
Every position has a stop and a target, which cancel each other and hold while this process is down.

    KEY=… SECRET=… ACCOUNT=… python examples/python/trend.py

It keeps nothing on disk: the position tells what it has done. It trades once a candle at most, since the client_id of
its orders names the candle. SIGTERM leaves the position with its stop and its target; nothing else is working, so it
needs no dead-man's switch. The account's position of the symbol is the bot's own.
"""

import contextlib
import os
import signal
from datetime import datetime
from decimal import Decimal
from typing import cast

import ats

ENGINE = os.environ.get("ENGINE", "http://127.0.0.1:4000")
SYMBOL = os.environ.get("SYMBOL", "BTC-USD")
INTERVAL = cast("ats.models.CandleInterval", os.environ.get("INTERVAL", "1m"))
FAST, SLOW = int(os.environ.get("FAST", "5")), int(os.environ.get("SLOW", "20"))
QUANTITY = Decimal(os.environ.get("QUANTITY", "0.01"))
# The stop and the target, as parts of the price of entry.
EXITS = {"BUY": (Decimal("0.99"), Decimal("1.02")), "SELL": (Decimal("1.01"), Decimal("0.98"))}

client = ats.TradingClient(ENGINE, key=os.environ["KEY"], secret=os.environ["SECRET"])
account = client.account(os.environ["ACCOUNT"])
market = client.market.metadata(SYMBOL)


def wanted_side() -> ats.models.Side:
    candles = client.market.candles(SYMBOL, interval=INTERVAL).take(SLOW + 1)
    closes = [candle.close for candle in candles if candle.closed]  # newest first
    fast, slow = (sum(closes[:count]) / len(closes[:count]) for count in (FAST, SLOW))
    return "BUY" if fast > slow else "SELL"


def find_position() -> ats.models.Position | None:
    return next((position for position in account.positions() if position.symbol == market.symbol), None)


def is_refused(result: ats.Placement | ats.Closing, what: str) -> bool:
    if isinstance(result, ats.Refused):
        print(what, "refused:", "; ".join(violation.message for violation in result.violations), flush=True)
    return not result.placed


def enter(side: ats.models.Side, candle: str) -> None:
    client_id = f"trend-{SYMBOL}-{candle}-{side}"
    result = account.place(symbol=SYMBOL, side=side, kind="MARKET", quantity=QUANTITY, client_id=client_id)
    if not is_refused(result, side):
        print(side, QUANTITY, "at", result.or_raise().order.average_price, flush=True)


def leave(candle: str) -> None:
    result = account.close(symbol=SYMBOL, client_id=f"trend-{SYMBOL}-{candle}-close")
    if not is_refused(result, "closing"):
        print("closed at", result.or_raise().order.average_price, flush=True)


def protect(position: ats.models.Position, candle: str) -> None:
    """The stop and the target of the position, where it has none yet."""
    if position.stop_loss is not None and position.take_profit is not None:
        return
    stop, target = (ats.to_tick(position.entry_price * factor, market) for factor in EXITS[position.side])
    try:
        account.protect(position.id, stop_loss={"trigger_price": stop}, take_profit={"trigger_price": target})
    except ats.RiskRejected:
        leave(candle)  # the market is beyond one of the two already


def follow(candle: str) -> None:
    """All of it again for every candle and every start: what is done already is found, and not done again."""
    side = wanted_side()
    position = find_position()
    if position is not None and position.side != side:
        leave(candle)
        position = find_position()
    if position is None:
        enter(side, candle)
        position = find_position()
    if position is not None:
        protect(position, candle)
    print(candle, f"{position.direction} {position.quantity}" if position else "flat", flush=True)


frames = client.market.stream([SYMBOL], channels=[f"candles:{INTERVAL}"])
for number in (signal.SIGTERM, signal.SIGINT):
    signal.signal(number, lambda _number, _frame: frames.stop())
latest: datetime | None = None
for frame in frames:
    if not isinstance(frame, ats.CandlesFrame):
        continue
    current = frame.data.candle
    if current.closed or current.timestamp == latest:
        continue
    latest = current.timestamp  # a new candle: the one before has closed
    with contextlib.suppress(ats.NotFound):  # its stop or its target has closed the position in the meantime
        follow(f"{latest:%Y-%m-%dT%H:%M:%SZ}")
print("stopped: the position stays, with its stop and its target")
