// The bill: the points of each plate, with the reasons.
import { Line, eventNumber, readLine, type EventRow } from './events.js';
import type { Setting } from './settings.js';
import { FIRST_DESSERT_LINE, ROUNDS, SQUISHY_POINTS } from './tables.gen.js';
import { range } from './words.js';

/** The bill of a plate: its total, and the lines of each round and of the end of the game. */
export interface Score {
  readonly who: number;
  readonly total: number;
  readonly rounds: readonly (readonly Line[])[];
  readonly final: readonly Line[];
}

const BEGINNINGS = [eventNumber('deal'), eventNumber('bag')];
const SQUISHY = eventNumber('squishy');
const LINE = eventNumber('line');

/** The bills of all plates from the rows of recorded events. A game from a position begins in a later round. */
export function readScores(
  rows: readonly EventRow[],
  setting: Setting,
  totals: readonly number[],
  beganIn: number,
): Score[] {
  const rounds: Line[][][] = totals.map(() => range(ROUNDS).map(() => []));
  const final: Line[][] = totals.map(() => []);
  const squishies = totals.map(() => range(ROUNDS).map(() => 0));
  let now = beganIn;
  for (const row of rows) {
    const [what, who, first] = row as [number, number, number];
    if (BEGINNINGS.includes(what)) now = first;
    else if (what === SQUISHY) squishies[who]![now - 1]!++;
    else if (what === LINE) {
      const lines = first >= FIRST_DESSERT_LINE ? final[who]! : rounds[who]![now - 1]!;
      lines.push(readLine(row, setting));
    }
  }
  squishies.forEach((counts, who) =>
    counts.forEach((n, round) => {
      const params = { n, each: SQUISHY_POINTS };
      if (n) rounds[who]![round]!.push(new Line('squishy', n * SQUISHY_POINTS, 'squishy', params));
    }),
  );
  return totals.map((total, who) => ({ who, total, rounds: rounds[who]!.slice(0, now), final: final[who]! }));
}
