"""The command and its subcommands."""

from __future__ import annotations

import typer

import okawari
from okawari.cli import (
    backup,
    bot,
    explain,
    outlook,
    play,
    replay,
    review,
    rules,
    score,
    serve,
    solve,
    stats,
    tournament,
    tune,
    warmup,
)
from okawari.cli.help import SpokenGroup, SpokenTyper

app = SpokenTyper(
    name="okawari",
    cls=SpokenGroup,
    help="Another helping, please! The Sushi Go! family of games: play, keep score, look up the rules.",
    epilog="Okawari is an unofficial fan project. Start with: okawari play",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
)
app.command()(play.play)
app.command()(serve.serve)
app.command()(backup.backup)
app.command()(rules.menus)
app.command()(rules.rules)
app.command()(score.score)
app.command()(replay.replay)
app.command()(review.review)
app.command()(explain.explain)
app.command()(solve.solve)
app.command(cls=tournament.RayMayStandAlone)(tournament.tournament)
app.command()(stats.stats)
app.command("tune")(tune.tune_tastes)
app.command()(outlook.outlook)
app.command()(bot.bot)
app.command()(warmup.warmup)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"okawari {okawari.__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: bool = typer.Option(False, "--version", help="Print the version.", callback=_version, is_eager=True),
) -> None:
    """Nothing to do: the subcommands do it."""


def main() -> None:
    """Run the command."""
    app()
