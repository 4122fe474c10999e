// The direction in which hands are passed.
import type { DraftView } from '../wire/view';

/** -1 when this round's hands go to the left, 1 when they go to the right. */
export function passDirection({ way }: DraftView): -1 | 1 {
  return way === 'left' ? -1 : 1;
}

/** The seat to which a seat passes its hand: the next one sits on the left. */
export function passesTo(view: DraftView, seat: number): number {
  return (seat - passDirection(view) + view.seats) % view.seats;
}
