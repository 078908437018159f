"""
A grid on streams: buys below the market and sells above it, one STEP apart. An order that fills moves the grid to its
line: what was bought there is offered one step higher, and the other way round.

    KEY=… SECRET=… ACCOUNT=… python examples/python/grid.py

It keeps nothing on disk. The client_id of an order says which line it is on, so a process that starts again finds the
orders of the one before. SIGTERM cancels them and leaves the position; when the process dies, the dead-man's switch
cancels what could open, a minute later. The switch is the account's: run no other bot on it.
"""

import contextlib
import os
import signal
import sys
from decimal import Decimal

import ats

ENGINE = os.environ.get("ENGINE", "http://127.0.0.1:4000")
SYMBOL = os.environ.get("SYMBOL", "BTC-USD")
STEP = Decimal(os.environ.get("STEP", "200"))
LINES = int(os.environ.get("LINES", "3"))
QUANTITY = Decimal(os.environ.get("QUANTITY", "0.01"))
PREFIX = f"grid-{SYMBOL}-"
ENDED = ("FILLED", "CANCELLED", "EXPIRED", "REJECTED")


def line_of(client_id: str | None) -> int | None:
    return int(client_id[len(PREFIX) :].split("-")[0]) if client_id and client_id.startswith(PREFIX) else None


class Grid:
    def __init__(self, account: ats.Account, market: ats.Grid, centre: int) -> None:
        self.account = account
        self.market = market
        self.centre = centre
        """The line without an order: where the market is, or was when an order filled. Line 7 is at 7 times STEP."""
        self.working: dict[int, str] = {}

    def order_on(self, line: int, sequence: int) -> ats.requests.AccountOrder:
        """
        The order of a line. Its client_id names the event that it follows: should this be done twice, because the
        process died in between, it is placed once.
        """
        side: ats.models.Side = "BUY" if line < self.centre else "SELL"
        price = ats.to_tick(line * STEP, self.market, side)
        client_id = f"{PREFIX}{line}-{side}-{sequence}"
        return {
            "symbol": SYMBOL,
            "side": side,
            "kind": "LIMIT",
            "price": price,
            "quantity": QUANTITY,
            "tif": "GTX",
            "client_id": client_id,
        }

    def arrange(self, sequence: int) -> None:
        """An order on each line near the centre, and on no other."""
        lines = range(self.centre - LINES, self.centre + LINES + 1)
        missing = [line for line in lines if line not in (self.centre, *self.working) and line > 0]
        results = self.account.place_all([self.order_on(line, sequence) for line in missing])
        for line, result in zip(missing, results, strict=True):
            # Such as by a limit of the plan, or because the market is there already: the next event tries again.
            if isinstance(result, ats.Refused):
                print("refused:", "; ".join(violation.message for violation in result.violations), flush=True)
            else:
                self.working[line] = result.or_raise().order.id
        for line in [line for line in self.working if line not in lines]:
            self.cancel(self.working.pop(line))

    def cancel(self, order_id: str) -> None:
        with contextlib.suppress(ats.InvalidOrder):  # it has filled: its event is on the way
            self.account.cancel(order_id)

    def handle(self, event: ats.models.Event) -> None:
        """What an event of the account means for the grid."""
        order = event.data.order
        line = line_of(order.client_id) if order else None
        if order is None or line is None or order.status not in ENDED:
            return
        if self.working.get(line) == order.id:
            del self.working[line]
        if order.status == "FILLED":
            print(order.side, order.filled_quantity, "at", order.average_price, flush=True)
            self.centre = line
        self.arrange(event.sequence)


def main() -> None:
    client = ats.TradingClient(ENGINE, key=os.environ["KEY"], secret=os.environ["SECRET"])
    account = client.account(os.environ["ACCOUNT"])
    # The sequence before the orders: what happens between the two reads is then among the events.
    after = account.latest_sequence()
    centre = round(client.market.price(SYMBOL).mark_price / STEP)
    grid = Grid(account, client.market.metadata(SYMBOL), centre)
    for order in account.working_orders():
        if (line := line_of(order.client_id)) is not None:
            grid.working[line] = order.id
    frames = account.stream(after=after)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda _number, _frame: frames.stop())

    def missed(error: ats.BaseError) -> None:
        print("heartbeat lost:", error, file=sys.stderr)

    with account.arm_dead_man_switch(timeout=60, action="CANCEL_OPENING", on_missed=missed):
        grid.arrange(after)
        print(len(grid.working), "orders around", centre * STEP, flush=True)
        for frame in frames:
            if isinstance(frame, ats.EventFrame):
                grid.handle(frame.data)
        for order in account.working_orders():
            if line_of(order.client_id) is not None:
                grid.cancel(order.id)
    print("stopped: the orders are cancelled, the position stays")


main()
