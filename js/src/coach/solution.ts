// The exact solution of a round, where the coach uses it.
import { Clock } from '../bots/clock.js';
import { SOLVED_CARDS } from '../coach.gen.js';
import { NotOpen, OutOfTime } from '../solver/refusals.js';
import { type Solution, solving } from '../solver/solution.js';
import type { View } from '../views.js';
import type { Steps } from './steps.js';

/** The exact solution of the round for two open hands of at most SOLVED_CARDS cards; else, or too late, undefined. */
export function* solutionOf(view: View, seconds?: number): Steps<Solution | undefined> {
  const cards = view.hand.length;
  if (view.setting.seats !== 2 || cards < 2 || cards > SOLVED_CARDS) return undefined;
  try {
    return yield* solving(view, {}, new Clock(seconds ?? null));
  } catch (problem) {
    if (problem instanceof NotOpen || problem instanceof OutOfTime) return undefined;
    throw problem;
  }
}
