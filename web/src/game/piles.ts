// Draw piles: how many cards they still have, counted from what everybody has seen.
import type { Board } from './board';

/** How many cards are left in the pile from which the owner of a plate draws; null for a plate without a pile. */
export function pileLeft({ events, traits, view }: Board, who: number): number | null {
  const isExtra = who >= view.seats;
  if (traits.draws === 'nothing' || isExtra !== (traits.draws === 'in-control')) return null;
  const dealt = events.findLastIndex(({ event }) => event === 'deal');
  const drawn = events.slice(dealt + 1).filter((event) => event.event === 'draw' && (isExtra || event.who === who));
  return dealt < 0 ? null : Number(events[dealt]!.cards) - drawn.length;
}
