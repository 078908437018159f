"""The client of the trading engine."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..config import demo_connection
from ..errors import BaseError
from ..frames import AccountsFrame, accounts_frame
from .account import AsyncAccount
from .generated.calls import (
    AsyncCertificateCalls,
    AsyncChallengeCalls,
    AsyncClientCalls,
    AsyncCompetitionCalls,
    AsyncSandboxCalls,
    AsyncWebhookCalls,
)
from .lab import AsyncLab
from .market import AsyncMarket
from .streams import AsyncStream, value_frames
from .transport import AsyncSettings, AsyncTransport

if TYPE_CHECKING:
    import os

    import httpx
    from typing_extensions import Self

    from .._runtime.async_runtime import AsyncClock


class AsyncTradingClient(AsyncClientCalls):
    """
    The trading engine. Calls are repeated within their deadline where that is safe, slow down before the rate limit is
    hit, and give exact decimals. They raise the errors of `ats.errors`; an order that risk rules refuse is no error but
    a `Refused`, unless `raise_on_violation`.
    """

    def __init__(
        self,
        url: str = "http://127.0.0.1:4000",
        *,
        key: str | None = None,
        secret: str | None = None,
        deadline: float = 30.0,
        attempt: float = 5.0,
        raise_on_violation: bool = False,
        lab_url: str = "http://127.0.0.1:4003",
        http: httpx.AsyncBaseTransport | None = None,
        clock: AsyncClock | None = None,
    ) -> None:
        """
        `key` is `svc_ak_…` and `secret` `svc_sk_…`: without them only public calls answer. A call ends within
        `deadline` seconds, its repetitions included, and an attempt waits `attempt` seconds. `lab_url` is the
        laboratory's. `http` is in place of the transport of httpx: a proxy, or a test.
        """
        credentials = {"x-api-key": key, "x-api-secret": secret} if key and secret else {}
        settings = AsyncSettings(url, deadline, attempt, http, clock)
        transport = AsyncTransport(settings, lambda _method, _target, _body: credentials)
        super().__init__(transport)
        self._raises = raise_on_violation
        self._lab_url = lab_url
        self._credentials = credentials
        self._lab: AsyncLab | None = None
        self.market = AsyncMarket(transport)
        self.challenges = AsyncChallengeCalls(transport)
        self.competitions = AsyncCompetitionCalls(transport)
        self.certificates = AsyncCertificateCalls(transport)
        self.webhooks = AsyncWebhookCalls(transport)
        self.sandbox = AsyncSandboxCalls(transport)

    @property
    def lab(self) -> AsyncLab:
        """The laboratory: runs of a bot on a tape of prices, and odds."""
        if self._lab is None:
            self._lab = AsyncLab(self.transport.settings, self._lab_url, self._credentials)
        return self._lab

    def account(self, id: str) -> AsyncAccount:
        """One account of the caller, by its id. Asks nothing yet."""
        return AsyncAccount(self.transport, id, raise_on_violation=self._raises)

    def accounts_stream(self, *, on_lost: Callable[[BaseError], None] | None = None) -> AsyncStream[AccountsFrame]:
        """All accounts of the caller as they change: the newest summary and risk of each, and where its events are."""
        return AsyncStream(value_frames(self.transport, "/v1/accounts/stream", {}, accounts_frame, on_lost))

    async def aclose(self) -> None:
        """Ends the connections."""
        await self.transport.aclose()
        if self._lab is not None:
            await self._lab.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()


class AsyncDemo(AsyncAccount):
    """The demo account of `npm start`, with its client."""

    def __init__(self, client: AsyncTradingClient, id: str) -> None:
        super().__init__(client.transport, id)
        self.client = client
        """The client, for markets and everything that is of no account."""


def async_demo(data_dir: str | os.PathLike[str] | None = None) -> AsyncDemo:
    """
    The demo account of an `npm start` on this machine: by KEY, SECRET and ACCOUNT where its line was pasted, else by
    what it keeps in `data_dir`, in DATA_DIR, or in `.data` of this directory or one above it. Raises
    FileNotFoundError when there is nothing.
    """
    found = demo_connection(data_dir)
    return AsyncDemo(AsyncTradingClient(found.engine_url, key=found.key, secret=found.secret), found.account_id)
