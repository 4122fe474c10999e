"""The score pad: what people with real cards or dice write down, and what the rules say it is worth.

A line is a name, a colon, and words in the order in which they were played: `Ania: wasabi squid tempura*2`. At the end
of the game the total so far comes first: `Ania: 34 pudding*4`. The points are those of the rules: the words are put on
a table of the engine, and the engine scores it.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from string import digits
from typing import Any, NamedTuple

import numpy as np

from okawari.game.errors import OkawariError
from okawari.game.happenings import Line, read_line
from okawari.game.setting import Setting
from okawari.game.written import members, put_on_plate_of_dice
from okawari.rules import draft, roll, scoring
from okawari.rules import events as E
from okawari.rules.dishes import (
    CHOPSTICKS,
    DESSERT_CARDS,
    DESSERTS,
    DICE,
    FACE_WORDS,
    MOCHI_FACES,
    MOCHI_START,
    SAVOURY,
    SAVOURY_WORDS,
    TOKEN_WORDS,
    TOKENS,
    YOGURT_VALUES,
    dessert_words,
)
from okawari.rules.doors import new_host
from okawari.rules.host import KEYED
from okawari.rules.plates import place
from okawari.rules.points import SQUISHY_POINTS
from okawari.texts import find, say

#: The name of a line that belongs to nobody.
DUMMY = "dummy"
SQUISHY = "squishy"
_DIE = "mochi="
#: A total further from zero than this is a slip of the pen.
MOST_TOTAL = 999

_REPEATED = re.compile(r"(.+?)(?:\*([0-9]{1,9}))?")
_TOTAL = re.compile(r"[+\-−]?[0-9]{1,9}")
_GAPS = re.compile(r"[\s,]+")

#: Every word of every game: a right word in the wrong place is not a typing error.
_ALL_WORDS = {
    *SAVOURY,
    *FACE_WORDS,
    *TOKENS,
    *(word for dessert in range(len(DESSERTS)) for word in dessert_words(dessert)),
    "yogurt",
    SQUISHY,
}


class PadError(OkawariError):
    """A line that the pad cannot read, or cannot believe."""

    def in_language(self, language: str) -> str:
        """The message in another language."""
        room = "pad.error" if self.code in find(language, "pad.error") else "error"
        return say(language, f"{room}.{self.code}", **self.params)


class Note(Line):
    """A line about something that scores nothing yet."""

    def why(self, language: str = "en") -> str:
        """The reason in words."""
        return say(language, f"pad.note.{self.code}", **self.params)


class Stock(NamedTuple):
    """What there is of something, and what the pad says if people write down more."""

    name: str
    limit: int
    complaint: str = "too-many"


@dataclass(frozen=True)
class Entry:
    """A player's line: words with how often, in their order."""

    line: int
    name: str
    dishes: tuple[tuple[str, int], ...]
    total: int = 0
    #: What the mochi die shows, if it was said.
    die: int | None = None

    @property
    def is_dummy(self) -> bool:
        """Whether nobody sits behind this plate."""
        return is_dummy(self.name)

    def count(self, *words: str) -> int:
        """How many of these words the line has."""
        return sum(n for word, n in self.dishes if word in words)


@dataclass(frozen=True)
class Tally:
    """What a player scored now, line by line."""

    name: str
    points: int
    lines: tuple[Line, ...]
    total: int
    winner: bool


@dataclass(frozen=True)
class Sheet:
    """What everybody scored, in the order of the pad."""

    setting: Setting
    final: bool
    players: tuple[Tally, ...]
    #: How equal totals ended: `broken` by puddings, `even` in puddings too, or `shared`.
    tie: str | None = None

    @property
    def winners(self) -> tuple[Tally, ...]:
        """Who has won: several if the win is shared."""
        return tuple(player for player in self.players if player.winner)

    def to_json(self, language: str = "en") -> dict[str, Any]:
        """The sheet for programs."""
        data = self.setting.to_json() | {"final": self.final}
        if self.final:
            data["tie_break"] = self.tie == "broken"
        return data | {"players": [self._player(player, language) for player in self.players]}

    def _player(self, player: Tally, language: str) -> dict[str, Any]:
        lines = [{"dish": line.dish, "points": line.points, "why": line.why(language)} for line in player.lines]
        data = {"name": player.name, "points": player.points, "lines": lines}
        return data | ({"total": player.total, "winner": player.winner} if self.final else {})


