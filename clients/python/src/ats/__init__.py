"""
Client of the trading engine and the wallet: sync and async, with exact decimals.

    import ats

    account = ats.demo()
    result = account.place(symbol="BTC-USD", side="BUY", kind="MARKET", quantity="0.01")
"""

from importlib import import_module
from typing import TYPE_CHECKING

from . import errors, models
from .data_frame import to_frame
from .errors import (
    AuthenticationError,
    BadRequest,
    BadSymbol,
    BaseError,
    DuplicateOrderId,
    ErrorDetails,
    ExchangeError,
    ExchangeNotAvailable,
    InsufficientFunds,
    InvalidOrder,
    NetworkError,
    NotFound,
    OperationRejected,
    OrderNotFound,
    OutcomeUnknown,
    PermissionDenied,
    RateLimitExceeded,
    RequestTimeout,
    RiskRejected,
    StreamGap,
)
from .frames import (
    AccountChangedFrame,
    AccountFrame,
    AccountRiskFrame,
    AccountsFrame,
    AccountSummaryFrame,
    BookFrame,
    CandlesFrame,
    EventFrame,
    MarketFrame,
    PriceFrame,
    RiskFrame,
    SummaryFrame,
    TradesFrame,
)
from .generated.version import VERSION as __version__
from .numbers import Grid, Number, max_quantity, to_decimal, to_lot, to_tick
from .placement import BatchResult, Closed, Closing, Failed, Placed, Placement, Refused
from .times import Time
from .webhooks import TestEvent, WebhookEvent, WebhookVerificationError, verify_webhook
from .wire import new_client_id

# Each is loaded where it is first used: a program is of one half, and httpx takes longer than all the rest.
if TYPE_CHECKING:
    from . import requests
    from ._async.account import AsyncAccount
    from ._async.client import AsyncDemo, AsyncTradingClient, async_demo
    from ._async.dead_man_switch import AsyncArmedSwitch
    from ._async.lab import AsyncLab, AsyncLabRun, async_lab_run
    from ._async.rows import AsyncRows
    from ._async.streams import AsyncStream
    from ._async.wallet import AsyncWalletClient
    from ._sync.account import Account
    from ._sync.client import Demo, TradingClient, demo
    from ._sync.dead_man_switch import ArmedSwitch
    from ._sync.lab import Lab, LabRun, lab_run
    from ._sync.rows import Rows
    from ._sync.streams import Stream
    from ._sync.wallet import WalletClient
else:
    _LATER = {
        "Account": "._sync.account",
        "Demo": "._sync.client",
        "TradingClient": "._sync.client",
        "demo": "._sync.client",
        "ArmedSwitch": "._sync.dead_man_switch",
        "Lab": "._sync.lab",
        "LabRun": "._sync.lab",
        "lab_run": "._sync.lab",
        "Rows": "._sync.rows",
        "Stream": "._sync.streams",
        "WalletClient": "._sync.wallet",
        "AsyncAccount": "._async.account",
        "AsyncDemo": "._async.client",
        "AsyncTradingClient": "._async.client",
        "async_demo": "._async.client",
        "AsyncArmedSwitch": "._async.dead_man_switch",
        "AsyncLab": "._async.lab",
        "AsyncLabRun": "._async.lab",
        "async_lab_run": "._async.lab",
        "AsyncRows": "._async.rows",
        "AsyncStream": "._async.streams",
        "AsyncWalletClient": "._async.wallet",
    }

    def __getattr__(name: str) -> object:
        if name == "requests":
            return import_module(".requests", __name__)
        if name in _LATER:
            return getattr(import_module(_LATER[name], __name__), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "Account",
    "AccountChangedFrame",
    "AccountFrame",
    "AccountRiskFrame",
    "AccountSummaryFrame",
    "AccountsFrame",
    "ArmedSwitch",
    "AsyncAccount",
    "AsyncArmedSwitch",
    "AsyncDemo",
    "AsyncLab",
    "AsyncLabRun",
    "AsyncRows",
    "AsyncStream",
    "AsyncTradingClient",
    "AsyncWalletClient",
    "AuthenticationError",
    "BadRequest",
    "BadSymbol",
    "BaseError",
    "BatchResult",
    "BookFrame",
    "CandlesFrame",
    "Closed",
    "Closing",
    "Demo",
    "DuplicateOrderId",
    "ErrorDetails",
    "EventFrame",
    "ExchangeError",
    "ExchangeNotAvailable",
    "Failed",
    "Grid",
    "InsufficientFunds",
    "InvalidOrder",
    "Lab",
    "LabRun",
    "MarketFrame",
    "NetworkError",
    "NotFound",
    "Number",
    "OperationRejected",
    "OrderNotFound",
    "OutcomeUnknown",
    "PermissionDenied",
    "Placed",
    "Placement",
    "PriceFrame",
    "RateLimitExceeded",
    "Refused",
    "RequestTimeout",
    "RiskFrame",
    "RiskRejected",
    "Rows",
    "Stream",
    "StreamGap",
    "SummaryFrame",
    "TestEvent",
    "Time",
    "TradesFrame",
    "TradingClient",
    "WalletClient",
    "WebhookEvent",
    "WebhookVerificationError",
    "__version__",
    "async_demo",
    "async_lab_run",
    "demo",
    "errors",
    "lab_run",
    "max_quantity",
    "models",
    "new_client_id",
    "requests",
    "to_decimal",
    "to_frame",
    "to_lot",
    "to_tick",
    "verify_webhook",
]
