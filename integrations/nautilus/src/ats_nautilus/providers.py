"""The service's markets as Nautilus instruments."""

from __future__ import annotations

import time
from decimal import Decimal

import ats
from ats import models
from nautilus_trader.common.providers import InstrumentProvider
from nautilus_trader.config import InstrumentProviderConfig
from nautilus_trader.model.currencies import USD
from nautilus_trader.model.enums import CurrencyType
from nautilus_trader.model.identifiers import InstrumentId, Symbol
from nautilus_trader.model.instruments import CryptoPerpetual, Instrument
from nautilus_trader.model.objects import Currency, Money, Price, Quantity

from .config import VENUE

BASE_PRECISION = 8


def instrument_id(symbol: str) -> InstrumentId:
    return InstrumentId(Symbol(symbol), VENUE)


def decimals_of(step: Decimal) -> int:
    return max(0, -int(step.normalize().as_tuple().exponent))


class AtsInstrumentProvider(InstrumentProvider):
    """Perpetuals quoted in US dollars. Quantos are left out: Nautilus would take their profit for dollars."""

    def __init__(self, client: ats.AsyncTradingClient, config: InstrumentProviderConfig | None = None) -> None:
        super().__init__(config=config)
        self._client = client

    async def load_all_async(self, filters: dict | None = None) -> None:
        for ticker in await self._tickers():
            self.add(self._instrument(ticker))

    async def load_ids_async(self, instrument_ids: list[InstrumentId], filters: dict | None = None) -> None:
        wanted = {one.symbol.value for one in instrument_ids}
        for ticker in await self._tickers():
            if ticker.symbol in wanted:
                self.add(self._instrument(ticker))

    async def load_async(self, instrument_id: InstrumentId, filters: dict | None = None) -> None:
        await self.load_ids_async([instrument_id], filters)

    async def _tickers(self) -> list[models.Ticker]:
        groups = await self._client.market.tickers()
        each = (groups.crypto, groups.forex, groups.commodity, groups.equity, groups.index)
        return [ticker for group in each for ticker in group if ticker.quote == "USD"]

    def _instrument(self, ticker: models.Ticker) -> Instrument:
        now = time.time_ns()
        price_precision, size_precision = decimals_of(ticker.tick_size), decimals_of(ticker.lot_size)
        return CryptoPerpetual(
            instrument_id=instrument_id(ticker.symbol),
            raw_symbol=Symbol(ticker.symbol),
            base_currency=_currency(ticker.base),
            quote_currency=USD,
            settlement_currency=USD,
            is_inverse=False,
            price_precision=price_precision,
            size_precision=size_precision,
            price_increment=Price(ticker.tick_size, price_precision),
            size_increment=Quantity(ticker.lot_size, size_precision),
            lot_size=Quantity(ticker.lot_size, size_precision),
            min_quantity=Quantity(ticker.lot_size, size_precision),
            min_notional=Money(ticker.min_notional, USD),
            margin_init=1 / ticker.max_leverage,
            margin_maint=ticker.maintenance_margin_rate,
            maker_fee=ticker.maker_fee_rate,
            taker_fee=ticker.taker_fee_rate,
            ts_event=now,
            ts_init=now,
        )


def _currency(code: str) -> Currency:
    """A base asset of any class: Nautilus knows but a few."""
    return Currency(code, BASE_PRECISION, 0, code, CurrencyType.CRYPTO)
