"""Schemas as types of Python."""

from document import Schema, name_of

_DECIMALS = {"Decimal", "PositiveDecimal"}
_TIME = "RequestTime"
_SCALARS = {"string": "str", "integer": "int", "number": "Decimal", "boolean": "bool", "object": "dict[str, object]"}


def kinds_of(schema: Schema) -> list[str]:
    """The `type` of a schema, which may be several."""
    kinds: list[str] | str = schema.get("type", "object")
    return [kinds] if isinstance(kinds, str) else kinds


def is_decimal(schema: Schema) -> bool:
    """Whether it is a number or the same number as text."""
    kinds = {one.get("type") for one in schema.get("anyOf", [])}
    return {"number", "string"} <= kinds and any(one.get("format") == "decimal" for one in schema["anyOf"])


def type_of(schema: Schema, *, is_request: bool = False) -> str:
    """The type of what a schema describes: in an answer, or, if so, in a request."""
    if "$ref" in schema:
        name = name_of(schema["$ref"])
        if name == _TIME:
            return "Time" if is_request else "str"
        return ("Number" if is_request else "Decimal") if name in _DECIMALS else name
    if schema.get("x-is-untold") and not is_request:
        return "Raw"  # read once it is known which it is
    if "anyOf" in schema:
        return _union(schema["anyOf"], is_request=is_request)
    if "enum" in schema:
        return f"Literal[{', '.join(map(repr, schema['enum']))}]" if is_request else "str"
    kinds = kinds_of(schema)
    if len(kinds) > 1:
        inner = [type_of({**schema, "type": kind}, is_request=is_request) for kind in kinds if kind != "null"]
        return " | ".join([*inner, *(["None"] if "null" in kinds else [])])
    (kind,) = kinds
    if kind == "array":
        return _array(schema, is_request=is_request)
    if kind == "object":
        values: Schema | None = schema.get("additionalProperties") or None
        values = values or next(iter(schema.get("patternProperties", {}).values()), None)
        return f"dict[str, {type_of(values, is_request=is_request)}]" if values else _SCALARS[kind]
    if is_request and kind == "number":
        return "float"
    return _text(schema, is_request=is_request) if kind == "string" else _SCALARS[kind]


def _union(members: list[Schema], *, is_request: bool) -> str:
    if is_decimal({"anyOf": members}):
        return "Number" if is_request else "Decimal"
    if {member.get("type") for member in members} == {"string", "number"}:
        return "str | int"  # a place in a request: a field, or a position in a list
    own = [type_of(member, is_request=is_request) for member in members if member.get("type") != "null"]
    is_nullable = any(member.get("type") == "null" for member in members)
    if not is_request and "Decimal" in own and len(own) > 1:
        own = [
            "float" if one == "Decimal" else one for one in own
        ]  # a word or a number, which a decimal as text is not
    return " | ".join(dict.fromkeys([*own, *(["None"] if is_nullable else [])]))


def _array(schema: Schema, *, is_request: bool) -> str:
    # Of a pair of unlike things the document tells no one kind.
    item = type_of(schema["items"], is_request=is_request) if "items" in schema else "object"
    if schema.get("minItems") == schema.get("maxItems") == 2:
        return f"tuple[{item}, {item}]"
    return f"Sequence[{item}]" if is_request else f"list[{item}]"


def _text(schema: Schema, *, is_request: bool) -> str:
    if is_request and is_time(schema):
        return "Time"
    kind = schema.get("format")
    if kind == "date-time":
        return "datetime"
    return "date" if kind == "date" else "str"


def is_time(schema: Schema) -> bool:
    """Whether a request may say it as a date or as a time."""
    is_named = name_of(schema.get("$ref", "")) == _TIME
    is_shaped = str(schema.get("pattern", "")).startswith("^((?:19[7-9]")
    return is_named or is_shaped or schema.get("format") in ("date", "date-time")
