"""Bots in other languages: whatever a program does, the game goes on, and its faults are counted."""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
from importlib import resources
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from typer.testing import CliRunner

import okawari
from okawari import Game, bots
from okawari.bots import foreign
from okawari.bots.foreign import ForeignBot
from okawari.cli.app import app
from tests.support.paths import EXAMPLES

#: Seconds for an answer that comes in time, on a machine with much else to do, too.
TIMEOUT = 120
SHELL = f"cmd:seconds={TIMEOUT}:sh {EXAMPLES / 'mybot.sh'}"
TABLES: dict[str, dict[str, Any]] = {
    "classic": {"menu": "sushi-go-first", "seats": 3},
    "dummy": {"menu": "sushi-go-2014", "seats": 2, "variant": "dummy"},
    "battle": {"menu": "sushi-go-anniversary", "seats": 2, "variant": "battle"},
    "roll": {"menu": "sushi-roll", "seats": 2},
}

#: Before every question is answered: read it, and have its number and the default at hand.
READ = """
import json, sys, time
for line in sys.stdin:
    question = json.loads(line)
    n, default, moves = question["id"], question["default"], question["view"]["moves"]
"""


def program(tmp_path: Path, code: str, seconds: float = TIMEOUT) -> str:
    """A program that is no more than some lines of Python."""
    file = tmp_path / "program.py"
    file.write_text(code)
    return f"cmd:seconds={seconds}:{sys.executable} -S -E {file}"


def answering(tmp_path: Path, code: str, seconds: float = TIMEOUT) -> str:
    """A program that reads each question and then runs some code."""
    return program(tmp_path, READ + "".join(f"    {line}\n" for line in code.splitlines()), seconds)


def played(spec: str, **table: Any) -> tuple[Game, ForeignBot]:
    """A game of a program against the first move of every view."""
    game = okawari.new(**(table or TABLES["classic"]), seed=5)
    bot = bots.make(spec, seed=9)
    assert isinstance(bot, ForeignBot)
    try:
        while not game.over:
            for seat in game.to_move:
                view = game.view(seat)
                game.choose(seat, bot.choose(view) if seat == 0 else view.moves[0])
    finally:
        bot.close()
    return game, bot


def by_default(**table: Any) -> Game:
    """The game in which everybody plays the default all the time."""
    game = okawari.new(**(table or TABLES["classic"]), seed=5)
    while not game.over:
        for seat in game.to_move:
            game.choose(seat, game.moves(seat)[0])
    return game


def need_node() -> str:
    node = shutil.which("node")
    if node is None:
        assert not os.environ.get("CI"), "The example bot in Node has to be tested here."
        pytest.skip("Node is not installed.")
    return node


@pytest.mark.parametrize("table", TABLES)
def test_the_example_in_node_plays_everything(table: str) -> None:
    game, bot = played(f"cmd:seconds={TIMEOUT}:{need_node()} {EXAMPLES / 'mybot.mjs'}", **TABLES[table])
    assert game.over
    assert not bot.faults, bot.examples


def test_the_example_in_shell_plays_the_default() -> None:
    game, bot = played(SHELL)
    assert not bot.faults, bot.examples
    assert game.record.digest == by_default().record.digest


def test_a_program_that_answers_well_is_obeyed(tmp_path: Path) -> None:
    spec = answering(tmp_path, 'print(json.dumps({"id": n, "move": moves[-1]}), flush=True)')
    game, bot = played(spec)
    assert not bot.faults
    assert game.record.digest != by_default().record.digest


