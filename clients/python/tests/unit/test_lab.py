"""Runs of the laboratory: where calls of a run go, what is waited for, and that a run ends whatever comes of it."""

from __future__ import annotations

import asyncio
import json
import os
from typing import Any

import pytest

import ats
from fake_service import AsyncFakeClock, FakeClock, FakeService, answer

RUN = "5f3c0a52-9f0e-4a3e-9d3e-0123456789ab"
TIME = "2026-03-02T00:00:00.000Z"
OF_RUN: dict[str, Any] = {
    "run_id": RUN,
    "base_url": f"/lab/{RUN}",
    "name": None,
    "campaign_id": None,
    "status": "READY",
    "ended_reason": None,
    "pace": "LOCKSTEP",
    "plan_id": "two-step-100k",
    "plan_version": 3,
    "program_id": None,
    "program_version": None,
    "seed": 7,
    "webhook_url": None,
    "tape_id": "ab",
    "account_id": "a1",
    "challenge_id": None,
    "starts_at": TIME,
    "ends_at": TIME,
    "now": TIME,
    "ticks": 0,
    "events": 0,
    "created_at": TIME,
    "expires_at": TIME,
}
STARTED = answer(201, {**OF_RUN, "key": "of-run", "secret": "s-run", "webhook_secret": None})
ENDED = answer(200, {**OF_RUN, "status": "ENDED", "ended_reason": "DELETED"})
REPORT = {
    **OF_RUN,
    "pace": 60,
    "looks": 0,
    "events_hash": "e3",
    "code_version": "1.1.0",
    "recipe": None,
    "commands": None,
    "commands_left_out": 0,
    "faults_met": None,
    "trace": None,
    "trace_left_out": 0,
}
TAPE: ats.requests.LabModelTape = {"model": "GBM", "symbols": ["BTC-USD"], "from_": "2026-03-02", "to": "2026-03-04"}


def advanced(status: str) -> dict[str, Any]:
    return {"now": TIME, "status": status, "stopped_by": None, "ticks": 3, "events": [], "events_count": 0}


def calls_of(service: FakeService) -> list[tuple[str, str, str | None]]:
    return [(one.method, str(one.url), one.headers.get("x-api-key")) for one in service.requests]


def test_a_run_is_used_at_its_own_address_with_its_own_key_and_ended_whatever_comes_of_it() -> None:
    service = FakeService([STARTED, answer(200, [], X_Has_More="false"), ENDED])
    client = ats.TradingClient(
        "http://engine", key="own", secret="s", lab_url="http://lab:4003/", http=service.transport, clock=FakeClock()
    )
    with (
        pytest.raises(RuntimeError, match="the bot"),
        client.lab.run(plan_id="two-step-100k", tape=TAPE, seed=7) as run,
    ):
        assert (run.id, run.url) == (RUN, f"http://lab:4003/lab/{RUN}")
        assert run.account.positions() == []
        raise RuntimeError("the bot")
    assert calls_of(service) == [
        ("POST", "http://lab:4003/v1/lab/runs", "own"),
        ("GET", f"http://lab:4003/lab/{RUN}/v1/account/a1/positions?decimals=string", "of-run"),
        ("DELETE", f"http://lab:4003/v1/lab/runs/{RUN}", "own"),
    ]
    assert json.loads(service.requests[0].content)["tape"]["from"] == "2026-03-02"


def test_an_advance_that_takes_long_is_waited_for_by_the_key_of_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    service = FakeService(
        [answer(200, advanced("ADVANCING")), answer(200, {**REPORT, "status": "ADVANCING"}), answer(200, REPORT)]
    )
    variables = {"URL": f"http://lab/lab/{RUN}", "API_KEY": "k", "API_SECRET": "s", "ACCOUNT": "a1"}
    for name, value in variables.items():
        monkeypatch.setenv(f"ATS_{name}", value)
    run = ats.lab_run(http=service.transport, clock=FakeClock())
    end = run.advance(until="END")
    assert (end.status, end.stopped_by, end.ticks) == ("READY", None, 3)
    assert calls_of(service) == [
        ("POST", f"http://lab/v1/lab/runs/{RUN}/advance", "k"),
        ("GET", f"http://lab/v1/lab/runs/{RUN}/report", "k"),
        ("GET", f"http://lab/v1/lab/runs/{RUN}/report", "k"),
    ]


def test_the_same_waits_on_asyncio() -> None:
    async def use() -> None:
        service = FakeService([STARTED, answer(200, advanced("READY")), answer(200, REPORT), ENDED])
        client = ats.AsyncTradingClient(
            "http://engine", key="own", secret="s", lab_url="http://lab", http=service.transport, clock=AsyncFakeClock()
        )
        async with client.lab.run(plan_id="two-step-100k", tape={"id": "gap"}) as run:
            assert (await run.advance(by_ms=60_000)).ticks == 3
            assert (await run.report()).events_hash == "e3"
        assert [method for method, _, _ in calls_of(service)] == ["POST", "POST", "GET", "DELETE"]

    asyncio.run(use())


def test_an_address_that_is_no_run_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("URL", "API_KEY", "API_SECRET", "ACCOUNT"):
        monkeypatch.setenv(f"ATS_{name}", "http://engine")
    with pytest.raises(ValueError, match="unlike http://engine"):
        ats.lab_run()
    monkeypatch.setattr(os, "environ", {})
    with pytest.raises(KeyError):
        ats.lab_run()
