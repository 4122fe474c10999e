"""The score pad: scores the dishes that people with real cards or dice write down.

A line is a name, a colon, and words in the order in which they were played: `Ania: wasabi squid tempura*2`. At the end
of the game the total so far comes first: `Ania: 34 pudding*4`. The points are those of the rules: the dishes are put on
a table of the engine, and the engine scores it.

A real box may differ from the engine where the rulebooks leave numbers open and the engine has our choice (see
`rules.dishes`). The pad refuses what no box can hold; what only contradicts our choice, it scores with a warning.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from okawari.game.errors import OkawariError
from okawari.game.events import Line, read_line, written_runs
from okawari.game.reading import bare_table
from okawari.game.setting import Setting
from okawari.game.slips import nearest_word
from okawari.game.writing import set_bits
from okawari.rules import events as E
from okawari.rules.dealer import KEYED
from okawari.rules.desserts import DESSERT_ROWS, DESSERT_TOTAL, SQUISHY_POINTS
from okawari.rules.dishes import (
    DICE,
    FACE_WORDS,
    OTHER_FACES,
    SAVOURY,
    SAVOURY_WORDS,
    TOKEN_WORDS,
    TOKENS,
    dish_of,
    number_on,
)
from okawari.rules.points import MAKI_ICONS, best_runs, run_points
from okawari.rules.table_kernels import DRAFT_KERNELS, ROLL_KERNELS, TableKernels, new_dealer
from okawari.rules.traits import Die
from okawari.texts import find, say

#: The name that the extra plate has on the pad.
EXTRA = "dummy"
SQUISHY = "squishy"
#: A total further from zero than this is taken for a typing error.
MOST_TOTAL = 999

_REPEATED = re.compile(r"(.+?)(?:\*([0-9]{1,9}))?")
_TOTAL = re.compile(r"[+\-−]?[0-9]{1,9}")
_GAPS = re.compile(r"[\s,]+")

#: The words of all games: one that does not belong to this game is not a typing error.
ALL_WORDS = {
    *SAVOURY,
    *FACE_WORDS,
    *TOKENS,
    *(word for dessert in DESSERT_ROWS for word in (*dessert.cards, *dessert.played, *dessert.other_cards)),
    *(word for others in OTHER_FACES.values() for word in others),
    SQUISHY,
}


class PadError(OkawariError):
    """A line that the pad cannot read, or that cannot be."""

    def in_language(self, language: str) -> str:
        """The message in another language."""
        group = "pad.error" if self.code in find(language, "pad.error") else "error"
        return say(language, f"{group}.{self.code}", **self.params)


class Note(Line):
    """A line of the bill about dishes that score later: it has no points."""

    def why(self, language: str = "en") -> str:
        """The reason in words."""
        return say(language, f"pad.note.{self.code}", **self.params)


class Stock(NamedTuple):
    """How many of a card, face or token a box can hold, and the problem code if more are written down."""

    #: Cards or faces of the same name are counted together: a dish, a whole dessert, or a sort of die.
    name: str
    limit: int
    complaint: str = "too-many"
    #: How many of this card or face our choice has, possibly 0; None if the rulebooks give the number.
    ours: int | None = None


@dataclass(frozen=True)
class PadWarning:
    """A warning about dishes that were scored although they contradict our choice of cards and dice."""

    code: str
    params: dict[str, Any]

    def in_language(self, language: str) -> str:
        """The warning as a text."""
        return say(language, f"pad.warning.{self.code}", **self.params)

    def to_json(self, language: str = "en") -> dict[str, Any]:
        """The warning as a dictionary."""
        return {"code": self.code, **self.params, "message": self.in_language(language)}


@dataclass(frozen=True)
class Entry:
    """A player's line of the pad: its number in the text, the name, and words with their counts, in order."""

    line: int
    name: str
    dishes: tuple[tuple[str, int], ...]
    total: int = 0
    #: What the player's die shows, if the line says it.
    die: int | None = None

    @property
    def is_extra(self) -> bool:
        """Whether this is the line of the extra plate."""
        return is_extra(self.name)

    def count(self, *words: str) -> int:
        """How often the line has any of these words."""
        return sum(n for word, n in self.dishes if word in words)


@dataclass(frozen=True)
class Plate:
    """What lies in front of a player, for programs that have it as words and counts instead of a line of text."""

    name: str
    #: Words with their counts, in the order played.
    dishes: tuple[tuple[str, int], ...]
    #: The total before this round or before the end.
    total: int = 0
    #: What the player's die shows, if that is known.
    die: int | None = None