def is_dummy(name: str) -> bool:
    """Whether a name is the dummy's."""
    return name.casefold() == DUMMY


def tidy(name: str) -> str:
    """A name without stray spaces and control characters."""
    clean = "".join(" " if unicodedata.category(sign) == "Cc" else sign for sign in name)
    return unicodedata.normalize("NFC", " ".join(clean.split()))


class Pad:
    r"""The score pad of a menu.

    >>> pad = Pad("sushi-go-first")
    >>> sheet = pad.score_round(pad.read("Ania: wasabi squid maki2\nBo: tempura*3 maki2"))
    >>> [(player.name, player.points) for player in sheet.players]
    [('Ania', 12), ('Bo', 8)]
    """

    def __init__(
        self,
        menu: str,
        dessert: str | None = None,
        variant: str | None = None,
        must_have_maki: bool = False,
    ) -> None:
        # Everything that can be chosen can be chosen by two: what is wrong now is wrong for any number.
        self._for_two = Setting.of(menu, 2, dessert, variant, must_have_maki)

    @property
    def on_dice(self) -> bool:
        """Whether this is Sushi Roll."""
        return self._for_two.doors.name == "roll"

    @property
    def has_dummy(self) -> bool:
        """Whether a dummy sits at the table."""
        return self._for_two.variant == "dummy"

    @cached_property
    def round_stock(self) -> dict[str, Stock]:
        """The words that a round's lines may have."""
        if self.on_dice:
            return {face: Stock(die, n, "too-many-dice") for die, (n, faces) in DICE.items() for face in faces}
        return {word: Stock(word, n) for word, n in SAVOURY.items()} | self._desserts

    @cached_property
    def final_stock(self) -> dict[str, Stock]:
        """The words that the lines of the end may have."""
        if self.on_dice:
            return {token: Stock(token, n, "too-many-tokens") for token, (n, _) in TOKENS.items()}
        return self._desserts

    @cached_property
    def _desserts(self) -> dict[str, Stock]:
        if self._for_two.dessert == "yogurt":
            return {f"yogurt{value}": Stock(f"yogurt{value}", n) for value, n in YOGURT_VALUES.items()}
        cards = DESSERT_CARDS[self._for_two.dessert or ""]
        stock = {word: Stock(word, n) for word, n in cards.items()}
        if self._for_two.dessert == "strawberry":
            stock[SQUISHY] = Stock(SQUISHY, sum(cards.values()), "too-many-squishies")
        return stock

    @cached_property
    def _card_words(self) -> tuple[str, ...]:
        return (*SAVOURY_WORDS, *dessert_words(self._for_two.dessert_number))

    def read(self, text: str, *, final: bool = False) -> list[Entry]:
        """All lines of a pad; empty ones and remarks behind `#` are passed over."""
        entries = []
        for number, line in enumerate(text.split("\n"), 1):
            if line.strip() and not line.lstrip().startswith("#"):
                entries.append(self._read_line(line, number, final=final))
        self.check(entries, final=final)
        return entries

    def _read_line(self, text: str, line: int, *, final: bool) -> Entry:
        before, colon, after = text.partition(":")
        name = tidy(before)
        if not colon:
            raise PadError("colon-missing", line=line, text=name)
        if not name:
            raise PadError("name-missing", line=line)
        if not final:
            return self.read_dishes(name, after, line)
        total, *dishes = _GAPS.split(after.strip(), maxsplit=1)
        return self.read_dishes(name, " ".join(dishes), line, total=_read_total(total, line))

    def read_dishes(self, name: str, text: str, line: int = 1, *, total: int | None = None) -> Entry:
        """What lies in front of a player: after a round, or with a total at the end of the game."""
        stock = self.round_stock if total is None else self.final_stock
        dishes, die = [], None
        for written in filter(None, _GAPS.split(text)):
            if self._for_two.dessert == "mochi" and written.lower().startswith(_DIE):
                die = _read_die(written, line)
            else:
                dishes.append(_read_word(written, line, stock))
        return Entry(line, name, tuple(dishes), total or 0, die)

    def check(self, entries: Iterable[Entry], *, final: bool = False, earlier: Iterable[Entry] = ()) -> None:
        """Refuse more of anything than there is, given the lines of earlier rounds: cards do not come back, dice do."""
        stock = self.final_stock if final else self.round_stock
        taken: Counter[str] = Counter()
        if not self.on_dice:
            for entry in earlier:
                for word, n in entry.dishes:
                    taken[word] += n * (word in SAVOURY)
        for entry in entries:
            for word, n in entry.dishes:
                name, limit, complaint = stock[word]
                taken[name] += n
                if taken[name] > limit:
                    raise PadError(complaint, line=entry.line, dish=word, n=taken[name], limit=limit)

    def setting(self, names: Sequence[str]) -> Setting:
        """The table at which these people sit, the dummy's name among them if it plays."""
        for name in names:
            if names.count(name) > 1:
                raise PadError("name-twice", name=name)
        dummies = sum(map(is_dummy, names))
        if dummies > 1:
            raise PadError("name-twice", name=DUMMY)
        if dummies and not self.has_dummy:
            raise PadError("dummy-uninvited")
        people, two = len(names) - dummies, self._for_two
        if people not in two.rules.seats:
            raise PadError("players", n=people, allowed=", ".join(map(str, two.rules.seats)))
        setting = Setting.of(two.menu, people, two.dessert, two.variant, two.must_have_maki)
        if self.has_dummy and not dummies:
            raise PadError("dummy-missing")
        return setting

    def score_round(self, entries: Sequence[Entry]) -> Sheet:
        """What a round brought everybody."""
        return self._score(entries, final=False)

    def score_final(self, entries: Sequence[Entry]) -> Sheet:
        """What the end of the game brought everybody, and who has won."""
        return self._score(entries, final=True)

    def _score(self, entries: Sequence[Entry], *, final: bool) -> Sheet:
        setting = self.setting([entry.name for entry in entries])
        plates = sorted(entries, key=lambda entry: entry.is_dummy)
        table = self._lay(setting, plates)
        rows = _play_scorer(table, final=final, on_dice=self.on_dice)
        winners = members(table["winners"][0])
        tallies = {}
        for plate, entry in enumerate(plates):
            told = [read_line(row, setting) for row in rows if row[0] == E.LINE and row[1] == plate]
            lines = (*told, *self._notes(entry, final=final))
            total = int(table["points"][0, plate])
            tallies[entry.name] = Tally(entry.name, total - entry.total, lines, total, plate in winners)
        players = tuple(tallies[entry.name] for entry in entries)
        return Sheet(setting, final, players, _tie(setting, rows))

    def _lay(self, setting: Setting, plates: Sequence[Entry]) -> np.ndarray:
        """A table of the engine with everything on it that the lines say."""
        table = np.zeros(1, roll.TABLE if self.on_dice else draft.TABLE)
        row = table[0]
        row["menu"], row["dessert"], row["variant"], row["must_have_maki"], row["seats"] = setting.numbers
        row["diners"] = setting.diners
        for plate, entry in enumerate(plates):
            row["points"][plate] = entry.total + entry.count(SQUISHY) * SQUISHY_POINTS
            serve = self._serve_dice if self.on_dice else self._serve_cards
            serve(table, plate, entry)
        return table

    def _serve_cards(self, table: np.ndarray, plate: int, entry: Entry) -> None:
        table[0]["mochi"][plate] = MOCHI_START if entry.die is None else entry.die
        for word, n in entry.dishes:
            for _ in range(n if word != SQUISHY else 0):
                place(table[0], plate, self._card_words.index(word))

    def _serve_dice(self, table: np.ndarray, plate: int, entry: Entry) -> None:
        for word, n in entry.dishes:
            if word in TOKEN_WORDS:
                table[0]["tokens"][plate][TOKEN_WORDS.index(word)] += n
            elif word in SAVOURY_WORDS[:CHOPSTICKS]:
                for _ in range(n):
                    put_on_plate_of_dice(table, plate, word)

    def _notes(self, entry: Entry, *, final: bool) -> list[Line]:
        """What a player has besides the dishes that are scored now: the squishy's points, and what counts later."""
        notes: list[Line] = []
        if n := entry.count(SQUISHY):
            notes.append(Line(SQUISHY, n * SQUISHY_POINTS, SQUISHY, {"n": n, "each": SQUISHY_POINTS}))
        if final:
            return notes
        if self.on_dice:
            won = {token: _tokens_won(entry, token) for token in TOKEN_WORDS}
            return notes + [Note(token, 0, "tokens", {"n": n}) for token, n in won.items() if n]
        dessert = self._for_two.dessert or ""
        if n := entry.count(*dessert_words(self._for_two.dessert_number)):
            notes.append(Note(dessert, 0, "later", {"n": n}))
        if entry.die is not None:
            notes.append(Note(dessert, 0, "die", {"n": entry.die}))
        return notes


