"""The tests can fail: change one number or one line of the rules at a time, and each such mutant must fail a test.

Every number and every yes or no in the tables of data is changed (they are found in the source, so new rows are
covered), and a list of lines in the kernels. A mutant lives in a copy of the package and runs without the compiler.

    python -m tests.tools.mutants                 all of them; a table, and exit code 1 if any survives
    python -m tests.tools.mutants --only scoring  those whose name contains a word
    python -m tests.tools.mutants --list          their names
"""

from __future__ import annotations

import argparse
import ast
import os
import queue
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import repeat
from pathlib import Path
from typing import NamedTuple

from tests.support.paths import ROOT

PACKAGE = ROOT / "src" / "okawari"
RULES = PACKAGE / "rules"

#: The tables of data: files in which every module-level table counts, and single tables of kernels' files.
TABLES = {
    "dishes.py": None,
    "points.py": None,
    "desserts.py": None,
    "layout.py": None,
    "traits.py": None,
    **{f"menus/{path.name}": None for path in sorted((RULES / "menus").glob("*.py"))},
    "draft.py": ("MOST_PILE",),
    "roll.py": ("PLACES", "SLIDES_BETWEEN_ROUNDS"),
}

#: Lines of the kernels: file, a line or a part of one, and what takes its place.
LINES = [
    ("draft.py", "or table.turn > PILE_SIZES[table.variant]", "or table.turn >= PILE_SIZES[table.variant]"),
    ("tables.py", "round_no in variant.right_rounds", "round_no + 1 in variant.right_rounds"),
    ("draft.py", "np.int64(table.first + table.round_no + table.turn)", "np.int64(table.first + table.turn)"),
    ("draft.py", "        if cards_in_hand(table, seat) < 2 + in_control:", "        if False:"),
    ("draft.py", "two = has_chopsticks(table, seat) and ", "two = "),
    ("draft.py", "count(hand, second) < 1 + (second == first)", "count(hand, second) < 1"),
    ("draft.py", "1 + (extra == first) + (extra == second)", "1 + (extra == first)"),
    ("draft.py", "    table.returned[seat] += 1\n", ""),
    ("draft.py", "    table.plates[seat] -= some(CHOPSTICKS)\n", ""),
    ("draft.py", "steps < table.turn", "steps <= table.turn"),
    ("draft.py", "if card != NO_CARD and other != seat:", "if False:"),
    ("draft.py", "    shuffle(dealer, table.deck, table.dealt, unknown, CARD)\n", ""),
    ("draft.py", "        table.waiting &= ~(1 << view.viewer)\n", ""),
    ("draft.py", "            view.choice = table.choices[seat]\n", "            view.choice = table.choices[0]\n"),
    (
        "draft.py",
        "    pick = quick_below(dealer, total(kinds) + 1)\n",
        "    pick = quick_below(dealer, total(kinds))\n",
    ),
    ("battle.py", "~(standing >> 8 | standing >> 9)", "~(standing >> 8)"),
    ("battle.py", "    table.face_down &= ~freed\n", ""),
    ("battle.py", "HIDDEN if has_card(table.face_down, place) else table.pyramid[place]", "table.pyramid[place]"),
    ("battle.py", "0 if table.points[0] < table.points[1] else 1", "1 if table.points[0] < table.points[1] else 0"),
    ("battle.py", "        table.starter = 1 - table.starter\n", "        table.starter = table.starter\n"),
    ("battle.py", "        if table.left < 2:", "        if table.left < 3:"),
    ("battle.py", "        if table.second:\n            return events.SECOND_CARD\n", ""),
    ("battle.py", "    shuffle(dealer, table.deck, table.dealt, hidden, CARD)\n", ""),
    ("plates.py", "& (wasabi > 0)", "& (wasabi >= 0)"),
    ("plates.py", "elif leaders == 1 and leader != table.squishy:", "elif leaders == 1:"),
    ("plates.py", "== most and tasted >> plate & 1:", "== most:"),
    ("plates.py", "        table.discards += table.plates[plate]\n", ""),
    ("plates.py", "        left -= table.desserts[plate]\n", "        pass\n"),
    ("scoring.py", "points.MAKI_FIRST // firsts", "points.MAKI_FIRST"),
    ("scoring.py", "points.MAKI_SECOND // seconds", "points.MAKI_SECOND"),
    ("scoring.py", "        if firsts == 1:", "        if True:"),
    ("scoring.py", "and not table.must_have_maki)", ")"),
    ("scoring.py", "return TOTAL_SIGN[table.variant] * np.int64(total)", "return np.int64(total)"),
    ("scoring.py", "lost = loss // leasts if", "lost = loss if"),
    ("scoring.py", "won = rules[MOST] // mosts if", "won = rules[MOST] if"),
    ("scoring.py", "(table.amounts[seat] == most or not dessert_breaks_ties)", "True"),
    ("scoring.py", "    for seat in range(1, table.seats):\n", "    for seat in range(1, table.diners):\n"),
    ("scoring.py", "if leaders == 1 and table.boat != leader:", "if table.boat != leader:"),
    ("scoring.py", "two = table.diners == 2", "two = table.seats == 2"),
    ("roll.py", "got = min(wanted, np.int64(table.supply[token]))", "got = wanted"),
    ("roll.py", "    table.red = (table.red + 1) % table.seats\n", "    table.red = (table.red - 1) % table.seats\n"),
    ("roll.py", "    table.supply[token] += 1\n", ""),
    ("roll.py", "        dipped = dip(table, seat, face)\n", ""),
    ("roll.py", "    if other == seat:\n", "    if False:\n"),
    ("roll.py", "    if table.tokens[seat, MENU_TOKEN] == 0:\n", "    if table.tokens[seat, MENU_TOKEN] <= 1:\n"),
    ("dealer.py", "    while word >= fair:", "    while False:"),
    ("dealer.py", "        dealer.counter += 1\n", ""),
    ("counts.py", "return KINDS - np.int64(beyond)", "return KINDS - np.int64(beyond) - (n > 2)"),
]

