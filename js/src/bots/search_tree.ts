// The memory of a tree search: kernels fill it, see bots/tree_kernels.py.
import { SPREAD, TREE } from '../bots.gen.js';
import { type Argument, type Engine, NdArray } from '../engine.js';
import { Lease } from '../lease.js';
import type { Move } from '../notation.js';
import { DINERS } from '../tables.gen.js';
import type { Tried } from './tree.js';

/** A tree for a number of passes. It lies in the module's memory until `end`. */
export class SearchTree extends Lease {
  /** The arrays, as kernels take them. */
  readonly parts: readonly Argument[];
  private readonly counters = new BigInt64Array([1n, 0n, 0n]);
  private readonly keptCounters: NdArray;
  private readonly entries: number;

  constructor(engine: Engine, passes: number) {
    super(engine);
    this.entries = powerOfTwo(TREE.ENTRIES_A_PASS * passes);
    const nodes = powerOfTwo(2 * passes);
    try {
      this.keptCounters = this.keep(new NdArray(this.counters, [3]));
      this.parts = [
        ...[8, 4, 4].map((item) => this.reserve(item, this.entries)),
        ...[8, 4].map((item) => this.reserve(item, nodes)),
        this.keptCounters,
        this.keep(new NdArray(Float64Array.from(SPREAD), [DINERS, SPREAD.length / DINERS])),
      ];
    } catch (problem) {
      this.end();
      throw problem;
    }
  }

  /** How many passes were made. */
  get passes(): number {
    return this.count(1);
  }

  /** Whether half of the entries are used: more would make it slow. */
  get full(): boolean {
    return this.count(2) >= this.entries / 2;
  }

  /** The statistics of a seat's moves at the root. */
  read(seat: number, moves: readonly Move[]): Tried[] {
    const numbers = BigInt64Array.from(moves, ({ number }) => BigInt(number));
    const [visits, values] = [new BigInt64Array(moves.length), new Float64Array(moves.length)];
    this.engine.call('read_statistics', this.parts, seat, numbers, visits, values);
    return moves.map((move, n) => ({ move, visits: Number(visits[n]), value: values[n]! }));
  }

  private count(index: number): number {
    this.engine.refresh(this.keptCounters);
    return Number(this.counters[index]);
  }
}

/** The least power of two that is at least n and at least 1024. */
function powerOfTwo(n: number): number {
  let power = 1024;
  while (power < n) power *= 2;
  return power;
}