def _tokens_won(entry: Entry, token: str) -> int:
    """The tokens that a player's kept dice show."""
    return sum(int(word[-1]) * n for word, n in entry.dishes if word[:-1] == token)


def _play_scorer(table: np.ndarray, *, final: bool, on_dice: bool) -> list[list[int]]:
    """Let the rules score a table; what they tell."""
    host = new_host(KEYED)
    host["telling"] = 1
    if not final:
        scoring.score_round(table[0], host[0], scoring.DICE if on_dice else scoring.CARDS)
    elif on_dice:
        roll.score_tokens(table[0], host[0])
    else:
        scoring.score_card_dessert(table[0], host[0])
    rows: list[list[int]] = host["events"][0, : int(host["told"][0])].tolist()
    return rows


def _tie(setting: Setting, rows: list[list[int]]) -> str | None:
    """How a tie for the win ended, if there was one."""
    wins = [row for row in rows if row[0] == E.WIN]
    if any(broken for _, _, _, _, broken, *_ in wins):
        return "broken"
    if len(wins) < 2:
        return None
    return "even" if setting.rules.pudding_breaks_ties else "shared"


def _read_total(written: str, line: int) -> int:
    if not _TOTAL.fullmatch(written):
        raise PadError("total-missing", line=line)
    total = int(written.replace("−", "-"))
    if abs(total) > MOST_TOTAL:
        raise PadError("total-unlikely", line=line, total=total, most=MOST_TOTAL)
    return total


