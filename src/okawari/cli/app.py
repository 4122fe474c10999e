"""The command and its subcommands."""

from __future__ import annotations

import os
from typing import Any

import typer

import okawari
from okawari.cli.help import Entry, LazyCommand, TranslatedGroup

#: The subcommands, in the order of the help. Each module is imported when its command is run, since many import the
#: kernels.
COMMANDS = (
    Entry("play", "okawari.cli.play", "play", "Play a game: alone against bots, or several people at one keyboard."),
    Entry(
        "serve",
        "okawari.cli.serve",
        "serve",
        "Play in a browser: against bots, with friends, at one device. See docs/server.md.",
    ),
    Entry(
        "think",
        "okawari.cli.think",
        "think",
        "Think for the bots of servers on a database of PostgreSQL, on another machine. See docs/deploy.md.",
    ),
    Entry(
        "backup",
        "okawari.cli.backup",
        "backup",
        "Copy the server’s database, whole and of one moment, while the server goes on.",
    ),
    Entry(
        "move-database",
        "okawari.cli.move_database",
        "move_database",
        "Copy a database from SQLite to PostgreSQL, and verify every row. See docs/server.md.",
    ),
    Entry(
        "site",
        "okawari.cli.site",
        "site",
        "Write the page as a static site for any web host: all but playing with friends. See docs/device.md.",
    ),
    Entry("menus", "okawari.cli.rules", "menus", "The games, editions, desserts and variants, with what each allows."),
    Entry("rules", "okawari.cli.rules", "rules", "The rules of a game, short and in our own words."),
    Entry(
        "score",
        "okawari.cli.score",
        "score",
        "Keep score for a game with real cards or dice: every point with its reason.",
    ),
    Entry(
        "replay",
        "okawari.cli.replay",
        "replay",
        "Read a recorded game again, turn by turn. With --verify, check that it holds together.",
    ),
    Entry(
        "review",
        "okawari.cli.review",
        "review",
        "Look back at a game: the decisions that cost most, at most three a player, and what was better.",
    ),
    Entry(
        "explain",
        "okawari.cli.explain",
        "explain",
        "Ask the coach: every move with its expected margin, its chance to win, and why.",
    ),
    Entry(
        "solve",
        "okawari.cli.solve",
        "solve",
        "Solve the rest of a round for two: its value, how to play it, and what each card is worth.",
    ),
    Entry(
        "tournament",
        "okawari.cli.tournament",
        "tournament",
        "Let bots play each other on the same cards from every seat, so that luck cancels.",
        cls="OptionalRayAddress",
    ),
    Entry(
        "leaderboard",
        "okawari.cli.leaderboard",
        "leaderboard",
        "See how strong the bots are in every menu, from games on the same cards; find the place of a bot of yours.",
    ),
    Entry(
        "stats",
        "okawari.cli.stats",
        "stats",
        "What is worth what: points by dish, pick order, first picks and seats, from recorded games.",
    ),
    Entry(
        "dataset",
        "okawari.cli.dataset",
        "dataset",
        "Write the decisions of bots to a Parquet file: what they saw, what they chose, how it ended.",
    ),
    Entry(
        "train",
        "okawari.cli.train",
        "train",
        "Train a network that plays: it learns from games with itself. Needs PyTorch: see docs/training.md.",
        cls="OptionalRayAddress",
    ),
    Entry(
        "tune",
        "okawari.cli.tune",
        "tune_weights",
        "Tune the weights that ship with Okawari: takes about a minute a game, and writes each as soon as it is found.",
    ),
    Entry(
        "outlook",
        "okawari.cli.outlook",
        "outlook",
        "Fit the outlooks that ship with Okawari: about half a minute a game; each is written as soon as it is known.",
    ),
    Entry(
        "bot",
        "okawari.cli.bot",
        "bot",
        "Answer decisions, one JSON line each, from standard input to standard output: see docs/bots.md.",
    ),
)


class _Commands(TranslatedGroup):
    """The command with all its subcommands."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        self.commands = {entry.name: LazyCommand(entry) for entry in COMMANDS}


app = typer.Typer(
    name="okawari",
    cls=_Commands,
    help="Another helping, please! The Sushi Go! family of games: play, keep score, look up the rules.",
    epilog="Okawari is an unofficial fan project. Start with: okawari play",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"okawari {okawari.__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: bool = typer.Option(False, "--version", help="Print the version.", callback=_version, is_eager=True),
) -> None:
    """The options of the command itself; the work is done by its subcommands."""


def main() -> None:
    """Run the command."""
    # NumPy would start a thread of its linear algebra for each core, which no command needs.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    app()
