"""The tables of gains, the coach and the score pad for the npm package: see `generate`."""

from __future__ import annotations

import json
from typing import Any

from okawari.bots.coach import candidates, explanation, reason_kernels, sampling, tip
from okawari.bots.coach.reasons import dish_of
from okawari.bots.coach.review import BUDGET as REVIEW_BUDGET
from okawari.bots.coach.review import CLOSER_FACTOR, DOUBTFUL, LEAST_COST, REPORTED
from okawari.bots.coach.trials import DISHES
from okawari.game import pad as score_pad
from okawari.game.pad import Pad
from okawari.rules import gains, scoring
from okawari.rules.desserts import DESSERT_ROWS, hand_words
from okawari.rules.dishes import FACE_WORDS, number_on
from okawari.rules.dishes import dish_of as dish_of_word
from okawari.rules.menus import MENUS
from okawari.rules.points import WASABI_TIMES
from okawari.rules.traits import ROLL
from okawari.texts import find

#: The texts that these parts say, by their paths in the catalogues.
TEXTS = ("play.worth", "coach.do", "coach.tip", "coach.reason", "pad.note", "pad.warning", "pad.error")


def constants(**tables: Any) -> str:
    """A module with constants."""
    return "".join(f"export const {name}: {_type(table)} = {json.dumps(table)};\n" for name, table in tables.items())


def _type(value: Any) -> str:
    """The type of a value in TypeScript."""
    if isinstance(value, dict):
        return f"Readonly<Record<string, {_types(value.values())}>>"
    if isinstance(value, list | tuple):
        return f"readonly ({_types(value)})[]"
    return {str: "string", bool: "boolean", type(None): "null"}.get(type(value), "number")


def _types(values: Any) -> str:
    types = dict.fromkeys(map(_type, values))
    if len(types) > 1:
        types.pop("readonly (never)[]", None)
    return " | ".join(types) or "never"


def gain_tables() -> str:
    """The codes of gains with the names of their numbers, and the size of their rows."""
    return constants(
        GAIN_CODES=list(gains.GAINS),
        GAIN_NUMBERS=list(gains.GAINS.values()),
        GAIN_ROWS=gains.MOST_ROWS,
        GAIN_WIDTH=gains.WIDTH,
        CARDS=scoring.CARDS,
        DICE=scoring.DICE,
    )


def coach_tables() -> str:
    """The numbers of the coach: budgets and limits, and the words of its dishes and reasons."""
    words = {*FACE_WORDS, *(word for dessert in range(len(DESSERT_ROWS)) for word in hand_words(dessert))}
    return constants(
        EXPLANATION_FORMAT=explanation.FORMAT,
        BUDGET=explanation.BUDGET,
        SOLVED_CARDS=explanation.SOLVED_CARDS,
        MOST_MOVES=candidates.MOST_MOVES,
        MOST_TOKEN_MOVES=candidates.MOST_TOKEN_MOVES,
        SCREENING_SHARE=candidates.SCREENING_SHARE,
        CHUNK=sampling.CHUNK,
        FEWEST_TABLES=sampling.FEWEST_TABLES,
        BILL_DISHES=DISHES,
        DISH_OF={word: dish_of(word) for word in sorted(words)},
        CODES=reason_kernels.CODES,
        REASON_ROWS=reason_kernels.MOST_ROWS,
        REASON_WIDTH=reason_kernels.WIDTH,
        NONE=reason_kernels.NONE,
        CODES_OF_SETS=tip._OF_SETS,
        CODES_OF_WASABI=tip._OF_WASABI,
        WASABI_TIMES=WASABI_TIMES,
        REVIEW_BUDGET=REVIEW_BUDGET,
        CLOSER_FACTOR=CLOSER_FACTOR,
        DOUBTFUL=DOUBTFUL,
        REPORTED=REPORTED,
        LEAST_COST=LEAST_COST,
    )


#: What the pad knows of a word; see `Stock` in game/pad.py.
_STOCK = """export interface Stock {
  readonly name: string;
  readonly limit: number;
  readonly complaint: string;
  readonly ours: number | null;
}
"""
_STOCKS = "Readonly<Record<string, Readonly<Record<string, Stock>>>>"


def pad_tables() -> str:
    """The score pad: words, limits, and what they stand for; stocks by dessert, and of Sushi Roll as `roll`."""
    pads = {dessert: Pad(menu.word, dessert) for menu in MENUS for dessert in menu.desserts}
    pads[ROLL] = next(Pad(menu.word) for menu in MENUS if menu.table == ROLL)
    rounds, finals = [
        {name: {word: there._asdict() for word, there in stock.items()} for name, stock in stocks.items()}
        for stocks in (
            {name: pad.round_stock for name, pad in pads.items()},
            {name: pad.final_stock for name, pad in pads.items()},
        )
    ]
    words = sorted(score_pad.ALL_WORDS)
    return (
        _STOCK
        + f"export const ROUND_STOCKS: {_STOCKS} = {json.dumps(rounds)};\n"
        + f"export const FINAL_STOCKS: {_STOCKS} = {json.dumps(finals)};\n"
        + constants(
            EXTRA=score_pad.EXTRA,
            SQUISHY=score_pad.SQUISHY,
            MOST_TOTAL=score_pad.MOST_TOTAL,
            DISHES_OF_WORDS={word: dish_of_word(word) for word in words},
            NUMBERS_OF_WORDS={word: number_on(word) for word in words},
            KNOWN_FACES={word: score_pad.known_faces(word) for word in pads[ROLL].round_stock},
            PAD_ERRORS=list(find("en", "pad.error")),
        )
    )


def modules() -> dict[str, str]:
    """The modules by name."""
    return {"gains": gain_tables(), "coach": coach_tables(), "pad": pad_tables()}
