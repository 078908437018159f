"""The errors that calls raise: names and kinship follow ccxt's."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any

import msgspec

from .generated.models import Issue, Violation
from .wire import decode

__all__ = [
    "AuthenticationError",
    "BadRequest",
    "BadSymbol",
    "BaseError",
    "DuplicateOrderId",
    "ErrorDetails",
    "ExchangeError",
    "ExchangeNotAvailable",
    "InsufficientFunds",
    "InvalidOrder",
    "NetworkError",
    "NotFound",
    "OperationRejected",
    "OrderNotFound",
    "OutcomeUnknown",
    "PermissionDenied",
    "RateLimitExceeded",
    "RequestTimeout",
    "RiskRejected",
    "StreamGap",
]


class ErrorDetails(msgspec.Struct, frozen=True, kw_only=True):
    """The parts of an error answer beside its message."""

    status: int | None = None
    code: str | None = None
    reason: str | None = None
    request_id: str | None = None
    issues: Sequence[Issue] = ()
    violations: Sequence[Violation] = ()
    body: Mapping[str, Any] = {}
    retry_after: float | None = None


class BaseError(Exception):
    """The error all others are."""

    def __init__(self, message: str, details: ErrorDetails | None = None) -> None:
        super().__init__(message)
        known = details or ErrorDetails()
        self.message = message
        self.status = known.status
        """The HTTP status; None when no answer came."""
        self.code = known.code
        """`error` of the body, such as `conflict` (docs/ERRORS.md)."""
        self.reason = known.reason
        """`reason` of a 409, such as `order_not_working`."""
        self.request_id = known.request_id
        """Names the request in the logs of the service."""
        self.issues = known.issues
        """All that is wrong with a request, of a 400."""
        self.violations = known.violations
        """The rules that refused a change, of a 422."""
        self.body = known.body
        """The whole body of the answer."""
        self.retry_after = known.retry_after
        """The seconds after which the service asks to be called again."""

    @property
    def details(self) -> ErrorDetails:
        """All of it but the message."""
        return ErrorDetails(
            status=self.status,
            code=self.code,
            reason=self.reason,
            request_id=self.request_id,
            issues=self.issues,
            violations=self.violations,
            body=self.body,
            retry_after=self.retry_after,
        )

    def __str__(self) -> str:
        where = f" (request {self.request_id})" if self.request_id else ""
        return f"{self.message}{where}"


class ExchangeError(BaseError):
    """The service has refused: the same request is refused again."""


class AuthenticationError(ExchangeError):
    """401: the key is wrong, expired or revoked."""


class PermissionDenied(AuthenticationError):
    """403: the key lacks the scope, or the address is not on its list."""


class BadRequest(ExchangeError):
    """400, 405, 413: the request is not well-formed."""


class BadSymbol(BadRequest):
    """A symbol that is not listed; `body["candidates"]` are those it may mean."""


class NotFound(ExchangeError):
    """404: there is no such thing, or it is somebody else's."""


class OperationRejected(ExchangeError):
    """409 for another reason than those below."""


class InvalidOrder(ExchangeError):
    """An order that cannot be placed, changed or cancelled as asked."""


class OrderNotFound(InvalidOrder):
    """404 of an order."""


class DuplicateOrderId(InvalidOrder):
    """409 `client_id_reuse`: the client_id was used for another request."""


class RiskRejected(InvalidOrder):
    """Risk rules refused it; `violations` says which, with limit and value."""


class InsufficientFunds(RiskRejected):
    """The rule `insufficient_margin` refused it."""


class NetworkError(BaseError):
    """Nothing is wrong with the request: later it may pass."""


class RateLimitExceeded(NetworkError):
    """429, or the budget would not allow it before the deadline: it was not done."""


class ExchangeNotAvailable(NetworkError):
    """The service could not be reached, or answered 500: it was a read, or was not sent."""


class RequestTimeout(NetworkError):
    """No answer before the deadline: it was a read, or was not sent."""


