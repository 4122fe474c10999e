// The statistics of a Sushi Roll search: kernels fill them, see bots/tree_kernels.py.
import { type Argument, NdArray } from '../engine.js';
import type { Move } from '../notation.js';
import { DINERS } from '../tables.gen.js';
import type { Tried } from './tree.js';

/** The visits of each move that is tried, and the sum of its shares of the win. */
export class DiceTries {
  private readonly visits: BigInt64Array;
  private readonly sums: Float64Array;
  /** The arrays, as kernels take them. */
  readonly parts: readonly Argument[];

  constructor(
    private readonly numbers: BigInt64Array,
    spread: Float64Array,
  ) {
    this.visits = new BigInt64Array(numbers.length);
    this.sums = new Float64Array(numbers.length);
    this.parts = [numbers, this.visits, this.sums, new NdArray(spread, [DINERS, spread.length / DINERS])];
  }

  /** Whether a move was tried yet. */
  get any(): boolean {
    return this.visits.some(Boolean);
  }

  read(moveOf: (number: number) => Move): Tried[] {
    return Array.from(this.numbers, (number, n) => {
      const visits = Number(this.visits[n]);
      return { move: moveOf(Number(number)), visits, value: visits ? this.sums[n]! / visits : 0 };
    });
  }
}
