"""Pictures of what recorded games tell."""

from __future__ import annotations

from pathlib import Path

from okawari.game.notation import letter
from okawari.lab.harvest import Harvest, Wins
from okawari.lab.picture import COLOURS, canvas, dots, par, percent, save, tidy

#: Cards that somebody began with less often than this are left out of the picture: their intervals would fill it.
_SELDOM = 10


def draw_all(harvest: Harvest, folder: Path) -> list[Path]:
    """Draw everything, and say where."""
    folder.mkdir(parents=True, exist_ok=True)
    drawn = [_dishes(harvest, folder / "dishes.png")]
    for name in harvest.editions:
        slug = name.replace(" ", "-")
        drawn.append(_turns(harvest, name, folder / f"pick-order-{slug}.png"))
        drawn += _first_picks(harvest, name, folder / f"first-picks-{slug}.png")
        drawn.append(_seats(harvest, name, folder / f"seats-{slug}.png"))
    return drawn


def _dishes(harvest: Harvest, path: Path) -> Path:
    """What each dish brings, all editions side by side."""
    totals: dict[str, float] = {}
    for edition in harvest.editions.values():
        for word, dish in edition.dishes.items():
            totals[word] = totals.get(word, 0.0) + dish.points.value
    words = [word for word in sorted(totals, key=lambda word: -totals[word]) if totals[word]]
    n = len(harvest.editions)
    figure, axes = canvas(len(words) * max(1, n // 2), width=9)
    for place, (name, edition) in enumerate(harvest.editions.items()):
        dishes = [edition.dishes.get(word) for word in words]
        places = [row + (place - (n - 1) / 2) * 0.8 / n for row in range(len(words))]
        values = [dish.points.value if dish else 0.0 for dish in dishes]
        errors = [dish.points.error if dish and edition.games > 1 else 0.0 for dish in dishes]
        colour = COLOURS[place % len(COLOURS)]
        axes.barh(places, values, 0.8 / n, xerr=errors, color=colour, label=name, error_kw={"ecolor": "#555555"})
    axes.set_yticks(range(len(words)), words)
    axes.invert_yaxis()
    axes.set_xlabel("points of a player in a game")
    tidy(axes)
    figure.suptitle(f"What each dish brings ({harvest.games:,} games)")
    axes.legend(frameon=False, fontsize=8, loc="lower right")
    save(figure, path)
    return path


def _turns(harvest: Harvest, name: str, path: Path) -> Path:
    """When each card is taken, the most wanted on top."""
    rows = [(card, mean) for (edition, card), mean in harvest.turns.items() if edition == name]
    rows.sort(key=lambda row: row[1].value)
    figure, axes = canvas(len(rows))
    dots(axes, [card for card, _ in rows], [mean for _, mean in rows], COLOURS[1])
    axes.set_xlabel("mean turn in which it is taken (the first is 1)")
    figure.suptitle(f"{name}: what goes first")
    save(figure, path)
    return path


def _first_picks(harvest: Harvest, name: str, path: Path) -> list[Path]:
    """How those do who begin with a card."""
    rows = {
        card: wins
        for (edition, card), wins in harvest.first_picks.items()
        if edition == name and wins.share.n >= _SELDOM
    }
    if not rows:
        return []
    _draw_wins(rows, "win share of those who begin with it", f"{name}: the first card of the game", path)
    return [path]


def _seats(harvest: Harvest, name: str, path: Path) -> Path:
    """How each seat does."""
    rows = {
        f"{letter(seat)} of {seats}": wins
        for (edition, seats, seat), wins in sorted(harvest.seats.items())
        if edition == name
    }
    figure, axes = canvas(len(rows))
    dots(axes, list(rows), [wins.share for wins in rows.values()], COLOURS[3])
    axes.scatter(
        [w.par.value for w in rows.values()], range(len(rows)), marker="|", s=200, color="#8a8a8a", label="par"
    )
    axes.set_xlabel("win share")
    axes.legend(frameon=False)
    percent(axes)
    figure.suptitle(f"{name}: the seats")
    save(figure, path)
    return path


def _draw_wins(rows: dict[str, Wins], xlabel: str, title: str, path: Path) -> None:
    """Win shares against par, the best on top."""
    ranked = sorted(rows.items(), key=lambda row: -row[1].share.value)
    figure, axes = canvas(len(ranked))
    labels = [f"{card} ({round(wins.share.n)})" for card, wins in ranked]
    dots(axes, labels, [wins.share for _, wins in ranked], COLOURS[0])
    everybody = sum(wins.par.total for _, wins in ranked) / sum(wins.par.n for _, wins in ranked)
    par(axes, everybody, f"par {100 * everybody:.0f} %")
    axes.set_xlabel(xlabel)
    percent(axes)
    figure.suptitle(title)
    save(figure, path)
