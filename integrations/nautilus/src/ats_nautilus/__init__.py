"""The trading service as a venue of NautilusTrader: instruments, data and execution."""

from .config import VENUE, AtsDataClientConfig, AtsExecClientConfig
from .factories import AtsLiveDataClientFactory, AtsLiveExecClientFactory

__all__ = [
    "VENUE",
    "AtsDataClientConfig",
    "AtsExecClientConfig",
    "AtsLiveDataClientFactory",
    "AtsLiveExecClientFactory",
]