#: Mutants that are no different, by a part of the line that they write, and why.
EQUIVALENT = {
    "NO_PRIZE = Prize(": "a dessert with runs is no contest; its row only keeps the desserts' numbers in step",
    "CLASSIC = Prize(6, 6, 0, even_is_nothing_of_two=True, even_is_nothing=False": (
        "if all are equal, the share that each wins is the share that each loses"
    ),
    "ROLL_PRIZE = Prize(6, 6, 0, even_is_nothing_of_two=False, even_is_nothing=True": "the same: all win 6 and lose 6",
    "MOST_OF_A_DISH = 17": "a table that is longer than need be",
}

#: The tests, those first that find most. Without the compiler they take a minute if nothing fails.
TESTS = [
    "tests/rules/test_registry.py",
    "tests/rules/test_book_examples.py",
    "tests/game/test_setting.py",
    "tests/rules/test_luck.py",
    "tests/rules/test_against_referee.py",
    *(f"tests/game/test_{word}.py" for word in ("moves", "views", "imagined", "bulk")),
    "tests/golden/test_golden.py",
]
CHOSEN = (
    "book or test_scoring or test_winners or squishy or supply or refus or numbers or stream or drawn_again"
    " or same_seed or test_sample or rare_paths or bulk or many_tables or imagined or remembers or random_moves"
    " or golden_game"
)


class Mutant(NamedTuple):
    """A change to one file of the rules."""

    name: str
    file: str
    #: The line, or the part of one, that is new.
    line: str
    source: str

    @property
    def equivalent(self) -> bool:
        """Whether it is known to be no different."""
        return any(part in self.line for part in EQUIVALENT)


def number_mutants(file: str, tables: tuple[str, ...] | None) -> Iterator[Mutant]:
    """One mutant for every number, and for every yes or no, in the tables of a file."""
    source = (RULES / file).read_text(encoding="utf-8")
    lines = source.splitlines(keepends=True)
    for table, value in data_tables(ast.parse(source)):
        for node in ast.walk(value):
            counts = tables is None or table in tables
            if counts and isinstance(node, ast.Constant) and isinstance(node.value, int):
                new = str(not node.value if isinstance(node.value, bool) else node.value + 1)
                line = lines[node.lineno - 1]
                changed = line[: node.col_offset] + new + line[node.end_col_offset :]
                name = f"{file}:{node.lineno}:{node.col_offset} {table}: {node.value} -> {new}"
                mutated = "".join([*lines[: node.lineno - 1], changed, *lines[node.lineno :]])
                yield Mutant(name, file, changed, mutated)


