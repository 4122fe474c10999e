"""The API of the score pad for games with real cards or dice: the engine scores the plates of a request."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Query

from okawari.game.pad import Pad, Plate, Stock
from okawari.server.http.visitor import current_visitor
from okawari.server.wire.bills import sheet_of
from okawari.server.wire.messages import PadRound, PadSheet, PadWord, PadWords

router = APIRouter(prefix="/api/pad", tags=["score pad"], dependencies=[Depends(current_visitor)])

Word = Annotated[str, Query(max_length=40)]


@router.get("/words")
def words(menu: Word, dessert: Word | None = None, variant: Word | None = None) -> PadWords:
    """The words that can be entered after a round and at the end, and how many there are of each."""
    pad = Pad(menu, dessert or None, variant or None)
    return PadWords(round=_counted(pad.round_stock), final=_counted(pad.final_stock), die=list(pad.die_faces))


def _counted(stock: dict[str, Stock]) -> list[PadWord]:
    return [PadWord(word=word, group=there.name, limit=there.limit, ours=there.ours) for word, there in stock.items()]


@router.post("")
def score(sheet: PadRound) -> PadSheet:
    """Score a round, or with `final` the end of the game. An extra plate is a player named `dummy`."""
    setting = sheet.setting
    pad = Pad(setting.menu, setting.dessert, setting.variant, setting.must_have_maki)
    plates = [Plate(player.name, tuple(player.dishes), player.total, player.die) for player in sheet.players]
    entries = pad.enter(plates, setting.seats, final=sheet.final)
    return sheet_of(pad.score_final(entries) if sheet.final else pad.score_round(entries))