@dataclass(frozen=True)
class Tally:
    """A player's result: the points scored now with their lines, and the new total."""

    name: str
    points: int
    lines: tuple[Line, ...]
    total: int
    winner: bool

    def to_message(self) -> dict[str, Any]:
        """The result as a part of messages."""
        lines = [_line_message(line) for line in self.lines]
        return {
            "name": self.name,
            "points": self.points,
            "total": self.total,
            "winner": self.winner,
            "lines": lines,
        }


def _line_message(line: Line) -> dict[str, Any]:
    """A line of the bill; `room` is the part of the catalogues with its text, since notes have texts of their own."""
    room = "pad.note" if isinstance(line, Note) else "why"
    return {"dish": line.dish, "why": line.code, "room": room, **line.params, "points": line.points}


@dataclass(frozen=True)
class Sheet:
    """The results of all players, in the order of the pad."""

    setting: Setting
    final: bool
    players: tuple[Tally, ...]
    #: How equal totals ended: `broken` by puddings, `even` in puddings too, or `shared`.
    tie: str | None = None
    warnings: tuple[PadWarning, ...] = ()

    @property
    def winners(self) -> tuple[Tally, ...]:
        """The players who have won: several if the win is shared."""
        return tuple(player for player in self.players if player.winner)

    def to_json(self, language: str = "en") -> dict[str, Any]:
        """The sheet as a dictionary."""
        data = self.setting.to_json() | {"final": self.final}
        if self.final:
            data["tie_break"] = self.tie == "broken"
        data["warnings"] = [warning.to_json(language) for warning in self.warnings]
        return data | {"players": [self._player(player, language) for player in self.players]}

    def to_message(self) -> dict[str, Any]:
        """The sheet as in messages to a page: with codes and parameters of texts in place of texts."""
        return {
            "players": [player.to_message() for player in self.players],
            "turns": self.setting.turns,
            "tie": self.tie,
            "warnings": [{"code": warning.code, "params": warning.params} for warning in self.warnings],
        }

    def _player(self, player: Tally, language: str) -> dict[str, Any]:
        lines = [{"dish": line.dish, "points": line.points, "why": line.why(language)} for line in player.lines]
        data = {"name": player.name, "points": player.points, "lines": lines}
        return data | ({"total": player.total, "winner": player.winner} if self.final else {})


def die_faces(die: Die | None) -> tuple[int, ...]:
    """What a player's die may show: our faces, then others that the die of a real box may have."""
    return (*range(1, die.faces + 1), *die.other_faces) if die else ()


def is_extra(name: str) -> bool:
    """Whether a name is that of the extra plate."""
    return name.casefold() == EXTRA


