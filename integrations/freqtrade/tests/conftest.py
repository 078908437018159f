"""A stack of the service, a trader on it, and freqtrade's own program."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
import urllib.parse
import urllib.request
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from uuid import uuid4

import pytest

HERE = Path(__file__).parent
PROGRAM = Path(sys.executable).parent / "ats-freqtrade"
STRATEGY = ["-s", "QuickTurns", "--strategy-path", str(HERE.parent / "strategies")]


def until(condition, minutes=10):
    """Waits for a condition, and gives what it gave."""
    end = time.monotonic() + minutes * 60
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(1)
    raise AssertionError(f"{condition.__doc__ or condition} did not come true within {minutes} minutes")


def call(url, headers, body=None):
    return call_with_headers(url, headers, body)[0]


def call_with_headers(url, headers, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json", **headers})
    with urllib.request.urlopen(request, timeout=60) as response:
        return json.load(response), response.headers


def interrupt(process):
    """Ends freqtrade as it wants to be: again where a signal was lost, as Python drops what a finalizer raises."""
    for _ in range(12):
        process.send_signal(signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            process.wait(10)
            return
    raise AssertionError("freqtrade does not end")


class Service:
    def __init__(self):
        command = ["node", HERE.parents[1] / "stack.mjs"]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._read()

    def _read(self):
        places = json.loads(self._process.stdout.readline())
        self.engine, self.wallet = places["engine"], places["wallet"]

    def restart(self):
        self._process.stdin.write("restart\n")
        self._process.stdin.flush()
        self._read()

    def close(self):
        self._process.stdin.close()
        self._process.wait(60)


class Trader:
    """A user with a key and an account, and the folder of a bot that trades for it."""

    def __init__(self, service, folder, program=None, **settings):
        self.folder = folder
        key = {"label": "freqtrade", "permissions": ["TRADE", "MANAGE_ORDERS"]}
        made = call(f"{service.wallet}/api/api-keys", {"X-User-Id": f"freqtrade-{uuid4()}"}, key)
        self._headers = {"X-API-Key": made["key"], "X-API-Secret": made["secret"]}
        self._engine = service.engine
        if program is None:
            self.account = self.send("accounts", {"plan_id": "standard-100k"})["id"]
        else:
            self.challenge = self.send("challenges", {"program_id": program})["id"]
            self.account = self.read_challenge()["account_id"]
        (folder / "user_data").mkdir(parents=True)
        config = json.loads((HERE.parent / "config.example.json").read_text())
        config["exchange"] |= {"key": made["key"], "secret": made["secret"], "account_id": self.account}
        config["exchange"]["ccxt_config"] = {"urls": {"api": service.engine}}
        (folder / "config.json").write_text(json.dumps({**config, **settings}))

    def send(self, path, body):
        return call(f"{self._engine}/v1/{path}", self._headers, body)

    def read_challenge(self):
        return call(f"{self._engine}/v1/challenges/{self.challenge}", self._headers)

    def read_public(self, path):
        return call(f"{self._engine}/v1/{path}", {})

    def read_all(self, path):
        """Every page of a list, newest first."""
        rows, page = [], path
        while page is not None:
            url = f"{self._engine}/v1/account/{self.account}/{page}&limit=500"
            found, headers = call_with_headers(url, self._headers)
            rows += found
            to = headers["X-Next-To"] if headers["X-Has-More"] == "true" else None
            page = None if to is None else f"{path}&to={urllib.parse.quote(to)}"
        return rows

    def read(self, path):
        return call(f"{self._engine}/v1/account/{self.account}/{path}", self._headers)

    def run(self, *words):
        """What freqtrade prints."""
        command = [PROGRAM, words[0], "-c", "config.json", *words[1:]]
        options = {"cwd": self.folder, "capture_output": True, "text": True, "timeout": 300, "env": WIDE}
        done = subprocess.run(command, check=False, **options)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout + done.stderr

    @contextmanager
    def bot(self, *words):
        """`freqtrade trade` while the block runs; its books are in `trades.sqlite`."""
        with (self.folder / "bot.log").open("a") as log:
            command = [PROGRAM, "trade", "-c", "config.json", *STRATEGY, "--db-url", "sqlite:///trades.sqlite", *words]
            process = subprocess.Popen(command, cwd=self.folder, stdout=log, stderr=log)
            try:
                yield process
                assert process.poll() is None, (self.folder / "bot.log").read_text()[-2000:]
            finally:
                interrupt(process)

    def books(self, query):
        """Rows of freqtrade's database."""
        if not (self.folder / "trades.sqlite").exists():
            return []
        with closing(sqlite3.connect(f"file:{self.folder}/trades.sqlite?mode=ro", uri=True)) as database:
            try:
                return database.execute(query).fetchall()
            except sqlite3.OperationalError:
                return []


WIDE = {**os.environ, "COLUMNS": "200"}


@pytest.fixture(scope="session")
def service():
    service = Service()
    yield service
    service.close()


@pytest.fixture
def trader(service, tmp_path):
    return Trader(service, tmp_path / "bot")
