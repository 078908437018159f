"""The base of the generated class for asyncio."""

from ccxt.async_support.base.exchange import Exchange
from ccxt.base.errors import ExchangeError

from .runtime import Common, network_error
from .streams import Streams


class Runtime(Common, Streams, Exchange):
    async def fetch(self, url, method="GET", headers=None, body=None):
        try:
            return await super().fetch(url, method, headers, body)
        except ExchangeError as error:
            raise network_error(error) from error
