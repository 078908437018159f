from strategies import CASH, FAST, FEE, SLOW, Clock, asked, pass_over

kind, path = asked()
if kind == "bars":
    clock = Clock()
    import backtesting
    import pandas as pd

    class Cross(backtesting.Strategy):
        def init(self):
            mean = lambda values, count: pd.Series(values).rolling(count).mean()
            self.fast = self.I(mean, self.data.Close, FAST)
            self.slow = self.I(mean, self.data.Close, SLOW)

        def next(self):
            is_above = self.fast[-1] > self.slow[-1]
            if is_above and not self.position.is_long:
                self.buy(size=1)
            elif not is_above and not self.position.is_short:
                self.sell(size=1)

    backtesting.backtesting._tqdm = lambda rows, **_: rows
    prices = pd.read_csv(path)
    prices.index = pd.to_datetime(prices.pop("time"), unit="ms")
    prices.columns = [name.capitalize() for name in prices.columns]
    settings = {"cash": CASH, "commission": FEE, "trade_on_close": True, "exclusive_orders": True}
    test = backtesting.Backtest(prices, Cross, finalize_trades=True, **settings)
    clock.run()
    trades = test.run()["_trades"]
    clock.tell(f"backtesting.py {backtesting.__version__}", kind, len(trades), "fees, statistics")
else:
    pass_over()
