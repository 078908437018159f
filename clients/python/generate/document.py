"""The OpenAPI documents, and how their parts are named in Python."""

import json
import keyword
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

Schema = dict[str, Any]

_EVENT_NAMES = {
    ("streamMarket", "price"): "StreamedPrice",
    ("streamMarket", "trades"): "StreamedTrades",
    ("streamMarket", "candles"): "StreamedCandle",
    ("streamAccounts", "summary"): "SummaryOfAccount",
    ("streamAccounts", "risk"): "RiskOfAccount",
    ("streamAccounts", "changed"): "ChangeOfAccount",
}


@dataclass(frozen=True)
class Operation:
    """One operation of a document."""

    id: str
    method: str
    path: str
    summary: str
    parameters: list[Schema]
    body: str | None
    is_body_required: bool
    answer: Schema | None
    media_type: str
    scopes: list[str]

    @property
    def has_decimals(self) -> bool:
        """Whether it can be asked for decimals as text."""
        return any(parameter["name"] == "decimals" for parameter in self.parameters)


@dataclass(frozen=True)
class Document:
    """A document: its operations, and its named schemas with those of the events of streams."""

    version: str
    operations: list[Operation]
    schemas: dict[str, Schema] = field(default_factory=dict[str, Schema])


def read_document(path: Path) -> Document:
    """Reads a document that `npm run client:python` wrote."""
    raw = json.loads(path.read_text(encoding="utf-8"))
    schemas: dict[str, Schema] = dict(raw["components"]["schemas"])
    _mark_untold(raw, {name for name, schema in schemas.items() if schema.get("type") == "object"})
    operations: list[Operation] = []
    for address, methods in raw["paths"].items():
        for method, operation in methods.items():
            whole = _with_targets(operation, raw["components"])
            operations.append(_operation(address, method, whole))
            schemas.update(_event_schemas(whole))
    return Document(raw["info"]["version"], operations, schemas)


def _with_targets(operation: Schema, components: Schema) -> Schema:
    """The operation with its parameters, its body and its answers where they are referred to; schemas keep names."""

    def target(part: Schema, kind: str) -> Schema:
        found: Schema = components[kind][name_of(part["$ref"])] if "$ref" in part else part
        return found

    body: Schema | None = operation.get("requestBody")
    return {
        **operation,
        "parameters": [target(one, "parameters") for one in operation.get("parameters", [])],
        "responses": {status: target(one, "responses") for status, one in operation["responses"].items()},
        **({"requestBody": target(body, "requestBodies")} if body else {}),
    }


def _mark_untold(part: object, objects: set[str]) -> None:
    """Marks the unions of several objects: what tells them apart is not in them."""
    if isinstance(part, list):
        for one in cast("list[object]", part):
            _mark_untold(one, objects)
    if isinstance(part, dict):
        schema = cast("Schema", part)
        members = schema.get("anyOf", [])
        if sum(name_of(member.get("$ref", "")) in objects for member in members) > 1:
            schema["x-is-untold"] = True
        for one in schema.values():
            _mark_untold(one, objects)


def _operation(path: str, method: str, raw: Schema) -> Operation:
    body = raw.get("requestBody")
    body_ref = body["content"]["application/json"]["schema"]["$ref"] if body else None
    content = next(answer.get("content", {}) for status, answer in raw["responses"].items() if status.startswith("2"))
    media_type, answer = next(iter(content.items()))
    return Operation(
        id=raw["operationId"],
        method=method.upper(),
        path=path,
        summary=raw["summary"],
        parameters=raw.get("parameters", []),
        body=body_ref and name_of(body_ref),
        is_body_required=bool(body and body.get("required")),
        answer=answer.get("schema"),
        media_type=media_type,
        scopes=raw.get("x-scopes") or [],
    )


def _event_schemas(operation: Schema) -> dict[str, Schema]:
    found: dict[str, Schema] = {}
    for answer in operation["responses"].values():
        events = answer.get("content", {}).get("text/event-stream", {}).get("x-events", {})
        for event, described in events.items():
            name = _EVENT_NAMES.get((operation["operationId"], event))
            if name is not None:
                found[name] = described["schema"]
    return found


def name_of(ref: str) -> str:
    """The name of the component that a reference refers to."""
    return ref.rsplit("/", 1)[-1]


def snake(name: str) -> str:
    """`getAccountSummary` as `get_account_summary`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def attribute(name: str) -> str:
    """A field as an attribute: `webhookUrl` is `webhook_url`, and `from`, a word of the language, is `from_`."""
    own = snake(name)
    return f"{own}_" if keyword.iskeyword(own) else own


def sentence(text: str | None) -> str:
    """A description as the text of a docstring."""
    words = " ".join((text or "").split()).replace("\\", "\\\\").replace('"""', "'''")
    if not words:
        return ""
    return words if words[-1] in ".!?" else f"{words}."
