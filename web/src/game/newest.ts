// The cards and dice that came to the plates last: they are marked until the next turn.
import { kind } from './dishes';
import type { GameEvent } from '../wire/events';
import type { Board } from './board';

/** Whether a card or die comes to a plate. */
export const isArrival = ({ event }: GameEvent): boolean => event === 'play' || event === 'keep';
const isNewRound = ({ event }: GameEvent): boolean => event === 'deal' || event === 'bag';

/** The last arrivals of every plate in this round. Where all choose at once these are the ones of the last turn. */
export function newestOf(events: readonly GameEvent[]): GameEvent[] {
  const round = events.slice(events.findLastIndex(isNewRound) + 1);
  const end = round.findLastIndex(isArrival) + 1;
  const inTurns = round.some(({ event }) => event === 'take' || event === 'keep');
  if (inTurns) return lastOfEach(round.slice(0, end).filter(isArrival));
  const start = round.slice(0, end).findLastIndex(({ event }) => event === 'pass') + 1;
  return round.slice(start, end).filter(isArrival);
}

/** What of a board says which beat is shown, for a table that stands still. */
export function atRest(events: readonly GameEvent[]): Pick<Board, 'newest' | 'lying' | 'beat'> {
  return { newest: newestOf(events), lying: [], beat: null };
}

/** The last events of each player that are not interrupted by another player's. */
function lastOfEach(arrivals: readonly GameEvent[]): GameEvent[] {
  const found: GameEvent[] = [];
  const finished = new Set<number | undefined>();
  for (const arrival of arrivals.toReversed()) {
    const later = found.at(-1);
    if (later && later.who !== arrival.who) finished.add(later.who);
    if (!finished.has(arrival.who)) found.push(arrival);
  }
  return found.reverse();
}

/** Which words of a plate are the ones that arrived last. A yogurt arrives frozen, and has its number only then. */
export function marksOf(words: readonly string[], arrived: readonly string[]): boolean[] {
  const left = [...arrived];
  const marks = words.toReversed().map((word) => {
    const found = left.findIndex((other) => other === word || other === kind(word));
    if (found >= 0) left.splice(found, 1);
    return found >= 0;
  });
  return marks.reverse();
}
