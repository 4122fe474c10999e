"""The process that plays games with the npm package: see js/tests/player.mjs."""

from __future__ import annotations

import importlib.util
import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

JS = Path(__file__).resolve().parents[2] / "js"


class Player:
    """Answers requests: lines of JSON."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def ask(self, what: str, **request: Any) -> Any:
        """The answer to a request."""
        self.send(what, **request)
        return self.answer()

    def send(self, what: str, **request: Any) -> None:
        """Send a request without waiting for its answer."""
        assert self._process.stdin
        self._process.stdin.write(json.dumps({"ask": what, **request}) + "\n")
        self._process.stdin.flush()

    def answer(self) -> Any:
        """The answer to the earliest request that has had none."""
        assert self._process.stdout
        answer = self._process.stdout.readline()
        assert answer, "The player ended: its standard error says why."
        return json.loads(answer)


def build_script() -> Any:
    """The module that builds the package."""
    spec = importlib.util.spec_from_file_location("okawari_npm", JS / "build.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@contextmanager
def player() -> Iterator[Player]:
    """Build the package and start the process."""
    script = build_script()
    script.build()
    command = [script.node(), str(JS / "tests" / "player.mjs")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8") as process:
        yield Player(process)
        assert process.stdin
        process.stdin.close()
