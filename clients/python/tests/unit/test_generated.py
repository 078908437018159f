"""What is made from the documents: every operation has a method, and the sync half is the async one."""

from __future__ import annotations

import re
import sys
from decimal import Decimal
from pathlib import Path

import pytest

import ats
from ats.call import Call
from ats.wire import encode

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "generate"))

from calls import write_calls  # noqa: E402
from document import Document, Operation, read_document  # noqa: E402
from models import write_names  # noqa: E402
from sync import to_sync  # noqa: E402
from table import BY_HAND, PLACES  # noqa: E402

ENGINE = read_document(ROOT / "openapi" / "engine.json")
WALLET = read_document(ROOT / "openapi" / "wallet.json")
LAB = read_document(ROOT / "openapi" / "lab.json")
SOURCE = ROOT / "src" / "ats"


@pytest.mark.parametrize("operation", [*ENGINE.operations, *WALLET.operations, *LAB.operations], ids=lambda one: one.id)
def test_every_operation_can_be_called(operation: Operation) -> None:
    calls = (SOURCE / "_async" / "generated" / "calls.py").read_text()
    by_hand = "".join(path.read_text() for path in (SOURCE / "_async").glob("*.py"))
    text = by_hand if operation.id in BY_HAND else calls
    assert f'"{operation.path}"' in text
    pattern = rf'"{operation.method}",\s*(?:path_of\(\s*)?"{re.escape(operation.path)}"'
    assert operation.id in BY_HAND or re.search(pattern, text)


def test_the_table_names_no_operation_that_is_not_there() -> None:
    known = {operation.id for operation in (*ENGINE.operations, *WALLET.operations, *LAB.operations)}
    assert set(PLACES) | BY_HAND <= known


def test_an_operation_that_the_table_does_not_have_is_a_method_nevertheless() -> None:
    added = Operation(
        "startFoo", "POST", "/v1/foo/{foo_id}", "Start it", [], None, False, {"type": "object"}, "application/json", []
    )
    text = write_calls(Document(ENGINE.version, [added], ENGINE.schemas), WALLET, LAB)
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


def test_a_field_is_sent_as_its_own_body_has_it_whatever_others_call_by_its_name() -> None:
    body = {"account_id": "an-account"}
    assert encode(body, "PlaceOrder") == b'{"account_id":"an-account"}'
    assert encode(body, "CreateHook") == b'{"accountId":"an-account"}'
    small = Decimal("1E-18")
    assert encode({"price": small}, "PlaceOrder") == b'{"price":"0.000000000000000001"}'
    assert encode({"price": small}, "Alert") == b'{"price":"0.000000000000000001"}'
    assert encode({"overlap_hours": small}, "RotateHook") == b'{"overlapHours":0.000000000000000001}'
    assert encode({"overlap_hours": 0.5}, "RotateHook") == b'{"overlapHours":0.5}'
    assert encode({"price": 0.5}, "Alert") == b'{"price":0.5}'
    nested = {"orders": [{"stop_loss": {"trail": {"offset": Decimal("1E+3")}}}]}
    assert encode(nested, "PlaceOrders") == b'{"orders":[{"stop_loss":{"trail":{"offset":"1000"}}}]}'


@pytest.mark.parametrize("body", [{"stop_loss": {"offset": 0.5}}, {"overlap_hours": 0.5}, {"orders": [0.5]}])
def test_a_float_is_sent_in_no_decimal(body: dict[str, object]) -> None:
    with pytest.raises(TypeError, match="a decimal is exact"):
        encode(body, "PlaceOrder")


@pytest.mark.parametrize("number", [float("nan"), float("inf"), Decimal("NaN"), Decimal("-Infinity")])
def test_what_is_no_number_is_sent_nowhere(number: object) -> None:
    for schema in ("Alert", "PlaceOrder"):
        with pytest.raises(ValueError, match=r"(?i)nan|inf"):
            encode({"price": number}, schema)


def test_a_schema_with_a_field_of_text_changes_no_other() -> None:
    """A document with one more body, whose fields are named as those of an order and may be text or numbers."""
    order = ENGINE.schemas["PlaceOrder"]["properties"]
    other = {"type": "object", "properties": {name: {"type": ["string", "number", "null"]} for name in order}}
    schemas = {**ENGINE.schemas, "Other": other, "ClosePosition": other}
    made = write_names([Document(ENGINE.version, ENGINE.operations, schemas)])
    before = write_names([ENGINE])
    assert "'ClosePosition'" in made
    of_orders = re.compile(r"^    'PlaceOrder': \{.*?^    \}", re.DOTALL | re.MULTILINE)
    assert of_orders.findall(made) == of_orders.findall(before) != []


def test_a_call_with_a_body_names_its_schema() -> None:
    with pytest.raises(ValueError, match="a body has a schema"):
        Call("POST", "/v1/order", body={})


def test_the_version_is_that_of_the_documents() -> None:
    assert ats.__version__ == ENGINE.version


def test_a_tape_is_sent_as_its_own_kind_has_it() -> None:
    model = {"model": "GBM", "symbols": ["BTC-USD"], "volatility": 0.02, "drift": Decimal("0.001")}
    assert encode({"tape": model}, "StartLabRun") == (
        b'{"tape":{"model":"GBM","symbols":["BTC-USD"],"volatility":0.02,"drift":0.001}}'
    )
    assert encode({"tape": {"id": "gap"}, "pace": 60}, "StartLabRun") == b'{"tape":{"id":"gap"},"pace":60}'
