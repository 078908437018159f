"""What a TradingNode makes the clients with."""

from __future__ import annotations

import asyncio

import ats
from nautilus_trader.cache.cache import Cache
from nautilus_trader.common.component import LiveClock, MessageBus
from nautilus_trader.live.factories import LiveDataClientFactory, LiveExecClientFactory

from .config import AtsDataClientConfig, AtsExecClientConfig
from .data import AtsDataClient
from .execution import AtsExecutionClient
from .providers import AtsInstrumentProvider


class AtsLiveDataClientFactory(LiveDataClientFactory):
    @staticmethod
    def create(
        loop: asyncio.AbstractEventLoop,
        name: str,
        config: AtsDataClientConfig,
        msgbus: MessageBus,
        cache: Cache,
        clock: LiveClock,
    ) -> AtsDataClient:
        client = ats.AsyncTradingClient(config.url)
        provider = AtsInstrumentProvider(client, config.instrument_provider)
        return AtsDataClient(loop, client, msgbus, cache, clock, provider, config, name)


class AtsLiveExecClientFactory(LiveExecClientFactory):
    @staticmethod
    def create(
        loop: asyncio.AbstractEventLoop,
        name: str,
        config: AtsExecClientConfig,
        msgbus: MessageBus,
        cache: Cache,
        clock: LiveClock,
    ) -> AtsExecutionClient:
        client = ats.AsyncTradingClient(config.url, key=config.key, secret=config.secret)
        provider = AtsInstrumentProvider(client, config.instrument_provider)
        return AtsExecutionClient(loop, client, msgbus, cache, clock, provider, config, name)
