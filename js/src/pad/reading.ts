// Reads the words and totals of a line.
import { DISHES_OF_WORDS, MOST_TOTAL } from '../pad.gen.js';
import { nearestWord } from '../slips.js';
import { SAVOURY_WORDS } from '../words.js';
import { PadError } from './error.js';
import type { Stocks } from './stocks.js';

const REPEATED = /^(.+?)(?:\*([0-9]{1,9}))?$/su;
const TOTAL = /^[+\-−]?[0-9]{1,9}$/;

/** The words of all games: one that does not belong to this game is not a typing error. */
const ALL_WORDS: ReadonlyMap<string, string> = new Map(Object.entries(DISHES_OF_WORDS));

/** The total at the beginning of a line. */
export function readTotal(written: string, line: number): number {
  if (!TOTAL.test(written)) throw new PadError('total-missing', { line });
  const total = Number(written.replace('−', '-')) || 0;
  if (Math.abs(total) > MOST_TOTAL) throw new PadError('total-unlikely', { line, total, most: MOST_TOTAL });
  return total;
}

/** A word and its count, from a text such as `tempura*2`; `PadError` names the nearest word if it is unknown. */
export function readWord(written: string, line: number, stocks: Stocks): [word: string, n: number] {
  const [, word, times] = REPEATED.exec(written.toLowerCase()) as unknown as [string, string, string | undefined];
  if (stocks.has(word)) return [word, Number(times ?? 1)];
  const nearest = nearestIn(word, stocks);
  if (nearest) throw new PadError('unknown-word', { line, word: written, nearest });
  if (ALL_WORDS.has(word)) {
    throw new PadError('out-of-place', { line, word: written, choices: [...stocks.keys()].join(', ') });
  }
  if (TOTAL.test(written) && SAVOURY_WORDS.some((savoury) => stocks.has(savoury))) {
    throw new PadError('total-early', { line, total: written });
  }
  throw new PadError('unknown-word-no-guess', { line, word: written });
}

/**
 * The word of our choice that is nearest to a wrong one; for a word of another game, only one of the same dish. What
 * follows a `*` is a wrong count, such as that of `egg*two`.
 */
function nearestIn(written: string, stocks: Stocks): string | null {
  const [word] = written.split('*') as [string];
  const dish = ALL_WORDS.get(word);
  const rights = [...stocks.entries()].filter(([, { ours }]) => ours !== 0).map(([right]) => right);
  return nearestWord(word, dish === undefined ? rights : rights.filter((right) => ALL_WORDS.get(right) === dish));
}
