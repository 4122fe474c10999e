"""The curves of a training: how often its network wins, and the entropy of its policy."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from okawari.lab.picture import COLOURS
from okawari.lab.training.folder import write_whole
from okawari.texts import say

_LINES = ("-", "--", ":", "-.")


def draw_curves(history: list[dict[str, Any]], path: Path, lang: str = "en") -> None:
    """Draw the win share against each bot, by seats, and beside it the entropy."""
    figure = Figure(figsize=(10, 4.5), layout="constrained")
    FigureCanvasAgg(figure)
    wins, entropy = figure.subplots(1, 2)
    millions = [row["steps"] / 1e6 for row in history]
    for style, (seats, by_bot) in enumerate(history[-1]["wins"].items()):
        for colour, bot in enumerate(by_bot):
            values = [row["wins"][seats][bot][0] for row in history]
            label = say(lang, "lab.train.against", bot=bot, n=int(seats))
            wins.plot(millions, values, _LINES[style], color=COLOURS[colour], label=label)
    wins.legend(frameon=False)
    wins.set_ylabel(say(lang, "lab.picture.shares"))
    entropy.plot(millions, [row["entropy"] for row in history], color=COLOURS[3])
    entropy.set_ylabel(say(lang, "lab.train.entropy"))
    for axes in (wins, entropy):
        axes.set_xlabel(say(lang, "lab.train.millions"))
        axes.grid(color="#e6e6e6", linewidth=0.8)
    out = io.BytesIO()
    figure.savefig(out, dpi=150, facecolor="white")
    write_whole(path, out.getvalue())
