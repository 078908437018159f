"""What hummingbot asks of every connector; requests go out by ats-trading, which signs, retries and counts them."""

from __future__ import annotations

import time

from hummingbot.core.api_throttler.async_throttler import AsyncThrottler
from hummingbot.core.web_assistant.web_assistants_factory import WebAssistantsFactory


def build_api_factory(throttler: AsyncThrottler) -> WebAssistantsFactory:
    """Of no use here, but every connector has one."""
    return WebAssistantsFactory(throttler=throttler)


async def get_current_server_time(throttler: AsyncThrottler | None = None, domain: str = "") -> float:
    """In ms. No request carries a time, so that the clocks need not agree."""
    return time.time() * 1_000
