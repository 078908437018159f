"""freqtrade's backtest without a network: its exchange class gets one market, of no leverage tiers and no funding."""

from pathlib import Path
from typing import ClassVar

from strategies import CASH, FAST, FEE, SLOW, Clock, asked, pass_over

kind, path = asked()
if kind == "bars":
    clock = Clock()
    import logging

    import freqtrade
    import numpy as np
    import pandas as pd
    from freqtrade.enums import RunMode
    from freqtrade.exchange import Exchange
    from freqtrade.optimize.backtesting import Backtesting
    from freqtrade.resolvers import ExchangeResolver, StrategyResolver
    from freqtrade.strategy import IStrategy

    logging.disable(logging.CRITICAL)
    PAIR = "BTC/USDT:USDT"
    MARKET = {
        "id": "BTCUSDT",
        "symbol": PAIR,
        "base": "BTC",
        "quote": "USDT",
        "settle": "USDT",
        "active": True,
        "type": "swap",
        "spot": False,
        "swap": True,
        "future": False,
        "linear": True,
        "contract": True,
        "contractSize": 1,
        "precision": {"price": 0.1, "amount": 0.001},
        "taker": FEE,
        "maker": FEE,
        "limits": {name: {"min": None, "max": None} for name in ("amount", "cost", "price", "leverage")},
    }

    class Cross(IStrategy):
        INTERFACE_VERSION = 3
        timeframe = "1m"
        can_short = True
        minimal_roi: ClassVar = {}
        stoploss = -0.99
        startup_candle_count = 0

        def populate_indicators(self, dataframe, metadata):
            fast, slow = (dataframe["close"].rolling(count).mean() for count in (FAST, SLOW))
            dataframe["side"] = np.where(slow.isna(), 0, np.where(fast > slow, 1, -1))
            return dataframe

        def populate_entry_trend(self, dataframe, metadata):
            dataframe["enter_long"] = (dataframe["side"] == 1).astype(int)
            dataframe["enter_short"] = (dataframe["side"] == -1).astype(int)
            return dataframe

        def populate_exit_trend(self, dataframe, metadata):
            dataframe["exit_long"] = dataframe["enter_short"]
            dataframe["exit_short"] = dataframe["enter_long"]
            return dataframe

    Exchange.reload_markets = lambda self, *_, **__: setattr(self, "_markets", {PAIR: MARKET})
    Exchange.get_max_leverage = lambda *_, **__: 1.0
    Exchange.get_maintenance_ratio_and_amt = lambda *_, **__: (0.01, 0.0)
    Exchange.calculate_funding_fees = lambda *_, **__: 0.0
    here = Path.cwd() / "freqtrade"
    here.mkdir()
    config = {
        "runmode": RunMode.BACKTEST,
        "trading_mode": "futures",
        "margin_mode": "isolated",
        "candle_type_def": "futures",
        "stake_currency": "USDT",
        "stake_amount": 60_000,
        "dry_run_wallet": CASH,
        "max_open_trades": 1,
        "fee": FEE,
        "timeframe": "1m",
        "dry_run": True,
        "dataformat_ohlcv": "feather",
        "export": "none",
        "user_data_dir": here,
        "exchange": {"name": "binance", "pair_whitelist": [PAIR], "pair_blacklist": []},
        "datadir": here,
        "pairlists": [{"method": "StaticPairList"}],
        "entry_pricing": {"price_side": "same", "use_order_book": False},
        "exit_pricing": {"price_side": "same", "use_order_book": False},
        "strategy": "Cross",
        "exit_profit_only": False,
    }
    prices = pd.read_csv(path)
    prices["date"] = pd.to_datetime(prices.pop("time"), unit="ms", utc=True)
    exchange = ExchangeResolver.load_exchange(config, validate=False, load_leverage_tiers=False)
    exchange.reload_markets()
    StrategyResolver._load_strategy = staticmethod(lambda name, config, extra_dir=None: Cross(config))
    test = Backtesting(config, exchange)
    strategy = test.strategylist[0]
    test._set_strategy(strategy)
    test.futures_data = {PAIR: None}
    test.funding_fee_timeframe_secs = 28_800
    columns = ["date", "open", "high", "low", "close", "volume"]
    rows = {PAIR: prices[columns]}
    clock.run()
    done = strategy.advise_all_indicators(rows)
    result = test.backtest(processed=done, start_date=prices["date"].iloc[0], end_date=prices["date"].iloc[-1])
    clock.tell(f"freqtrade {freqtrade.__version__}", kind, len(result["results"]), "fees; a turn is two orders")
else:
    pass_over()
