// The guided search: a tree search of a round of drafting in which a network proposes and values moves.
import { GUIDED } from '../bots.gen.js';
import { type Argument, type Engine, NdArray, Records } from '../engine.js';
import { Lease } from '../lease.js';
import type { View } from '../views.js';
import type { Clock } from './clock.js';
import { imagine, quickDealer, seatOf } from './imagine.js';
import type { Player } from './networks.js';
import type { Stream } from './stream.js';
import type { Tried } from './tree.js';

/** The memory of a guided search: kernels fill it, see bots/guided_kernels.py. It lies in the module's until `end`. */
class GuidedTree extends Lease {
  /** The arrays, as kernels take them. */
  readonly parts: readonly Argument[];
  private readonly counters = new BigInt64Array([1n, 0n, 0n]);
  private readonly keptCounters: NdArray;
  private readonly moves: number;
  private readonly nodes: number;

  constructor(engine: Engine, passes: number, seats: number) {
    super(engine);
    this.moves = powerOfTwo(passes * seats * GUIDED.MOVES_A_PASS);
    this.nodes = powerOfTwo(passes * seats * GUIDED.NODES_A_PASS);
    try {
      this.keptCounters = this.keep(new NdArray(this.counters, [3]));
      this.parts = [
        ...[8, 4, 4, 4].map((item) => this.reserve(item, this.moves)),
        ...[8, 4, 4, 4].map((item) => this.reserve(item, this.nodes)),
        this.keptCounters,
      ];
    } catch (problem) {
      this.end();
      throw problem;
    }
  }

  /** Whether a pass was made. */
  get begun(): boolean {
    return this.count(1) > 0;
  }

  /** Whether a table is half full: more would make it slow. */
  get full(): boolean {
    return 2 * this.count(2) > this.moves || 2 * this.count(0) > this.nodes;
  }

  private count(index: number): number {
    this.engine.refresh(this.keptCounters);
    return Number(this.counters[index]);
  }
}

/** Search a view for a number of passes or the time of a clock: what is known of each move, and the passes left. */
export function* searchGuided(
  view: View,
  guide: Player,
  random: Stream,
  clock: Clock,
  passes: number | null,
): Generator<void, [tried: Tried[], left: number]> {
  const { engine, code, layers } = guide;
  const byTime = Math.trunc((clock.left ?? 0) * GUIDED.MOST_PASSES_A_SECOND) + GUIDED.CHUNK;
  let left = Math.min(GUIDED.MOST_PASSES, passes ?? byTime);
  const dealer = quickDealer(random.bits());
  const roots = imagine(view, random.bits(), GUIDED.SAMPLES);
  const tree = new GuidedTree(engine, left, view.setting.seats);
  try {
    const work = tree.keep(new Records(view.setting.tableLayout));
    tree.keep(roots);
    tree.keep(dealer);
    while (left > 0 && !tree.full && !(clock.up && tree.begun)) {
      const several = Math.min(GUIDED.CHUNK, left);
      engine.call('grow_guided', roots, work, dealer, tree.parts, several, GUIDED.EXPLORATION, code, layers);
      left -= GUIDED.CHUNK;
      yield;
    }
    return [read(view, engine, roots, tree.parts), left];
  } finally {
    tree.end();
  }
}

function read(view: View, engine: Engine, roots: Records, tree: readonly Argument[]): Tried[] {
  const numbers = BigInt64Array.from(view.moves, ({ number }) => BigInt(number));
  const [visits, values] = [new BigInt64Array(numbers.length), new Float64Array(numbers.length)];
  engine.call('read_guided', roots, tree, seatOf(view), numbers, visits, values);
  return view.moves.map((move, n) => ({ move, visits: Number(visits[n]), value: values[n]! }));
}

/** The least power of two that is at least n and at least 4096. */
function powerOfTwo(n: number): number {
  let power = 4096;
  while (power < n) power *= 2;
  return power;
}
