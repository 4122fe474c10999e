"""Write the tables of the npm package from those of Python: layouts of records, entry points, words and numbers.

`python js/generate.py` writes js/src/*.gen.ts. What is known in one place in Python is generated here, not copied.
"""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import numpy as np

import coach_tables
from bot_tables import bot_tables
from okawari import game
from okawari.bots.solver.payoffs import PAYOFFS
from okawari.game import events as told
from okawari.game import position, record, view
from okawari.rules import battle, dealer, desserts, dishes, draft, events, plates, points, roll, tables, traits
from okawari.rules.dealer import DEALER
from okawari.rules.menus import MENUS
from okawari.rules.table_kernels import ALL_KERNELS
from okawari.rules.variants import VARIANT_ROWS
from okawari.texts import LANGUAGES, catalogue

HERE = Path(__file__).resolve().parent
ENTRIES = HERE.parent / "build" / "kernels" / "wasm" / "okawari.json"

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
    described = {name: [offset, _scalar(kind.base), *kind.shape] for name, (kind, offset, *_) in dtype.fields.items()}
    return {"size": dtype.itemsize, "fields": described}


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
        f"export const MOST_WORDS = {described['most_words']};\n"
        f"export const ENTRIES: Readonly<Record<string, {{ readonly kinds: string }}>> = {table};\n"
    )


def camel(value: Any) -> Any:
    """Traits for TypeScript: tuples with names and dataclasses as objects, whose keys are in camel case."""
    if is_dataclass(value):
        return {_camel(field.name): camel(getattr(value, field.name)) for field in fields(value)}
    if hasattr(value, "_asdict"):
        return {_camel(name): camel(part) for name, part in value._asdict().items()}
    if isinstance(value, tuple | list):
        return [camel(part) for part in value]
    return value


def _camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(map(str.capitalize, others))


def menus() -> list[dict[str, Any]]:
    """The traits of all menus, by number."""
    rows = [camel(menu) for menu in MENUS]
    for row, menu in zip(rows, MENUS, strict=True):
        del row["dessertRows"], row["variantRows"]
        row |= {"seats": menu.seats, "desserts": menu.desserts, "variants": menu.variants}
    return rows


def dessert_rows() -> list[dict[str, Any]]:
    """The traits of all desserts, by number; with the cards as they are once they are played."""
    rows = desserts.DESSERT_ROWS
    return [camel(dessert) | {"played": dessert.played, "amounts": dessert.amounts} for dessert in rows]


def runs() -> dict[str, list[str]]:
    """For each dessert with runs the text of the best runs of every plate, at the plate's index of RUN_POINTS."""
    return {
        dessert.word: [
            told.written_runs(points.run_counts(dessert, index), dessert.runs)
            for index in range(points.RUN_BASE ** len(dessert.cards))
        ]
        for dessert in desserts.DESSERT_ROWS
        if dessert.runs
    }


