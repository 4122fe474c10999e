// The memory of the solver: kernels fill it, see bots/solver/search.py, matrix.py and root.py.
import { MATRIX, ROOT, SEARCH } from '../bots.gen.js';
import { type Argument, type Engine, NdArray, Records } from '../engine.js';
import { DRAFT_TABLE, PAYOFFS } from '../layouts.gen.js';
import { Lease } from '../lease.js';

const { MOST, DEPTHS } = MATRIX;

/** The arrays that belong to a workspace alone: bytes of an item, and dimensions. */
const MATRICES: readonly (readonly number[])[] = [
  [8, DEPTHS, MOST, MOST],
  [1, DEPTHS, MOST, MOST],
  [8, DEPTHS, 2, MOST],
  [8, DEPTHS, 2, MOST],
  [8, DEPTHS, 5],
  [8, DEPTHS, MOST * MOST, 2],
  [8, DEPTHS],
  [8, MOST + 1, MOST + 1],
  [8, 2, MOST],
];
const SIZES_AT = 4;
const MOVES = [8, DEPTHS, 2, MOST, 6];
const GAINS = [8, DEPTHS, 2, MOST];
const COUNTERS = [8, SEARCH.LIMIT + 1];

const bytesOf = (array: readonly number[]): number => array.reduce((all, length) => all * length, 1);

/** The bytes of a workspace, without the transposition table. */
export const WORKSPACE_BYTES = [...MATRICES, MOVES, GAINS, COUNTERS].reduce((sum, array) => sum + bytesOf(array), 0);

/** The bytes of a root: payoffs, state, a table, and by player and move its number, chance and value. */
export const rootBytes = (dealer: Records): number =>
  PAYOFFS.size + 8 * ROOT.STATE_SIZE + DRAFT_TABLE.size + dealer.data.byteLength + 2 * MOST * (2 + 8 + 8);

/** A workspace with a transposition table of 2^bits entries. It lies in the module's memory until `end`. */
export class Workspace extends Lease {
  /** The arrays, as kernels take them. */
  readonly parts: readonly Argument[];
  private readonly sizes: NdArray;
  private readonly counters: NdArray;

  constructor(engine: Engine, payoffs: Records, bits: number) {
    super(engine);
    const kept = ([, ...shape]: readonly number[]) => this.keep(new NdArray(new BigInt64Array(bytesOf(shape)), shape));
    const reserved = ([item, ...shape]: readonly number[]) => this.reserve(item!, ...shape);
    try {
      this.sizes = kept(MATRICES[SIZES_AT]!);
      this.counters = kept(COUNTERS);
      this.parts = [
        this.keep(payoffs),
        MATRICES.map((array, n) => (n === SIZES_AT ? this.sizes : reserved(array))),
        reserved(MOVES),
        reserved(GAINS),
        reserved([8, 2 ** bits, SEARCH.ENTRY_BYTES / 8]),
        this.counters,
      ];
    } catch (problem) {
      this.end();
      throw problem;
    }
  }

  /** The number of moves of each player at the root. */
  get moves(): readonly [number, number] {
    const sizes = this.read(this.sizes);
    return [Number(sizes[MATRIX.ROWS]), Number(sizes[MATRIX.COLUMNS])];
  }

  /** Solve the root, or go on with it: until it is solved, or for so many states. Whether it is solved. */
  solve(state: BigInt64Array, most = Infinity): boolean {
    const counters = this.read(this.counters);
    counters[SEARCH.STOP] = 0n;
    counters[SEARCH.LIMIT] = most === Infinity ? 0n : counters[SEARCH.NODES]! + BigInt(most);
    this.engine.update(this.counters);
    this.engine.call('value_of', this.parts, 0, ...state);
    return this.read(this.counters)[SEARCH.STOP] === 0n;
  }

  /** The number of states that were visited: more than once, if the search went on after a break. */
  get nodes(): number {
    return Number(this.read(this.counters)[SEARCH.NODES]);
  }

  /** The number of those with a mixed strategy. */
  get mixed(): number {
    return Number(this.read(this.counters)[SEARCH.MIXED]);
  }

  private read(array: NdArray): BigInt64Array {
    this.engine.refresh(array);
    return array.data as BigInt64Array;
  }
}