class StreamGap(NetworkError):
    """A stream has left out events and did so again after it was resumed."""


class OutcomeUnknown(NetworkError):
    """
    A write was sent, and no answer came before the deadline or the end of the key: it may or may not have been done.
    With a `client_id`, repeat the same request with it: it returns the first answer, or is done now, once.
    """

    def __init__(self, message: str, details: ErrorDetails | None, *, client_id: str | None, look_up: str) -> None:
        super().__init__(message, details)
        self.client_id = client_id
        """The name of the intent; None for writes that take none."""
        self.look_up = look_up
        """How to find out, in words."""


class _ErrorBody(msgspec.Struct, frozen=True):
    error: str | None = None
    message: str | None = None
    reason: str | None = None
    request_id: str | None = None
    issues: list[Issue] | None = None
    violations: list[Violation] | None = None


def error_of_answer(path: str, status: int, headers: Mapping[str, str], content: bytes) -> BaseError:
    """The error for an answer that is not 2xx."""
    after = _retry_after(headers.get("retry-after"))
    return error_of(path, status, content, request_id=headers.get("x-request-id"), retry_after=after)


def error_of(
    path: str, status: int, content: bytes, *, request_id: str | None = None, retry_after: float | None = None
) -> BaseError:
    """The error for a status and the body that came with it: an answer by something between may be anything."""
    try:
        known, body = decode(content, _ErrorBody), decode(content, dict[str, Any])
    except msgspec.MsgspecError:
        known, body = _ErrorBody(), {}
    details = ErrorDetails(
        status=status,
        code=known.error,
        reason=known.reason,
        request_id=known.request_id or request_id,
        issues=known.issues or (),
        violations=known.violations or (),
        body=body,
        retry_after=retry_after,
    )
    return _class_of(status, path, details)(known.message or f"the service answered {status}", details)


_ORDER_PATH = re.compile(r"/orders?(?:/|$)|/close-position$")
_ONE_ORDER = re.compile(r"/orders/[^/]+")
_OF_STATUS: dict[int, type[BaseError]] = {
    401: AuthenticationError,
    403: PermissionDenied,
    408: RequestTimeout,
    429: RateLimitExceeded,
}


def _class_of(status: int, path: str, details: ErrorDetails) -> type[BaseError]:
    has_candidates = "candidates" in details.body
    if status in _OF_STATUS:
        return _OF_STATUS[status]
    if status == 404:
        return BadSymbol if has_candidates else OrderNotFound if _ONE_ORDER.search(path) else NotFound
    if status == 409:
        return _conflict_class(details.reason)
    if status == 422:
        return refusal_class(details.violations)
    if status >= 500:
        return ExchangeNotAvailable
    if has_candidates or any(issue.path and issue.path[-1] == "symbol" for issue in details.issues):
        return BadSymbol
    return InvalidOrder if status == 400 and _ORDER_PATH.search(path) else BadRequest


def _conflict_class(reason: str | None) -> type[BaseError]:
    if reason == "client_id_reuse":
        return DuplicateOrderId
    if reason == "in_progress":
        return ExchangeNotAvailable
    return InvalidOrder if reason in ("order_not_working", "version") else OperationRejected


def refusal_class(violations: Sequence[Violation]) -> type[RiskRejected]:
    """The error of a refusal by rules."""
    is_margin = any(violation.rule == "insufficient_margin" for violation in violations)
    return InsufficientFunds if is_margin else RiskRejected


def _retry_after(header: str | None) -> float | None:
    """The wait that the header asks for, as seconds or as a date; None where it says nothing."""
    if header is None:
        return None
    if re.fullmatch(r"\d{1,9}", header):
        return float(header)
    try:
        at = parsedate_to_datetime(header)
    except ValueError:
        return None
    return max(0.0, (at - datetime.now(timezone.utc)).total_seconds()) if at.utcoffset() is not None else None
