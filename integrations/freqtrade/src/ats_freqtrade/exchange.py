"""What freqtrade has to know of the exchange."""

from __future__ import annotations

from typing import ClassVar

from freqtrade.enums import MarginMode, TradingMode
from freqtrade.exchange import Exchange


class Ats(Exchange):
    """Perpetuals settled in US dollars; `margin_mode` is that of the plan of the account."""

    _ft_has: ClassVar = {
        "ohlcv_has_history": True,
        "order_time_in_force": ["GTC", "FOK", "IOC", "PO"],
        "tickers_have_quoteVolume": False,
        "trades_has_history": False,
        "l2_limit_upper": 100,
        "ws_enabled": True,
    }
    _ft_has_futures: ClassVar = {
        "stoploss_on_exchange": True,
        "stoploss_order_types": {"market": "market", "limit": "limit"},
        "stoploss_blocks_assets": False,
        "stop_price_type_field": "triggerPriceType",
        "stop_price_type_value_mapping": {"last": "last", "mark": "mark", "index": "index"},
        # Candles are of traded prices. Funding times are hours of GMX and days of Ostium.
        "mark_ohlcv_price": "futures",
        "funding_fee_timeframe": "1h",
    }
    _supported_trading_mode_margin_pairs: ClassVar = [
        (TradingMode.FUTURES, MarginMode.CROSS),
        (TradingMode.FUTURES, MarginMode.ISOLATED),
    ]

    def dry_run_liquidation_price(
        self,
        pair: str,
        open_rate: float,
        is_short: bool,
        amount: float,
        stake_amount: float,
        leverage: float,
        wallet_balance: float,
        open_trades: list,
    ) -> float | None:
        """
        The price at which what stands behind a position is its maintenance margin: its own margin when isolated; under
        cross margin the balance, less the maintenance of the other open positions at their entries.
        """
        ratio = self._maintenance_ratio(pair, amount * open_rate)
        others = [trade for trade in open_trades if trade.pair != pair] if self.margin_mode is MarginMode.CROSS else []
        bound = sum(
            self._maintenance_ratio(trade.pair, value) * value
            for trade, value in ((trade, trade.amount * trade.open_rate) for trade in others)
        )
        side = -1 if is_short else 1
        price = (open_rate * amount - side * (wallet_balance - bound)) / (amount * (1 - side * ratio))
        return max(price, 0.0)

    def _maintenance_ratio(self, pair: str, notional: float) -> float:
        ratio, _ = self.get_maintenance_ratio_and_amt(pair, notional)
        return ratio
