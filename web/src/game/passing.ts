// The direction in which hands are passed.
import type { View } from '../wire/view';

/** -1 when this round's hands go to the left, 1 when they go to the right. */
export function passDirection(view: View): -1 | 1 {
  return view.variant === 'both-ways' && view.round % 2 === 0 ? 1 : -1;
}
