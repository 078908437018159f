from strategies import CASH, FAST, FEE, SLOW, Clock, asked, pass_over

kind, path = asked()
if kind == "bars":
    clock = Clock()
    import numpy as np
    import pandas as pd
    import vectorbt

    def total(portfolio):
        return int(portfolio.orders.count()), portfolio.total_return()

    def played(close):
        fast, slow = (close.rolling(count).mean() for count in (FAST, SLOW))
        side = pd.Series(np.where(fast > slow, 1.0, -1.0), index=close.index)
        side[slow.isna()] = 0.0
        size = side.where(side != side.shift(), np.nan)
        settings = {"size_type": "targetamount", "fees": FEE, "init_cash": CASH, "freq": "1min"}
        return vectorbt.Portfolio.from_orders(close, size, **settings)

    prices = pd.read_csv(path)
    prices.index = pd.to_datetime(prices.pop("time"), unit="ms")
    total(played(prices["close"].iloc[: SLOW * 4]))  # compiles
    clock.run()
    orders, _ = total(played(prices["close"]))
    clock.tell(f"vectorbt {vectorbt.__version__}", kind, orders, "fees; orders are an array, made before")
else:
    pass_over()
