"""
Sends alerts to a hook as TradingView does for a strategy: without headers of ours, JSON as its message, 3 s for the
answer, and again after a 5xx. The strategy: long while the average of the last FAST closes is above that of the last
SLOW, else short. It needs no key and no library: the address of the hook is all that it knows (docs/HOOKS.md).

    HOOK=http://127.0.0.1:4000/v1/hooks/svc_hk_… python examples/python/tradingview.py

It keeps nothing: each alert says the position to be in, so one that was lost or came twice does no harm. SIGTERM ends
it, and leaves the position.
"""

import json
import os
import re
import signal
import threading
import urllib.error
import urllib.parse
import urllib.request
from datetime import datetime, timezone

HOOK = os.environ["HOOK"]
ENGINE = os.environ.get("ENGINE", "http://127.0.0.1:4000")
SYMBOL = os.environ.get("SYMBOL", "BTC-USD")
INTERVAL = os.environ.get("INTERVAL", "1m")
FAST, SLOW = int(os.environ.get("FAST", "5")), int(os.environ.get("SLOW", "20"))
QUANTITY = os.environ.get("QUANTITY", "0.01")
EVERY_S = float(os.environ.get("EVERY_S", "5"))
# The text of the alert, with TradingView's placeholders.
MESSAGE = '{"symbol": "{{ticker}}", "position": "{{strategy.position_size}}", "time": "{{timenow}}"}'
TRIES = 4

stopping = threading.Event()


def stop(*_: object) -> None:
    stopping.set()


for number in (signal.SIGTERM, signal.SIGINT):
    signal.signal(number, stop)


def filled_in(values: dict[str, str]) -> str:
    """TradingView fills in what it knows."""
    return re.sub(r"\{\{([\w.]+)\}\}", lambda found: values[found[1]], MESSAGE)


def send(body: str) -> None:
    """Sends one alert; the same bytes again while the answer is a 5xx or does not come."""
    request = urllib.request.Request(HOOK, body.encode(), {"Content-Type": "application/json"})
    for _ in range(TRIES):
        try:
            with urllib.request.urlopen(request, timeout=3) as answer:
                print(body, answer.status, answer.read().decode(), flush=True)
                return
        except urllib.error.HTTPError as error:
            print(body, error.code, error.read().decode(), flush=True)
            if error.code < 500:
                return
        except OSError as error:
            print(body, error, flush=True)
        if stopping.wait(1):
            return


def wanted_size() -> str:
    query = urllib.parse.urlencode({"symbol": SYMBOL, "interval": INTERVAL, "limit": SLOW + 1})
    with urllib.request.urlopen(f"{ENGINE}/v1/candles?{query}", timeout=3) as answer:
        closes = [candle["close"] for candle in json.load(answer) if candle["closed"]]  # newest first
    fast, slow = (sum(closes[:count]) / len(closes[:count]) for count in (FAST, SLOW))
    return QUANTITY if fast > slow else f"-{QUANTITY}"


# An alert when it starts, and whenever the strategy turns around.
size = ""
while not stopping.is_set():
    try:
        wanted = wanted_size()
    except OSError as error:
        print("no candles:", error, flush=True)
        wanted = size
    if wanted != size:
        now = datetime.now(timezone.utc).isoformat()
        send(filled_in({"ticker": SYMBOL.replace("-", ""), "strategy.position_size": wanted, "timenow": now}))
        size = wanted
    stopping.wait(EVERY_S)