def tidy(name: str) -> str:
    """A name without control characters, spaces around it and repeated spaces, in Unicode's composed form."""
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
        # Every dessert, variant and rule is allowed with two seats: this checks them before the seats are known.
        self._for_two = Setting.of(menu, 2, dessert, variant, must_have_maki)

    @property
    def on_dice(self) -> bool:
        """Whether this is Sushi Roll."""
        return self._for_two.table_kind == "roll"

    @property
    def has_extra_plate(self) -> bool:
        """Whether the table has an extra plate."""
        return self._for_two.variant_rules.extra_plate

    @cached_property
    def round_stock(self) -> dict[str, Stock]:
        """The words that the lines of a round may have."""
        if self.on_dice:
            return _dice_stock()
        return {word: Stock(word, n) for word, n in SAVOURY.items()} | self.desserts

    @cached_property
    def final_stock(self) -> dict[str, Stock]:
        """The words that the lines at the end of the game may have."""
        if self.on_dice:
            return {token: Stock(token, n, "too-many-tokens") for token, (n, _) in TOKENS.items()}
        return self.desserts

    @cached_property
    def desserts(self) -> dict[str, Stock]:
        """The words of the dessert. The rulebooks say how many cards it has in all; how many of each is our choice."""
        dessert = self._for_two.dessert_rules
        ours = dessert.played
        if len(ours) == 1:
            return {word: Stock(word, n) for word, n in ours.items()}
        words = sorted({*ours, *dessert.other_cards}, key=number_on)
        stock = {word: Stock(dessert.word, DESSERT_TOTAL, "too-many-desserts", ours.get(word, 0)) for word in words}
        if dessert.squishy:
            stock[SQUISHY] = Stock(SQUISHY, DESSERT_TOTAL, "too-many-squishies")
        return stock

    @property
    def die_faces(self) -> tuple[int, ...]:
        """What a player's die may show; empty if players have none."""
        return die_faces(self._die)

    @property
    def _die(self) -> Die | None:
        """The die that each player has with the dessert, if any."""
        return None if self.on_dice else self._for_two.dessert_rules.die

    def written_die(self, face: int) -> str:
        """The word that a line has for what the player's die shows, such as `mochi=4`."""
        return f"{self._die_word}{face}"

    @property
    def _die_word(self) -> str:
        """The part of that word before the number, such as `mochi=`."""
        return f"{self._for_two.dessert}="

    def read(self, text: str, *, final: bool = False) -> list[Entry]:
        """Read all lines of a pad; empty lines and lines that begin with `#` are skipped."""
        entries = []
        for number, line in enumerate(text.split("\n"), 1):
            if line.strip() and not line.lstrip().startswith("#"):
                entries.append(self._read_line(line, number, final=final))
        self.check(entries, final=final)
        return entries

    def enter(self, plates: Sequence[Plate], seats: int, *, final: bool = False) -> list[Entry]:
        """The plates of a game with this many players as entries, checked in the same way as lines of text.

        >>> Pad("sushi-go-first").enter([Plate("Ania", (("egg", 2),)), Plate("Bo", ())], seats=2)[0].dishes
        (('egg', 2),)
        """
        entries = [self._enter_plate(plate, line, final=final) for line, plate in enumerate(plates, 1)]
        people = sum(not entry.is_extra for entry in entries)
        if people != seats:
            raise PadError("players", n=people, allowed=str(seats))
        self.check(entries, final=final)
        return entries

    def _enter_plate(self, plate: Plate, line: int, *, final: bool) -> Entry:
        name = tidy(plate.name)
        if not name:
            raise PadError("name-missing", line=line)
        written = [f"{word}*{n}" for word, n in plate.dishes]
        if plate.die is not None:
            if not self.die_faces:
                raise PadError("unknown-word-no-guess", line=line, word="die")
            written.append(self.written_die(plate.die))
        entry = self.read_dishes(name, " ".join(written), line, total=plate.total if final else None)
        return replace(entry, total=plate.total)

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
        """Read the dishes of a player: those of a round, or those at the end of the game if a total is given."""
        stock = self.round_stock if total is None else self.final_stock
        dishes, die = [], None
        for written in filter(None, _GAPS.split(text)):
            if self._die and written.lower().startswith(self._die_word):
                die = self._read_die(written, line)
            else:
                dishes.append(_read_word(written, line, stock))
        return Entry(line, name, tuple(dishes), total or 0, die)

    def _read_die(self, written: str, line: int) -> int:
        shown = written[len(self._die_word) :]
        if shown not in map(str, self.die_faces):
            low, high = min(self.die_faces), max(self.die_faces)
            raise PadError("die", line=line, word=written, die=self._die_word, low=low, high=high)
        return int(shown)

    def check(self, entries: Iterable[Entry], *, final: bool = False, earlier: Iterable[Entry] = ()) -> None:
        """Raise `PadError` if the lines have more of a card, face or token than a box can hold.

        Savoury cards of earlier rounds count too: they do not return to the deck, while dice return to the bag.
        """
        stock = self.final_stock if final else self.round_stock
        taken: Counter[str] = Counter()
        if not self.on_dice:
            for entry in earlier:
                for word, n in entry.dishes:
                    taken[word] += n * (word in SAVOURY)
        for entry in entries:
            for word, n in entry.dishes:
                name, limit, complaint, _ = stock[word]
                taken[name] += n
                if taken[name] > limit:
                    raise PadError(complaint, line=entry.line, dish=word, n=taken[name], limit=limit)

    def warnings(self, entries: Iterable[Entry], *, final: bool = False) -> tuple[PadWarning, ...]:
        """Warnings about what these lines have more of than our choice of cards and dice."""
        stock = self.final_stock if final else self.round_stock
        taken: Counter[str] = Counter()
        found: dict[str, PadWarning] = {}
        for entry in entries:
            for word, n in entry.dishes:
                taken[word] += n
                ours = stock[word].ours
                if ours is not None and taken[word] > ours:
                    code = "more-than-ours" if ours else "not-ours"
                    found[word] = PadWarning(code, {"line": entry.line, "dish": word, "n": taken[word], "ours": ours})
            if self._die and entry.die in self._die.other_faces:
                word = f"{self._die_word}{entry.die}"
                shown = {"line": entry.line, "dish": word, "n": entry.die, "faces": self._die.faces}
                found[word] = PadWarning("die-not-ours", shown)
        return tuple(found.values())

    def setting(self, names: Sequence[str]) -> Setting:
        """The setting for players with these names; at a table with an extra plate its name must be among them."""
        for name in names:
            if names.count(name) > 1:
                raise PadError("name-twice", name=name)
        extra = sum(map(is_extra, names))
        if extra > 1:
            raise PadError("name-twice", name=EXTRA)
        if extra and not self.has_extra_plate:
            raise PadError("dummy-uninvited")
        people, two = len(names) - extra, self._for_two
        if people not in two.rules.seats:
            raise PadError("players", n=people, allowed=", ".join(map(str, two.rules.seats)))
        setting = Setting.of(two.menu, people, two.dessert, two.variant, two.must_have_maki)
        if self.has_extra_plate and not extra:
            raise PadError("dummy-missing")
        return setting

    def score_round(self, entries: Sequence[Entry]) -> Sheet:
        """Score the lines of a round."""
        return self._score(entries, final=False)

    def score_final(self, entries: Sequence[Entry]) -> Sheet:
        """Score the lines at the end of the game, and name the winners."""
        return self._score(entries, final=True)

    def _score(self, entries: Sequence[Entry], *, final: bool) -> Sheet:
        setting = self.setting([entry.name for entry in entries])
        plates = sorted(entries, key=lambda entry: entry.is_extra)
        table = self._lay_table(setting, plates, final=final)
        rows = self._score_table(table, final=final)
        winners = set_bits(table["winners"][0])
        tallies = {}
        for plate, entry in enumerate(plates):
            recorded = [read_line(row, setting) for row in rows if row[0] == E.LINE and row[1] == plate]
            lines = (*recorded, *self._written_lines(entry, final=final), *(() if final else self._notes(entry)))
            total = int(table["points"][0, plate])
            tallies[entry.name] = Tally(entry.name, total - entry.total, lines, total, plate in winners)
        players = tuple(tallies[entry.name] for entry in entries)
        return Sheet(setting, final, players, _tie(setting, rows), self.warnings(entries, final=final))

    @property
    def _kernels(self) -> TableKernels:
        """The table kernels that score: those of a draft for all games with cards."""
        return ROLL_KERNELS if self.on_dice else DRAFT_KERNELS

    def _score_table(self, table: np.ndarray, *, final: bool) -> list[list[int]]:
        """Score a table by the rules; returns the rows of the recorded events."""
        dealer = new_dealer(KEYED)
        dealer["recording"] = 1
        self._kernels.score_laid(table, dealer, int(final))
        rows: list[list[int]] = dealer["events"][0, : int(dealer["event_count"][0])].tolist()
        return rows

    def _lay_table(self, setting: Setting, plates: Sequence[Entry], *, final: bool) -> np.ndarray:
        """A table of the engine with the dishes, desserts, tokens and totals of the lines."""
        table = bare_table(setting, self._kernels.table)
        row = table[0]
        for plate, entry in enumerate(plates):
            written = sum(line.points for line in self._written_lines(entry, final=final))
            row["points"][plate] = entry.total + written
            serve = self._serve_dice if self.on_dice else self._serve_cards
            serve(table, plate, entry)
        return table

    def _serve_cards(self, table: np.ndarray, plate: int, entry: Entry) -> None:
        """Put the dishes of a line on a plate. Desserts only give an amount: real boxes may have other cards."""
        dishes = [SAVOURY_WORDS.index(word) for word, n in entry.dishes if word in SAVOURY for _ in range(n)]
        self._kernels.put_dishes(table, plate, np.array(dishes, np.int16))
        if self._die:
            table[0]["amounts"][plate] = self._die.start if entry.die is None else entry.die
        else:
            table[0]["amounts"][plate] = sum(number_on(word) * n for word, n in self._dessert_cards(entry))

    def _serve_dice(self, table: np.ndarray, plate: int, entry: Entry) -> None:
        """Put the dice of a line on a plate, and its tokens beside it."""
        faces: list[str] = []
        for word, n in entry.dishes:
            if word in TOKEN_WORDS:
                table[0]["tokens"][plate][TOKEN_WORDS.index(word)] += n
            else:
                faces += known_faces(word) * n
        self._kernels.put_dishes(table, plate, np.array([FACE_WORDS.index(face) for face in faces], np.int16))

    def _dessert_cards(self, entry: Entry) -> list[tuple[str, int]]:
        """The dessert cards of a line, with their counts."""
        return [(word, n) for word, n in entry.dishes if word not in (*SAVOURY, SQUISHY)]

    def _written_lines(self, entry: Entry, *, final: bool) -> list[Line]:
        """Lines of the bill that the pad scores itself: those of the squishy, and at the end those of runs."""
        lines: list[Line] = []
        dessert = self._for_two.dessert_rules
        if final and dessert.runs and not self.on_dice:
            counts = tuple(entry.count(word) for word in self.desserts)
            points = run_points(best_runs(counts, dessert.runs), dessert.runs)
            runs = {"runs": written_runs(counts, dessert.runs)}
            lines.append(Line(dessert.word, points, E.WHYS[E.BY_RUNS], runs))
        if n := entry.count(SQUISHY):
            lines.append(Line(SQUISHY, n * SQUISHY_POINTS, SQUISHY, {"n": n, "each": SQUISHY_POINTS}))
        return lines

    def _notes(self, entry: Entry) -> list[Line]:
        """Notes about what a player has that scores at the end of the game: dessert, die or tokens."""
        if self.on_dice:
            won = {token: _tokens_won(entry, token) for token in TOKEN_WORDS}
            return [Note(token, 0, "tokens", {"n": n}) for token, n in won.items() if n]
        notes: list[Line] = []
        dessert = self._for_two.dessert or ""
        if n := sum(n for _, n in self._dessert_cards(entry)):
            notes.append(Note(dessert, 0, "later", {"n": n}))
        if entry.die is not None:
            notes.append(Note(dessert, 0, "die", {"n": entry.die}))
        return notes


