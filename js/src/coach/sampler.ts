// Samples tables that agree with a view, and tries moves on them until an optional deadline.
import { imagine, quickDealer } from '../bots/imagine.js';
import { Stream } from '../bots/stream.js';
import { weightsFor } from '../bots/weights.js';
import { BILL_DISHES, CHUNK, FEWEST_TABLES } from '../coach.gen.js';
import { NdArray, Records } from '../engine.js';
import type { Move } from '../notation.js';
import { DINERS } from '../tables.gen.js';
import type { View } from '../views.js';
import type { Steps } from './steps.js';
import { type Chunk, Trials, numbersOf } from './trials.js';

export class Sampler {
  private readonly random: Stream;
  private readonly weights: Float64Array;
  private readonly dealer: Records;

  constructor(
    readonly view: View,
    readonly seat: number,
    seed: number | string,
    /** When to stop, in milliseconds of `performance.now()`. */
    private readonly deadline = Infinity,
  ) {
    this.random = new Stream(`coach ${seed}`);
    this.weights = weightsFor(view.setting);
    this.dealer = quickDealer();
    this.dealer.set('recording', 1);
  }

  /** Try all moves on the same new tables, for about `games` games in all, or until the deadline. */
  *trials(moves: readonly Move[], games: number): Steps<Trials> {
    let left = Math.max(FEWEST_TABLES, Math.floor(games / moves.length));
    let next = Math.min(left, FEWEST_TABLES);
    const chunks: Chunk[] = [];
    do {
      chunks.push(this.chunk(moves, next));
      left -= next;
      next = Math.min(left, Math.max(FEWEST_TABLES, Math.floor(CHUNK / moves.length)));
      yield;
    } while (left > 0 && performance.now() < this.deadline);
    return new Trials(this.view.engine, moves, chunks);
  }

  /** Try all moves on a number of new tables. */
  private chunk(moves: readonly Move[], tables: number): Chunk {
    const { engine, setting } = this.view;
    const roots = imagine(this.view, this.random.bits(), tables);
    const luck = BigUint64Array.from({ length: tables }, () => this.random.word());
    const games = tables * moves.length;
    const bills = new Int16Array(games * DINERS * BILL_DISHES.length);
    const points = new NdArray(new Int16Array(games * DINERS), [tables, moves.length, DINERS]);
    const winners = new NdArray(new Int8Array(games), [tables, moves.length]);
    engine.call(
      `try_${setting.tableKind}`,
      roots,
      luck,
      new Records(setting.tableLayout),
      this.dealer,
      this.seat,
      numbersOf(moves),
      this.weights,
      new Int16Array(setting.movesEnd),
      new NdArray(bills, [tables, moves.length, DINERS, BILL_DISHES.length]),
      points,
      winners,
    );
    const margins = new Float64Array(games);
    const wins = new Float64Array(games);
    const [byMargin, byWin] = [margins, wins].map((samples) => new NdArray(samples, [tables, moves.length]));
    engine.call('read_results', points, winners, this.seat, setting.seats, setting.variantNumber, byMargin!, byWin!);
    return { tables, margins, wins, bills };
  }
}
