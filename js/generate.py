"""Write the tables of the npm package from those of Python: layouts of records, entry points, words and numbers.

`python js/generate.py` writes js/src/*.gen.ts. What is known in one place in Python is generated here, not copied.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from okawari.bots.solver.payoffs import PAYOFFS
from okawari.rules import battle, draft, roll
from okawari.rules.dealer import DEALER

HERE = Path(__file__).resolve().parent
ENTRIES = HERE.parent / "build" / "kernels" / "wasm" / "entries.json"

#: The records that TypeScript makes or reads.
RECORDS = {
    "DRAFT_TABLE": draft.TABLE,
    "DRAFT_VIEW": draft.VIEW,
    "BATTLE_TABLE": battle.TABLE,
    "BATTLE_VIEW": battle.VIEW,
    "ROLL_TABLE": roll.TABLE,
    "ROLL_VIEW": roll.VIEW,
    "DEALER": DEALER,
    "PAYOFFS": PAYOFFS,
}


def layout(dtype: np.dtype[Any]) -> dict[str, Any]:
    """The size of a record, and of each field the offset, the type of its numbers and its dimensions."""
    assert dtype.fields is not None
    fields = {name: [offset, _scalar(kind.base), *kind.shape] for name, (kind, offset, *_) in dtype.fields.items()}
    return {"size": dtype.itemsize, "fields": fields}


def _scalar(dtype: np.dtype[Any]) -> str:
    """The name of a type of numbers, such as `i8` or `f64`."""
    return f"{dtype.kind}{8 * dtype.itemsize}"


def layouts() -> str:
    """The module with the layouts of records."""
    lines = [
        "export type Scalar = 'i8' | 'u8' | 'i16' | 'i32' | 'u32' | 'i64' | 'u64' | 'f32' | 'f64';",
        "export interface Layout {",
        "  readonly size: number;",
        "  readonly fields: Readonly<Record<string, readonly [offset: number, type: Scalar, ...shape: number[]]>>;",
        "}",
    ]
    lines += [f"export const {name}: Layout = {json.dumps(layout(dtype))};" for name, dtype in RECORDS.items()]
    return "\n".join(lines) + "\n"


def entries() -> str:
    """The module with the entry points of the WebAssembly module."""
    described = json.loads(ENTRIES.read_text(encoding="utf-8"))
    table = json.dumps({name: {"kinds": entry["kinds"]} for name, entry in described["entries"].items()}, indent=1)
    return (
        f"export const STAMP = {json.dumps(described['stamp'])};\n"
        f"export const ENTRIES: Readonly<Record<string, {{ readonly kinds: string }}>> = {table};\n"
    )


def main() -> None:
    """Write all modules."""
    for name, text in {"layouts": layouts(), "entries": entries()}.items():
        note = "// Written by js/generate.py.\n"
        (HERE / "src" / f"{name}.gen.ts").write_text(note + text, encoding="utf-8")


if __name__ == "__main__":
    main()
