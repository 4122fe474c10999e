// What lies on a plate and is not yet in its place: the cards that a player has chosen, or that were revealed.
import type { DraftBoard } from './board';
import { cardsOf } from './moves';

/** The cards that lie on a plate; null is one whose face the reader may not see. */
export function chosenBy(board: DraftBoard, who: number): (string | null)[] {
  if (board.beat) return board.lying.filter((play) => play.who === who).map((play) => String(play.dish));
  const { view, toMove } = board;
  const chooser = who < view.seats ? who : view.controller;
  if (view.over || !toMove.length || chooser == null || toMove.includes(chooser)) return [];
  const own = board.playing && chooser === board.me ? view.choice : null;
  return own === null ? [null] : cardsFor(own, who >= view.seats);
}

/** The cards of a choice for oneself, or for the extra plate. */
function cardsFor(choice: string, extra: boolean): string[] {
  const cards = cardsOf(choice);
  const own = cards.length - (choice.includes('/') ? 1 : 0);
  return extra ? cards.slice(own) : cards.slice(0, own);
}
