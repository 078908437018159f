"""Many orders in one request."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..call import Call, Repeat
from ..errors import BaseError, ExchangeNotAvailable, OutcomeUnknown, error_of
from ..generated import models
from ..placement import BatchResult, Failed, to_placement
from ..wire import decode, intent_of
from .transport import AsyncTransport

if TYPE_CHECKING:
    from ..generated import requests

BATCH_MAX = 50
"""The service takes as many orders in one request."""
_LOOK_UP = "place it again with the same client_id, or find it with find_order(client_id)"


async def place_batch(
    transport: AsyncTransport, account_id: str, orders: Sequence[requests.AccountOrder], deadline: float | None
) -> list[BatchResult]:
    """Places orders in batches, and those of them again that had no certain answer, until the deadline."""
    results: list[BatchResult] = []
    for at in range(0, len(orders), BATCH_MAX):
        intents = [intent_of(order) for order in orders[at : at + BATCH_MAX]]
        results += await _place_one(transport, account_id, intents, deadline)
    return results


async def _place_one(
    transport: AsyncTransport, account_id: str, intents: Sequence[dict[str, Any]], deadline: float | None
) -> list[BatchResult]:
    clock = transport.clock
    end = clock.now() + (transport.deadline if deadline is None else deadline)
    results: dict[str, BatchResult] = {}
    pending = list(intents)
    rounds = 1
    while pending:
        for result in await _send(transport, account_id, pending, end - clock.now(), is_again=rounds > 1):
            results[result.client_id] = result
        pending = [intent for intent in pending if _is_open(results.get(intent["client_id"]))]
        wait = min(5.0, 0.1 * 2**rounds)
        if clock.now() + wait >= end:
            break
        if pending:
            await clock.sleep(wait)
        rounds += 1
    return [results[intent["client_id"]] for intent in intents]


def _is_open(result: BatchResult | None) -> bool:
    return isinstance(result, Failed) and isinstance(result.error, OutcomeUnknown)


async def _send(
    transport: AsyncTransport,
    account_id: str,
    orders: Sequence[dict[str, Any]],
    deadline: float,
    *,
    is_again: bool,
) -> list[BatchResult]:
    ids = [str(order["client_id"]) for order in orders]
    call = Call(
        "POST",
        "/v1/orders/batch",
        Repeat("intent", _LOOK_UP, ",".join(ids)),
        body={"account_id": account_id, "orders": list(orders)},
        schema="PlaceOrders",
        has_decimals=True,
        cost=len(orders),
        deadline=deadline,
    )
    try:
        answer = await transport.fetch(call, models.Placements)
    except BaseError as error:
        # A refusal of those that were asked about again says nothing about the first time.
        if not isinstance(error, OutcomeUnknown) and not is_again:
            raise
        return [_unknown(client_id, error) for client_id in ids]
    missing = [
        _unknown(client_id, ExchangeNotAvailable("it has no result")) for client_id in ids[len(answer.results) :]
    ]
    return [_to_result(one, client_id) for one, client_id in zip(answer.results, ids, strict=False)] + missing


def _to_result(result: models.BatchResult, client_id: str) -> BatchResult:
    content = bytes(result.body)
    if result.status < 300:
        return to_placement(decode(content, models.Placement), client_id)
    error = error_of("/v1/order", result.status, content)
    is_uncertain = result.status >= 500 or error.reason == "in_progress"
    return _unknown(client_id, error) if is_uncertain else Failed(error, client_id)


def _unknown(client_id: str, cause: BaseError) -> Failed:
    message = f"it may or may not have been placed: {_LOOK_UP}"
    error = OutcomeUnknown(message, cause.details, client_id=client_id, look_up=_LOOK_UP)
    error.__cause__ = cause
    return Failed(error, client_id)
