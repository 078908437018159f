"""What is made from the documents: every operation has a method, and the sync half is the async one."""

from __future__ import annotations

import re
import sys
from decimal import Decimal
from pathlib import Path

import pytest

import ats
from ats.wire import encode

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "generate"))

from calls import write_calls  # noqa: E402
from document import Document, Operation, read_document  # noqa: E402
from sync import to_sync  # noqa: E402
from table import BY_HAND, PLACES  # noqa: E402

ENGINE = read_document(ROOT / "openapi" / "engine.json")
WALLET = read_document(ROOT / "openapi" / "wallet.json")
SOURCE = ROOT / "src" / "ats"


@pytest.mark.parametrize("operation", [*ENGINE.operations, *WALLET.operations], ids=lambda one: one.id)
def test_every_operation_can_be_called(operation: Operation) -> None:
    calls = (SOURCE / "_async" / "generated" / "calls.py").read_text()
    by_hand = "".join(path.read_text() for path in (SOURCE / "_async").glob("*.py"))
    text = by_hand if operation.id in BY_HAND else calls
    assert f'"{operation.path}"' in text
    pattern = rf'"{operation.method}",\s*(?:path_of\(\s*)?"{re.escape(operation.path)}"'
    assert operation.id in BY_HAND or re.search(pattern, text)


def test_the_table_names_no_operation_that_is_not_there() -> None:
    known = {operation.id for operation in (*ENGINE.operations, *WALLET.operations)}
    assert set(PLACES) | BY_HAND <= known


def test_an_operation_that_the_table_does_not_have_is_a_method_nevertheless() -> None:
    added = Operation(
        "startFoo", "POST", "/v1/foo/{foo_id}", "Start it", [], None, False, {"type": "object"}, "application/json", []
    )
    text = write_calls(Document(ENGINE.version, [added], ENGINE.schemas), WALLET)
    assert "async def start_foo(self, *, deadline: float | None = None) -> dict[str, object]:" in text
    assert 'Repeat("once"' in text


def test_the_sync_half_waits_for_nothing() -> None:
    for path in (SOURCE / "_async").rglob("*.py"):
        made = (SOURCE / "_sync" / path.relative_to(SOURCE / "_async")).read_text()
        assert made == to_sync(path.read_text())
        assert not re.search(r"\b(async|await|Async\w+|asyncio|anext|aclose)\b", made), path
    assert not (set(dir(ats.TradingClient)) ^ set(dir(ats.AsyncTradingClient))) - {
        *("__aenter__", "__aexit__", "__enter__", "__exit__", "aclose", "close"),
    }


def test_a_name_of_one_service_is_none_of_the_other() -> None:
    body = {"account_id": "an-account"}
    assert encode(body, "/v1/order") == b'{"account_id":"an-account"}'
    assert encode(body, "/api/hooks") == b'{"accountId":"an-account"}'
    assert encode({"price": Decimal("1E+3")}, "/v1/order") == b'{"price":"1000"}'


def test_the_version_is_that_of_the_documents() -> None:
    assert ats.__version__ == ENGINE.version
