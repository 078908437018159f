"""Enters and leaves every minute or so, long and short in turn: shows that everything works, and earns nothing."""

from datetime import datetime, timedelta
from typing import ClassVar

from freqtrade.strategy import IStrategy
from pandas import DataFrame


class QuickTurns(IStrategy):
    INTERFACE_VERSION = 3
    timeframe = "1m"
    can_short = True
    minimal_roi: ClassVar = {"0": 0.05}
    stoploss = -0.03
    startup_candle_count = 5
    process_only_new_candles = False
    held = timedelta(seconds=45)

    def populate_indicators(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        dataframe["mean"] = dataframe["close"].rolling(5).mean()
        return dataframe

    def populate_entry_trend(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        is_above = dataframe["close"] > dataframe["mean"]
        dataframe.loc[is_above, "enter_long"] = 1
        dataframe.loc[~is_above, "enter_short"] = 1
        return dataframe

    def populate_exit_trend(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        return dataframe

    def custom_exit(self, pair: str, trade, current_time: datetime, current_rate: float, current_profit: float, **_):
        return "held long enough" if current_time - trade.open_date_utc >= self.held else None

    def leverage(
        self, pair: str, current_time: datetime, current_rate: float, proposed_leverage: float, max_leverage: float, **_
    ):
        return min(2.0, max_leverage)
