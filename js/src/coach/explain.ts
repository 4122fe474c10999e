// Explain the moves of a view: at once, or in steps between which other work is done and which can be cancelled.
import { BUDGET } from '../coach.gen.js';
import type { Move } from '../notation.js';
import type { View } from '../views.js';
import { Analysis } from './analysis.js';
import type { Explanation } from './explanation.js';
import { type StepOptions, finish, finishInSteps } from './steps.js';

export interface ExplainOptions {
  /** The number of simulated games. The same budget and seed give the same answer. */
  readonly budget?: number;
  /** A time limit. */
  readonly seconds?: number;
  readonly seed?: number | string;
  /** Moves that are explained whatever a screening says. */
  readonly required?: readonly Move[];
}

/** Explain every move of the view's seat: expected margin, chance to win, and reasons; the best move first. */
export function explain(view: View, options: ExplainOptions = {}): Explanation {
  return finish(steps(view, options)).explanation();
}

/** The same without blocking: other work is done between two chunks of games, and a signal can abort it. */
export async function explainInSteps(view: View, options: ExplainOptions & StepOptions = {}): Promise<Explanation> {
  return (await finishInSteps(steps(view, options), options)).explanation();
}

const steps = (view: View, { budget = BUDGET, seconds, seed = 0, required = [] }: ExplainOptions) =>
  Analysis.of(view, { budget, seconds, seed, required });
