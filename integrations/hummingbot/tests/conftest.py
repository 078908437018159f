"""
hummingbot's own classes, of a source tree in which they are built (README.md). It finds connectors by their folders:
while the tests run, that of the connector stands there as a link.
"""

from pathlib import Path

import hummingbot

HERE = Path(__file__).parents[1] / "ats_perpetual"
THERE = Path(hummingbot.__file__).parent / "connector" / "derivative" / HERE.name
IS_LINKED = not THERE.exists()
if IS_LINKED:
    THERE.symlink_to(HERE)


def pytest_unconfigure() -> None:
    if IS_LINKED:
        THERE.unlink()
