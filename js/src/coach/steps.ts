// Calculations in steps.
import { finish, finishPatiently } from '../bots/clock.js';

/** A calculation in steps: between two of them it can be cancelled. */
export type Steps<Result> = Generator<void, Result, void>;

export interface StepOptions {
  /** Aborts the calculation between two steps. */
  readonly signal?: AbortSignal;
}

export { finish };

/** The result of a calculation; between steps waiting events are handled, and a signal can abort it. */
export function finishInSteps<Result>(steps: Steps<Result>, { signal }: StepOptions): Promise<Result> {
  return finishPatiently(watched(steps, signal));
}

function* watched<Result>(steps: Steps<Result>, signal: AbortSignal | undefined): Steps<Result> {
  for (;;) {
    signal?.throwIfAborted();
    const { done, value } = steps.next();
    if (done) return value;
    yield;
  }
}
