"""Deliveries are verified as Standard Webhooks says."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from decimal import Decimal

import pytest

import ats
from ats.sign_user import UserSignature
from fake_service import ORDER, TIME

SECRET = "whsec_" + base64.b64encode(b"a secret of some length").decode()
OTHER = "whsec_" + base64.b64encode(b"another one").decode()
NOW = 1_772_366_400
BODY = json.dumps(
    {
        "id": "e1",
        "type": "order.ack",
        "created_at": TIME,
        "sequence": 3,
        "account_id": "a1",
        "data": {"order": {**ORDER, "average_price": 64000.1}},
    }
).encode()


def signed(body: bytes = BODY, *, secret: str = SECRET, at: int = NOW) -> dict[str, str]:
    key = base64.b64decode(secret.removeprefix("whsec_"))
    digest = hmac.new(key, f"msg1.{at}.".encode() + body, hashlib.sha256).digest()
    signature = f"v1,{base64.b64encode(digest).decode()}"
    return {"Webhook-Id": "msg1", "Webhook-Timestamp": str(at), "Webhook-Signature": f"v1a,x {signature}"}


def test_a_signed_event_is_read_with_exact_decimals() -> None:
    event = ats.verify_webhook(BODY, signed(), SECRET, now=NOW)
    assert event.type == "order.ack"
    assert event.data.order is not None
    assert event.data.order.average_price == Decimal("64000.1")


def test_the_test_event_is_of_no_account() -> None:
    body = json.dumps(
        {"id": "e", "type": "webhook.test", "created_at": TIME, "sequence": 0, "account_id": None, "data": {}}
    )
    event = ats.verify_webhook(body, signed(body.encode()), SECRET, now=NOW)
    assert isinstance(event, ats.TestEvent)


def test_both_secrets_are_good_while_one_replaces_the_other() -> None:
    assert ats.verify_webhook(BODY, signed(secret=OTHER), [SECRET, OTHER], now=NOW).sequence == 3


@pytest.mark.parametrize(
    "headers",
    [
        signed(secret=OTHER),
        signed(BODY + b" "),
        signed(at=NOW - 301),
        signed(at=NOW + 301),
        {**signed(), "Webhook-Id": "msg2"},
        {**signed(), "Webhook-Timestamp": str(NOW + 1)},
        {**signed(), "Webhook-Timestamp": "soon"},
        {**signed(), "Webhook-Signature": "v1,"},
        {},
    ],
)
def test_what_is_not_signed_or_was_long_ago_is_refused(headers: dict[str, str]) -> None:
    with pytest.raises(ats.WebhookVerificationError):
        ats.verify_webhook(BODY, headers, SECRET, now=NOW)


@pytest.mark.parametrize("secret", ["", "whsec_", "whsec_%%%"])
def test_a_secret_that_is_none_is_a_mistake_and_no_refusal(secret: str) -> None:
    with pytest.raises(ValueError, match="whsec_ and base64"):
        ats.verify_webhook(BODY, signed(), secret, now=NOW)


def test_a_gateway_signs_user_path_and_body_and_never_twice_the_same() -> None:
    signature = UserSignature("wallet", "u1", "gateway secret")
    first, second = (signature.headers("POST", "/api/api-keys?x=1", b"{}") for _ in range(2))
    assert first != second
    at, digest = first["x-user-id-signature"].removeprefix("t=").split(",v2=")
    text = "\n".join(["wallet", at, "POST", "/api/api-keys?x=1", "u1", hashlib.sha256(b"{}").hexdigest()])
    assert digest == hmac.new(b"gateway secret", text.encode(), hashlib.sha256).hexdigest()