def _dice_stock() -> dict[str, Stock]:
    """The faces of the dice of Sushi Roll. Rulebooks give the number of dice of each sort; the faces are our choice."""
    stock: dict[str, Stock] = {}
    for die, (n, faces) in DICE.items():
        stock |= {face: Stock(die, n, "too-many-dice") for face in dict.fromkeys(faces)}
        stock |= {face: Stock(die, n, "too-many-dice", 0) for face in OTHER_FACES.get(die, ())}
    return stock


def known_faces(word: str) -> list[str]:
    """A face as faces of the engine's dice: one with more maki rolls than those have becomes several."""
    if word in FACE_WORDS:
        return [word]
    *_, most = MAKI_ICONS
    return [f"maki{most}", *known_faces(f"maki{number_on(word) - most}")] if word.startswith("maki") else []


def _tokens_won(entry: Entry, token: str) -> int:
    """How many tokens of a sort a player's kept dice bring."""
    return sum(number_on(word) * n for word, n in entry.dishes if word[:-1] == token)


def _tie(setting: Setting, rows: list[list[int]]) -> str | None:
    """How a tie for the win ended (see `Sheet.tie`), or None if there was none."""
    wins = [row for row in rows if row[0] == E.WIN]
    if any(broken for _, _, _, _, broken, *_ in wins):
        return "broken"
    if len(wins) < 2:
        return None
    return "even" if setting.rules.dessert_breaks_ties else "shared"


