"""Generates the models and the sync half before hatch packs a wheel."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class GenerateHook(BuildHookInterface):  # type: ignore[type-arg]
    """Runs generate/main.py for a wheel; a source distribution has the documents instead."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Called by hatch before it packs."""
        if self.target_name != "wheel":
            return
        sys.path.insert(0, str(Path(self.root) / "generate"))
        from main import generate

        generate(Path(self.root))
