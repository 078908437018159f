"""One call of the service, as the transport takes it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple
from urllib.parse import quote

from msgspec import Struct

if TYPE_CHECKING:
    from .generated.names import BodyName


class Repeat(Struct, frozen=True):
    """
    The way on when no answer came. `read`: it is sent again. `same`: a write that does the same when sent again.
    `intent`: a write that the service does once by its client_id. `once`: a write that might be done twice, so it is
    not sent again.
    """

    kind: Literal["read", "same", "intent", "once"]
    look_up: str = ""
    client_id: str | None = None


READ = Repeat("read")


class Entry(NamedTuple):
    """A field of a body, where its name alone does not say all of how it is sent."""

    name: str
    """Its name in the request."""
    body: str = ""
    """The schema of what is in it, or of each of them."""
    is_number: bool = False
    """A number of JSON may be sent, a float too: it is no decimal."""
    is_text: bool = True


class Call(Struct, frozen=True):
    """A request, and what may be done when it has no answer."""

    method: str
    path: str
    repeat: Repeat = READ
    query: Mapping[str, object] = {}
    body: Mapping[str, Any] | None = None
    schema: BodyName | None = None
    """The schema of the body in the OpenAPI document."""
    has_decimals: bool = False
    """The operation can be asked for decimals as text."""
    is_urgent: bool = False
    cost: int = 1
    """The number of requests it counts as."""
    deadline: float | None = None
    """Seconds within which it ends, its repetitions included; None: those of the client."""

    def __post_init__(self) -> None:
        if (self.body is None) < (self.schema is None):
            raise ValueError(f"{self.path}: a body has a schema")


class Answer(Struct, frozen=True):
    """An answer of 2xx."""

    content: bytes
    headers: Mapping[str, str]


def path_of(template: str, **values: str) -> str:
    """The path of an operation with its values in it."""
    return template.format(**{name: quote(value, safe="") for name, value in values.items()})


def query_text(value: object) -> str | None:
    """A value of a query; None: it is left out."""
    if value is None:
        return None
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)