FAULTS = {
    "not JSON": ("wrong", 'print("squid!", flush=True)'),
    "not text": ("wrong", 'sys.stdout.buffer.write(b"\\xff\\xfe\\n"); sys.stdout.flush()'),
    "no object": ("wrong", "print(json.dumps([n, default]), flush=True)"),
    "no id": ("wrong", 'print(json.dumps({"move": default}), flush=True)'),
    "id of the future": ("wrong", 'print(json.dumps({"id": n + 1, "move": moves[-1]}), flush=True)'),
    "no such move": ("wrong", 'print(json.dumps({"id": n, "move": "sushi"}), flush=True)'),
    "no sign of any script": ("wrong", 'print(json.dumps({"id": n, "move": chr(0xD800) + chr(27)}), flush=True)'),
    "endless depth": ("wrong", 'print("[" * 60000, flush=True)'),
    "illegal": ("illegal", 'print(json.dumps({"id": n, "move": "egg+egg"}), flush=True)'),
    "two at once": ("wrong", 'print("one"); print("two", flush=True)'),
}


@pytest.mark.parametrize("what", FAULTS)
def test_a_wrong_answer_loses_the_decision_to_the_default(what: str, tmp_path: Path) -> None:
    kind, code = FAULTS[what]
    game, bot = played(answering(tmp_path, code))
    assert set(bot.faults) == {kind}
    assert bot.faults[kind] == sum(seat == 0 for seat, _ in game.record.moves)
    assert bot.examples[kind].isprintable()
    assert game.record.digest == by_default().record.digest


def test_a_late_answer_loses_the_decision_and_is_not_taken_for_the_next(tmp_path: Path) -> None:
    """The second question is answered after the third was asked, with a move that would be legal there."""
    code = (
        "if n == 2: continue\n"
        'if n == 3: print(json.dumps({"id": 2, "move": default}), flush=True)\n'
        'print(json.dumps({"id": n, "move": moves[-1]}), flush=True)'
    )
    bot = bots.make(answering(tmp_path, code), seed=9)
    assert isinstance(bot, ForeignBot)
    view = okawari.new(**TABLES["classic"], seed=5).view(0)
    try:
        for number in (1, 2, 3, 4):
            bot.seconds = 0.1 if number == 2 else TIMEOUT
            assert bot.choose(view) == view.moves[0 if number == 2 else -1]
    finally:
        bot.close()
    assert bot.faults == {"late": 1}


