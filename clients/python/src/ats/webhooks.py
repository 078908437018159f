"""Webhooks as they are received."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import re
import time
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Literal

import msgspec

from .generated.models import Event
from .wire import decode

_TOLERANCE = 5 * 60
"""Seconds: an older signature may be a recorded one."""


class WebhookVerificationError(Exception):
    """The delivery is not from the service: answer it with 401."""


class TestEvent(msgspec.Struct, frozen=True, kw_only=True):
    """The event that `webhooks.send_test_event()` sends: of no account."""

    __test__ = False  # pytest takes it for tests by its name

    id: str
    created_at: datetime
    sequence: int
    type: Literal["webhook.test"]
    account_id: None
    data: dict[str, Any]


WebhookEvent = Event | TestEvent
"""An event as it is delivered. It may come twice, with the same `id`; `sequence` gives the order."""


class _Named(msgspec.Struct, frozen=True):
    type: str


def verify_webhook(
    body: bytes | str, headers: Mapping[str, str], secret: str | Sequence[str], *, now: float | None = None
) -> WebhookEvent:
    """
    The event in a delivery, once its signature is verified.

    `body` is what came, byte for byte: not a parsed body written again. `headers` may be of any case. `secret` is
    `whsec_…` of the key; while it is being replaced, the old and the new one. Raises WebhookVerificationError when no
    secret signed it, or when it was signed more than five minutes ago.
    """
    content = body.encode() if isinstance(body, str) else bytes(body)
    found = {name.lower(): value for name, value in headers.items()}
    sent_at = found.get("webhook-timestamp", "")
    at = int(sent_at) if re.fullmatch(r"[0-9]{1,12}", sent_at) else 0
    is_recent = abs((time.time() if now is None else now) - at) <= _TOLERANCE
    signed = f"{found.get('webhook-id', '')}.{sent_at}.".encode() + content
    given = [part[3:] for part in found.get("webhook-signature", "").split(" ") if part.startswith("v1,")]
    secrets = [secret] if isinstance(secret, str) else secret
    if not is_recent or "webhook-id" not in found or not any(_is_signed(signed, given, one) for one in secrets):
        raise WebhookVerificationError("no secret signed this delivery in the last five minutes")
    is_test = decode(content, _Named).type == "webhook.test"
    return decode(content, TestEvent) if is_test else decode(content, Event)


def _is_signed(signed: bytes, given: Sequence[str], secret: str) -> bool:
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except binascii.Error:
        raise ValueError("a webhook secret is whsec_ and base64") from None
    if not key:
        raise ValueError("a webhook secret is whsec_ and base64")
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return any(hmac.compare_digest(expected.encode(), one.encode()) for one in given)
