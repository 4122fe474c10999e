// The errors of the solver.
import { OkawariError } from '../errors.js';
import { written } from './written.js';

/** The solver does not support this table, or not all hands are known. */
export class NotOpen extends OkawariError {}

/** The time limit was reached, or the search was cancelled, before the position was solved. */
export class OutOfTime extends OkawariError {}

/** The limit of states was reached before the position was solved. */
export class OutOfStates extends OkawariError {}

const MEGABYTE = 1_000_000;

/** The position cannot be solved within the memory limit. */
export class OutOfMemory extends OkawariError {
  constructor(needed: number, memory: number) {
    super('solve-memory', { needed: Math.ceil(needed / MEGABYTE), memory: written(memory / MEGABYTE, 6) });
  }
}
