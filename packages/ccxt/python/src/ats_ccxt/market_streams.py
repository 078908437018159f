"""Market streams by venue and channel: all symbols of a channel share one, up to 50 in each."""

import asyncio

from .connection import Connection

SYMBOLS_MAX = 50


class Group:
    def __init__(self, venue, channel):
        self.venue = venue
        self.channel = channel
        self.handlers = {}
        self.connection = None
        self.opening = None

    def close(self):
        if self.opening is not None:
            self.opening.cancel()
        if self.connection is not None:
            self.connection.close()
        self.opening = self.connection = None


class MarketStreams:
    """With another symbol a stream is opened again; its first frames are the values of that moment."""

    def __init__(self, open_stream, rules, row_of):
        self._open_stream = open_stream
        self._rules = rules
        self._row_of = row_of
        self._groups = []

    def follow(self, topic, on_row, on_end):
        if self._group_of(topic) is not None:
            return
        group = self._group_for(topic)
        group.handlers[topic[2]] = (on_row, on_end)
        if group.opening is None:
            # Calls made together are one opening.
            group.opening = asyncio.get_running_loop().call_soon(self._open, group)

    def unfollow(self, topic):
        group = self._group_of(topic)
        if group is None:
            return
        del group.handlers[topic[2]]
        if not group.handlers:
            self._close(group)

    def close(self):
        for group in list(self._groups):
            self._close(group)

    def _close(self, group):
        self._groups.remove(group)
        group.close()

    def _group_of(self, topic):
        venue, channel, symbol = topic
        of = [g for g in self._groups if g.venue == venue and g.channel == channel and symbol in g.handlers]
        return of[0] if of else None

    def _group_for(self, topic):
        venue, channel, _ = topic
        for group in self._groups:
            if group.venue == venue and group.channel == channel and len(group.handlers) < SYMBOLS_MAX:
                return group
        self._groups.append(Group(venue, channel))
        return self._groups[-1]

    def _open(self, group):
        group.opening = None
        if group.connection is not None:
            group.connection.close()
        query = {"symbols": ",".join(group.handlers), "channels": group.channel, "venue": group.venue}

        def on_frame(_event, data):
            row = self._row_of(data)
            on_row, _ = group.handlers.get(row.get("symbol"), (None, None)) if row is not None else (None, None)
            if on_row is not None:
                on_row(row)

        def on_end(error):
            if group in self._groups:
                self._close(group)
            for _, ended in group.handlers.values():
                ended(error)

        group.connection = Connection(lambda _id: self._open_stream(query, {}), on_frame, on_end, self._rules)
