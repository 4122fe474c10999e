"""The npm package in a Node process that answers questions: one line of JSON each."""

from __future__ import annotations

import json
import subprocess
from typing import Any

from tests.js.player import JS, build_script


class Twin:
    """A Node process that runs a script of js/tests and answers questions."""

    def __init__(self, script: str) -> None:
        build = build_script()
        build.build()
        self._process = subprocess.Popen(
            [build.node(), str(JS / "tests" / script)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )

    def ask(self, what: str, **params: Any) -> Any:
        """The answer to a question."""
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(json.dumps({"what": what, **params}) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        assert line, "The process has ended."
        answer = json.loads(line)
        if "failure" in answer:
            raise AssertionError(answer["failure"])
        return answer["answer"]

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin and self._process.stdout
        self._process.stdin.close()
        self._process.wait(60)
        self._process.stdout.close()
