"""Places an order with clients that openapi-python-client has generated, and reads it back with pydantic's models."""

import base64
import json
import os

import httpx
from engine_client import AuthenticatedClient
from engine_client.api.accounts import create_account
from engine_client.api.orders import get_order, place_order
from engine_client.models import CreateAccount, Order, OrderKind, OrderStatus, PlaceOrder, Placement, Side
from engine_models import Order as ReadOrder
from engine_models import PlaceOrder as PlacedOrder
from wallet_client import Client
from wallet_client.api.api_keys import create_api_key
from wallet_client.models import CreateApiKey, CreatedApiKey, Scope
from wallet_models import ApiKey

ENGINE, WALLET = os.environ["ENGINE"], os.environ["WALLET"]

wallet = Client(base_url=WALLET, headers={"X-User-Id": "python"})
made = create_api_key.sync(client=wallet, body=CreateApiKey(label="Python", permissions=[Scope.TRADE]))
assert isinstance(made, CreatedApiKey), made
ApiKey.model_validate(made.api_key.to_dict())

pair = base64.b64encode(f"{made.key}:{made.secret}".encode()).decode()
engine = AuthenticatedClient(base_url=ENGINE, token=pair, prefix="Basic")
account = create_account.sync(client=engine, body=CreateAccount(plan_id="standard-100k"))
assert account is not None and hasattr(account, "id"), account

order = PlaceOrder(account.id, "BTC-USD", Side.BUY, OrderKind.MARKET, quantity="0.01", client_id="python-1")
placement = place_order.sync(client=engine, body=order)
assert isinstance(placement, Placement) and placement.order is not None, placement
read = get_order.sync(account.id, placement.order.id, client=engine)
assert isinstance(read, Order) and read.status is OrderStatus.FILLED and read.quantity == 0.01, read

# The same with the models of datamodel-code-generator, and decimals as text.
sent = PlacedOrder(account_id=account.id, symbol="BTC-USD", side="BUY", kind="MARKET", quantity="0.02")
body = json.loads(sent.model_dump_json(exclude_unset=True))
with httpx.Client(base_url=ENGINE, auth=(made.key, made.secret)) as http:
    second = http.post("/v1/order", params={"decimals": "string"}, json=body).raise_for_status().json()
    path = f"/v1/account/{account.id}/orders/{second['order']['id']}"
    found = ReadOrder.model_validate(http.get(path, params={"decimals": "string"}).raise_for_status().json())
assert str(found.quantity) == "0.02" and found.average_price is not None, found
print(f"Python: filled at {read.average_price} and {found.average_price}")
