// A player's place in the order in which dice are kept.
import type { RollView } from '../wire/view';

export type Place = 'choosing' | 'done' | 'next' | 'after-you';

/** A player's place in the order of this turn; null where there is none to show. */
export function placeInOrder(view: RollView, seat: number, me: number | null): Place | null {
  if (view.over || view.to_move === null) return null;
  const wait = view.order.indexOf(seat) - view.order.indexOf(view.to_move);
  if (wait < 0) return 'done';
  if (wait === 0) return 'choosing';
  if (wait > 1) return null;
  return view.to_move === me ? 'after-you' : 'next';
}
