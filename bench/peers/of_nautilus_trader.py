from collections import deque
from decimal import Decimal

from strategies import CASH, EVERY, FAST, SLOW, Clock, asked

kind, path = asked()
clock = Clock()
import nautilus_trader
import pandas as pd
from nautilus_trader.backtest.engine import BacktestEngine, BacktestEngineConfig
from nautilus_trader.config import LoggingConfig, RiskEngineConfig, StrategyConfig
from nautilus_trader.model.currencies import BTC, USD
from nautilus_trader.model.data import BarType
from nautilus_trader.model.enums import AccountType, OmsType, OrderSide
from nautilus_trader.model.identifiers import InstrumentId, Symbol, Venue
from nautilus_trader.model.instruments import CryptoPerpetual
from nautilus_trader.model.objects import Money, Price, Quantity
from nautilus_trader.persistence.wranglers import BarDataWrangler, QuoteTickDataWrangler
from nautilus_trader.trading.strategy import Strategy

VENUE = Venue("SIM")
INSTRUMENT = CryptoPerpetual(
    instrument_id=InstrumentId(Symbol("BTC-USD"), VENUE),
    raw_symbol=Symbol("BTC-USD"),
    base_currency=BTC,
    quote_currency=USD,
    settlement_currency=USD,
    is_inverse=False,
    price_precision=1,
    size_precision=3,
    price_increment=Price.from_str("0.1"),
    size_increment=Quantity.from_str("0.001"),
    margin_init=Decimal("0.05"),
    margin_maint=Decimal("0.025"),
    maker_fee=Decimal("0.0006"),
    taker_fee=Decimal("0.0006"),
    ts_event=0,
    ts_init=0,
)
BARS = BarType.from_str(f"{INSTRUMENT.id}-1-MINUTE-LAST-EXTERNAL")


class Trader(Strategy):
    def __init__(self):
        super().__init__(StrategyConfig())
        self.sent = 0

    def trade(self, side, size):
        quantity = INSTRUMENT.make_qty(size)
        self.submit_order(self.order_factory.market(INSTRUMENT.id, side, quantity))
        self.sent += 1


class Cross(Trader):
    def on_start(self):
        self.fast, self.slow = deque(maxlen=FAST), deque(maxlen=SLOW)
        self.fast_sum = self.slow_sum = 0.0
        self.held = 0
        self.subscribe_bars(BARS)

    def on_bar(self, bar):
        close = float(bar.close)
        self.fast_sum += close - (self.fast[0] if len(self.fast) == FAST else 0.0)
        self.slow_sum += close - (self.slow[0] if len(self.slow) == SLOW else 0.0)
        self.fast.append(close)
        self.slow.append(close)
        if len(self.slow) < SLOW:
            return
        wanted = 1 if self.fast_sum / FAST > self.slow_sum / SLOW else -1
        if wanted != self.held:
            self.trade(OrderSide.BUY if wanted > 0 else OrderSide.SELL, abs(wanted - self.held))
            self.held = wanted


class Turns(Trader):
    def on_start(self):
        self.seen = 0
        self.subscribe_quote_ticks(INSTRUMENT.id)

    def on_quote_tick(self, tick):
        if self.seen % EVERY == 0:
            self.trade(OrderSide.BUY if self.sent % 2 == 0 else OrderSide.SELL, 1)
        self.seen += 1


quiet = {"logging": LoggingConfig(bypass_logging=True), "risk_engine": RiskEngineConfig(bypass=True)}
engine = BacktestEngine(BacktestEngineConfig(**quiet))
cash = [Money(CASH, USD)]
engine.add_venue(VENUE, oms_type=OmsType.NETTING, account_type=AccountType.MARGIN, starting_balances=cash)
engine.add_instrument(INSTRUMENT)
prices = pd.read_csv(path)
prices.index = pd.to_datetime(prices.pop("time"), unit="ms", utc=True)
if kind == "bars":
    engine.add_data(BarDataWrangler(BARS, INSTRUMENT).process(prices))
else:
    quotes = prices.rename(columns={"bid": "bid_price", "ask": "ask_price"})
    engine.add_data(QuoteTickDataWrangler(INSTRUMENT).process(quotes))
strategy = Cross() if kind == "bars" else Turns()
engine.add_strategy(strategy)
clock.run()
engine.run()
filled = len([order for order in engine.cache.orders() if order.is_closed and order.filled_qty > 0])
assert filled == strategy.sent, (filled, strategy.sent)
clock.tell(f"NautilusTrader {nautilus_trader.__version__}", kind, filled, "fees, margin, events; no risk checks")
