"""Writes the models of answers (structs of msgspec) and the types of requests (typed dictionaries)."""

import re
from collections.abc import Iterable

from document import Document, Schema, attribute, name_of, sentence
from types_of import is_decimal, kinds_of, type_of

HEADER = '"""Made from the OpenAPI documents by clients/python/generate: do not edit."""\n'
_MODELS = """
from datetime import date, datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Literal

from msgspec import Raw, Struct, field
"""
_REQUESTS = """
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypedDict

from ..numbers import Number
from ..times import Time

if TYPE_CHECKING:
    from .models import {enums}
"""


def write_models(documents: Iterable[Document]) -> str:
    """All that is in an answer: a struct for each object, and a name for each list of words."""
    schemas = _all_schemas(documents)
    parts, names = [HEADER, _MODELS], list[str]()
    for name in _in_order(schemas):
        schema = schemas[name]
        if is_decimal(schema) or name.startswith("Error_"):
            continue
        names.append(name)
        parts.append(_words(name, schema) if _is_words(schema) else _struct(name, schema))
    return "\n".join([*parts, all_of(sorted(names))])


def write_requests(documents: Iterable[Document]) -> str:
    """All that is in a body: `AccountOrder` is an order whose account is known."""
    own = _of_requests(documents)
    order = own["PlaceOrder"]
    own["AccountOrder"] = {
        **order,
        "properties": {name: one for name, one in order["properties"].items() if name != "account_id"},
        "required": [name for name in order["required"] if name != "account_id"],
    }
    bodies = [_dictionary(name, schema) for name, schema in own.items() if schema.get("type") == "object"]
    used = set(re.findall(r"\w+", "\n".join(bodies)))
    enums = sorted(name for name in used & set(own) if _is_words(own[name]))
    parts = [HEADER, _REQUESTS.format(enums=", ".join(enums)), *bodies]
    names = sorted(name for name, schema in own.items() if schema.get("type") == "object")
    parts.append(all_of(names))
    return "\n".join(parts)


def write_names(documents: Iterable[Document]) -> str:
    """How the fields of each body are sent."""
    bodies = ""
    own = _with_choices(_of_requests(documents))
    objects = {name for name, schema in own.items() if "properties" in schema}
    for name, schema in own.items():
        fields = {attribute(key): _entry(key, one, objects) for key, one in schema.get("properties", {}).items()}
        told = {key: entry for key, entry in fields.items() if entry != f"Entry({key!r})"}
        if told:
            entries = "".join(f"        {key!r}: {entry},\n" for key, entry in told.items())
            bodies += f"    {name!r}: {{\n{entries}    }},\n"
    sent = sorted({operation.body for document in documents for operation in document.operations if operation.body})
    return (
        f"{HEADER}\nfrom typing import Literal\n\nfrom ..call import Entry\n\n"
        f"BodyName = Literal[{', '.join(map(repr, sent))}]\n\n"
        f"BODIES: dict[str, dict[str, Entry]] = {{\n{bodies}}}\n"
        '"""The fields of bodies whose names do not say how they are sent."""\n'
    )


def _with_choices(own: dict[str, Schema]) -> dict[str, Schema]:
    """With a body for each field that is one of several: all of their fields, which mean the same in each."""
    objects = {name for name, schema in own.items() if "properties" in schema}
    made = dict(own)
    for name, schema in own.items():
        properties: dict[str, Schema] = dict(schema.get("properties", {}))
        for key, one in properties.items():
            members = [name_of(member["$ref"]) for member in one.get("anyOf", []) if "$ref" in member]
            choices = [member for member in members if member in objects]
            if len(choices) < 2:
                continue
            fields: dict[str, Schema] = {}
            for choice in choices:
                fields.update(own[choice]["properties"])
            made[f"{name}_{key}"] = {"type": "object", "properties": fields}
            properties[key] = {"$ref": f"#/components/schemas/{name}_{key}"}
        made[name] = {**schema, "properties": properties} if properties else schema
    return made


def _entry(key: str, schema: Schema, objects: set[str]) -> str:
    kinds = kinds_of(schema) if "type" in schema else []
    inner = sorted(references(schema) & objects)
    if len(inner) > 1:
        raise ValueError(f"{key} is one of {inner}: which one is sent is not known")
    arguments = [repr(key), *(f"body={name!r}" for name in inner)]
    if "number" in kinds:
        arguments += ["is_number=True", *([] if "string" in kinds else ["is_text=False"])]
    return f"Entry({', '.join(arguments)})"


