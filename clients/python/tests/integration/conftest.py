"""The stack of `npm start`, once for all tests of this folder."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

import pytest

import ats

STACK = Path(__file__).parents[1] / "stack.mjs"


@dataclass(frozen=True)
class Service:
    """Where it is."""

    engine: str
    wallet: str
    data_dir: str

    def open_trader(self) -> ats.Account:
        """A user of its own, with a key of the wallet and a funded account."""
        with ats.WalletClient(self.wallet, user_id=f"trader-{uuid4()}", deadline=60) as wallet:
            made = wallet.create_key(label="python", permissions=["TRADE", "MANAGE_ORDERS"])
        client = ats.TradingClient(self.engine, key=made.key, secret=made.secret, deadline=60, attempt=20)
        return client.account(client.create_account(plan_id="standard-100k").id)


@pytest.fixture(scope="session")
def service() -> Iterator[Service]:
    """Started by Node, ended with the tests."""
    with subprocess.Popen(["node", STACK], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            yield Service(**json.loads(process.stdout.readline()))
        finally:
            process.stdin.close()
            process.wait(60)


@pytest.fixture
def account(service: Service) -> Iterator[ats.Account]:
    """An account of the test's own."""
    account = service.open_trader()
    yield account
    account.transport.close()


@pytest.fixture
def demo(service: Service) -> Iterator[ats.Demo]:
    """The account that `npm start` has made."""
    demo = ats.demo(service.data_dir)
    yield demo
    demo.client.close()
