"""Pictures of the statistics of recorded games."""

from __future__ import annotations

from pathlib import Path

from okawari.game.notation import letter
from okawari.lab.names import counted, dish, titled
from okawari.lab.picture import COLOURS, canvas, dots, numbers, par, par_label, percent, save, tidy
from okawari.lab.run import make_folder
from okawari.lab.stats import Statistics
from okawari.texts import say

#: First picks that are rarer than this are left out of the picture: their intervals would fill it.
_SELDOM = 10


def draw_all(statistics: Statistics, folder: Path, lang: str = "en") -> list[Path]:
    """Draw all pictures into a folder; return their paths."""
    make_folder(folder)
    drawn = [_dishes(statistics, folder / "dishes.png", lang)]
    for name in statistics.editions:
        slug = name.replace(" ", "-")
        drawn.append(_turns(statistics, name, folder / f"pick-order-{slug}.png", lang))
        drawn += _first_picks(statistics, name, folder / f"first-picks-{slug}.png", lang)
        drawn.append(_seats(statistics, name, folder / f"seats-{slug}.png", lang))
    return drawn


def _dishes(statistics: Statistics, path: Path, lang: str) -> Path:
    """Draw the points by dish, all editions side by side."""
    totals: dict[str, float] = {}
    for edition in statistics.editions.values():
        for word, brings in edition.dishes.items():
            totals[word] = totals.get(word, 0.0) + brings.points.value
    words = [word for word in sorted(totals, key=lambda word: -totals[word]) if totals[word]]
    n = len(statistics.editions)
    figure, axes = canvas(len(words) * max(1, n // 2), width=9)
    for place, (name, edition) in enumerate(statistics.editions.items()):
        all_bring = [edition.dishes.get(word) for word in words]
        places = [row + (place - (n - 1) / 2) * 0.8 / n for row in range(len(words))]
        values = [brings.points.value if brings else 0.0 for brings in all_bring]
        errors = [brings.points.error if brings and edition.games > 1 else 0.0 for brings in all_bring]
        colour = COLOURS[place % len(COLOURS)]
        label = titled(lang, name)
        axes.barh(places, values, 0.8 / n, xerr=errors, color=colour, label=label, error_kw={"ecolor": "#555555"})
    axes.set_yticks(range(len(words)), [dish(lang, word) for word in words])
    axes.invert_yaxis()
    axes.set_xlabel(say(lang, "lab.picture.points"))
    numbers(axes, lang)
    tidy(axes)
    figure.suptitle(f"{say(lang, 'lab.dishes')} ({counted(lang, 'games', statistics.games)})")
    axes.legend(frameon=False, fontsize=8, loc="lower right")
    save(figure, path)
    return path


def _turns(statistics: Statistics, name: str, path: Path, lang: str) -> Path:
    """Draw the mean turn in which each card is taken, the earliest on top."""
    rows = [(card, mean) for (edition, card), mean in statistics.turns.items() if edition == name]
    rows.sort(key=lambda row: row[1].value)
    figure, axes = canvas(len(rows))
    dots(axes, [dish(lang, card) for card, _ in rows], [mean for _, mean in rows], COLOURS[1])
    numbers(axes, lang)
    axes.set_xlabel(say(lang, "lab.picture.turns"))
    figure.suptitle(_title(name, "turns", lang))
    save(figure, path)
    return path


def _first_picks(statistics: Statistics, name: str, path: Path, lang: str) -> list[Path]:
    """Draw the share of wins by first pick; no picture if all are rare."""
    rows = {
        card: wins
        for (edition, card), wins in statistics.first_picks.items()
        if edition == name and wins.share.n >= _SELDOM
    }
    if not rows:
        return []
    ranked = sorted(rows.items(), key=lambda row: -row[1].share.value)
    figure, axes = canvas(len(ranked))
    labels = [f"{dish(lang, card)} ({round(wins.share.n)})" for card, wins in ranked]
    dots(axes, labels, [wins.share for _, wins in ranked], COLOURS[0])
    equal = sum(wins.par.total for _, wins in ranked) / sum(wins.par.n for _, wins in ranked)
    par(axes, equal, par_label(lang, equal))
    axes.set_xlabel(say(lang, "lab.picture.first-picks"))
    percent(axes, lang)
    figure.suptitle(_title(name, "first-picks", lang))
    save(figure, path)
    return [path]


def _seats(statistics: Statistics, name: str, path: Path, lang: str) -> Path:
    """Draw the share of wins by seat."""
    rows = {
        say(lang, "lab.seat-of", seat=letter(seat), seats=seats): wins
        for (edition, seats, seat), wins in sorted(statistics.seats.items())
        if edition == name
    }
    figure, axes = canvas(len(rows))
    dots(axes, list(rows), [wins.share for wins in rows.values()], COLOURS[3])
    pars = [wins.par.value for wins in rows.values()]
    axes.scatter(pars, range(len(rows)), marker="|", s=200, color="#8a8a8a", label=say(lang, "lab.par"))
    axes.set_xlabel(say(lang, "lab.picture.seats"))
    axes.legend(frameon=False)
    percent(axes, lang)
    figure.suptitle(_title(name, "seats", lang))
    save(figure, path)
    return path


def _title(name: str, what: str, lang: str) -> str:
    return f"{titled(lang, name)} · {say(lang, f'lab.{what}')}"
