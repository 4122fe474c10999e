"""A player in any language: a program that reads one JSON line a decision and writes one JSON line back.

The program is started once for each game and seat. Whatever it does, the game goes on: an answer that comes late,
cannot be read, is illegal, or does not come, is replaced by the default that the question has stated, and counted.
"""

from __future__ import annotations

import json
import os
import queue
import re
import shlex
import shutil
import signal
import subprocess
import threading
import time
from collections import Counter
from contextlib import suppress
from typing import Any, BinaryIO
from weakref import WeakSet

from okawari.bots.bot import Bot
from okawari.game import IllegalMove, Move, View

FORMAT = 1
#: How a program is named among bots: `cmd:./mybot`, or `cmd:seconds=1:./mybot`.
SCHEME = "cmd:"
#: Seconds for a decision, unless the bot's name says otherwise.
SECONDS = 2.0
#: Seconds that the first decision after a start may take on top, for starting up.
START = 10.0
#: Times that a program is started again in a game after it has ended.
RESTARTS = 3
#: Late answers in a game after which a program is not asked any more.
MOST_LATE = 5
_LONGEST_LINE = 1 << 16
_SPEC = re.compile(r"cmd:(?:seconds=(?P<seconds>[^:]*):)?(?P<command>.*)", re.DOTALL)

LATE, WRONG, ILLEGAL, ENDED, GONE = "late", "wrong", "illegal", "ended", "gone"


def make(spec: str, seed: int = 0) -> ForeignBot:
    """A program as a bot.

    >>> make("cmd:./no-such-bot")
    Traceback (most recent call last):
    ValueError: There is no program './no-such-bot' that could be started for the bot 'cmd:./no-such-bot'.
    """
    found = _SPEC.fullmatch(spec)
    words = shlex.split(found["command"]) if found else []
    if not found or not words:
        raise ValueError(f"{spec!r} names no program. Write it like this: cmd:./mybot, or cmd:seconds=1:./mybot.")
    if shutil.which(words[0]) is None:
        raise ValueError(f"There is no program {words[0]!r} that could be started for the bot {spec!r}.")
    return ForeignBot(words, seed, _seconds(spec, found["seconds"]))


def _seconds(spec: str, text: str | None) -> float:
    try:
        seconds = SECONDS if text is None else float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= 3600:
        raise ValueError(f"{spec!r}: seconds is a number above 0 and up to 3600, such as cmd:seconds=1.5:./mybot.")
    return seconds


class ForeignBot(Bot):
    """A program that chooses moves. `faults` counts what went wrong by kind, `examples` has one of each in words."""

    def __init__(self, command: list[str], seed: int = 0, seconds: float = SECONDS) -> None:
        super().__init__(seed)
        self.seed = seed
        self.seconds = seconds
        self.faults: Counter[str] = Counter()
        self.examples: dict[str, str] = {}
        self._command = command
        self._program: _Program | None = None
        self._starts = 0
        self._asked = 0

    def choose(self, view: View) -> Move:
        """The program's move, or the first legal one if it has none to offer."""
        if not view.moves:
            raise ValueError("There is nothing to choose.")
        self._asked += 1
        default = view.moves[0]
        try:
            return self._legal(view, self._answer(view, default))
        except _Fault as fault:
            self.faults[fault.kind] += 1
            self.examples.setdefault(fault.kind, fault.told)
            return default

    def _answer(self, view: View, default: Move) -> dict[str, Any]:
        """Ask, and wait for the answer to this question."""
        fresh = self._ensure_started()
        assert self._program is not None
        question = {
            "okawari": "decision",
            "format": FORMAT,
            "id": self._asked,
            "seed": self.seed,
            "milliseconds": round(1000 * self.seconds),
            "default": default.text,
            "view": view.to_json(),
        }
        until = time.monotonic() + self.seconds + (START if fresh else 0)
        self._program.tell(question)
        while True:
            answer = self._heard(until)
            if answer["id"] >= self._asked:
                return answer
            # An answer to an older question, whose decision is lost already.

    def _ensure_started(self) -> bool:
        """Have a running program; whether it was started just now."""
        if self.faults[LATE] >= MOST_LATE:
            self.close()
            raise _Fault(GONE, f"late {MOST_LATE} times in a game, not asked any more")
        if self._program is not None:
            return False
        if self._starts > RESTARTS:
            raise _Fault(GONE, f"started {self._starts} times in a game, not started again")
        self._starts += 1
        self._program = _Program.start(self._command)
        return True

    def _heard(self, until: float) -> dict[str, Any]:
        """The next answer of the program, whichever question it is for."""
        assert self._program is not None
        line = self._program.hear(until)
        if line is None:
            last_words = self._program.last_words
            self.close()
            raise _Fault(ENDED, last_words or "ended without an answer")
        return _read(line, self._asked)

    def _legal(self, view: View, answer: dict[str, Any]) -> Move:
        try:
            move = view.notation.move(answer["move"])
        except IllegalMove as problem:
            raise _Fault(WRONG, str(problem)) from problem
        if move not in view.moves:
            raise _Fault(ILLEGAL, f"{move.text} is not among the moves")
        return move

    def close(self) -> None:
        """End the program, and whatever it has started."""
        if self._program is not None:
            self._program.end()
            self._program = None


