// How good one move is, by simulated games: for programs that know already which move they ask about.
import type { Move } from '../notation.js';
import type { View } from '../views.js';
import type { Estimate } from './estimate.js';
import { Sampler } from './sampler.js';
import { type StepOptions, type Steps, finish, finishInSteps } from './steps.js';

export interface MeasureOptions {
  /** The number of simulated games. */
  readonly games?: number;
  readonly seed?: number | string;
}

/** The expected margin of a move and its chance to win. */
export interface Measured {
  readonly margin: Estimate;
  readonly win: Estimate;
}

/** Measure a move of the view's seat. */
export function measure(view: View, move: Move, options: MeasureOptions = {}): Measured {
  return finish(steps(view, move, options));
}

/** The same without blocking: other work is done between two chunks of games, and a signal can abort it. */
export function measureInSteps(view: View, move: Move, options: MeasureOptions & StepOptions = {}): Promise<Measured> {
  return finishInSteps(steps(view, move, options), options);
}

function* steps(view: View, move: Move, { games = 1000, seed = 0 }: MeasureOptions): Steps<Measured> {
  const { seat } = view;
  if (seat === null) throw new RangeError('A spectator has nothing to choose.');
  const trials = yield* new Sampler(view, seat, seed).trials([move], games);
  return { margin: trials.margin(move), win: trials.win(move) };
}
