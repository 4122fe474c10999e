"""A bot of one's own, and how it does in a tournament.

As a program, it answers decisions: okawari tournament --bots 'hana,cmd:python examples/own_bot.py answer'
Without an argument it plays that tournament by itself: python examples/own_bot.py
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile

#: What this bot likes best first.
TASTE = ("squid", "sashimi", "salmon", "tempura", "dumpling", "maki3", "pudding", "maki2", "egg", "wasabi")


def choose(view: dict[str, list[str]]) -> str:
    """The single card that comes first in the bot's taste; the first legal move if there is none."""
    return next((card for card in TASTE if card in view["moves"]), view["moves"][0])


def answer() -> None:
    """Answer each question on standard input by a line on standard output: see docs/bots.md."""
    for line in sys.stdin:
        question = json.loads(line)
        print(json.dumps({"id": question["id"], "move": choose(question["view"])}), flush=True)


def compete() -> None:
    """Play against a bot that plays at random."""
    own = f"cmd:{sys.executable} {__file__} answer"
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "okawari.cli", "tournament", "--bots", f"random,{own}", "--games", "20"]
        subprocess.run([*command, "--out", folder, "--jobs", "1", "--lang", "en"], check=True)


if __name__ == "__main__":
    answer() if sys.argv[1:] == ["answer"] else compete()
