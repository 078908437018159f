"""A stream of server-sent events that is kept open: connected again where it was cut."""

import asyncio
import codecs
import time

# The service sends a comment every 15 s: after this long without a byte the connection is dead.
SILENCE_S = 45
RETRY_S = 2
RETRY_MAX_S = 30
LINE_MAX = 16 * 1024 * 1024


class Frames:
    """Reads frames, wherever the stream is cut into pieces."""

    def __init__(self, on_frame, on_retry):
        self._on_frame = on_frame
        self._on_retry = on_retry
        self._rest = ""
        self._id, self._event, self._data = None, "", []

    def read(self, text):
        lines = (self._rest + text).split("\n")
        self._rest = lines.pop()
        if len(self._rest) > LINE_MAX:
            raise ValueError("a line of the stream is longer than 16 MB")
        for line in lines:
            self._read_line(line.removesuffix("\r"))

    def _read_line(self, line):
        if line == "":
            self._end_frame()
            return
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "data":
            self._data.append(value)
        elif name == "event":
            self._event = value
        elif name == "id":
            self._id = value
        elif name == "retry" and value.isdigit():
            self._on_retry(int(value))

    def _end_frame(self):
        frame = (self._id, self._event or "message", "\n".join(self._data))
        is_frame = bool(self._data) or self._id is not None
        self._id, self._event, self._data = None, "", []
        if is_frame:
            self._on_frame(*frame)


class Connection:
    """`on_end` is called once, when it gives up: after a final error, or when `give_up_s` have passed in vain."""

    def __init__(self, open_stream, on_frame, on_end, rules, last_event_id=None, needs_id=False):
        self.last_event_id = last_event_id
        self._open_stream = open_stream
        self._on_frame = on_frame
        self._on_end = on_end
        self._rules = rules
        self._needs_id = needs_id
        self._retry_s = RETRY_S
        self._has_frames = False
        self._task = asyncio.ensure_future(self._run())

    def close(self):
        self._task.cancel()

    def _frame(self, frame_id, event, data):
        self._has_frames = True
        if event == "error":
            raise self._rules.refusal(0, data)
        if frame_id is not None:
            self.last_event_id = frame_id
        if data != "":
            self._on_frame(event, data)

    def _retry(self, ms):
        self._retry_s = min(ms / 1000, RETRY_MAX_S)

    async def _follow(self):
        """Reads one connection to its end."""
        async with self._open_stream(self.last_event_id) as response:
            if response.status != 200:
                raise self._rules.refusal(response.status, await response.text())
            frames = Frames(self._frame, self._retry)
            decoder = codecs.getincrementaldecoder("utf-8")("replace")
            while True:
                piece = await asyncio.wait_for(response.content.readany(), SILENCE_S)
                if piece == b"":
                    return
                frames.read(decoder.decode(piece))

    async def _run(self):
        failing_since = None
        while True:
            self._has_frames = False
            error = ConnectionError("the service ended the stream")
            try:
                await self._follow()
            except Exception as reason:
                error = reason
            now = time.monotonic()
            failing_since = now if self._has_frames or failing_since is None else failing_since
            is_lost = self._needs_id and self.last_event_id is None and self._has_frames
            if self._rules.is_final(error) or is_lost or now - failing_since >= self._rules.give_up_s:
                self._on_end(error)
                return
            await asyncio.sleep(min(self._retry_s, self._rules.give_up_s))