def _of_requests(documents: Iterable[Document]) -> dict[str, Schema]:
    schemas: dict[str, Schema] = {}
    wanted: list[str] = []
    for document in documents:
        schemas.update(document.schemas)
        wanted += [operation.body for operation in document.operations if operation.body]
    return {name: schema for name, schema in schemas.items() if name in _reached(wanted, schemas)}


def all_of(names: Iterable[str]) -> str:
    """What a module exports."""
    return f"\n__all__ = [{', '.join(map(repr, names))}]\n"


def _all_schemas(documents: Iterable[Document]) -> dict[str, Schema]:
    merged: dict[str, Schema] = {}
    for document in documents:
        for name, schema in document.schemas.items():
            merged.setdefault(name, schema)
    return merged


def _is_words(schema: Schema) -> bool:
    return "enum" in schema or "const" in schema


def references(schema: object) -> set[str]:
    """The names that a schema refers to."""
    return set(re.findall(r"#/components/schemas/(\w+)", repr(schema)))


def _reached(names: Iterable[str], schemas: dict[str, Schema]) -> set[str]:
    found: set[str] = set()
    left = list(names)
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left += references(schemas[name].get("properties", {})) | references(schemas[name].get("items", {}))
    return found


def _in_order(schemas: dict[str, Schema]) -> list[str]:
    """Each after those that it refers to."""
    done: dict[str, None] = {}

    def visit(name: str) -> None:
        if name in done:
            return
        for other in sorted(references(schemas[name])):
            visit(other)
        done[name] = None

    for name in schemas:
        visit(name)
    return list(done)


def _words(name: str, schema: Schema) -> str:
    """Known words for a type checker; any word for a program, since a later service may say others."""
    words = schema.get("enum") or [schema["const"]]
    return f"\nif TYPE_CHECKING:\n    {name} = Literal[{', '.join(map(repr, words))}]\nelse:\n    {name} = str\n"


def _struct(name: str, schema: Schema) -> str:
    required = set(schema.get("required", []))
    lines = [f"\nclass {name}(Struct, frozen=True, kw_only=True):", f'    """{_about(name, schema)}"""', ""]
    for key, one in schema.get("properties", {}).items():
        kind = type_of(one)
        is_optional = key not in required
        if is_optional and not kind.endswith("None"):
            kind += " | None"
        lines.append(f"    {attribute(key)}: {kind}{_default(key, is_optional=is_optional)}")
        if about := sentence(one.get("description")):
            lines.append(f'    """{about}"""')
    return "\n".join(lines) + "\n"


def _default(key: str, *, is_optional: bool) -> str:
    name = attribute(key)
    arguments = ([f'name="{key}"'] if name != key else []) + (["default=None"] if is_optional else [])
    if name != key:
        return f" = field({', '.join(arguments)})"
    return " = None" if is_optional else ""


def _dictionary(name: str, schema: Schema) -> str:
    """Two classes, since what may be left out is known by `total=False` in Python 3.10."""
    required = set(schema.get("required", [])) - {"client_id"}  # one is made
    properties = schema["properties"]
    parts: list[str] = []
    base = "TypedDict"
    about = _about(name, schema)
    if required:
        must = {key: one for key, one in properties.items() if key in required}
        base = f"{name}Required"
        parts.append(f'\nclass {base}(TypedDict):\n    """The part of {name} that cannot be left out."""\n')
        parts += _entries(must)
    may = {key: one for key, one in properties.items() if key not in required}
    parts.append(f'\nclass {name}({base}, total=False):\n    """{about}"""\n')
    parts += _entries(may)
    return "\n".join(parts) + "\n"


def _entries(properties: dict[str, Schema]) -> list[str]:
    lines: list[str] = []
    for key, one in properties.items():
        lines.append(f"    {attribute(key)}: {type_of(one, is_request=True)}")
        if about := sentence(one.get("description")):
            lines.append(f'    """{about}"""')
    return lines


def _about(name: str, schema: Schema) -> str:
    return sentence(schema.get("description")) or f"{name} of the OpenAPI document."


def answer_name(schema: Schema) -> str:
    """The type of an answer, as it is written outside of the models."""
    if "$ref" in schema:
        return f"models.{name_of(schema['$ref'])}"
    if schema.get("type") == "array":
        return f"list[models.{name_of(schema['items']['$ref'])}]"
    return "dict[str, object]"
