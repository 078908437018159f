"""The result of an order: placed, or refused by risk rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NoReturn

from msgspec import Struct

from .errors import BaseError, ErrorDetails, RiskRejected, refusal_class
from .generated import models


class Placed(Struct, frozen=True):
    """An order that the service took."""

    order: models.OrderSnapshot
    trades: Sequence[models.TradeSnapshot]
    """The fills it had immediately."""
    warnings: Sequence[models.Warning]
    children: Sequence[models.OrderSnapshot]
    """The stop and the target that came with it (`stop_loss`, `take_profit`)."""
    client_id: str
    placed: Literal[True] = True

    def or_raise(self) -> Placed:
        """The placement itself: rules did not refuse it."""
        return self


class Refused(Struct, frozen=True):
    """An order that risk rules refused. Its client_id stays refused: try again with another."""

    violations: Sequence[models.Violation]
    """Every rule that refused it, with limit and value."""
    client_id: str
    placed: Literal[False] = False

    def or_raise(self) -> NoReturn:
        """Raises RiskRejected, or InsufficientFunds."""
        message = "; ".join(violation.message for violation in self.violations)
        raise refusal_class(self.violations)(message, ErrorDetails(status=200, violations=self.violations))


class Closed(Struct, frozen=True):
    """A closing order, and what it left open."""

    order: models.OrderSnapshot
    trades: Sequence[models.TradeSnapshot]
    warnings: Sequence[models.Warning]
    position: models.Position | None
    """None: nothing is open any more."""
    client_id: str
    placed: Literal[True] = True

    def or_raise(self) -> Closed:
        """The placement itself: rules did not refuse it."""
        return self


class Failed(Struct, frozen=True):
    """An order of a batch that ended in an error: OutcomeUnknown where it may have been placed, else it was not."""

    error: BaseError
    client_id: str
    placed: Literal[None] = None

    def or_raise(self) -> NoReturn:
        """Raises the error."""
        raise self.error


Placement = Placed | Refused
Closing = Closed | Refused
BatchResult = Placed | Refused | Failed


def to_placement(answer: models.Placement, client_id: str) -> Placement:
    """The result in an answer to an order."""
    if answer.violations:
        return Refused(answer.violations, client_id)
    return Placed(_order_of(answer.order), answer.trades, answer.warnings or (), answer.children or (), client_id)


def to_closing(answer: models.ClosePlacement, client_id: str) -> Closing:
    """The result in an answer to closing a position."""
    if answer.violations:
        return Refused(answer.violations, client_id)
    return Closed(_order_of(answer.order), answer.trades, answer.warnings or (), answer.position, client_id)


def refused(error: RiskRejected, client_id: str) -> Refused:
    """A refusal by rules that came as 422."""
    return Refused(error.violations, client_id)


def _order_of(order: models.OrderSnapshot | None) -> models.OrderSnapshot:
    if order is None:
        raise ValueError("an answer with neither an order nor violations")
    return order