@pytest.mark.parametrize(
    "code", ["import time; time.sleep(1000)", "while True: print('x', end='')", "for _ in iter(int, 1): print(1)"]
)
def test_a_program_that_hangs_or_writes_without_end_does_not_hold_the_game_up(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(foreign, "START", 0.0)
    began = time.monotonic()
    game, bot = played(program(tmp_path, code, seconds=0.1))
    assert game.record.digest == by_default().record.digest
    assert bot.faults.total() == sum(seat == 0 for seat, _ in game.record.moves)
    assert bot.faults["late"] <= foreign.MOST_LATE
    assert time.monotonic() - began < TIMEOUT


def test_a_program_that_ends_is_started_again_three_times(tmp_path: Path) -> None:
    starts = tmp_path / "starts"
    # So much does not fit into a pipe: when the program ends, its words have been read.
    words = "sys.stderr.write('out of rice\\n' + '\\n' * 200_000); sys.exit(1)"
    code = f"open({str(starts)!r}, 'a').write('x'); import sys; {words}"
    game, bot = played(program(tmp_path, code))
    assert game.over
    assert len(starts.read_text()) == 1 + foreign.RESTARTS
    assert bot.faults["ended"] == 1 + foreign.RESTARTS
    assert set(bot.faults) == {"ended", "gone"}
    assert bot.examples["ended"] == "out of rice"


def test_what_a_program_has_started_ends_with_it(tmp_path: Path) -> None:
    pid_file = tmp_path / "pid"
    code = (
        "import subprocess\nchild = subprocess.Popen(['sleep', '1000'])\n"
        f"open({str(pid_file)!r}, 'w').write(str(child.pid))\n"
        + READ
        + '    print(json.dumps({"id": n, "move": default}), flush=True)\n'
    )
    played(program(tmp_path, code))
    pid = int(pid_file.read_text())
    end = time.monotonic() + TIMEOUT
    while _alive(pid):
        assert time.monotonic() < end, "The child is still there."
        time.sleep(0.05)


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        # What nobody has waited for yet is still in the list of processes; it may leave it at any moment.
        return not Path("/proc/self").exists() or Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"
    except OSError:
        return False


def test_our_own_bots_speak_the_protocol() -> None:
    okawari_command = Path(sys.executable).with_name("okawari")
    game, bot = played(f"cmd:seconds={TIMEOUT}:{okawari_command} bot random", **TABLES["battle"])
    assert not bot.faults, bot.examples
    again = okawari.new(**TABLES["battle"], seed=5)
    native = bots.make("random", seed=9)
    while not again.over:
        for seat in again.to_move:
            view = again.view(seat)
            again.choose(seat, native.choose(view) if seat == 0 else view.moves[0])
    assert again.record.digest == game.record.digest


@pytest.mark.parametrize(
    ("question", "missed"),
    [
        ('{"okawari":"decision","id":1,"seed":null,"view":{}}', "seed"),
        ('{"okawari":"decision","id":1,"seed":"x","view":{}}', "seed"),
        ('{"okawari":"decision","id":1,"milliseconds":"2000","view":{}}', "milliseconds"),
        ('{"okawari":"decision","id":1}', "no “view”"),
        ('{"okawari":"decision","view":{}}', "no “id”"),
        ('{"okawari":"decision","id":[],"view":{}}', "id"),
        ('{"okawari":"decision","id":1,"view":[]}', "view"),
        ("[" * 100_000, "no decision"),
        ("sushi", "no decision"),
    ],
)
def test_our_own_bots_answer_odd_questions_and_go_on(question: str, missed: str) -> None:
    view = okawari.new(**TABLES["classic"], seed=5).view(0)
    good = json.dumps({"okawari": "decision", "id": 2, "seed": 9, "view": view.to_json()})
    told = CliRunner().invoke(app, ["bot", "random"], input=f"{question}\n{good}\n")
    fault, answer = map(json.loads, told.stdout.splitlines())
    assert missed in fault["error"]
    assert answer == {"id": 2, "move": bots.make("random", 9).choose(view).text}


def test_our_own_bots_think_no_longer_than_a_question_allows() -> None:
    view = okawari.new(**TABLES["classic"], seed=5).view(0)
    question = {"okawari": "decision", "seed": 9, "milliseconds": 300, "view": view.to_json()}
    asked = "".join(json.dumps(question | {"id": number}) + "\n" for number in (1, 2))
    began = time.monotonic()
    told = CliRunner().invoke(app, ["bot", "tree:seconds=120"], input=asked)
    assert time.monotonic() - began < 100
    answers = [json.loads(line) for line in told.stdout.splitlines()]
    assert [answer["id"] for answer in answers] == [1, 2]
    assert {answer["move"] for answer in answers} <= {move.text for move in view.moves}


def test_the_talk_is_as_its_schema_has_it(tmp_path: Path) -> None:
    log = tmp_path / "log"
    answer = 'answer = json.dumps({"id": n, "move": default})'
    write = f"open({str(log)!r}, 'a').write(line + answer + '\\n')"
    played(answering(tmp_path, f"{answer}\n{write}\nprint(answer, flush=True)"), **TABLES["roll"])
    schema = json.loads((resources.files("okawari") / "schemas" / "decision.schema.json").read_text(encoding="utf-8"))
    view_schema = json.loads((resources.files("okawari") / "schemas" / "view.schema.json").read_text(encoding="utf-8"))
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert len(lines) > 10
    jsonschema.Draft202012Validator.check_schema(schema)
    for line in lines:
        jsonschema.validate(line, schema)
    for question in lines[::10]:
        jsonschema.validate(question["view"], view_schema)
        assert question["default"] == question["view"]["moves"][0]


@pytest.mark.parametrize(
    "spec", ["cmd:", "cmd:seconds=1:", "cmd:seconds=0:sh", "cmd:seconds=x:sh", "cmd:./no-such-bot"]
)
def test_a_program_that_cannot_be_started_is_refused(spec: str) -> None:
    with pytest.raises(ValueError, match=r"program|seconds"):
        bots.make(spec)
