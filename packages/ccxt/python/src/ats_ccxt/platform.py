"""What the generated modules need that JavaScript and Python do in ways of their own."""

import json
import re
import uuid
from collections.abc import Mapping
from datetime import datetime, timedelta, timezone

CLIENT_ORDER_ID = re.compile(r"[A-Za-z0-9._:-]{1,64}")
DECIMAL = re.compile(r"[0-9]{1,40}(?:\.[0-9]{1,40})?")
ZERO = re.compile(r"0(?:\.0+)?")
TIME = re.compile(r"(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)")
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)

# A value within these shares of itself and of a step from a grid point is that point.
NOISE_OF_VALUE = 1_000_000_000
NOISE_OF_STEP = 1_000_000


def at(of, key):
    """A field or an item; None where there is none."""
    if isinstance(of, Mapping):
        return of.get(key)
    if isinstance(of, (list, tuple)) and isinstance(key, int) and 0 <= key < len(of):
        return of[key]
    return None if of is None or isinstance(of, (list, tuple)) else getattr(of, key, None)


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def to_text(value):
    """A value as JavaScript writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "undefined"
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def to_number(value):
    number = float(value)
    return int(number) if number.is_integer() else number


def is_row(value):
    return isinstance(value, Mapping)


def rows_of(value):
    return [row for row in value if is_row(row)] if isinstance(value, list) else []


def text_of(row, field):
    value = row.get(field) if row is not None else None
    if is_number(value):
        return to_text(value)
    return value if isinstance(value, str) and value != "" else None


def row_of(row, field):
    value = row.get(field) if row is not None else None
    return value if is_row(value) else None


def flag_of(row, field):
    value = row.get(field) if row is not None else None
    return value if isinstance(value, bool) else None


def number_of(row, field):
    text = text_of(row, field)
    return None if text is None else to_number(text)


def header_of(headers, name):
    for key, value in (headers or {}).items():
        if key.lower() == name.lower():
            return value
    return None


def without_undefined(fields):
    return {name: value for name, value in fields.items() if value is not None}


def ms_of(row, field):
    """Milliseconds since the epoch of an RFC 3339 time, finer parts cut off."""
    found = TIME.fullmatch(text_of(row, field) or "")
    if found is None:
        return None
    day, time, fraction, zone = found.groups()
    offset = "+00:00" if zone == "Z" else zone
    whole = datetime.fromisoformat(f"{day}T{time}{offset}") - EPOCH
    return int(whole.total_seconds()) * 1000 + int((fraction or "0").ljust(3, "0")[:3])


def iso_of(ms):
    at_time = EPOCH + timedelta(milliseconds=ms)
    return f"{at_time:%Y-%m-%dT%H:%M:%S}.{at_time.microsecond // 1000:03d}Z"


def times_of(row, field):
    timestamp = ms_of(row, field)
    return {"timestamp": timestamp, "datetime": None if timestamp is None else iso_of(timestamp)}


def make_client_order_id():
    return f"ccxt-{uuid.uuid4()}"


def is_client_order_id(text):
    return CLIENT_ORDER_ID.fullmatch(text) is not None


def is_decimal(text):
    return DECIMAL.fullmatch(text) is not None


def is_zero(text):
    return ZERO.fullmatch(text) is not None


def to_grid(value, step, mode):
    """A decimal text of 0 or more on the multiples of `step`, digit by digit; `mode` is `down` or `nearest`."""
    decimals = max(_decimals(value), _decimals(step))
    units, size = _units(value, decimals), _units(step, decimals)
    if size <= 0:
        return _written(units, decimals)
    nearest = (units + size // 2) // size * size
    off = abs(nearest - units)
    is_there = off * NOISE_OF_VALUE <= units and off * NOISE_OF_STEP <= size
    return _written(nearest if mode == "nearest" or is_there else units // size * size, decimals)


def _decimals(text):
    return len(text.partition(".")[2])


def _units(text, decimals):
    whole, _, fraction = text.partition(".")
    return int(whole + fraction.ljust(decimals, "0"))


def _written(units, decimals):
    digits = str(units).rjust(decimals + 1, "0")
    if decimals == 0:
        return digits
    fraction = digits[-decimals:].rstrip("0")
    return digits[:-decimals] + (f".{fraction}" if fraction else "")


def with_details(error, details):
    for name, value in details.items():
        setattr(error, name, value)
    return error


def message_of(error):
    return str(error)


def parse_json_exactly(text):
    """JSON with every number as the text it was written as; None for what is no object or list."""
    trimmed = text.strip() if isinstance(text, str) else ""
    if trimmed[:1] not in ("{", "["):
        return None
    try:
        return json.loads(trimmed, parse_float=str, parse_int=str)
    except ValueError:
        return None