def data_tables(module: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """The assignments that write data down, and do not work it out from other data; defaults of records, too."""
    worked_out = (ast.ListComp, ast.DictComp, ast.GeneratorExp, ast.Attribute, ast.BinOp, ast.Subscript)
    bodies = [module.body, *(node.body for node in module.body if isinstance(node, ast.ClassDef))]
    for statement in (statement for body in bodies for statement in body):
        if isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value is not None:
            target = statement.targets[0] if isinstance(statement, ast.Assign) else statement.target
            if not any(isinstance(node, worked_out) for node in ast.walk(statement.value)) or "VARIANTS" in ast.dump(
                target
            ):
                yield ast.unparse(target), statement.value


def line_mutants() -> Iterator[Mutant]:
    """One mutant for each line of the list."""
    for file, old, new in LINES:
        source = (RULES / file).read_text(encoding="utf-8")
        if source.count(old) == 0:
            raise SystemExit(f"{file} has no {old!r} any more: write the line in tests/tools/mutants.py anew.")
        yield Mutant(f"{file}: {old.strip()!r} -> {new.strip()!r}", file, new, source.replace(old, new, 1))


def all_mutants() -> list[Mutant]:
    """Every mutant."""
    return [*(mutant for file, tables in TABLES.items() for mutant in number_mutants(file, tables)), *line_mutants()]


def killed_by(mutant: Mutant, home: Path, patience: float | None) -> str | None:
    """The test that a mutant fails in its copy of the package, or None if it survives; so many seconds are enough."""
    file = home / "okawari" / "rules" / mutant.file
    original = file.read_text(encoding="utf-8")
    file.write_text(mutant.source, encoding="utf-8")
    switches = {"OKAWARI_KERNELS": "python", "PYTHONPATH": str(home), "PYTHONDONTWRITEBYTECODE": "1"}
    arguments = ["-x", "-q", "--no-header", "--tb=no", "-p", "no:xdist", "-W", "ignore", *TESTS, "-k", CHOSEN]
    try:
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *arguments],
            cwd=ROOT,
            env=os.environ | switches,
            capture_output=True,
            text=True,
            check=False,
            timeout=patience,
        )
    except subprocess.TimeoutExpired:
        return "(it never ended)"
    finally:
        file.write_text(original, encoding="utf-8")
    if done.returncode == 0:
        return None
    failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return failed[0].split(" - ")[0].rpartition("/")[2] if failed else "(it does not start)"


def main() -> int:
    """Try the mutants and print which survive."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", help="a part of the names of the mutants to try")
    parser.add_argument("--list", action="store_true", help="print the names")
    options = parser.parse_args()
    mutants = [mutant for mutant in all_mutants() if options.only in mutant.name and not mutant.equivalent]
    if options.list:
        print("\n".join(mutant.name for mutant in mutants))
        return 0
    cores = os.cpu_count() or 1
    homes: queue.Queue[Path] = queue.Queue()
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as scratch:
        for number in range(cores):
            homes.put(Path(scratch) / str(number))
            shutil.copytree(PACKAGE, Path(scratch) / str(number) / "okawari")

        def one(mutant: Mutant, patience: float | None = None) -> str | None:
            home = homes.get()
            try:
                return killed_by(mutant, home, patience)
            finally:
                homes.put(home)

        unchanged = Mutant("no change at all", "dishes.py", "", (RULES / "dishes.py").read_text(encoding="utf-8"))
        if killer := one(unchanged):
            raise SystemExit(f"The tests fail without a mutant: {killer}. Fix that first.")
        # Some mutants never end. On a busy machine the others take longer, too.
        patience = 3 * (time.monotonic() - started)
        survivors = []
        with ThreadPoolExecutor(cores) as pool:
            for mutant, killer in zip(mutants, pool.map(one, mutants, repeat(patience)), strict=True):
                print(f"{'killed  ' if killer else 'SURVIVED'}  {mutant.name}  {killer or ''}", flush=True)
                survivors += [] if killer else [mutant.name]
    took = time.monotonic() - started
    print(f"\n{len(mutants) - len(survivors)} of {len(mutants)} mutants were killed, in {took / 60:.1f} minutes.")
    for part, reason in EQUIVALENT.items():
        print(f"Not tried, because they are no different: {part} …: {reason}.")
    return bool(survivors)


if __name__ == "__main__":
    sys.exit(main())
