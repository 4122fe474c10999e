// Runs of consecutive numbers on dessert cards. Real boxes may have more cards of a number than the kernels' tables.

/** A run: its lowest number, and its length. */
export type Run = readonly [low: number, length: number];

/**
 * Split cards with numbers into the runs that score most. `counts[i]` is how many cards have the number i + 1,
 * `points[i]` what a run of length i + 1 scores.
 */
export function bestRuns(counts: readonly number[], points: readonly number[]): Run[] {
  return split(counts, points, new Map());
}

/** Points for runs. */
export const runPoints = (runs: readonly Run[], points: readonly number[]): number =>
  runs.reduce((sum, [, length]) => sum + points[length - 1]!, 0);

/** Runs as a text. */
export function writtenRuns(runs: readonly Run[]): string {
  const numbers = ([low, length]: Run): string => Array.from({ length }, (_, i) => low + i).join('-');
  return runs.map(numbers).join(' + ') || '–';
}

function split(counts: readonly number[], points: readonly number[], known: Map<string, Run[]>): Run[] {
  const lowest = counts.findIndex(Boolean);
  if (lowest < 0) return [];
  const key = counts.join();
  const found = known.get(key);
  if (found) return found;
  let best: Run[] = [];
  let most = -Infinity;
  const rest = [...counts];
  for (let length = 1; length <= points.length && rest[lowest + length - 1]; length++) {
    rest[lowest + length - 1]!--;
    const runs: Run[] = [[lowest + 1, length], ...split(rest, points, known)];
    const worth = runPoints(runs, points);
    if (worth > most) [best, most] = [runs, worth];
  }
  known.set(key, best);
  return best;
}
