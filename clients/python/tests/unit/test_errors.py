"""Each answer that is an error has a class."""

from __future__ import annotations

import json

import pytest

import ats
from ats.errors import error_of, error_of_answer

ACCOUNT = "/v1/account/a1"


@pytest.mark.parametrize(
    ("status", "path", "body", "expected"),
    [
        (400, "/v1/order", {}, ats.InvalidOrder),
        (400, f"{ACCOUNT}/leverage", {}, ats.BadRequest),
        (400, "/v1/order", {"issues": [{"path": ["symbol"], "code": "c", "message": "m"}]}, ats.BadSymbol),
        (400, "/v1/price", {"candidates": ["BTC-USD"]}, ats.BadSymbol),
        (401, "/v1/key", {}, ats.AuthenticationError),
        (403, "/v1/order", {}, ats.PermissionDenied),
        (404, ACCOUNT, {}, ats.NotFound),
        (404, f"{ACCOUNT}/orders/o1", {}, ats.OrderNotFound),
        (404, "/v1/price", {"candidates": []}, ats.BadSymbol),
        (405, "/v1/order", {}, ats.BadRequest),
        (408, "/v1/order", {}, ats.RequestTimeout),
        (409, "/v1/order", {"reason": "client_id_reuse"}, ats.DuplicateOrderId),
        (409, "/v1/order", {"reason": "in_progress"}, ats.ExchangeNotAvailable),
        (409, ACCOUNT, {"reason": "order_not_working"}, ats.InvalidOrder),
        (409, ACCOUNT, {"reason": "account_state"}, ats.OperationRejected),
        (413, "/v1/price", {}, ats.BadRequest),
        (422, ACCOUNT, {"violations": []}, ats.RiskRejected),
        (429, "/v1/order", {}, ats.RateLimitExceeded),
        (500, "/v1/order", {}, ats.ExchangeNotAvailable),
    ],
)
def test_the_class_of_an_answer(status: int, path: str, body: dict[str, object], expected: type[ats.BaseError]) -> None:
    error = error_of(path, status, json.dumps({"error": "e", "message": "words", "request_id": "r", **body}).encode())
    assert type(error) is expected
    assert (error.message, error.code, error.request_id, error.status) == ("words", "e", "r", status)


def test_an_answer_by_something_between_is_an_error_all_the_same() -> None:
    error = error_of_answer("/v1/order", 502, {"x-request-id": "r", "retry-after": "3"}, b"<html>bad gateway</html>")
    assert isinstance(error, ats.ExchangeNotAvailable)
    assert (error.message, error.request_id, error.retry_after) == ("the service answered 502", "r", 3)


@pytest.mark.parametrize(
    ("header", "expected"),
    [("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("soon", None), ("1.5", None)],
)
def test_a_wait_may_be_a_date_and_nonsense_says_nothing(header: str, expected: float | None) -> None:
    assert error_of_answer("/", 503, {"retry-after": header}, b"").retry_after == expected


def test_insufficient_margin_has_a_class_of_its_own() -> None:
    violation = {
        "rule": "insufficient_margin",
        "severity": "SOFT",
        "message": "m",
        "limit": None,
        "value": None,
        "unit": None,
    }
    assert type(error_of(ACCOUNT, 422, json.dumps({"violations": [violation]}).encode())) is ats.InsufficientFunds
