"""The base of the classes of calls."""

from __future__ import annotations

from .transport import AsyncTransport


class AsyncCalls:
    """Calls through a transport; those of one account have its id."""

    def __init__(self, transport: AsyncTransport, id: str = "") -> None:
        self.transport = transport
        self.id = id
