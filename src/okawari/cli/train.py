"""`okawari train`: train a network by self-play."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

from okawari.bots.network import read_network
from okawari.cli.ray_option import OptionalRayAddress, Ray
from okawari.cli.setting_options import Dessert, Menu, MustHaveMaki, Variant
from okawari.cli.style import Lang, explain, fail, finite, language
from okawari.lab.training.options import Options, TrainingError
from okawari.texts import number, say

if TYPE_CHECKING:
    from okawari.bots.network_file import NetworkFile
    from okawari.lab.training.parts import Rollouts
    from okawari.lab.training.trainer import Trainer

_FOLDER = Path("okawari-training")
_USUAL_MINUTES = 5.0


def train(
    menu: Menu = "sushi-go-first",
    seats: Annotated[
        str, typer.Option(help="Players at the table; with cards one network can learn several numbers: 2,4.")
    ] = "2",
    dessert: Dessert = None,
    variant: Variant = None,
    must_have_maki: MustHaveMaki = False,
    steps: Annotated[
        int | None, typer.Option(help="Decisions of games that are learned from.", show_default=False)
    ] = None,
    minutes: Annotated[
        float | None,
        typer.Option(
            callback=finite, help="How long to train. Without it and without --steps: five minutes.", show_default=False
        ),
    ] = None,
    seed: Annotated[
        int, typer.Option(help="The same seed and steps give the same network, on the same processor.")
    ] = 0,
    out: Annotated[
        Path | None,
        typer.Option(help="The training’s folder. Without it, one named after the options.", show_default=False),
    ] = None,
    tables: Annotated[int, typer.Option(help="Tables that play at once.")] = 1024,
    width: Annotated[int, typer.Option(help="Units in each of the two hidden layers.")] = 256,
    start: Annotated[
        Path | None,
        typer.Option("--from", help="Begin with the weights of this network’s file.", show_default=False),
    ] = None,
    learning_rate: Annotated[
        float, typer.Option(callback=finite, help="The learning rate at the start; it falls to a twentieth.")
    ] = 1e-3,
    bfloat16: Annotated[
        bool, typer.Option("--bfloat16", help="Compute hidden layers in bfloat16: quicker on processors that have it.")
    ] = False,
    parts: Annotated[
        int,
        typer.Option(help="Parts of the tables: so many workers of a Ray cluster play at once."),
    ] = 1,
    ray: Ray = None,
    rivals: Annotated[
        str | None,
        typer.Option(help="Bots to learn against as well, besides past selves: hana,taro.", show_default=False),
    ] = None,
    lang: Lang = None,
) -> None:
    """Train a network that plays: it learns from games with itself. Needs PyTorch: see docs/training.md.

    Ctrl-C writes a checkpoint, and the same command goes on from there.
    """
    chosen = language(lang)
    if steps is None and minutes is None:
        minutes = _USUAL_MINUTES
    limits = {"steps": steps, "minutes": minutes, "seed": seed}
    bots = tuple(rivals.split(",")) if rivals else ()
    games = {"tables": tables, "parts": parts, "rivals": bots}
    network = {"width": width, "learning_rate": learning_rate, "bfloat16": bfloat16}
    try:
        options = Options.of(menu, read_seats(seats), dessert, variant, must_have_maki, **limits, **games, **network)
        weights = _read_start(start, options)
        options = replace(options, start=weights.digest if weights else None)
        if find_spec("torch") is None:
            raise TrainingError("no-torch")
        with _rollouts(options, ray) as rollouts:
            _run(options, out or _FOLDER / options.name, chosen, rollouts, weights)
    except (ValueError, OSError) as problem:
        fail(explain(problem, chosen))


def read_seats(text: str) -> list[int]:
    """Numbers with commas between them.

    >>> read_seats("2, 4")
    [2, 4]
    """
    try:
        return [int(word) for word in text.split(",")]
    except ValueError:
        raise TrainingError("train-seats") from None


def _read_start(file: Path | None, options: Options) -> NetworkFile | None:
    """The network that a training begins with; TrainingError if it is not for the same game, or of another width."""
    if file is None:
        return None
    network = read_network(file)
    if network.encoding != options.encoding or network.width != options.width:
        raise TrainingError("train-from", file=file, menu=network.settings[-1].menu, width=network.width)
    return network


@contextmanager
def _rollouts(options: Options, ray: str | None) -> Iterator[Rollouts | None]:
    """What plays the games of a training on a Ray cluster; None without the option --ray."""
    if ray is None:
        yield None
        return
    from okawari.lab.training.ray_rollouts import RayRollouts

    rollouts = RayRollouts(options, ray)
    try:
        yield rollouts
    finally:
        rollouts.stop()


def _run(options: Options, folder: Path, lang: str, rollouts: Rollouts | None, start: NetworkFile | None) -> None:
    """Train, and tell how it goes on standard error."""
    from okawari.lab.training.session import Session

    err = Console(stderr=True, highlight=False, soft_wrap=True)
    session = Session(options, folder, lang, rollouts, start)
    if session.trainer.steps:
        steps = number(lang, session.trainer.steps, ",d")
        err.print(say(lang, "lab.train.going-on", steps=steps, folder=folder), markup=False)
    with _asked_to_stop() as stop:
        session.run(stop, lambda trainer, measured: _tell(err, trainer, lang, measured=measured))
    if session.trainer.done < 1:
        err.print(say(lang, "lab.train.stopped"), markup=False)
        raise typer.Exit(130)
    err.print(say(lang, "lab.train.finished", file=session.folder.network), markup=False)


@contextmanager
def _asked_to_stop() -> Iterator[threading.Event]:
    """An event that Ctrl-C or SIGTERM sets, so that an iteration is not torn; the second one ends the process."""
    stop = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield stop
        return

    def ask(signum: int, _frame: object) -> None:
        stop.set()
        signal.signal(signum, signal.SIG_DFL)

    before = {signum: signal.signal(signum, ask) for signum in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stop
    finally:
        for signum, handler in before.items():
            signal.signal(signum, handler)


def _tell(err: Console, trainer: Trainer, lang: str, *, measured: bool) -> None:
    """Print a line after each measurement; on a terminal, one that is overwritten after every iteration."""
    if measured:
        err.print(progress_line(trainer, lang), markup=False)
    elif err.is_terminal:
        err.print(progress_line(trainer, lang), markup=False, end="\r", soft_wrap=False, overflow="crop", no_wrap=True)


def progress_line(trainer: Trainer, lang: str) -> str:
    """How far a training is, how fast, how long it will take, and how often its network won when it was measured."""
    text = say(
        lang,
        "lab.train.progress",
        done=number(lang, 100 * trainer.done, ".0f"),
        steps=number(lang, trainer.steps, ",d"),
        speed=number(lang, trainer.steps / max(trainer.seconds, 1e-9), ",.0f"),
        left=_time(trainer.seconds_left, lang),
    )
    last = trainer.history[-1]["wins"] if trainer.history else {}
    return " · ".join([text, *(_wins(seats, by_bot, lang) for seats, by_bot in last.items())])


def _wins(seats: str, by_bot: dict[str, Any], lang: str) -> str:
    bots = ", ".join(
        f"{bot} {number(lang, 100 * value)} ± {number(lang, 100 * error)} %" for bot, (value, error) in by_bot.items()
    )
    return say(lang, "lab.train.wins", n=int(seats), bots=bots)


def _time(seconds: float, lang: str) -> str:
    """A time in its largest unit."""
    for unit, size in (("hours", 3600), ("minutes", 60)):
        if seconds >= 2 * size:
            return say(lang, f"lab.train.time.{unit}", n=round(seconds / size))
    return say(lang, "lab.train.time.seconds", n=round(seconds))


__all__ = ["OptionalRayAddress", "progress_line", "read_seats", "train"]
