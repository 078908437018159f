"""The base of the generated class that waits."""

from ccxt.base.errors import ExchangeError
from ccxt.base.exchange import Exchange

from .runtime import Common, network_error


class Runtime(Common, Exchange):
    def fetch(self, url, method="GET", headers=None, body=None):
        try:
            return super().fetch(url, method, headers, body)
        except ExchangeError as error:
            raise network_error(error) from error
