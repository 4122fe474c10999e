// What a player is doing, as far as the others can see.
import type { Board } from './board';
import { isDraft } from '../wire/view';

export type State = 'ready' | 'choosing' | 'away' | 'minded';

/** The state of a player; null where there is none to show. */
export function stateOf(board: Board, who: number): State | null {
  const diner = board.diners[who];
  if (board.view.over || !board.toMove.length || !diner || diner.kind === 'extra') return null;
  if (diner.minded) return 'minded';
  const choosing = board.toMove.includes(who);
  if (choosing) return diner.online ? 'choosing' : 'away';
  return isDraft(board.view) ? 'ready' : null;
}
