"""Streams: frames however they are cut, resumed where they ended."""

from __future__ import annotations

import asyncio
import json
import random
import signal
from typing import Any

import httpx
import pytest

import ats
from ats.event_source import EventParser
from fake_service import TIME, AsyncFakeClock, FakeClock, FakeService, Reply, answer


def event(sequence: int) -> str:
    body = {
        "id": f"e{sequence}",
        "type": "account.closed",
        "created_at": TIME,
        "sequence": sequence,
        "account_id": "a1",
        "data": {"closing": {"reason": "INACTIVITY"}},
    }
    return f"id: {sequence}\nevent: account\ndata: {json.dumps(body)}\n\n"


def stream(*frames: str) -> httpx.Response:
    return httpx.Response(200, headers={"content-type": "text/event-stream"}, text="".join(frames))


def account_of(replies: list[Reply]) -> tuple[FakeService, FakeClock, ats.Account]:
    service, clock = FakeService(replies), FakeClock()
    client = ats.TradingClient("http://service", key="k", secret="s", http=service.transport, clock=clock)
    return service, clock, client.account("a1")


END = answer(401, {"error": "unauthorized", "message": "revoked", "request_id": "r"})


def sequences(frames: list[Any]) -> list[int]:
    return [frame.data.sequence for frame in frames]


def read_all(account: ats.Account, **options: Any) -> list[Any]:
    frames: list[Any] = []
    with pytest.raises(ats.AuthenticationError):
        for frame in account.stream(after=0, **options):
            frames.append(frame)  # noqa: PERF402
    return frames


def test_it_resumes_after_the_last_event_and_gives_each_once() -> None:
    service, _, account = account_of(
        [
            stream(event(1), event(2)),
            httpx.ReadError("cut"),
            stream(event(2), event(3)),
            answer(503),
            stream(event(4)),
            END,
        ]
    )
    lost: list[ats.BaseError] = []
    assert sequences(read_all(account, on_lost=lost.append)) == [1, 2, 3, 4]
    assert [request.headers["last-event-id"] for request in service.requests] == ["0", "2", "2", "3", "3", "4"]
    assert len(lost) == 5


def test_a_gap_is_asked_for_again_and_is_an_error_when_it_stays() -> None:
    service, _, account = account_of([stream(event(1), event(3)), stream(event(2), event(3)), END])
    assert sequences(read_all(account)) == [1, 2, 3]
    assert service.requests[1].headers["last-event-id"] == "1"
    _, _, account = account_of([stream(event(1)), stream(event(3))])
    with pytest.raises(ats.StreamGap, match="after sequence 1"):
        list(account.stream(after=0))


def test_it_waits_longer_each_time_nothing_comes_and_as_long_as_the_service_asks() -> None:
    _, clock, account = account_of(
        [stream("retry: 500\n\n"), answer(500), answer(500), answer(429, retry_after="9"), END]
    )
    read_all(account)
    assert clock.slept == [0.25, 0.5, 1.0, 4.5]


def test_the_last_frame_of_a_stream_that_is_cut_says_why() -> None:
    frame = f"event: error\ndata: {json.dumps({'error': 'unauthorized', 'message': 'the key was revoked'})}\n\n"
    _, _, account = account_of([stream(event(1), frame)])
    with pytest.raises(ats.AuthenticationError, match="the key was revoked"):
        list(account.stream(after=0))


def test_a_frame_that_a_later_service_has_is_left_out() -> None:
    _, _, account = account_of([stream("event: weather\ndata: {}\n\n", event(1)), END])
    assert sequences(read_all(account)) == [1]


def test_the_async_stream_does_the_same() -> None:
    service = FakeService([stream(event(1)), stream(event(2)), END])

    async def read() -> list[int]:
        clock = AsyncFakeClock()
        async with ats.AsyncTradingClient("http://service", http=service.transport, clock=clock) as client:
            found: list[int] = []
            async with client.account("a1").stream(after=0) as frames:
                async for frame in frames:
                    if isinstance(frame, ats.EventFrame):
                        found.append(frame.data.sequence)
                    if len(found) == 2:
                        return found
        return found

    assert asyncio.run(read()) == [1, 2]


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_frames_are_the_same_wherever_the_pieces_are_cut(line_end: str) -> None:
    text = (": hello\nevent: a\ndata: 1\ndata:2\nid: 7\n\nretry: 1500\ndata: é\n\n\ndata: never ended").replace(
        "\n", line_end
    )
    chance = random.Random(1)
    for _ in range(200):
        parser = EventParser()
        found: list[tuple[str, str, str | None]] = []
        at = 0
        while at < len(text):
            size = chance.randint(1, 6)
            found += [(one.event, one.data, one.id) for one in parser.feed(text[at : at + size])]
            at += size
        assert found == [("a", "1\n2", "7"), ("message", "é", "7")]
        assert parser.retry == 1.5


def test_a_stream_that_is_stopped_ends_its_loop() -> None:
    _, _, account = account_of([stream(event(1), event(2)), END])
    frames = account.stream(after=0)
    seen: list[Any] = []
    for frame in frames:
        seen.append(frame)
        frames.stop()
    assert sequences(seen) == [1]


def test_a_signal_ends_a_stream_that_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    _, clock, account = account_of([stream(event(1)), stream(event(2))])
    frames = account.stream(after=0)
    signal.signal(signal.SIGUSR1, lambda _number, _frame: frames.stop())

    def wait(_: float) -> None:
        signal.raise_signal(signal.SIGUSR1)

    monkeypatch.setattr(clock, "sleep", wait)
    assert sequences(list(frames)) == [1]


def test_an_async_stream_ends_while_it_waits() -> None:
    service = FakeService([stream(event(1)), stream(event(2))])

    async def read() -> list[int]:
        found: list[int] = []
        async with ats.AsyncTradingClient("http://service", http=service.transport) as client:
            frames = client.account("a1").stream(after=0, on_lost=lambda _: frames.stop())
            async for frame in frames:
                assert isinstance(frame, ats.EventFrame)
                found += [frame.data.sequence]
        return found

    assert asyncio.run(read()) == [1]