class _Fault(Exception):
    """A decision that is lost: the kind of the fault, and what happened."""

    def __init__(self, kind: str, told: str) -> None:
        super().__init__(kind, told)
        # A program may answer anything, and what it said is written to files and shown in terminals.
        self.kind, self.told = kind, "".join(sign if sign.isprintable() else "�" for sign in told[:200])


def _read(line: bytes, asked: int) -> dict[str, Any]:
    """An answer from its line."""
    shown = line[:80].decode("utf-8", "replace").strip()
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        raise _Fault(WRONG, f"not JSON: {shown}") from None
    if not isinstance(answer, dict) or type(answer.get("id")) is not int or not isinstance(answer.get("move"), str):
        raise _Fault(WRONG, f"not an id and a move: {shown}")
    if answer["id"] > asked:
        raise _Fault(WRONG, f"answers question {answer['id']}, which was not asked yet")
    return answer


class _Program:
    """A running program. Threads read and write, so that nobody waits longer than they want to."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin and process.stdout and process.stderr
        self._process = process
        self._questions: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        #: Bounded, so that a program that babbles waits instead of filling the memory.
        self._answers: queue.Queue[bytes | None] = queue.Queue(64)
        self._over = threading.Event()
        self._said = b""
        self._threads = [
            threading.Thread(target=self._write, args=(process.stdin,), daemon=True),
            threading.Thread(target=self._listen, args=(process.stdout,), daemon=True),
            threading.Thread(target=self._overhear, args=(process.stderr,), daemon=True),
        ]
        for thread in self._threads:
            thread.start()
        _running.add(self)

    @classmethod
    def start(cls, command: list[str]) -> _Program:
        """Start a program in a group of its own, so that it can be ended with all that it starts."""
        pipe = subprocess.PIPE
        try:
            return cls(subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True))
        except OSError as problem:
            raise _Fault(ENDED, f"cannot be started: {problem.strerror}") from problem

    def tell(self, question: dict[str, Any]) -> None:
        """Send a line."""
        self._questions.put(json.dumps(question, ensure_ascii=False).encode() + b"\n")

    def hear(self, until: float) -> bytes | None:
        """The next line; None if the program has ended. Too late is a fault."""
        try:
            return self._answers.get(timeout=max(0.0, until - time.monotonic()))
        except queue.Empty:
            raise _Fault(LATE, "no answer in time") from None

    @property
    def last_words(self) -> str:
        """The last line that the program has written to its error output."""
        self._threads[2].join(1.0)
        lines = self._said.decode("utf-8", "replace").strip().splitlines()
        return lines[-1] if lines else ""

    def _write(self, pipe: BinaryIO) -> None:
        try:
            while (line := self._questions.get()) is not None:
                pipe.write(line)
                pipe.flush()
        except OSError:
            pass
        finally:
            _close(pipe)

    def _listen(self, pipe: BinaryIO) -> None:
        with pipe:
            while line := pipe.readline(_LONGEST_LINE):
                if line.strip():
                    self._put(line)
        self._put(None)

    def _put(self, line: bytes | None) -> None:
        while not self._over.is_set():
            try:
                self._answers.put(line, timeout=0.1)
                return
            except queue.Full:
                continue

    def _overhear(self, pipe: BinaryIO) -> None:
        with pipe:
            while line := pipe.readline(_LONGEST_LINE):
                self._said = line if line.strip() else self._said

    def end(self) -> None:
        """Kill the program and its group, and let the threads go."""
        self._over.set()
        self._questions.put(None)
        self.kill()
        self._process.wait()
        for thread in self._threads:
            thread.join(1)
        _running.discard(self)

    def kill(self) -> None:
        """Kill the program and all that it has started."""
        try:
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        except (ProcessLookupError, PermissionError):
            pass


#: Programs that have not been ended yet.
_running: WeakSet[_Program] = WeakSet()


def _close(pipe: BinaryIO) -> None:
    with suppress(OSError):
        pipe.close()


def end_all() -> None:
    """Kill every program of this process: for whoever has to stop at once."""
    for program in list(_running):
        program.kill()
