"""The trading service as an exchange of freqtrade: `ats-freqtrade` is `freqtrade` that knows it."""

from __future__ import annotations

import ats_ccxt
import freqtrade.exchange

from .exchange import Ats

__all__ = ["Ats", "register"]


def register() -> None:
    """Puts the classes where freqtrade looks for those of its exchanges; done when this package is imported."""
    ats_ccxt.register()
    freqtrade.exchange.Ats = Ats


register()
