"""A bot in any programming language: a program that reads one JSON line a decision and writes one JSON line back.

The program is started once for each game and seat. A fault of the program does not stop the game: an answer
that is late, unreadable, illegal or missing is replaced by the default move of the question, and the fault is counted.
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
#: Time limit of a decision in seconds, unless the bot's name gives another.
SECONDS = 2.0
#: Additional seconds for the first decision after a start of the program.
START = 10.0
#: How often a program that has ended is started again in one game.
RESTARTS = 3
#: Late answers in one game after which the program is not asked any more.
MOST_LATE = 5
_LONGEST_LINE = 1 << 16
_SPEC = re.compile(r"cmd:(?:seconds=(?P<seconds>[^:]*):)?(?P<command>.*)", re.DOTALL)

LATE, WRONG, ILLEGAL, ENDED, GONE = "late", "wrong", "illegal", "ended", "gone"


def make(spec: str, seed: int = 0) -> ForeignBot:
    """Make a bot from `cmd:PROGRAM ARGUMENTS` or `cmd:seconds=N:PROGRAM ARGUMENTS`.

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
    """Parse the time limit of a spec; the default if there is none."""
    try:
        seconds = SECONDS if text is None else float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= 3600:
        raise ValueError(f"{spec!r}: seconds is a number above 0 and up to 3600, such as cmd:seconds=1.5:./mybot.")
    return seconds


class ForeignBot(Bot):
    """A program as a bot. `faults` counts its faults by kind; `examples` has one message for each kind."""

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
        """The program's move; after a fault, the first legal move."""
        if not view.moves:
            raise ValueError("There is nothing to choose.")
        self._asked += 1
        default = view.moves[0]
        try:
            return self._legal(view, self._answer(view, default))
        except _Fault as fault:
            self.faults[fault.kind] += 1
            self.examples.setdefault(fault.kind, fault.message)
            return default

    def _answer(self, view: View, default: Move) -> dict[str, Any]:
        """Send the question and wait for the answer with its id."""
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
        self._program.send(question)
        while True:
            answer = self._next_answer(until)
            if answer["id"] >= self._asked:
                return answer
            # A late answer to an earlier question, which was decided by the default.

    def _ensure_started(self) -> bool:
        """Start the program unless it is running; return whether it was started."""
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

    def _next_answer(self, until: float) -> dict[str, Any]:
        """The next line of the program as an answer; its id may be that of an earlier question."""
        assert self._program is not None
        line = self._program.receive(until)
        if line is None:
            last_error_line = self._program.last_error_line
            self.close()
            raise _Fault(ENDED, last_error_line or "ended without an answer")
        return _read(line, self._asked)

    def _legal(self, view: View, answer: dict[str, Any]) -> Move:
        """The move of an answer; a fault if it cannot be read or is illegal."""
        try:
            move = view.notation.move(answer["move"])
        except IllegalMove as problem:
            raise _Fault(WRONG, str(problem)) from problem
        if move not in view.moves:
            raise _Fault(ILLEGAL, f"{move.text} is not among the moves")
        return move

    def close(self) -> None:
        """End the program and its child processes."""
        if self._program is not None:
            self._program.end()
            self._program = None


class _Fault(Exception):
    """Why a decision is made by the default: the kind of fault, and a message."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(kind, message)
        # The message may quote the program's output, and it is written to files and terminals.
        self.kind, self.message = kind, "".join(sign if sign.isprintable() else "�" for sign in message[:200])


def _read(line: bytes, asked: int) -> dict[str, Any]:
    """Parse a line as an answer with `id` and `move`; `asked` is the id of the latest question."""
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
    """A running program. Threads read and write its pipes, so that every wait can have a time limit."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin and process.stdout and process.stderr
        self._process = process
        self._questions: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        #: Bounded, so that a program that writes without end blocks instead of filling the memory.
        self._answers: queue.Queue[bytes | None] = queue.Queue(64)
        self._over = threading.Event()
        self._last_error = b""
        self._threads = [
            threading.Thread(target=self._write_questions, args=(process.stdin,), daemon=True),
            threading.Thread(target=self._read_answers, args=(process.stdout,), daemon=True),
            threading.Thread(target=self._read_errors, args=(process.stderr,), daemon=True),
        ]
        for thread in self._threads:
            thread.start()
        _running.add(self)

    @classmethod
    def start(cls, command: list[str]) -> _Program:
        """Start a program in a process group of its own, so that its child processes can be killed with it."""
        pipe = subprocess.PIPE
        try:
            return cls(subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True))
        except OSError as problem:
            raise _Fault(ENDED, f"cannot be started: {problem.strerror}") from problem

    def send(self, question: dict[str, Any]) -> None:
        """Queue a question to be written to the program."""
        self._questions.put(json.dumps(question, ensure_ascii=False).encode() + b"\n")

    def receive(self, until: float) -> bytes | None:
        """The next line, None if the program has ended; a LATE fault at time `until`."""
        try:
            return self._answers.get(timeout=max(0.0, until - time.monotonic()))
        except queue.Empty:
            raise _Fault(LATE, "no answer in time") from None

    @property
    def last_error_line(self) -> str:
        """The last line that the program wrote to standard error."""
        self._threads[2].join(1.0)
        lines = self._last_error.decode("utf-8", "replace").strip().splitlines()
        return lines[-1] if lines else ""

    def _write_questions(self, pipe: BinaryIO) -> None:
        try:
            while (line := self._questions.get()) is not None:
                pipe.write(line)
                pipe.flush()
        except OSError:
            pass
        finally:
            _close(pipe)

    def _read_answers(self, pipe: BinaryIO) -> None:
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

    def _read_errors(self, pipe: BinaryIO) -> None:
        with pipe:
            while line := pipe.readline(_LONGEST_LINE):
                self._last_error = line if line.strip() else self._last_error

    def end(self) -> None:
        """Kill the program and its process group, and join the threads."""
        self._over.set()
        self._questions.put(None)
        self.kill()
        self._process.wait()
        for thread in self._threads:
            thread.join(1)
        _running.discard(self)

    def kill(self) -> None:
        """Kill the program and its process group."""
        try:
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        except (ProcessLookupError, PermissionError):
            pass


#: Programs that are running.
_running: WeakSet[_Program] = WeakSet()


def _close(pipe: BinaryIO) -> None:
    with suppress(OSError):
        pipe.close()


def end_all() -> None:
    """Kill every program that this process has started, before the process exits."""
    for program in list(_running):
        program.kill()
