"""Every fixture in sync and async Python: what JavaScript sends and reads (fixtures/run.mjs), these send and read."""

from __future__ import annotations

import asyncio
import inspect
import json
from pathlib import Path

import ccxt
import ccxt.async_support
import ccxt.pro
import pytest

import ats_ccxt  # noqa: F401

FIXTURES = Path(__file__).parents[2] / "fixtures"
CLASSES = {"sync": ccxt, "async": ccxt.async_support, "pro": ccxt.pro}


def fixture(name):
    return json.loads((FIXTURES / name / "ats.json").read_text())


REQUESTS, RESPONSES, MARKETS = fixture("request"), fixture("response"), fixture("markets")


def cases_of(of):
    return [test for tests in of["methods"].values() for test in tests]


def named(test):
    return f"{test['method']}: {test['description']}"


def plain(value):
    """As JSON has it, without fields that are null: what one language leaves out is null in the other."""
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {str(name): plain(of) for name, of in value.items() if of is not None}
    return value


class Offline:
    """An exchange whose requests have one answer."""

    def __init__(self, kind, of, response, status=200):
        self.exchange = CLASSES[kind].ats({"apiKey": "key", "secret": "secret", "enableRateLimit": False})
        self.exchange.set_markets(list(MARKETS.values()), {"USD": {"id": "USD", "code": "USD"}})
        self.exchange.knownAccount = of["account"]
        self.sent = []
        self._answer = (json.dumps(response), status)
        self.exchange.fetch = self._fetch if kind == "sync" else self._fetch_async

    def _fetch(self, url, method="GET", headers=None, body=None):
        self.sent.append({"url": url, "httpMethod": method, "output": json.loads(body) if body else None})
        text, status = self._answer
        response = self.exchange.parse_json(text)
        self.exchange.handle_errors(status, "", url, method, {}, text, response, headers, body)
        return response

    async def _fetch_async(self, url, method="GET", headers=None, body=None):
        return self._fetch(url, method, headers, body)

    def call(self, test):
        method = getattr(self.exchange, test["method"])
        try:
            result = method(*self._arguments(method, test["input"]))
            return {"parsedResponse": plain(asyncio.run(result) if inspect.isawaitable(result) else result)}
        except ccxt.BaseError as error:
            return {"error": type(error).__name__}

    def _arguments(self, method, given):
        """Python has no undefined: an argument that is left out has the default of its place."""
        parameters = list(inspect.signature(method).parameters.values())
        defaults = [None if p.default is p.empty else p.default for p in parameters]
        return [defaults[place] if value is None else value for place, value in enumerate(given)]


@pytest.fixture(params=CLASSES)
def kind(request):
    return request.param


@pytest.mark.parametrize("test", cases_of(REQUESTS), ids=named)
def test_request(kind, test):
    offline = Offline(kind, REQUESTS, {})
    offline.call(test)
    assert plain(offline.sent[:1]) == [plain({name: test.get(name) for name in ("url", "httpMethod", "output")})]


@pytest.mark.parametrize("test", cases_of(RESPONSES), ids=named)
def test_response(kind, test):
    offline = Offline(kind, RESPONSES, test["httpResponse"], test.get("httpStatus", 200))
    expected = {name: plain(test[name]) for name in ("parsedResponse", "error") if name in test}
    assert offline.call(test) == expected
