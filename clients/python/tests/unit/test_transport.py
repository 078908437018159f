"""What is sent again, what is not, and what is told when no answer comes."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import httpx
import pytest

import ats
from fake_service import (
    LOST,
    ORDER,
    PLACED,
    REFUSED,
    REFUSED_BY_RULES,
    AsyncFakeClock,
    FakeClock,
    FakeService,
    Reply,
    answer,
)


class Caller:
    """A client of a fake service."""

    def __init__(self, replies: Sequence[Reply], **options: Any) -> None:
        self.service = FakeService(replies)
        self.clock = FakeClock()
        self.client = ats.TradingClient(
            "http://service", key="k", secret="s", http=self.service.transport, clock=self.clock, **options
        )
        self.account = self.client.account("a1")

    def place(self, **more: Any) -> ats.Placement:
        result: ats.Placement = self.account.place(symbol="BTC-USD", side="BUY", kind="MARKET", quantity="0.01", **more)
        return result


@pytest.mark.parametrize("failure", [LOST, REFUSED, answer(500), answer(502), httpx.ReadTimeout("late")])
def test_an_order_is_repeated_with_the_same_client_id(failure: Reply) -> None:
    caller = Caller([failure, failure, PLACED])
    assert caller.place().placed
    ids = {body["client_id"] for body in caller.service.bodies()}
    assert len(caller.service.requests) == 3
    assert len(ids) == 1


def test_an_own_client_id_is_kept_and_two_orders_have_two() -> None:
    caller = Caller([PLACED])
    assert caller.place(client_id="mine").client_id == "mine"
    assert caller.place().client_id != caller.place().client_id
    assert caller.service.bodies()[0]["client_id"] == "mine"


def test_the_outcome_is_unknown_when_the_deadline_comes_before_an_answer() -> None:
    caller = Caller([LOST], deadline=3.0)
    with pytest.raises(ats.OutcomeUnknown) as caught:
        caller.place(client_id="mine")
    assert caught.value.client_id == "mine"
    assert "find_order" in caught.value.look_up
    assert caller.clock.now() < 3.0


def test_a_read_ends_in_its_last_error_and_not_in_an_unknown_outcome() -> None:
    caller = Caller([answer(500, {"error": "engine_error", "message": "sorry", "request_id": "r1"})], deadline=2.0)
    with pytest.raises(ats.ExchangeNotAvailable) as caught:
        caller.account.summary()
    assert (caught.value.status, caught.value.code, caught.value.request_id) == (500, "engine_error", "r1")
    assert str(caught.value) == "sorry (request r1)"


def test_what_was_never_sent_is_not_unknown() -> None:
    caller = Caller([REFUSED], deadline=2.0)
    with pytest.raises(ats.ExchangeNotAvailable):
        caller.place()


def test_a_write_that_might_be_done_twice_is_not_sent_again() -> None:
    service = FakeService([LOST])
    wallet = ats.WalletClient("http://wallet", user_id="u", http=service.transport, clock=FakeClock())
    with pytest.raises(ats.OutcomeUnknown) as caught:
        wallet.create_key(label="bot", permissions=["TRADE"])
    assert len(service.requests) == 1
    assert caught.value.client_id is None


def test_a_write_that_might_be_done_twice_is_sent_again_while_nothing_listens() -> None:
    service = FakeService([REFUSED, answer(429, retry_after="1"), LOST])
    wallet = ats.WalletClient("http://wallet", user_id="u", http=service.transport, clock=FakeClock())
    with pytest.raises(ats.OutcomeUnknown):
        wallet.create_key(label="bot", permissions=["TRADE"])
    assert len(service.requests) == 3


def test_it_waits_as_long_as_retry_after_says() -> None:
    caller = Caller([answer(429, {"error": "rate_limited", "message": "slower"}, retry_after="7"), PLACED])
    assert caller.place().placed
    assert caller.clock.now() >= 7


def test_a_refusal_is_not_sent_again() -> None:
    body = {"error": "conflict", "message": "used", "reason": "client_id_reuse", "request_id": "r"}
    caller = Caller([answer(409, body)])
    with pytest.raises(ats.DuplicateOrderId):
        caller.place()
    assert len(caller.service.requests) == 1


def test_an_order_that_is_still_being_decided_is_asked_for_again() -> None:
    body = {"error": "conflict", "message": "wait", "reason": "in_progress", "request_id": "r"}
    caller = Caller([answer(409, body), PLACED])
    assert caller.place().placed


def test_the_end_of_a_key_leaves_an_earlier_attempt_unknown() -> None:
    caller = Caller([LOST, answer(401, {"error": "unauthorized", "message": "expired", "request_id": "r"})])
    with pytest.raises(ats.OutcomeUnknown) as caught:
        caller.place()
    assert caught.value.status == 401


def test_a_refusal_of_an_intent_tells_of_all_its_attempts() -> None:
    caller = Caller([LOST, answer(400, {"error": "invalid_payload", "message": "no", "request_id": "r", "issues": []})])
    with pytest.raises(ats.InvalidOrder):
        caller.place()


def test_a_refusal_by_rules_is_a_value_and_an_error_where_it_is_asked_for() -> None:
    result = Caller([REFUSED_BY_RULES]).place()
    assert not result.placed
    assert isinstance(result, ats.Refused)
    assert (result.violations[0].rule, result.violations[0].limit) == ("max_leverage", Decimal(20))
    with pytest.raises(ats.RiskRejected, match="the limit is 20"):
        result.or_raise()
    with pytest.raises(ats.RiskRejected):
        Caller([REFUSED_BY_RULES]).place(raise_on_violation=True)
    with pytest.raises(ats.RiskRejected):
        Caller([REFUSED_BY_RULES], raise_on_violation=True).place()
    assert not Caller([REFUSED_BY_RULES], raise_on_violation=True).place(raise_on_violation=False).placed


def test_decimals_are_sent_as_text_and_floats_never() -> None:
    caller = Caller([PLACED])
    caller.place(price=Decimal("1E+3"), stop_loss={"trigger_price": Decimal("0.000000000000000001")})
    body = caller.service.bodies()[0]
    assert (body["price"], body["stop_loss"]["trigger_price"]) == ("1000", "0.000000000000000001")
    assert caller.service.requests[0].url.params["decimals"] == "string"
    with pytest.raises(TypeError, match=r'write Decimal\("0.1"\)'):
        caller.place(price=0.1)
    with pytest.raises(ValueError, match="NaN"):
        caller.place(price=Decimal("NaN"))
    assert len(caller.service.requests) == 1


def test_headers_name_the_key_and_the_client() -> None:
    caller = Caller([PLACED])
    caller.place()
    headers = caller.service.requests[0].headers
    assert (headers["x-api-key"], headers["x-api-secret"]) == ("k", "s")
    assert headers["user-agent"] == f"ats-python/{ats.__version__}"


def test_a_redirect_is_not_followed_with_the_key() -> None:
    caller = Caller([answer(302, location="http://elsewhere/")])
    with pytest.raises(ats.BadRequest):
        caller.account.summary()
    assert len(caller.service.requests) == 1


def window(remaining: int, seconds: int = 10) -> dict[str, str]:
    return {"x_ratelimit_limit": "100", "ratelimit": f'"key";r={remaining};t={seconds}'}


def test_it_waits_for_the_next_window_when_the_budget_is_used_and_cancels_go_first() -> None:
    order = answer(200, {**ORDER, "status": "CANCELLED"}, **window(4))
    caller = Caller([order])
    caller.account.order("o1")
    caller.account.cancel("o1")
    assert caller.clock.now() == 0
    caller.account.order("o1")
    assert caller.clock.now() >= 9


def test_a_budget_that_allows_nothing_before_the_deadline_says_when_it_does() -> None:
    caller = Caller([answer(200, ORDER, **window(0, seconds=50))])
    caller.account.order("o1")
    with pytest.raises(ats.RateLimitExceeded, match=r"the next is in 50\.0 s"):
        caller.account.order("o1")
    assert len(caller.service.requests) == 1


def test_repetitions_are_bounded_over_many_calls() -> None:
    caller = Caller([answer(500)], deadline=60.0)
    for _ in range(10):
        with pytest.raises(ats.ExchangeNotAvailable):
            caller.account.summary()
    assert len(caller.service.requests) <= 10 + 20 + caller.clock.now() * 4


def test_the_async_client_does_the_same() -> None:
    service = FakeService([LOST, answer(500), PLACED])

    async def place() -> ats.Placement:
        clock = AsyncFakeClock()
        async with ats.AsyncTradingClient("http://service", http=service.transport, clock=clock) as client:
            return await client.account("a1").place(symbol="BTC-USD", side="BUY", kind="MARKET", quantity=1)

    assert asyncio.run(place()).placed
    assert len({body["client_id"] for body in service.bodies()}) == 1
    assert len(service.requests) == 3


def test_a_batch_asks_again_for_those_that_have_no_certain_result() -> None:
    placed: Any = {"status": 200, "body": {"order": ORDER, "trades": [], "violations": []}}
    failed: Any = {"status": 500, "body": {"error": "engine_error", "message": "sorry", "request_id": "r"}}
    wrong: Any = {"status": 400, "body": {"error": "invalid_payload", "message": "no", "request_id": "r", "issues": []}}
    caller = Caller([answer(200, {"results": [placed, failed, wrong]}), answer(200, {"results": [placed]})])
    order: Any = {"symbol": "BTC-USD", "side": "BUY", "kind": "MARKET", "quantity": "1"}
    results = caller.account.place_all([order, order, order])
    assert [result.placed for result in results] == [True, True, None]
    first, second = (body["orders"] for body in caller.service.bodies())
    assert [one["client_id"] for one in second] == [first[1]["client_id"]]
    assert isinstance(results[2], ats.Failed)
    assert isinstance(results[2].error, ats.InvalidOrder)


def test_pages_are_read_as_their_rows_are() -> None:
    def page(*ids: str, to: str | None = None) -> httpx.Response:
        rows = [{**ORDER, "id": one} for one in ids]
        more = {} if to is None else {"x_has_more": "true", "x_next_to": to}
        return answer(200, rows, **more)

    caller = Caller([page("o5", "o4", to="T4"), page("o3", to="T3"), page("o2")])
    assert [order.id for order in caller.account.orders()] == ["o5", "o4", "o3", "o2"]
    assert [request.url.params.get("to") for request in caller.service.requests] == [None, "T4", "T3"]
    caller = Caller([page("o5", "o4", to="T4")])
    assert [order.id for order in caller.account.orders().take(2)] == ["o5", "o4"]
    assert len(caller.service.requests) == 1


def test_times_have_a_time_zone() -> None:
    caller = Caller([answer(200, [ORDER])])
    from datetime import datetime, timedelta, timezone

    with pytest.raises(ValueError, match="has no time zone"):
        caller.account.orders(from_=datetime(2026, 3, 1))  # noqa: DTZ001
    east = timezone(timedelta(hours=2))
    (order,) = caller.account.orders(from_=datetime(2026, 3, 1, tzinfo=east)).all()
    assert caller.service.requests[0].url.params["from"] == "2026-03-01T00:00:00+02:00"
    assert order.created_at == datetime(2026, 3, 1, 12, 0, 0, 123456, tzinfo=timezone.utc)
