"""Server-sent events: the frames in what has been received."""

from __future__ import annotations

from msgspec import Struct


class SentEvent(Struct, frozen=True):
    """One frame: its name, its data, and its id."""

    event: str
    data: str
    id: str | None


class EventParser(Struct):
    """Takes pieces as they come, in whatever places they are cut, and gives the frames that are complete."""

    retry: float | None = None
    """The seconds to wait before the next connection, once the service has said so."""
    _rest: str = ""
    _event: str = ""
    _id: str | None = None
    _data: list[str] = []

    def feed(self, piece: str) -> list[SentEvent]:
        """The frames that end in this piece."""
        # A carriage return at the end may be half of a line's end.
        text = self._rest + piece
        held = "\r" if text.endswith("\r") else ""
        lines = (text[: len(text) - len(held)]).replace("\r\n", "\n").replace("\r", "\n").split("\n")
        self._rest = lines.pop() + held
        return [frame for line in lines if (frame := self._take(line)) is not None]

    def _take(self, line: str) -> SentEvent | None:
        if line == "":
            return self._end()
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "data":
            self._data.append(value)
        elif name == "event":
            self._event = value
        elif name == "id" and "\0" not in value:
            self._id = value
        elif name == "retry" and value.isascii() and value.isdigit():
            self.retry = int(value) / 1000
        return None

    def _end(self) -> SentEvent | None:
        frame = SentEvent(self._event or "message", "\n".join(self._data), self._id) if self._data else None
        self._event, self._data = "", []
        return frame
