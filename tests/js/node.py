"""The npm package in a Node process that answers requests: a line of JSON each, see js/tests/answers.mjs."""

from __future__ import annotations

import importlib.util
import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

JS = Path(__file__).resolve().parents[2] / "js"


class Node:
    """A process that answers requests."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def ask(self, what: str, **params: Any) -> Any:
        """The answer to a request."""
        self.send(what, **params)
        return self.answer()

    def send(self, what: str, **params: Any) -> None:
        """Send a request without waiting for its answer."""
        assert self._process.stdin
        self._process.stdin.write(json.dumps({"what": what, **params}) + "\n")
        self._process.stdin.flush()

    def answer(self) -> Any:
        """The answer to the earliest request that has had none."""
        assert self._process.stdout
        line = self._process.stdout.readline()
        assert line, "The process has ended: its standard error says why."
        answer = json.loads(line)
        if "failure" in answer:
            raise AssertionError(answer["failure"])
        return answer["answer"]


def build_script() -> Any:
    """The module that builds the package."""
    spec = importlib.util.spec_from_file_location("okawari_npm", JS / "build.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@contextmanager
def running(script: str) -> Iterator[Node]:
    """Build the package, and run a script of js/tests."""
    build = build_script()
    build.build()
    command = [build.node(), str(JS / "tests" / script)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8") as process:
        yield Node(process)
        assert process.stdin
        process.stdin.close()
