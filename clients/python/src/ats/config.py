"""The demo user of an `npm start` on this machine."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import msgspec

DEFAULT_URL = "http://127.0.0.1:4000"


class DemoConnection(msgspec.Struct, frozen=True, rename="camel"):
    """Where to call, and with which key."""

    key: str
    secret: str
    account_id: str
    engine_url: str = DEFAULT_URL


def demo_connection(data_dir: str | os.PathLike[str] | None = None) -> DemoConnection:
    """What `npm start` printed, or what it keeps. Raises FileNotFoundError."""
    environment = os.environ
    printed = [environment.get(name) for name in ("KEY", "SECRET", "ACCOUNT")]
    if data_dir is None and all(printed):
        key, secret, account = (str(one) for one in printed)
        return DemoConnection(key, secret, account, environment.get("ENGINE", DEFAULT_URL))
    for place in _places(data_dir or environment.get("DATA_DIR")):
        path = place / "demo.json"
        if path.is_file():
            return msgspec.json.decode(path.read_bytes(), type=DemoConnection)
    raise FileNotFoundError(
        "no demo user found here or in any directory above: is npm start running? DATA_DIR says where"
    )


def _places(data_dir: str | os.PathLike[str] | None) -> Iterator[Path]:
    if data_dir is not None:
        yield Path(data_dir)
        return
    here = Path.cwd()
    for folder in (here, *here.parents):
        yield folder / ".data"