def _read_total(written: str, line: int) -> int:
    """The total at the beginning of a line."""
    if not _TOTAL.fullmatch(written):
        raise PadError("total-missing", line=line)
    total = int(written.replace("−", "-"))
    if abs(total) > MOST_TOTAL:
        raise PadError("total-unlikely", line=line, total=total, most=MOST_TOTAL)
    return total


def _read_word(written: str, line: int, stock: dict[str, Stock]) -> tuple[str, int]:
    """A word and its count, from a text such as `tempura*2`; `PadError` names the nearest word if it is unknown."""
    found = _REPEATED.fullmatch(written.lower())
    word, times = (found[1], int(found[2] or 1)) if found else (written, 1)
    if word in stock:
        return word, times
    if nearest := _nearest(word, stock):
        raise PadError("unknown-word", line=line, word=written, nearest=nearest)
    if word in ALL_WORDS:
        raise PadError("out-of-place", line=line, word=written, choices=", ".join(stock))
    if stock.keys() & SAVOURY.keys() and _TOTAL.fullmatch(written):
        raise PadError("total-early", line=line, total=written)
    raise PadError("unknown-word-no-guess", line=line, word=written)


def _nearest(word: str, stock: dict[str, Stock]) -> str | None:
    """The word of our choice that is nearest to a wrong one; for a word of another game, only one of the same dish.

    What follows a `*` is a wrong count, such as that of `egg*two`.
    """
    word = word.partition("*")[0]
    rights = [right for right, there in stock.items() if there.ours != 0]
    if word in ALL_WORDS:
        rights = [right for right in rights if dish_of(right) == dish_of(word)]
    return nearest_word(word, rights)
