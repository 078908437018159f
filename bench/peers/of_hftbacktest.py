from strategies import EVERY, Clock, asked, pass_over

kind, path = asked()
if kind == "ticks":
    clock = Clock()
    import importlib.metadata

    import numpy as np
    import pandas as pd
    from hftbacktest import (
        BUY_EVENT,
        DEPTH_CLEAR_EVENT,
        DEPTH_EVENT,
        EXCH_EVENT,
        GTC,
        LOCAL_EVENT,
        MARKET,
        SELL_EVENT,
        BacktestAsset,
        HashMapMarketDepthBacktest,
        event_dtype,
    )
    from numba import njit

    @njit
    def turns(backtest, every, limit):
        sent = 0
        seen = 0
        while seen < limit and backtest.wait_next_feed(False, 10**18) in (0, 2):
            if seen % every == 0:
                depth = backtest.depth(0)
                if sent % 2 == 0:
                    backtest.submit_buy_order(0, sent, depth.best_ask, 1.0, GTC, MARKET, False)
                else:
                    backtest.submit_sell_order(0, sent, depth.best_bid, 1.0, GTC, MARKET, False)
                sent += 1
                backtest.clear_inactive_orders(0)
            seen += 1
        return sent

    prices = pd.read_csv(path)
    rows = len(prices)
    # Each quote clears the best level of before and sets the new one, on both sides.
    events = np.zeros(rows * 4, event_dtype)
    at = prices["time"].to_numpy() * 1_000_000
    both = EXCH_EVENT | LOCAL_EVENT
    bid, ask = prices["bid"].to_numpy(), prices["ask"].to_numpy()
    parts = [
        (both | DEPTH_CLEAR_EVENT | BUY_EVENT, np.concatenate([bid[:1], bid[:-1]]) - 1, 0.0),
        (both | DEPTH_CLEAR_EVENT | SELL_EVENT, np.concatenate([ask[:1], ask[:-1]]) + 1, 0.0),
        (both | DEPTH_EVENT | BUY_EVENT, bid, 100.0),
        (both | DEPTH_EVENT | SELL_EVENT, ask, 100.0),
    ]
    for place, (event, price, size) in enumerate(parts):
        part = events[place::4]
        part["ev"], part["px"], part["qty"] = event, price, size
        part["exch_ts"], part["local_ts"] = at, at + 1
    asset = BacktestAsset().data(events).linear_asset(1.0).constant_order_latency(1, 1)
    asset = asset.risk_adverse_queue_model().no_partial_fill_exchange().trading_value_fee_model(0.0006, 0.0006)
    asset = asset.tick_size(0.1).lot_size(0.001)
    compiled = HashMapMarketDepthBacktest([asset])
    turns(compiled, EVERY, 1)
    compiled.state_values(0)
    compiled.close()
    backtest = HashMapMarketDepthBacktest([asset])
    clock.run()
    sent = turns(backtest, EVERY, 10**12)
    trades = backtest.state_values(0).num_trades
    version = importlib.metadata.version("hftbacktest")
    clock.tell(f"hftbacktest {version}", kind, int(trades), "fees, book, queue, latency; compiled strategy")
else:
    pass_over()
