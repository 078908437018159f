"""The laboratory: runs of an account on a tape, whose clock moves when it is told to."""

from __future__ import annotations

import os
import re
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from ..errors import BaseError
from ..generated import models
from .account import AsyncAccount
from .generated.calls import AsyncLabCalls, AsyncOddsCalls
from .transport import AsyncSettings, AsyncTransport

if TYPE_CHECKING:
    import httpx
    from typing_extensions import Unpack

    from .._runtime.async_runtime import AsyncClock
    from ..generated import requests
    from .client import AsyncTradingClient

_RUN_URL = re.compile(r"^(.*)/lab/([0-9a-f-]{36})/?$")
# A run begins a database; and an advance that takes long is waited for.
_WITHIN = 120.0
_LOOK_EVERY = 0.1
_ODDS_LOOK_EVERY = 0.5
# As long as the service may take: a question that is sent again would begin from the start.
_ODDS_WITHIN = 35.0


class AsyncLabRun:
    """A run: an account on a tape of prices. Its own key is all that it takes."""

    def __init__(self, client: AsyncTradingClient, url: str, account_id: str, calls: AsyncLabCalls, id: str) -> None:
        self.client = client
        """The service, in this run alone."""
        self.url = url
        """The address for a bot in place of that of the service."""
        self.id = id
        self.account: AsyncAccount = client.account(account_id)
        self.webhook_secret: str | None = None
        """Signs what goes to the `webhook_url` of the run that was started here."""
        self._calls = calls

    async def advance(self, **to: Unpack[requests.AdvanceLabRun]) -> models.LabAdvanced:
        """
        Moves the clock, and returns when it stands still again. Where that took longer than a second and a half,
        `stopped_by` is None and `events` are those of that time.
        """
        advanced = await self._calls.advance(self.id, **to)
        if advanced.status == "READY":
            return advanced
        while True:
            report = await self.report()
            if report.status not in ("STARTING", "ADVANCING"):
                return models.LabAdvanced(
                    now=report.now or advanced.now,
                    status="READY",
                    stopped_by=None,
                    ticks=advanced.ticks,
                    events=advanced.events,
                    events_count=advanced.events_count,
                )
            await self._calls.transport.clock.sleep(_LOOK_EVERY)

    async def report(self, *, include: str | None = None) -> models.LabReport:
        """What it has come to, with the hash over all its events; `include="log"`: with its recipe and its requests."""
        return await self._calls.report(self.id, include=include)


class AsyncLab(AsyncLabCalls):
    """Runs of the laboratory, and estimates of what would become of a trader."""

    def __init__(self, settings: AsyncSettings, lab_url: str, credentials: Mapping[str, str]) -> None:
        own = AsyncSettings(lab_url, _WITHIN, _WITHIN, settings.http, settings.clock)
        super().__init__(AsyncTransport(own, lambda _method, _target, _body: credentials))
        asked = AsyncSettings(settings.url, _WITHIN, _ODDS_WITHIN, settings.http, settings.clock)
        self._asked = AsyncOddsCalls(AsyncTransport(asked, lambda _method, _target, _body: credentials))

    async def odds(self, **body: Unpack[requests.AskOdds]) -> models.Odds:
        """The odds of passing and of being paid, of an account, of a list of trades or of a model. Takes seconds."""
        return await self._asked.odds(**body)

    async def tape_odds(self, **body: Unpack[requests.AskLabOdds]) -> models.LabOdds:
        """
        Odds worked out with the core that trades, over days of a tape drawn in blocks, from what was filled in runs or
        in an account. Takes a minute; returns when they are DONE, or have FAILED for a `reason`.
        """
        odds = await self.start_odds(**body)
        try:
            while odds.status == "RUNNING":
                await self.transport.clock.sleep(_ODDS_LOOK_EVERY)
                odds = await self.odds_so_far(odds.odds_id)
        except BaseException:
            await self.end_odds(odds.odds_id)
            raise
        return odds

    async def aclose(self) -> None:
        """Ends the connections."""
        await self.transport.aclose()
        await self._asked.transport.aclose()

    async def start(self, **wanted: Unpack[requests.StartLabRun]) -> AsyncLabRun:
        """Starts a run, which goes on until it is ended or an hour old. Scope `TRADE`."""
        started = await self.start_run(**wanted)
        own = self.transport.settings
        url = f"{own.url.rstrip('/')}{started.base_url}"
        run = _open(url, started.key, started.secret, started.account_id or "", http=own.http, clock=own.clock)
        run.webhook_secret = started.webhook_secret
        return run

    @asynccontextmanager
    async def run(self, **run: Unpack[requests.StartLabRun]) -> AsyncGenerator[AsyncLabRun]:
        """Starts a run, has it used, and ends it, whatever came of it."""
        started = await self.start(**run)
        try:
            yield started
        finally:
            try:
                await started.client.aclose()
                await self.end(started.id)
            except BaseError:
                pass  # it ends by itself, and what came of it counts


def async_lab_run(*, http: httpx.AsyncBaseTransport | None = None, clock: AsyncClock | None = None) -> AsyncLabRun:
    """The run that `ats lab run` has started this program for. Raises KeyError where it has not."""
    names = ("ATS_URL", "ATS_API_KEY", "ATS_API_SECRET", "ATS_ACCOUNT")
    url, key, secret, account_id = (os.environ[name] for name in names)
    return _open(url, key, secret, account_id, http=http, clock=clock)


def _open(
    url: str,
    key: str,
    secret: str,
    account_id: str,
    *,
    http: httpx.AsyncBaseTransport | None = None,
    clock: AsyncClock | None = None,
) -> AsyncLabRun:
    from .client import AsyncTradingClient

    found = _RUN_URL.match(url)
    if found is None:
        raise ValueError(f"the address of a run ends with /lab/<run_id>, unlike {url}")
    lab_url, run_id = found.groups()
    client = AsyncTradingClient(url, key=key, secret=secret, lab_url=lab_url, http=http, clock=clock)
    return AsyncLabRun(client, url, account_id, client.lab, run_id)
