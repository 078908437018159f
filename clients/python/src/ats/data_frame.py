"""Rows as data frames, where pandas or polars is installed."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Iterable
from datetime import datetime, timezone
from decimal import Decimal
from types import ModuleType
from typing import Any, Literal, cast

import msgspec

DataFrameLibrary = Literal["pandas", "polars"]

# polars holds no more digits.
_POLARS_DIGITS = 38


def to_frame(rows: Iterable[Any], library: DataFrameLibrary | None = None, *, floats: bool = False) -> Any:
    """
    Makes a data frame of rows: a column for each field, and `stop_loss.price` for a field in a field.

    `library` is pandas unless only polars is installed. Decimals stay exact (objects of `decimal.Decimal` in pandas,
    `polars.Decimal` in polars); `floats=True` makes floats of them, to compute with fast. Times are of UTC.
    """
    module = _library(library)
    flat = [_flat(row) for row in rows]
    names = list(dict.fromkeys(name for row in flat for name in row))
    columns = {name: [row.get(name) for row in flat] for name in names}
    if floats:
        columns = {
            name: [float(one) if isinstance(one, Decimal) else one for one in column]
            for name, column in columns.items()
        }
    if module.__name__ == "polars":
        return module.DataFrame({name: _polars_column(module, column) for name, column in columns.items()})
    return module.DataFrame({name: _pandas_column(module, column) for name, column in columns.items()})


def _library(library: DataFrameLibrary | None) -> ModuleType:
    for name in ("pandas", "polars") if library is None else (library,):
        if importlib.util.find_spec(name) is not None:
            return importlib.import_module(name)
    raise ImportError(f"data frames need {library or 'pandas or polars'}: pip install {library or 'pandas'}")


def _flat(row: object, prefix: str = "") -> dict[str, object]:
    fields = {name: getattr(row, name) for name in row.__struct_fields__} if isinstance(row, msgspec.Struct) else row
    flat: dict[str, object] = {}
    for name, value in cast("dict[str, object]", fields).items():
        if isinstance(value, (msgspec.Struct, dict)):
            flat.update(_flat(cast("object", value), f"{prefix}{name}."))
        else:
            flat[f"{prefix}{name}"] = _plain(value)
    return flat


def _plain(value: object) -> object:
    if isinstance(value, datetime):
        return value.astimezone(timezone.utc)
    if isinstance(value, list):
        return [_flat(one) if isinstance(one, msgspec.Struct) else one for one in cast("list[object]", value)]
    return value


def _is_of(column: list[Any], kind: type) -> bool:
    return any(isinstance(one, kind) for one in column) and all(one is None or isinstance(one, kind) for one in column)


def _pandas_column(module: ModuleType, column: list[Any]) -> Any:
    if _is_of(column, datetime):
        return module.to_datetime(module.Series(column), utc=True)
    return module.Series(column, dtype=object) if _is_of(column, Decimal) else column


def _polars_column(module: ModuleType, column: list[Any]) -> Any:
    if not _is_of(column, Decimal):
        return column
    scale = max(-int(one.as_tuple().exponent) for one in column if one is not None)
    return module.Series(column, dtype=module.Decimal(_POLARS_DIGITS, max(0, scale)))
