"""What hummingbot reads of a connector before it makes one: fees, an example, and what `connect` asks for."""

from __future__ import annotations

from decimal import Decimal

from hummingbot.client.config.config_data_types import BaseConnectorConfigMap
from hummingbot.core.data_type.trade_fee import TradeFeeSchema
from pydantic import ConfigDict, Field, SecretStr

# For estimates; what was paid comes with each fill.
DEFAULT_FEES = TradeFeeSchema(
    maker_percent_fee_decimal=Decimal("0.0006"),
    taker_percent_fee_decimal=Decimal("0.0006"),
    percent_fee_token="USD",
)
CENTRALIZED = True
EXAMPLE_PAIR = "BTC-USD"


def _asked(prompt: str, *, is_secret: bool) -> dict[str, object]:
    return {"prompt": prompt, "is_secure": is_secret, "is_connect_key": True, "prompt_on_new": True}


class AtsPerpetualConfigMap(BaseConnectorConfigMap):
    connector: str = "ats_perpetual"
    ats_perpetual_url: SecretStr = Field(
        default=..., json_schema_extra=_asked("Enter the URL of the trading engine", is_secret=False)
    )
    ats_perpetual_api_key: SecretStr = Field(default=..., json_schema_extra=_asked("Enter your key", is_secret=True))
    ats_perpetual_secret_key: SecretStr = Field(
        default=..., json_schema_extra=_asked("Enter the secret of the key", is_secret=True)
    )
    ats_perpetual_account_id: SecretStr = Field(
        default=..., json_schema_extra=_asked("Enter the id of your account", is_secret=False)
    )
    model_config = ConfigDict(title="ats_perpetual")


KEYS = AtsPerpetualConfigMap.model_construct()
