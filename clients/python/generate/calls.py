"""Writes a method for each operation of the documents, in the classes that table.py names."""

import re

from document import Document, Operation, Schema, attribute, sentence, snake
from models import HEADER, answer_name
from table import BOUND, BY_HAND, PLACES, Kind, Place
from types_of import is_time, type_of

_IMPORTS = """
from __future__ import annotations

from typing import TYPE_CHECKING

from ...call import Call, Repeat, path_of
from ...generated import models
from ...times import time_text
from ...wire import intent_of
from ..calls_base import AsyncCalls
from ..rows import AsyncRows

if TYPE_CHECKING:
{literal}    from typing_extensions import Unpack

    from ...generated import requests
    from ...generated.models import {words}
    from ...times import Time
"""


def write_calls(engine: Document, wallet: Document, lab: Document) -> str:
    """The module of all clients."""
    groups: dict[str, list[str]] = {}
    known: set[str] = set()
    for document, fallback in ((engine, "AsyncClientCalls"), (wallet, "AsyncWalletCalls"), (lab, "AsyncLabCalls")):
        for operation in document.operations:
            # What each process serves, such as its health, is a method of one client.
            if operation.id in BY_HAND or (document is lab and operation.id in known):
                continue
            known.add(operation.id)
            place = PLACES.get(operation.id) or Place(fallback, snake(operation.id), _kind(operation), "read it again")
            groups.setdefault(place.group, []).append(_method(operation, place, document))
    text = "\n".join(method for methods in groups.values() for method in methods)
    words = sorted(
        name
        for name, one in {**lab.schemas, **wallet.schemas, **engine.schemas}.items()
        if "enum" in one and re.search(rf"(?<![.\w]){name} \| None", text)
    )
    parts = [
        HEADER,
        _IMPORTS.format(
            words=", ".join(words), literal="    from typing import Literal\n\n" if "Literal[" in text else ""
        ),
    ]
    for group, methods in groups.items():
        parts.append(f'\nclass {group}(AsyncCalls):\n    """Operations of the OpenAPI documents."""\n')
        parts += methods
    return "\n".join(parts)


def _kind(operation: Operation) -> Kind:  # of one that the table does not have yet
    if operation.method == "GET":
        return "read"
    return "same" if operation.method in ("PUT", "DELETE") else "once"


def _method(operation: Operation, place: Place, document: Document) -> str:
    bound = BOUND.get(place.group)
    fields: Schema = document.schemas[operation.body]["properties"] if operation.body else {}
    path_names = [one["name"] for one in operation.parameters if one["in"] == "path" and one["name"] != bound]
    query = [one for one in operation.parameters if one["in"] == "query" and one["name"] != "decimals"]
    is_rows = place.kind == "rows"
    arguments = [*path_names, *_first_query(operation, query)]
    named = [one for one in query if one["name"] not in arguments]
    signature = [f"{name}: str" for name in arguments]
    keywords = [_keyword(one, is_rows=is_rows) for one in named] + ["deadline: float | None = None"]
    body = [f"**body: Unpack[requests.{operation.body}]"] if operation.body else []
    head = ", ".join(["self", *signature, "*", *keywords, *body])
    answer = _answer(operation)
    result = f"AsyncRows[{answer[len('list[') : -1]}]" if is_rows else answer
    lines = [
        f"    {'' if is_rows else 'async '}def {place.name}({head}) -> {result}:",
        f'        """{_about(operation, place)}"""',
    ]
    if operation.body:
        lines.append("        payload = intent_of(body)" if "client_id" in fields else "        payload = dict(body)")
    lines += _call(operation, place, query, is_rows=is_rows)
    if is_rows:
        lines.append(f"        return AsyncRows(self.transport, call, {answer})")
    else:
        lines.append(f"        return await self.transport.fetch(call, {answer})")
    return "\n".join(lines) + "\n"


def _first_query(operation: Operation, query: list[Schema]) -> list[str]:
    """A symbol comes first, by its position."""
    return [one["name"] for one in query if one.get("required") and operation.method in ("GET", "DELETE")]


def _keyword(parameter: Schema, *, is_rows: bool) -> str:
    schema = parameter["schema"]
    if is_rows and parameter["name"] == "limit":
        return f"page_size: int = {schema.get('maximum', 500)}"
    kind = "Time" if is_time(schema) else type_of(schema, is_request=True)
    return f"{attribute(parameter['name'])}: {kind} | None = None"


def _answer(operation: Operation) -> str:
    if operation.media_type != "application/json" or operation.answer is None:
        return "str"
    return answer_name(operation.answer)


def _about(operation: Operation, place: Place) -> str:
    scopes = "".join(f" Scope `{scope}`." for scope in operation.scopes)
    order = " Newest first, page by page." if place.kind == "rows" and "newest" not in operation.summary else ""
    return f"{sentence(operation.summary)}{order}{scopes}"


def _call(operation: Operation, place: Place, query: list[Schema], *, is_rows: bool) -> list[str]:
    path = operation.path
    bound = BOUND.get(place.group)
    names = [one["name"] for one in operation.parameters if one["in"] == "path"]
    values = "".join(f", {name}={'self.id' if name == bound else name}" for name in names)
    repeat = {"rows": "read", "urgent": "same"}.get(place.kind, place.kind)
    client_id = ', payload["client_id"]' if place.kind == "intent" else ""
    entries = [(one["name"], _query_value(one, is_rows=is_rows)) for one in query]
    lines = [
        "        call = Call(",
        f'            "{operation.method}",',
        f'            path_of("{path}"{values}),',
        f'            Repeat("{repeat}", {place.look_up!r}{client_id}),',
    ]
    if entries:
        inner = ", ".join(f'"{name}": {value}' for name, value in entries)
        lines.append(f"            query={{{inner}}},")
    if operation.body:
        lines.append("            body=payload," if operation.is_body_required else "            body=payload or None,")
        lines.append(f'            schema="{operation.body}",')
    if operation.has_decimals:
        lines.append("            has_decimals=True,")
    if place.kind == "urgent":
        lines.append("            is_urgent=True,")
    return [*lines, "            deadline=deadline,", "        )"]


def _query_value(parameter: Schema, *, is_rows: bool) -> str:
    name = parameter["name"]
    if is_rows and name == "limit":
        return "page_size"
    return f"time_text({attribute(name)})" if is_time(parameter["schema"]) else attribute(name)