def _read_die(written: str, line: int) -> int:
    shown = written[len(_DIE) :]
    if not (shown.isdecimal() and len(shown) == 1 and 1 <= int(shown) <= MOCHI_FACES):
        raise PadError("die", line=line, word=written, faces=MOCHI_FACES)
    return int(shown)


def _read_word(written: str, line: int, stock: dict[str, Stock]) -> tuple[str, int]:
    """A word and how often it is there; for a wrong one, the nearest right one is named."""
    found = _REPEATED.fullmatch(written.lower())
    word, times = (found[1], int(found[2] or 1)) if found else (written, 1)
    if word in stock:
        return word, times
    if nearest := _nearest(word, stock):
        raise PadError("unknown-word", line=line, word=written, nearest=nearest)
    if word in _ALL_WORDS:
        raise PadError("out-of-place", line=line, word=written, choices=", ".join(stock))
    if stock.keys() & SAVOURY.keys() and _TOTAL.fullmatch(written):
        raise PadError("total-early", line=line, total=written)
    raise PadError("unknown-word-no-guess", line=line, word=written)


def _nearest(word: str, stock: dict[str, Stock]) -> str | None:
    """The right word that was meant; for a word of another game, only one of the same dish."""
    rights = list(stock)
    if word in _ALL_WORDS:
        rights = [right for right in stock if right.rstrip(digits) == word.rstrip(digits)]
    return next(iter(get_close_matches(word, rights, n=1)), None)
