"""The trading service as an exchange of ccxt: `import ats_ccxt` makes it `ccxt.ats`, sync, async and with streams."""

import ccxt
import ccxt.async_support
import ccxt.pro

from .aio.account_watch import AccountWatch
from .aio.order_control import OrderControl as AsyncOrderControl
from .sync.order_control import OrderControl
from .version import __version__

__all__ = ["__version__", "async_ats", "ats", "pro_ats", "register"]


class _RestOnly:
    """What `has` says of a class without streams."""

    def describe(self):
        description = super().describe()
        names = [name for name in description["has"] if name.startswith(("watch", "unWatch"))]
        return self.deep_extend(description, {"pro": False, "has": dict.fromkeys([*names, "ws"], False)})


class ats(_RestOnly, OrderControl):
    pass


class async_ats(_RestOnly, AsyncOrderControl):
    pass


class pro_ats(AccountWatch):
    pass


def register():
    """Puts the classes where programs look for those of ccxt; done when this package is imported."""
    for module, exchange in ((ccxt, ats), (ccxt.async_support, async_ats), (ccxt.pro, pro_ats)):
        module.ats = exchange
        if "ats" not in module.exchanges:
            module.exchanges.append("ats")


register()
