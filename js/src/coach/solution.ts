// The exact solution of a round, where the coach uses it.
import { SOLVED_CARDS } from '../coach.gen.js';
import { NotOpen } from '../solver/refusals.js';
import { type Solution, solve } from '../solver/solution.js';
import type { View } from '../views.js';

/** A search cannot be stopped. In less than so many seconds only hands of so many cards are solved for sure. */
const SHORT_TIME = 1;
const QUICKLY_SOLVED_CARDS = 6;

/** The exact solution of the round for two open hands of at most SOLVED_CARDS cards; else, or too late, undefined. */
export function solutionOf(view: View, seconds = Infinity): Solution | undefined {
  const cards = view.hand.length;
  const most = seconds < SHORT_TIME ? QUICKLY_SOLVED_CARDS : SOLVED_CARDS;
  if (view.setting.seats !== 2 || cards < 2 || cards > most) return undefined;
  try {
    return solve(view);
  } catch (problem) {
    if (problem instanceof NotOpen) return undefined;
    throw problem;
  }
}
