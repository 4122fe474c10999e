// Reasons for a move: measured differences in points by plate and dish, as codes with parameters.
import { BILL_DISHES, CODES, NONE, REASON_ROWS, REASON_WIDTH } from '../coach.gen.js';
import { NdArray } from '../engine.js';
import { type Move, letter } from '../notation.js';
import { DINERS, FACES } from '../tables.gen.js';
import { type Language, say } from '../texts.js';
import type { View } from '../views.js';
import type { Trials } from './trials.js';

/**
 * A code with its parameters: `points`, `error`, and where they apply `dish`, `card` and `who` (a seat). Points are
 * above zero if the difference is good for the seat that chooses.
 */
export interface Reason {
  readonly code: string;
  readonly params: ReasonParams;
}

export interface ReasonParams {
  readonly who?: number;
  readonly dish?: string;
  readonly card?: string;
  readonly points?: number;
  readonly error?: number;
}

/** Reasons as one short sentence. `names` are those of the seats; left out, seats are named by letters. */
export function reasonWords(reasons: readonly Reason[], language: Language = 'en', names?: readonly string[]): string {
  return reasons.map((reason) => inWords(reason, language, names)).join('; ');
}

function inWords({ code, params }: Reason, language: Language, names?: readonly string[]): string {
  const { who, dish, card, points } = params;
  const name = (word: string): string => say(language, `dish.${word}.name`);
  return say(language, `coach.reason.${code}`, {
    ...(who !== undefined && { name: names?.[who] ?? letter(who) }),
    ...(dish && { dish: name(dish) }),
    ...(card && { card: name(card) }),
    ...(points && { points: shown(language, points) }),
  });
}

/** Points with a sign and one decimal, halves rounded to an even digit. */
function shown(language: Language, points: number): string {
  const size = Math.abs(points);
  const digits = (size % 1 === 0.25 ? size - 0.05 : size).toFixed(1);
  return `${points < 0 ? '−' : '+'}${language === 'en' ? digits : digits.replace('.', ',')}`;
}

/** Finds the reasons for the moves of a view in their trials. */
export class ReasonFinder {
  private readonly totals: NdArray;

  constructor(
    private readonly view: View,
    private readonly trials: Trials,
  ) {
    const shape = [trials.tables, DINERS, BILL_DISHES.length];
    this.totals = new NdArray(new BigInt64Array(shape.reduce((all, length) => all * length)), shape);
    view.engine.call('add_bills', trials.bills, this.totals);
  }

  /** The reasons by which a move differs from the mean of the others. */
  reasons(move: Move): Reason[] {
    return this.find(this.trials.column(move), NONE);
  }

  /** The reasons by which a move differs from one other. */
  reasonsAgainst(move: Move, other: Move): Reason[] {
    return this.find(this.trials.column(move), this.trials.column(other));
  }

  private find(column: number, rival: number): Reason[] {
    const { engine, setting, record, seat } = this.view;
    const { numbers, bills } = this.trials;
    const rows = new BigInt64Array(REASON_ROWS * REASON_WIDTH);
    const [n] = engine.call(
      `${setting.tableKind}_reasons`,
      ...[record, seat!, numbers, bills, this.totals, column, rival, new NdArray(rows, [REASON_ROWS, REASON_WIDTH])],
    );
    return Array.from({ length: n! }, (_, row) =>
      this.reason(Array.from(rows.subarray(row * REASON_WIDTH, (row + 1) * REASON_WIDTH), Number)),
    );
  }

  private reason(row: readonly number[]): Reason {
    const [code, points, error, dish, card, who] = row as [number, number, number, number, number, number];
    const { tableKind, handWords } = this.view.setting;
    const word = card === NONE ? undefined : (tableKind === 'roll' ? FACES : handWords)[card]!;
    const params = {
      ...(who !== NONE && { who }),
      ...(dish !== NONE && { dish: BILL_DISHES[dish]! }),
      ...(word && (dish === NONE ? { dish: word } : { card: word })),
      ...(points && { points: points / 100, error: error / 100 }),
    };
    return { code: CODES[code]!, params };
  }
}
