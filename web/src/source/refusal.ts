import type { Problem } from '../wire/wire.gen';

/** What was asked was not done; the problem says why. */
export class Refusal extends Error {
  constructor(readonly problem: Problem) {
    super(problem.code);
  }
}
