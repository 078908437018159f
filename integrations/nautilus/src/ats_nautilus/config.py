"""Settings of the clients."""

from __future__ import annotations

from nautilus_trader.config import LiveDataClientConfig, LiveExecClientConfig
from nautilus_trader.model.identifiers import Venue

VENUE = Venue("ATS")


class AtsDataClientConfig(LiveDataClientConfig, frozen=True):
    """`listing` is a venue of the service, `GMX` or `OSTIUM`: that of prices; without it the primary one of each."""

    url: str = "http://127.0.0.1:4000"
    listing: str | None = None


class AtsExecClientConfig(LiveExecClientConfig, frozen=True):
    """The account that is traded; `listing` is where orders go, without it where the account sends them."""

    key: str = ""
    secret: str = ""
    account: str = ""
    url: str = "http://127.0.0.1:4000"
    listing: str | None = None
