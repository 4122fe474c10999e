// The chart of the last games: where bars and marks stand, as shares of its height from below.
import type { PlayedGame } from './results';

/** The bar of a game: its lower and upper end, and the mark of the best of the others. */
export interface Bar {
  from: number;
  to: number;
  other: number;
}

export interface Chart {
  bars: Bar[];
  /** The most points in the chart, which are at its top, and where 0 is. */
  most: number;
  zero: number;
}

/** The chart of games; it reaches from 0, or from the fewest points if they are less, to the most. */
export function chartOf(games: readonly Pick<PlayedGame, 'points' | 'bestOther'>[]): Chart {
  const shown = games.flatMap((game) => [game.points, game.bestOther]);
  const most = Math.max(1, ...shown);
  const least = Math.min(0, ...shown);
  const share = (points: number) => (points - least) / (most - least);
  const bars = games.map(({ points, bestOther }) => ({
    from: share(Math.min(points, 0)),
    to: share(Math.max(points, 0)),
    other: share(bestOther),
  }));
  return { bars, most, zero: share(0) };
}
