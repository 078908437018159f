"""
A bot for the laboratory: each day it goes with the move of the day before, with a stop and a target, until the
challenge is decided or the tape ends.

    npx ats lab run -- python examples/python/lab.py

`ats lab run` starts a run for each seed and this program in it. What makes it one for the laboratory is that it moves
the clock (`run.advance`); everything else is what it would do on the service.
"""

import os
from decimal import Decimal

import ats

SYMBOL = os.environ.get("SYMBOL", "BTC-USD")
STAKE = Decimal(os.environ.get("STAKE", "2"))
STOP, TARGET = Decimal("0.012"), Decimal("0.03")

run = ats.lab_run()
client, account = run.client, run.account
market = client.market.metadata(SYMBOL)
balance = account.get().initial_balance
before = client.market.price(SYMBOL).mark_price


def trade(price: Decimal, day: int) -> bool:
    """One position a day, worth STAKE times the balance at the beginning. False: it was refused."""
    side: ats.models.Side = "BUY" if price >= before else "SELL"
    sign = 1 if side == "BUY" else -1
    result = account.place(
        symbol=SYMBOL,
        side=side,
        kind="MARKET",
        quantity=ats.to_lot(balance * STAKE / price, market),
        client_id=f"lab-{day}",
        stop_loss={"trigger_price": ats.to_tick(price * (1 - sign * STOP), market)},
        take_profit={"trigger_price": ats.to_tick(price * (1 + sign * TARGET), market)},
    )
    if isinstance(result, ats.Refused):
        print(day, "refused:", "; ".join(violation.message for violation in result.violations))
    return result.placed


day = 0
while run.advance(until="NEXT_BAR", interval="1d").stopped_by != "END":
    day += 1
    if any(position.symbol == SYMBOL for position in account.positions()):
        account.close(symbol=SYMBOL, client_id=f"lab-{day}-close")
    price = client.market.price(SYMBOL).mark_price
    # An account that has passed, or that a rule has ended, opens nothing more.
    if not trade(price, day) and account.get().state != "ACTIVE":
        break
    before = price