#: The constants of the rules that TypeScript uses, each with its type.
TABLES: dict[str, tuple[str, Any]] = {
    "MENUS": ("readonly Menu[]", menus()),
    "DESSERTS": ("readonly Dessert[]", dessert_rows()),
    "VARIANTS": ("readonly Variant[]", camel(VARIANT_ROWS)),
    "HAND_SIZES": ("readonly (readonly (readonly number[])[])[]", tables.HAND_SIZES.tolist()),
    "DRAWS_NOTHING": ("string", traits.DRAWS_NOTHING),
    "DRAWS_OWN_PILE": ("string", traits.DRAWS_OWN_PILE),
    "SAVOURY": ("Readonly<Record<string, number>>", dishes.SAVOURY),
    "NIGIRI": ("Readonly<Record<string, number>>", points.NIGIRI),
    "DESSERT": ("number", dishes.DESSERT),
    "CHOPSTICKS": ("number", dishes.CHOPSTICKS),
    "EGG": ("number", dishes.EGG),
    "CARD_COUNTS": ("readonly (readonly number[])[]", tables.CARD_COUNTS.tolist()),
    "DECK": ("number", desserts.DECK),
    "FACES": ("readonly string[]", dishes.FACE_WORDS),
    "DICE": ("Readonly<Record<string, readonly [count: number, faces: readonly string[]]>>", dishes.DICE),
    "DIE_OF": ("readonly number[]", tables.DIE_OF.tolist()),
    "TOKENS": ("Readonly<Record<string, readonly [total: number, start: number]>>", dishes.TOKENS),
    "ROUNDS": ("number", points.ROUNDS),
    "CARD_LADDERS": ("Readonly<Record<string, Ladder>>", {k: camel(v) for k, v in points.CARD_LADDERS.items()}),
    "ROLL_LADDERS": ("Readonly<Record<string, Ladder>>", {k: camel(v) for k, v in points.ROLL_LADDERS.items()}),
    "MAKI_FIRST": ("number", points.MAKI_FIRST),
    "MAKI_SECOND": ("number", points.MAKI_SECOND),
    "TOKENS_PER_POINT": ("number", points.TOKENS_PER_POINT),
    "SQUISHY_POINTS": ("number", desserts.SQUISHY_POINTS),
    "ROLL_PRIZE": ("Prize", camel(desserts.ROLL_PRIZE)),
    "RUNS": ("Readonly<Record<string, readonly string[]>>", runs()),
    "EVENTS": ("Readonly<Record<string, readonly string[]>>", events.EVENTS),
    "SERVED": ("Readonly<Record<string, string>>", told.SERVED),
    "LINE_DISHES": ("readonly string[]", events.LINE_DISHES),
    "FIRST_DESSERT_LINE": ("number", events.L_DESSERT),
    "WHYS": ("readonly string[]", events.WHYS),
    "BY_RUNS": ("string", events.WHYS[events.BY_RUNS]),
    "PROBLEMS": ("readonly string[]", events.PROBLEMS),
    "NOT_YOUR_TURN": ("number", events.NOT_YOUR_TURN),
    "NOT_IN_HAND": ("number", events.NOT_IN_HAND),
    "PLACE_EMPTY": ("number", events.PLACE_EMPTY),
    "NOBODY": ("number", plates.NOBODY),
    "NO_CARD": ("number", plates.NO_CARD),
    "DINERS": ("number", plates.DINERS),
    "MOVES_END": ("Readonly<Record<string, number>>", {kind.name: kind.moves_end for kind in ALL_KERNELS}),
    "SECOND_CARD": ("number", int(draft.encode(0, 0, draft.NO_CARD))),
    "EXTRA_CARD": ("number", int(draft.encode(0, draft.NO_CARD, 0))),
    "ROWS": ("readonly number[]", battle.ROWS),
    "ROW_START": ("readonly number[]", battle.ROW_START.tolist()),
    "BIT_OF": ("readonly number[]", battle.BIT_OF.tolist()),
    "PYRAMID_PLACES": ("number", battle.PLACES),
    "EMPTY": ("number", battle.EMPTY),
    "HIDDEN": ("number", battle.HIDDEN),
    "BELT_PLACES": ("number", roll.PLACES),
    "REROLL": ("number", int(roll.encode_reroll(0))),
    "SWAP": ("number", int(roll.encode_swap(0, 0, 0))),
    "QUICK": ("number", dealer.QUICK),
    "KEYED": ("number", dealer.KEYED),
    "REPLAYING": ("number", dealer.REPLAYING),
    "MOST_LUCK": ("number", dealer.MOST_LUCK),
    "EVENT_WIDTH": ("number", dealer.EVENT_WIDTH),
    "CARD": ("number", dealer.CARD),
    "SEAT": ("number", dealer.SEAT),
    "DESSERT_VALUE": ("number", dealer.DESSERT_VALUE),
    "PLAYER_DIE_SIDE": ("number", dealer.PLAYER_DIE_SIDE),
    "DIE": ("number", dealer.DIE),
    "SIDE": ("number", dealer.SIDE),
    "VIEW_FORMAT": ("number", view.FORMAT),
    "POSITION_FORMAT": ("number", position.FORMAT),
    "RECORD_FORMAT": ("number", record.FORMAT),
    "RULES": ("number", record.RULES),
    "SEAT_LETTERS": ("string", game.notation.SEAT_LETTERS),
    "LANGUAGES": ("readonly string[]", LANGUAGES),
}


def constants() -> str:
    """The module with the constants of the rules."""
    lines = ["import type { Dessert, Ladder, Menu, Prize, Variant } from './traits.js';"]
    lines += [f"export const {name}: {kind} = {json.dumps(value)};" for name, (kind, value) in TABLES.items()]
    return "\n".join(lines) + "\n"


#: The texts that the package says, by their paths in the catalogues.
TEXTS = (
    *("menu", "dish", "die", "dessert", "variant", "why", "event", "error", "play.deal-battle", "solve.note"),
    *coach_tables.TEXTS,
)


def texts(language: str) -> str:
    """The module with the texts of a language."""
    chosen: dict[str, Any] = {}
    for path in TEXTS:
        here, found = chosen, catalogue(language)
        *steps, last = path.split(".")
        for step in steps:
            here, found = here.setdefault(step, {}), found[step]
        here[last] = found[last]
    return f"export default {json.dumps(chosen, ensure_ascii=False)};\n"


def main() -> None:
    """Write all modules."""
    modules = {"layouts": layouts(), "entries": entries(), "tables": constants(), "bots": bot_tables()}
    modules |= {f"texts.{language}": texts(language) for language in LANGUAGES}
    modules |= coach_tables.modules()
    for name, text in modules.items():
        note = "// Written by js/generate.py.\n"
        (HERE / "src" / f"{name}.gen.ts").write_text(note + text, encoding="utf-8")


if __name__ == "__main__":
    main()
