"""
Driven by webhooks: whatever you buy or sell, it offers again at a profit of PROFIT percent, as an order that can only
reduce the position. Your own order may come from anywhere: the command line, another bot, a resting order that fills at
night.

    KEY=… SECRET=… WEBHOOK_SECRET=whsec_… python examples/python/take_profit.py

It keeps nothing on disk. An event may come twice; the client_id of an order is made of the id of its event, so the
second time gets the first answer. A delivery is only answered with 200 once its order is certain: until then the
service sends it again, also when this process was down. SIGTERM ends the deliveries under way and leaves the orders.
"""

import os
import signal
import ssl
import sys
import threading
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import ats

ENGINE = os.environ.get("ENGINE", "http://127.0.0.1:4000")
WEBHOOK_SECRET = os.environ["WEBHOOK_SECRET"]
PROFIT = Decimal(os.environ.get("PROFIT", "1"))
PORT = int(os.environ.get("PORT", "8443"))
TLS_CERT, TLS_KEY = os.environ.get("TLS_CERT"), os.environ.get("TLS_KEY")
PREFIX = "take-profit-"
BODY_BYTES_MAX = 1_000_000

# The service waits ten seconds for the answer to a delivery.
client = ats.TradingClient(ENGINE, key=os.environ["KEY"], secret=os.environ["SECRET"], deadline=8)


def target_of(trade: ats.models.TradeSnapshot) -> Decimal:
    """The price at which a fill has earned PROFIT percent."""
    share = PROFIT / 100 if trade.side == "BUY" else -PROFIT / 100
    return ats.to_tick(trade.price * (1 + share), client.market.metadata(trade.symbol), opposite(trade.side))


def opposite(side: ats.models.Side) -> ats.models.Side:
    return "SELL" if side == "BUY" else "BUY"


def handle(event: ats.WebhookEvent) -> None:
    """Raises to have the event sent again."""
    if not isinstance(event, ats.models.Event) or event.type != "order.fill":
        return
    order, trade = event.data.order, event.data.trade
    if order is None or trade is None or order.flags.reduce_only or (order.client_id or "").startswith(PREFIX):
        return
    result = client.account(event.account_id).place(
        symbol=trade.symbol,
        platform_id=trade.venue,
        side=opposite(trade.side),
        kind="LIMIT",
        price=target_of(trade),
        quantity=trade.quantity,
        flags={"reduce_only": True},
        client_id=f"{PREFIX}{event.id}",
    )
    # Refused where the fill has reduced a position: there is nothing left to take a profit on.
    if isinstance(result, ats.Refused):
        print("refused:", "; ".join(violation.message for violation in result.violations), flush=True)
    else:
        print("placed", result.order.side, trade.quantity, trade.symbol, "at", result.order.price, flush=True)


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 15

    def do_POST(self) -> None:
        status = self.receive()
        self.send_response(status)
        self.send_header("content-length", "0")
        self.end_headers()

    def receive(self) -> int:
        """The status to answer with: 2xx is done, anything else is sent again."""
        size = self.headers.get("content-length", "")
        if not size.isdecimal() or int(size) > BODY_BYTES_MAX:
            self.close_connection = True
            return 413
        try:
            # The bytes as they came: what the signature is of.
            handle(ats.verify_webhook(self.rfile.read(int(size)), dict(self.headers), WEBHOOK_SECRET))
        except ats.WebhookVerificationError as error:
            print(error, file=sys.stderr, flush=True)
            return 401
        except ats.BaseError as error:
            print(error, file=sys.stderr, flush=True)
            return 500
        return 200

    def log_message(self, format: str, *args: object) -> None:
        pass


# Without a certificate of its own it stands behind a proxy that has one: events are only sent to https.
server = ThreadingHTTPServer(("127.0.0.1", PORT), Receiver)
if TLS_CERT:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(TLS_CERT, TLS_KEY)
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
for number in (signal.SIGTERM, signal.SIGINT):
    signal.signal(number, lambda _number, _frame: threading.Thread(target=server.shutdown).start())
print("listening on port", server.server_address[1], flush=True)
server.serve_forever()
server.server_close()
print("stopped: the orders stay")
