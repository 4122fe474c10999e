// Trials: the results of games in which moves were tried, with a row for each table and a column for each move.
import { type Engine, NdArray } from '../engine.js';
import type { Move } from '../notation.js';
import { DINERS } from '../tables.gen.js';
import { BILL_DISHES } from '../coach.gen.js';
import { type Estimate, estimates } from './estimate.js';

/** The results of some tables. */
export interface Chunk {
  readonly tables: number;
  readonly margins: Float64Array;
  readonly wins: Float64Array;
  readonly bills: Int16Array;
}

export class Trials {
  /** The number of tables on which every move was tried. */
  readonly tables: number;
  /** The seat's total less that of the best other player; negated where the lowest total wins. */
  readonly margins: NdArray;
  /** The share of the win. */
  readonly wins: NdArray;
  /** Points by plate and by dish. */
  readonly bills: NdArray;
  readonly numbers: BigInt64Array;
  private estimatedMargins: Estimate[] | undefined;
  private estimatedWins: Estimate[] | undefined;

  constructor(
    private readonly engine: Engine,
    readonly moves: readonly Move[],
    chunks: readonly Chunk[],
  ) {
    this.tables = chunks.reduce((all, { tables }) => all + tables, 0);
    const shape = [this.tables, moves.length];
    const joined = (part: 'margins' | 'wins'): NdArray => {
      const data = new Float64Array(this.tables * moves.length);
      join(
        data,
        chunks.map((chunk) => chunk[part]),
      );
      return new NdArray(data, shape);
    };
    this.margins = joined('margins');
    this.wins = joined('wins');
    const bills = new Int16Array(this.tables * moves.length * DINERS * BILL_DISHES.length);
    join(
      bills,
      chunks.map((chunk) => chunk.bills),
    );
    this.bills = new NdArray(bills, [...shape, DINERS, BILL_DISHES.length]);
    this.numbers = numbersOf(moves);
  }

  /** The column of a move; -1 if it was not tried. */
  column(move: Move): number {
    return this.moves.findIndex(({ number }) => number === move.number);
  }

  /** The expected margin of a move. */
  margin(move: Move): Estimate {
    this.estimatedMargins ??= estimates(this.engine, this.margins);
    return this.estimatedMargins[this.column(move)]!;
  }

  /** The expected share of the win of a move. */
  win(move: Move): Estimate {
    this.estimatedWins ??= estimates(this.engine, this.wins);
    return this.estimatedWins[this.column(move)]!;
  }

  /** The columns by their mean margin, the best first; on the first `tables` tables if that is given. */
  order(tables = this.tables): BigInt64Array {
    const order = new BigInt64Array(this.moves.length);
    this.engine.call('rank_moves', this.margins, 0, tables, order);
    return order;
  }
}

/** The numbers of some moves, for kernels. */
export const numbersOf = (moves: readonly Move[]): BigInt64Array =>
  BigInt64Array.from(moves, ({ number }) => BigInt(number));

function join<Numbers extends Float64Array | Int16Array>(into: Numbers, parts: readonly Numbers[]): void {
  let at = 0;
  for (const part of parts) {
    into.set(part, at);
    at += part.length;
  }
}
