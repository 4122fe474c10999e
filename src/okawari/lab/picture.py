"""Elements of the pictures of tournaments and statistics, and the picture of a tournament's report."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from okawari.lab.intervals import Mean
from okawari.lab.names import counted, edition_of, titled
from okawari.lab.results import Report
from okawari.texts import number, say

#: Colours that colour-blind people can tell apart.
COLOURS = ("#e4572e", "#5b8c5a", "#f3a712", "#29335c", "#a8c686", "#7d4e74")
_GREY = "#8a8a8a"


def canvas(rows: int, columns: int = 1, width: float = 8.0) -> tuple[Figure, Any]:
    """A figure whose height fits a number of rows, and its axes, side by side in columns."""
    figure = Figure(figsize=(width, 1.6 + 0.36 * rows), layout="constrained")
    FigureCanvasAgg(figure)
    return figure, figure.subplots(1, columns, sharey=columns > 1)


def dots(axes: Any, labels: Sequence[str], means: Sequence[Mean], colour: str) -> None:
    """Draw a dot with its interval for each label, the first on top."""
    places = range(len(labels))
    values = [mean.value for mean in means]
    below, above = ([_width(mean.value, mean.interval[side]) for mean in means] for side in (0, 1))
    axes.errorbar(values, places, xerr=(below, above), fmt="o", color=colour, ecolor=colour, capsize=3, markersize=6)
    axes.set_yticks(places, labels)
    axes.set_ylim(len(labels) - 0.4, -0.6)
    tidy(axes)


def _width(value: float, bound: float) -> float:
    return 0.0 if math.isnan(bound) else abs(value - bound)


def par(axes: Any, value: float, label: str = "") -> None:
    """Draw a dashed vertical line at the value that equal players would have."""
    axes.axvline(value, color=_GREY, linestyle="--", linewidth=1, zorder=0)
    if label:
        # Above the axes, because the numbers are below them.
        axes.annotate(
            label, (value, 1), xycoords=("data", "axes fraction"), xytext=(0, 3), textcoords="offset points",
            ha="center", color=_GREY, fontsize=8,
        )  # fmt: skip


def par_label(lang: str, share: float) -> str:
    """The label of the share of wins that equal players would have."""
    return f"{say(lang, 'lab.par')} {number(lang, 100 * share, '.0f')} %"


def tidy(axes: Any) -> None:
    """Style axes: light vertical grid lines, no box."""
    axes.grid(axis="x", color="#e6e6e6", linewidth=0.8)
    axes.set_axisbelow(True)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.tick_params(axis="y", length=0)


def numbers(axes: Any, lang: str) -> None:
    """Write the numbers of the x axis as in a language."""
    axes.xaxis.set_major_formatter(lambda value, _: _tick(lang, value))


def percent(axes: Any, lang: str) -> None:
    """Write the numbers of the x axis in per cent, as in a language."""
    axes.xaxis.set_major_formatter(lambda value, _: f"{_tick(lang, 100 * value)} %")


def _tick(lang: str, value: float) -> str:
    # Ticks are sums of floats: a zero may come as a tiny number, or as minus zero.
    return number(lang, round(value, 6) + 0.0, ".4g")


def save(figure: Figure, path: Path) -> None:
    """Save a figure as a PNG file."""
    figure.savefig(path, dpi=150, facecolor="white")


def draw_report(report: Report, path: Path, lang: str = "en") -> None:
    """Draw the report of a tournament: win shares with intervals and par, and beside them the mean margins."""
    figure, (shares, margins) = canvas(len(report.lines), 2, width=10)
    labels = [_short(line.bot) for line in report.lines]
    dots(shares, labels, [line.share for line in report.lines], COLOURS[0])
    par(shares, report.par, par_label(lang, report.par))
    percent(shares, lang)
    shares.set_xlabel(say(lang, "lab.picture.shares"))
    dots(margins, labels, [line.margin for line in report.lines], COLOURS[3])
    par(margins, 0.0)
    numbers(margins, lang)
    margins.set_xlabel(say(lang, "lab.picture.margins"))
    figure.suptitle(_title(report, lang), fontsize=11)
    save(figure, path)


def _title(report: Report, lang: str) -> str:
    setting = report.plan.setting
    table = say(lang, "lab.table", edition=titled(lang, edition_of(setting)), n=setting.seats)
    games, deals = counted(lang, "games", report.games), counted(lang, "deals", report.deals)
    return f"{table}\n{say(lang, 'lab.picture.title', games=games, deals=deals)}"


def _short(label: str) -> str:
    return label if len(label) <= 28 else f"{label[:27]}…"
