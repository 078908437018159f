"""News of the service's streams for asyncio: a call waits for them, or has those that came since the last one."""

import asyncio

import aiohttp
import yarl
from ccxt.base.errors import (
    BaseError,
    ExchangeClosedByUser,
    NetworkError,
    NotSupported,
    OperationFailed,
    UnsubscribeError,
)

from .connection import Connection
from .market_streams import MarketStreams
from .platform import parse_json_exactly, row_of, rows_of, text_of
from .updates import Updates

ACCOUNT_STREAM = "account/{account_id}/stream"


class Rules:
    """When a stream is given up, and the errors of those that are refused."""

    def __init__(self, exchange):
        self.give_up_s = exchange.timeout / 1000
        self._exchange = exchange

    def refusal(self, status, body):
        row = parse_json_exactly(body)
        return self._exchange.stream_refusal(status, row if isinstance(row, dict) else None)

    def is_final(self, error):
        return isinstance(error, BaseError) and not isinstance(error, OperationFailed)


class Streams:
    def __init__(self, config={}):
        self._forget_streams()
        self._last_sequence = None
        super().__init__(config)

    def _forget_streams(self):
        self._market_streams = None
        self._account = None
        self._sinks = {}
        self._updates_by_name = {}
        self._account_news = {}

    def stream_refusal(self, status, body):
        raise NotSupported(f"{self.id} streams")

    async def market_news(self, news):
        updates = self._updates(_name_of(news), news)
        for symbol in news["ids"]:
            self._follow((news["venue"], news["channel"], symbol), news)
        return await self._next_of(updates, news)

    def end_market_news(self, news):
        """Ends the news of a name; the stream of a symbol goes on while another name has its news."""
        self._end_updates(_name_of(news))
        for symbol in news["ids"]:
            topic = (news["venue"], news["channel"], symbol)
            sinks = self._sinks.get(topic, {})
            sinks.pop(news["name"], None)
            if not sinks:
                self._sinks.pop(topic, None)
                if self._market_streams is not None:
                    self._market_streams.unfollow(topic)

    def _follow(self, topic, news):
        sinks = self._sinks.setdefault(topic, {})
        sinks[news["name"]] = news

        def on_row(row):
            for known in list(sinks.values()):
                self._push(_name_of(known), _market_rows(row, known))

        def on_end(error):
            for known in list(sinks.values()):
                self._fail(_name_of(known), error)

        if self._market_streams is None:
            self._market_streams = MarketStreams(
                lambda query, more: self._open_stream("stream", "public", query, more), Rules(self), _row_in
            )
        self._market_streams.follow(topic, on_row, on_end)

    async def follow_account(self, news, params):
        """Begins the news of a name, without waiting for any."""
        updates = self._account_updates(news)
        all_params = {**params, **(await self.account_params())}
        # Unless its name was given up in the meantime.
        if self._account is None and self._updates_by_name.get(news["name"]) is updates:
            self._account = Connection(
                lambda last_id: self._open_stream(ACCOUNT_STREAM, "private", all_params, _resume(last_id)),
                self._account_frame,
                self._account_end,
                Rules(self),
                self._last_sequence,
                needs_id=True,
            )

    async def account_news(self, news, params):
        updates = self._account_updates(news)
        await self.follow_account(news, params)
        return await self._next_of(updates, news)

    def _account_updates(self, news):
        self._account_news[news["name"]] = news
        return self._updates(news["name"], news)

    def end_account_news(self, name):
        """The stream closes with the last of its names; the account's next one starts from the present."""
        self._end_updates(name)
        self._account_news.pop(name, None)
        if not self._account_news and self._account is not None:
            self._account.close()
            self._account = self._last_sequence = None

    def _account_frame(self, event, data):
        row = _row_in(data)
        if row is not None:
            for name, news in list(self._account_news.items()):
                self._push(name, _account_rows(event, row, news))

    def _account_end(self, error):
        if self._account is not None and self._account.last_event_id is not None:
            self._last_sequence = self._account.last_event_id
        self._account = None
        for name in list(self._account_news):
            self._fail(name, error)

    def _push(self, name, rows):
        if name in self._updates_by_name:
            self._updates_by_name[name].push(rows)

    def _fail(self, name, error):
        if name in self._updates_by_name:
            known = error if isinstance(error, BaseError) else NetworkError(f"{self.id} stream: {error}")
            self._updates_by_name[name].fail(known)

    async def _next_of(self, updates, news):
        rows = await updates.next(news.get("take"))
        return rows if self.newUpdates or news.get("take") is not None else updates.kept()

    def _updates(self, name, news):
        if name not in self._updates_by_name:
            fields, is_once = news["key"], news.get("isOnce") is True
            self._updates_by_name[name] = Updates(
                lambda row: tuple(text_of(row, field) for field in fields), news["max"], is_once
            )
        return self._updates_by_name[name]

    def _end_updates(self, name):
        updates = self._updates_by_name.pop(name, None)
        if updates is not None:
            updates.end(UnsubscribeError(f"{self.id} {name.strip()} is watched no more"))

    def _open_stream(self, path, access, params, more):
        self.open(True)
        request = self.sign(path, access, "GET", params)
        url = request["url"]
        headers = {**self.prepare_request_headers(request["headers"]), "Accept": "text/event-stream", **more}
        http, https, _socks = self.check_proxy_settings(url, "GET", headers, None)
        timeout = aiohttp.ClientTimeout(total=None, sock_connect=self.timeout / 1000)
        target = yarl.URL(url, encoded=True)
        proxy = http or https or self.aiohttp_proxy
        return self.session.get(target, headers=headers, timeout=timeout, proxy=proxy, allow_redirects=False)

    async def close(self, clean_instance_data=False):
        """Ends the streams, and the calls that wait for them with `ExchangeClosedByUser`."""
        if self._market_streams is not None:
            self._market_streams.close()
        if self._account is not None:
            self._account.close()
        closed = ExchangeClosedByUser(f"{self.id} was closed by its user")
        for updates in self._updates_by_name.values():
            updates.end(closed)
        self._forget_streams()
        await asyncio.sleep(0)
        await super().close(clean_instance_data)


def _name_of(news):
    return f"{news['venue'] or ''} {news['name']}"


def _resume(last_id):
    return {} if last_id is None else {"Last-Event-ID": last_id}


def _row_in(data):
    row = parse_json_exactly(data)
    return row if isinstance(row, dict) else None


def _market_rows(frame, news):
    """The rows of a frame, each with the symbol and the interval of the frame."""
    of = {"symbol": frame.get("symbol"), "interval": frame.get("interval")}
    if news.get("list") is not None:
        return [{**of, **row} for row in rows_of(frame.get(news["list"]))]
    if news.get("at") is None:
        return [frame]
    row = row_of(frame, news["at"])
    return [] if row is None else [{**of, **row}]


def _account_rows(event, frame, news):
    types, market_id = news.get("types"), news.get("marketId")
    if event != news.get("event") or (types is not None and frame.get("type") not in types):
        return []
    row = frame if news.get("at") is None else row_of(row_of(frame, "data"), news["at"])
    is_wanted = row is not None and (market_id is None or text_of(row, "symbol") == market_id)
    return [row] if is_wanted else []
