"""The coach's review of a game as a message."""

from __future__ import annotations

from typing import NamedTuple

from okawari.bots import coach
from okawari.bots.coach import Lapse
from okawari.bots.coach.sampling import Sampler
from okawari.game import Game, Record, View
from okawari.server.wire.messages import Advice, Decision, Reason, Review

#: Imagined games for the margin and the chance to win of the chosen move.
LEVEL_GAMES = 1_000


class Moment(NamedTuple):
    """A moment of a game: the views of the seats that were to move, and what they chose."""

    round: int
    turn: int
    views: dict[int, View]
    moves: list[tuple[int, str]]


def moments_of(record: Record) -> list[Moment]:
    """The moments of a game, one for each frame of its replay."""
    moments: list[Moment] = []
    for game, moves in Game.replay_by_turn(record):
        if moments:
            moments[-1].moves.extend(moves)
        moments.append(Moment(game.round, game.turn, {seat: game.view(seat) for seat in game.to_move}, []))
    return moments


def review_of(record: Record) -> Review:
    """The coach's review of a record, each decision with its frame of the replay."""
    moments = moments_of(record)
    decisions: list[Decision] = []
    for lapse in coach.review(record):
        used = {(decision.frame, decision.seat) for decision in decisions}
        frame = next(n for n, moment in enumerate(moments) if _is_about(lapse, moment) and (n, lapse.seat) not in used)
        decisions.append(_decision(lapse, frame, moments[frame].views[lapse.seat]))
    return Review(decisions=decisions)


def _is_about(lapse: Lapse, moment: Moment) -> bool:
    choice = (lapse.seat, lapse.played.text)
    return (lapse.round, lapse.turn) == (moment.round, moment.turn) and choice in moment.moves


def _decision(lapse: Lapse, frame: int, view: View) -> Decision:
    """A lapse as a message: the chosen move is estimated here, and the better one by adding what the lapse cost."""
    tried = Sampler(view, "level").trials([lapse.played], LEVEL_GAMES)
    margin, win = tried.margin(lapse.played), tried.win(lapse.played)
    return Decision(
        seat=lapse.seat,
        round=lapse.round,
        turn=lapse.turn,
        frame=frame,
        chosen=Advice(
            move=lapse.played.text,
            margin=margin.value,
            margin_error=margin.error,
            win=win.value,
            win_error=win.error,
            reasons=[],
        ),
        better=Advice(
            move=lapse.better.text,
            margin=margin.value + lapse.margin,
            margin_error=lapse.margin_error,
            win=min(max(win.value + lapse.win, 0.0), 1.0),
            win_error=lapse.win_error,
            reasons=[Reason(**reason.to_json()) for reason in lapse.reasons],
        ),
    )
