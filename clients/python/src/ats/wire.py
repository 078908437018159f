"""Requests as they are sent, and answers as they are read."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from math import isfinite
from typing import TYPE_CHECKING, Any, TypeVar, cast
from uuid import uuid4

import msgspec

from .call import Entry
from .generated.names import BODIES
from .numbers import decimal_text
from .times import time_text

if TYPE_CHECKING:
    from .generated.names import BodyName

T = TypeVar("T")


def new_client_id() -> str:
    """A fresh name for an intent, unique for ever: the same request with the same one is done once."""
    return str(uuid4())


def intent_of(body: Mapping[str, Any]) -> dict[str, Any]:
    """The body with its client_id, made once, here, so that every repetition carries it."""
    return {**body, "client_id": body.get("client_id") or new_client_id()}


def encode(body: Mapping[str, Any], schema: BodyName | None) -> bytes:
    """A body of a schema: decimals as text, times with their time zone, names as the service has them."""
    return msgspec.json.encode(_to_wire(body, Entry("", schema or "")))


def _to_wire(value: object, entry: Entry) -> object:
    if isinstance(value, Decimal):
        text = decimal_text(value)
        return text if entry.is_text else msgspec.Raw(text.encode())
    if isinstance(value, float) and not isfinite(value):
        raise ValueError(f"{value} is no number of JSON")
    if isinstance(value, float) and not entry.is_number:
        raise TypeError(f'a decimal is exact: write Decimal("{value}") or "{value}" in place of {value}')
    if isinstance(value, date):  # or a datetime, which is one
        return time_text(value)
    if isinstance(value, Mapping):
        fields = BODIES.get(entry.body, {})
        entries = ((fields.get(name, Entry(name)), one) for name, one in cast("Mapping[str, object]", value).items())
        return {own.name: _to_wire(one, own) for own, one in entries}
    if isinstance(value, (list, tuple)):
        return [_to_wire(one, entry) for one in cast("list[object]", value)]
    return value


_decoders: dict[object, msgspec.json.Decoder[Any]] = {}


def decode(content: bytes | str, answer: type[T]) -> T:
    """The JSON as a value of the type; every number with a fraction is an exact Decimal."""
    decoder = _decoders.get(answer)
    if decoder is None:
        decoder = _decoders[answer] = msgspec.json.Decoder(answer, float_hook=Decimal)
    return cast("T", decoder.decode(content))
