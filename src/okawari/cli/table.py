"""A table drawn in the terminal: plates, hands, pyramid, belts, and the bill."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from rich import box
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from okawari.cli.style import dish, dishes
from okawari.game import Line, Scores, View
from okawari.game.gains import gains
from okawari.game.notation import letter, read_place
from okawari.rules.dishes import dish_of
from okawari.rules.points import NIGIRI, ROUNDS
from okawari.texts import number, say

#: The colours of groups of dishes; the name is always printed, too.
_COLOURS = {
    "tempura": "yellow",
    "sashimi": "red",
    "dumpling": "bright_blue",
    "maki": "magenta",
    "egg": "cyan",
    "salmon": "cyan",
    "squid": "cyan",
    "wasabi": "green",
    "chopsticks": "",
    "menu": "",
}
_DESSERT = "bright_magenta"
#: Width of a card in the pyramid: six of them fit into 80 columns.
_CARD = 13


def named(lang: str, word: str, *, times: int = 1, short: bool = False, unit: str = "cards") -> Text:
    """The name of a dish and how many there are, in its colour."""
    name = say(lang, f"dish.{word}.short") if short else dishes(lang, word, times, unit)
    colour = _COLOURS.get(dish_of(word), _DESSERT)
    return Text(name, style=colour)


def _times(n: int) -> str:
    """The text ` ×N` if n is more than one, else nothing."""
    return f" ×{n}" if n > 1 else ""


def listed(lang: str, words: Iterable[str]) -> Text:
    """Dishes in one line, equal ones counted together."""
    parts = [named(lang, word, times=n) for word, n in Counter(words).items()]
    return Text(", ").join(parts) if parts else Text(say(lang, "play.nothing"), style="dim")


def dipped(words: Sequence[str]) -> tuple[list[str], int]:
    """The nigiri of a plate that are on wasabi, and the number of wasabi without a nigiri."""
    on_wasabi, open_wasabi = [], 0
    for word in words:
        if word == "wasabi":
            open_wasabi += 1
        elif word in NIGIRI and open_wasabi:
            on_wasabi.append(word)
            open_wasabi -= 1
    return on_wasabi, open_wasabi


def plate(lang: str, words: Sequence[str], unit: str = "cards") -> Text:
    """The dishes of a plate or tray in one line: nigiri on wasabi and unused wasabi are listed apart."""
    on_wasabi, open_wasabi = dipped(words)
    loose = Counter(word for word in words if word != "wasabi")
    loose.subtract(on_wasabi)
    parts = [named(lang, word, times=n, unit=unit) for word, n in loose.items() if n]
    for word, n in Counter(on_wasabi).items():
        text = say(lang, "play.on-wasabi", dish=dish(lang, word)) + _times(n)
        parts.append(Text(text, style="bold cyan"))
    if open_wasabi:
        text = say(lang, "play.open-wasabi") + _times(open_wasabi)
        parts.append(Text(text, style="bold green"))
    return Text(", ").join(parts) if parts else Text(say(lang, "play.nothing"), style="dim")


def heading(text: str) -> RenderableType:
    """A line across the screen with a title in it."""
    return Rule(Text(text, style="bold"), style="blue", align="left")


def turn_title(lang: str, round_no: int, turn: int) -> str:
    """The title of a turn: its round and its number."""
    return f"{say(lang, 'ui.round', round=round_no, rounds=ROUNDS)} · {say(lang, 'ui.turn', turn=turn)}"


class Picture:
    """A seat's view of the table, as renderables for the terminal."""

    def __init__(self, view: View, names: Sequence[str], lang: str) -> None:
        self.view = view
        self.names = names
        self.lang = lang
        self.kind = view.setting.table_kind
        self.gains = gains(view)

    def whole(self) -> RenderableType:
        """All parts that the seat needs for its choice."""
        parts: list[RenderableType] = [heading(turn_title(self.lang, self.view.round, self.view.turn))]
        if self.view.setting.variant_rules.lowest_wins:
            parts.append(Text(say(self.lang, "play.lowest-wins"), style="italic"))
        parts.append(self.plates())
        if self.kind == "draft":
            parts += [self.known_hands(), self.hand()]
        elif self.kind == "battle":
            parts += [self.pyramid(), self.free_cards()]
        else:
            parts += [self.belts(), self.supply(), self.own_belt()]
        return Group(*parts)

    def _table(self, *columns: str) -> Table:
        grid = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold", show_edge=False)
        for column in columns:
            grid.add_column(column)
        grid.columns[0].no_wrap = True
        return grid

    def _player(self, who: int) -> Text:
        seats = self.view.setting.seats
        name = f"{letter(who)} {self.names[who]}" if self.kind == "roll" and who < seats else self.names[who]
        if who != self.view.seat:
            return Text(name)
        return Text(f"{name} ({say(self.lang, 'ui.you').lower()})", style="bold")

    def plates(self) -> RenderableType:
        """A table with the plate, desserts or tokens, and points of each player."""
        words = self.view.words
        extras = [self._extras(who) for who in range(len(self.names))]
        columns = [say(self.lang, "ui.player"), say(self.lang, "ui.tray" if self.kind == "roll" else "play.plate")]
        columns.append(say(self.lang, "ui.tokens" if self.kind == "roll" else "ui.desserts"))
        if any(extras):
            columns.append(say(self.lang, "play.extras"))
        grid = self._table(*columns, say(self.lang, "ui.total"))
        grid.columns[-1].justify = "right"
        for who, total in enumerate(self.view.scores):
            kept = (
                self._tokens(words["tokens"][who]) if self.kind == "roll" else listed(self.lang, words["desserts"][who])
            )
            unit = "dice" if self.kind == "roll" else "cards"
            row: list[RenderableType] = [self._player(who), plate(self.lang, self._dishes(who), unit), kept]
            if any(extras):
                row.append(extras[who])
            grid.add_row(*row, Text(number(self.lang, total, "d"), style="bold"))
        return grid

    def _dishes(self, who: int) -> list[str]:
        """The dishes of a plate, without faces of dice that became tokens."""
        gone = ("menu", "chopsticks", "pudding") if self.kind == "roll" else ()
        return (
            [word for word in self.view.plates[who] if not word.startswith(gone)] if gone else [*self.view.plates[who]]
        )

    def _extras(self, who: int) -> str:
        """What else a player has, in one line: squishy, boat, die."""
        words = self.view.words
        extras = [say(self.lang, f"dish.{thing}.name") for thing in ("squishy", "boat") if words.get(thing) == who]
        dessert = self.view.setting.dessert_rules
        if dessert.die and self.kind != "roll":
            extras.append(say(self.lang, "play.player-die", n=words[dessert.word][who]))
        return ", ".join(extras)

    def _tokens(self, tokens: dict[str, int]) -> Text:
        return Text(", ".join(f"{dish(self.lang, token)} {n}" for token, n in tokens.items()))

    def known_hands(self) -> RenderableType:
        """What the seat knows of the others' hands; empty until it has held one."""
        lines = []
        for who, (cards, unseen) in enumerate(zip(self.view.hands, self.view.unseen, strict=True)):
            if who == self.view.seat or not cards:
                continue
            text = Text.assemble(Text(f"{self.names[who]}: ", style="bold"), listed(self.lang, cards))
            if unseen:
                text.append(" + " + say(self.lang, "play.unknown-cards", n=unseen), style="dim")
            lines.append(text)
        if not lines:
            return Group()
        title = Text(say(self.lang, "ui.known-hands"), style="dim italic")
        return Group(Text(), title, *lines)

    def _numbered(self, title: str, rows: Iterable[tuple[str, Text, str]]) -> RenderableType:
        grid = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
        grid.add_column(justify="right", style="bold green", no_wrap=True)
        grid.add_column(no_wrap=True)
        grid.add_column(style="dim")
        for sign, name, about in rows:
            grid.add_row(sign, name, about)
        return Group(Text(), Text(title, style="bold underline"), grid)

    def hand(self) -> RenderableType:
        """The seat's own hand, numbered, with what each card would bring."""
        held = Counter(self.view.hand)
        rows = (
            (str(number), named(self.lang, word, times=n), self.gains[word].words(self.lang))
            for number, (word, n) in enumerate(held.items(), 1)
        )
        return self._numbered(say(self.lang, "ui.your-hand"), rows)

    def free_cards(self) -> RenderableType:
        """The cards of the pyramid that can be taken, numbered, with what each would bring."""
        rows = (
            (str(number), named(self.lang, word), f"{place}  {self.gains[word].words(self.lang)}")
            for number, (place, word) in enumerate(free_cards(self.view), 1)
        )
        return self._numbered(say(self.lang, "play.free-cards"), rows)

    def pyramid(self) -> RenderableType:
        """The cards on the table, row by row from the top."""
        numbers = {place: number for number, (place, _) in enumerate(free_cards(self.view), 1)}
        rows = self.view.to_json()["pyramid"]
        widest = max(map(len, rows))
        lines = [Text(say(self.lang, "play.pyramid"), style="dim italic")]
        for across, cards in enumerate(rows, 1):
            indent = (widest - len(cards)) * _CARD // 2
            cells = [self._card(word, numbers.get(f"{across}.{i}")) for i, word in enumerate(cards, 1)]
            lines.append(Text(" " * indent) + Text("").join(cells))
        return Group(Text(), *lines)

    def _card(self, word: str | None, number: int | None) -> Text:
        if word is None:
            cell = Text("")
        elif word == "?":
            cell = Text("▒▒", style="dim")
        elif number is None:
            cell = named(self.lang, word, short=True)
            cell.stylize("dim")
        else:
            cell = Text(f"{number} ", style="bold green") + named(self.lang, word, short=True)
        room = _CARD - cell.cell_len
        return Text(" " * (room // 2)) + cell + Text(" " * (room - room // 2))

    def belts(self) -> RenderableType:
        """The belts of the other seats, with the places of their dice."""
        grid = self._table(say(self.lang, "ui.player"), say(self.lang, "play.belt-row"))
        for seat, belt in enumerate(self.view.words["belts"]):
            if seat != self.view.seat:
                grid.add_row(self._player(seat) + self._mark_of_red(seat), _dice(self.lang, belt))
        return Group(Text(), grid)

    def _mark_of_red(self, seat: int) -> Text:
        if seat != self.view.words["red"]:
            return Text("")
        return Text(f"\n  {say(self.lang, 'ui.red-belt')}", style="bold red")

    def supply(self) -> RenderableType:
        """The tokens that are left in the supply."""
        text = Text(f"{say(self.lang, 'ui.supply')}: ", style="dim") + self._tokens(self.view.words["supply"])
        text.stylize("dim")
        return text

    def own_belt(self) -> RenderableType:
        """The seat's own belt, numbered, with what each die would bring."""
        assert self.view.seat is not None
        belt = self.view.words["belts"][self.view.seat]
        rows = (
            (str(place), named(self.lang, face), self.gains[face].words(self.lang))
            for place, face in enumerate(belt, 1)
            if face
        )
        red = self.view.seat == self.view.words["red"]
        return self._numbered(say(self.lang, "ui.red-belt" if red else "ui.belt"), rows)


def _dice(lang: str, belt: Sequence[str | None]) -> RenderableType:
    """The dice of a belt with their places, wrapped between dice only."""
    return Columns(
        [
            Text.assemble((f"{place} ", "bold"), named(lang, face, short=True))
            for place, face in enumerate(belt, 1)
            if face
        ],
        padding=(0, 2),
    )


def free_cards(view: View) -> list[tuple[str, str]]:
    """The places and words of the cards of the pyramid that can be taken, from the top row down."""
    pyramid = view.to_json()["pyramid"]
    places = sorted({move.text.split()[1] for move in view.moves}, key=lambda place: read_place(*place.split(".")) or 0)
    return [(place, pyramid[int(place[0]) - 1][int(place[2]) - 1]) for place in places]


def bill(lang: str, names: Sequence[str], scores: Scores, round_no: int | None) -> RenderableType:
    """The bill of a round, or of the end if `round_no` is None: lines, reasons and sums of all players."""
    title = say(lang, "play.final-bill") if round_no is None else say(lang, "play.bill", round=round_no)
    grid = Table(box=box.SIMPLE_HEAD, show_header=False, pad_edge=False, show_edge=False)
    grid.add_column(no_wrap=True)
    grid.add_column(justify="right", no_wrap=True)
    grid.add_column()
    for score in scores:
        lines = score.final if round_no is None else score.rounds[round_no - 1]
        if score.who:
            grid.add_section()
        _add_bill(grid, lang, names[score.who], lines)
    return Group(heading(title), grid)


def _add_bill(grid: Table, lang: str, name: str, lines: Sequence[Line]) -> None:
    total = sum(line.points for line in lines)
    grid.add_row(Text(name, style="bold"), Text(number(lang, total, "+d"), style="bold"), "")
    for line in lines:
        style = "green" if line.points > 0 else "red" if line.points < 0 else "dim"
        points = Text(number(lang, line.points, "d"), style=style)
        grid.add_row("  " + dish(lang, line.dish), points, Text(line.why(lang)))


def standing(lang: str, names: Sequence[str], totals: Sequence[int], *, lowest_first: bool) -> RenderableType:
    """The totals of all players in one line, the leader first."""
    order = sorted(range(len(totals)), key=lambda who: totals[who] if lowest_first else -totals[who])
    parts = [f"{names[who]}: {number(lang, totals[who], 'd')}" for who in order]
    return Text.assemble(Text(say(lang, "ui.standing") + "  ", style="bold"), " · ".join(parts))
