"""The pages about cells and actions: tables of all of them, as Markdown."""

from __future__ import annotations

from itertools import groupby

from okawari.encoding import Encoding


def cell_table(encoding: Encoding) -> str:
    """A row for each block: its cells by index, its name, its words."""
    lines, at = ["| cells | block | words |", "|---|---|---|"], 0
    for block in encoding.blocks:
        end = at + len(block.words)
        numbers = str(at) if end == at + 1 else f"{at}-{end - 1}"
        lines.append(f"| {numbers} | {block.name} | {', '.join(block.words)} |")
        at = end
    return "\n".join(lines)


def action_table(encoding: Encoding) -> str:
    """A row for each run of actions of one form, with the first and the last."""
    lines = ["| actions | first | last |", "|---|---|---|"]
    numbered = enumerate(encoding.actions)
    for _, run in groupby(numbered, key=lambda row: _form(row[1])):
        rows = list(run)
        (first, first_name), (last, last_name) = rows[0], rows[-1]
        numbers = str(first) if first == last else f"{first}-{last}"
        lines.append(f"| {numbers} | {first_name} | {last_name} |")
    return "\n".join(lines)


def _form(action: str) -> str:
    """What actions of one form have in common."""
    if "+" in action:
        return "chopsticks" if action.startswith("chopsticks+place") else "pair"
    return next((form for form in ("keep", "reroll", "swap", "place", "wait") if action.startswith(form)), "card")
