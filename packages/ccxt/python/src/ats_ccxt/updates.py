"""News of one topic: kept until somebody asks, so that nothing is missed between two calls."""

import asyncio


class Updates:
    def __init__(self, key_of, most, is_once=False):
        self._key_of = key_of
        self._most = most
        self._is_once = is_once
        self._items = {}
        self._unread = {}
        self._waiting = []
        self._ended = None

    async def next(self, count=None):
        """The news since the last call, the oldest `count` of them; waits where there are none."""
        if self._ended is not None:
            raise self._ended
        if self._unread:
            return self._take(count)
        future = asyncio.get_running_loop().create_future()
        self._waiting.append((count, future))
        return await future

    def kept(self):
        return list(self._items.values())

    def push(self, rows):
        for row in rows:
            key = self._key_of(row)
            if self._is_once and key in self._items:
                continue
            for to in (self._items, self._unread):
                self._add(to, key, row)
        waiting = [(count, future) for count, future in self._waiting if not future.done()]
        self._waiting = []
        if not waiting or not self._unread:
            self._waiting = waiting
            return
        counts = [count for count, _ in waiting if count is not None]
        taken = self._take(min(counts) if counts else None)
        for _, future in waiting:
            future.set_result(taken)

    def fail(self, error):
        """Ends the waiting of those who wait now."""
        waiting, self._waiting = self._waiting, []
        for _, future in waiting:
            if not future.done():
                future.set_exception(error)

    def end(self, error):
        """Ends the waiting for good: calls from now on fail, too."""
        self._ended = error
        self.fail(error)

    def _take(self, count):
        keys = list(self._unread)[:count]
        return [self._unread.pop(key) for key in keys]

    def _add(self, to, key, row):
        # To the end, for the oldest goes first.
        to.pop(key, None)
        to[key] = row
        if len(to) > self._most:
            del to[next(iter(to))]
