"""Times of requests: always of a time zone."""

from __future__ import annotations

from datetime import date, datetime

Time = datetime | date | str
"""A time with its time zone, a date for the whole day, or the text of one (RFC 3339)."""


def time_text(value: Time | None) -> str | None:
    """The time as it is sent. Raises ValueError for one that says nothing of its time zone."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, datetime) and value.utcoffset() is None:
        raise ValueError(f"{value} has no time zone: datetime.now(timezone.utc) has one")
    return value.isoformat()
