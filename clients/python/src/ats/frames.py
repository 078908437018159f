"""What streams tell: `match frame: case EventFrame(data=event): …`, or `if frame.type == "event"`."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from .generated import models
from .wire import decode


class EventFrame(Struct, frozen=True):
    """An event of an account: each once, in order."""

    data: models.Event
    text: str
    """The event as webhooks send it, byte for byte."""
    type: Literal["event"] = "event"


class SummaryFrame(Struct, frozen=True):
    """The newest summary of an account."""

    data: models.AccountSummary
    type: Literal["summary"] = "summary"


class RiskFrame(Struct, frozen=True):
    """The newest distances of an account to its limits."""

    data: models.AccountRisk
    type: Literal["risk"] = "risk"


class PriceFrame(Struct, frozen=True):
    """The newest price of a symbol."""

    data: models.StreamedPrice
    type: Literal["price"] = "price"


class BookFrame(Struct, frozen=True):
    """The newest order book of a symbol."""

    data: models.Orderbook
    type: Literal["book"] = "book"


class TradesFrame(Struct, frozen=True):
    """Public trades of a symbol."""

    data: models.StreamedTrades
    type: Literal["trades"] = "trades"


class CandlesFrame(Struct, frozen=True):
    """The newest candle of a symbol."""

    data: models.StreamedCandle
    type: Literal["candles"] = "candles"


class AccountSummaryFrame(Struct, frozen=True):
    """The newest summary of one of many accounts."""

    data: models.SummaryOfAccount
    type: Literal["summary"] = "summary"


class AccountRiskFrame(Struct, frozen=True):
    """The newest distances of one of many accounts to its limits."""

    data: models.RiskOfAccount
    type: Literal["risk"] = "risk"


class AccountChangedFrame(Struct, frozen=True):
    """The sequence of the latest event of one of many accounts."""

    data: models.ChangeOfAccount
    type: Literal["changed"] = "changed"


AccountFrame = EventFrame | SummaryFrame | RiskFrame
MarketFrame = PriceFrame | BookFrame | TradesFrame | CandlesFrame
AccountsFrame = AccountSummaryFrame | AccountRiskFrame | AccountChangedFrame


def account_frame(event: str, data: str) -> AccountFrame | None:
    """The frame of the stream of an account; None for one that a later service has and this package does not know."""
    if event == "account":
        return EventFrame(decode(data, models.Event), data)
    if event == "summary":
        return SummaryFrame(decode(data, models.AccountSummary))
    return RiskFrame(decode(data, models.AccountRisk)) if event == "risk" else None


def market_frame(event: str, data: str) -> MarketFrame | None:
    """The frame of the stream of the market; None for one that this package does not know."""
    if event == "price":
        return PriceFrame(decode(data, models.StreamedPrice))
    if event == "book":
        return BookFrame(decode(data, models.Orderbook))
    if event == "trades":
        return TradesFrame(decode(data, models.StreamedTrades))
    return CandlesFrame(decode(data, models.StreamedCandle)) if event == "candles" else None


def accounts_frame(event: str, data: str) -> AccountsFrame | None:
    """The frame of the stream of all accounts; None for one that this package does not know."""
    if event == "summary":
        return AccountSummaryFrame(decode(data, models.SummaryOfAccount))
    if event == "risk":
        return AccountRiskFrame(decode(data, models.RiskOfAccount))
    return AccountChangedFrame(decode(data, models.ChangeOfAccount)) if event == "changed" else None
