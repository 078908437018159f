"""Requests as they are sent, and answers as they are read."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any, TypeVar, cast
from uuid import uuid4

import msgspec

from .generated.names import PLAIN_NUMBERS, WIRE_NAMES
from .numbers import decimal_text
from .times import time_text

T = TypeVar("T")


def new_client_id() -> str:
    """A fresh name for an intent, unique for ever: the same request with the same one is done once."""
    return str(uuid4())


def intent_of(body: Mapping[str, Any]) -> dict[str, Any]:
    """The body with its client_id, made once, here, so that every repetition carries it."""
    return {**body, "client_id": body.get("client_id") or new_client_id()}


def encode(body: Mapping[str, Any], path: str) -> bytes:
    """The body of a request to a path: decimals as text, times with their time zone, names as the service has them."""
    return msgspec.json.encode(_to_wire(body, "wallet" if path.startswith("/api/") else "engine"))


def _to_wire(value: object, service: str) -> object:
    if isinstance(value, Decimal):
        return decimal_text(value)
    if isinstance(value, float):
        raise TypeError(f'a decimal is exact: write Decimal("{value}") or "{value}" in place of {value}')
    if isinstance(value, date):  # or a datetime, which is one
        return time_text(value)
    if isinstance(value, Mapping):
        entries = cast("Mapping[str, object]", value)
        names, plain = WIRE_NAMES[service], PLAIN_NUMBERS[service]
        return {
            names.get(name, name): one if name in plain else _to_wire(one, service) for name, one in entries.items()
        }
    if isinstance(value, (list, tuple)):
        return [_to_wire(one, service) for one in cast("list[object]", value)]
    return value


_decoders: dict[object, msgspec.json.Decoder[Any]] = {}


def decode(content: bytes | str, answer: type[T]) -> T:
    """The JSON as a value of the type; every number with a fraction is an exact Decimal."""
    decoder = _decoders.get(answer)
    if decoder is None:
        decoder = _decoders[answer] = msgspec.json.Decoder(answer, float_hook=Decimal)
    return cast("T", decoder.decode(content))
