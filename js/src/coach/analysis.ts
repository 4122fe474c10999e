// A view, the trials of its moves, and the exact solution of the round if there is one.
import type { NdArray } from '../engine.js';
import type { Move } from '../notation.js';
import type { ByMove, Solution } from '../solver/solution.js';
import type { View } from '../views.js';
import { screen } from './candidates.js';
import { type Estimate, estimated } from './estimate.js';
import { type Advice, Explanation } from './explanation.js';
import { ReasonFinder } from './reasons.js';
import { Sampler } from './sampler.js';
import { solutionOf } from './solution.js';
import type { Steps } from './steps.js';
import { tipFor } from './tip.js';
import type { Trials } from './trials.js';

export interface AnalysisOptions {
  /** The number of simulated games. */
  readonly budget: number;
  /** A time limit. */
  readonly seconds?: number | undefined;
  readonly seed: number | string;
  /** Moves that are measured whatever a screening says. */
  readonly required: readonly Move[];
}

export class Analysis {
  readonly finder: ReasonFinder;

  private constructor(
    readonly view: View,
    readonly seat: number,
    readonly solution: Solution | undefined,
    readonly trials: Trials,
    readonly screening: Trials | undefined,
  ) {
    this.finder = new ReasonFinder(view, trials);
  }

  /** Analyse a view in steps. */
  static *of(view: View, { budget, seconds, seed, required }: AnalysisOptions): Steps<Analysis> {
    const { seat } = view;
    if (seat === null) throw new RangeError('A spectator has nothing to choose.');
    if (!view.moves.length) throw new RangeError('There is nothing to choose for this seat now.');
    const deadline = seconds === undefined ? Infinity : performance.now() + 1000 * seconds;
    const sampler = new Sampler(view, seat, seed, deadline);
    const solution = yield* solutionOf(view, seconds);
    const solved = solution ? [bestBy(solution.cardValues[seat]!, view.moves)] : [];
    const { moves, games, screening } = yield* screen(sampler, budget, [...required, ...solved]);
    const trials = yield* sampler.trials(moves, games);
    return new Analysis(view, seat, solution, trials, screening);
  }

  /** The explanation: advice on every move, the best first. */
  explanation(): Explanation {
    const { view, seat, solution, trials, screening } = this;
    const advice = trials.moves.map((move) => this.measured(move));
    if (screening) advice.push(...this.screened(screening));
    advice.sort((one, other) => other.margin - one.margin);
    const { move, reasons } = advice[0]!;
    return new Explanation(view.setting, seat, advice, !!solution, trials.tables, tipFor(view, move, reasons));
  }

  /** Advice on a move that was measured. */
  private measured(move: Move): Advice {
    const margin = this.exactMargin(move) ?? this.trials.margin(move);
    return adviceOn(move, margin, this.trials.win(move), this.finder);
  }

  /** Advice on the moves that were screened but not measured. */
  private screened(screening: Trials): Advice[] {
    const finder = new ReasonFinder(this.view, screening);
    const { trials } = this;
    return screening.moves
      .filter((move) => trials.column(move) < 0)
      .map((move) => {
        const margin = this.exactMargin(move) ?? this.behind(screening, screening.margins, trials.margins, move);
        const { value, error } = this.behind(screening, screening.wins, trials.wins, move);
        return adviceOn(move, margin, { value: Math.min(Math.max(value, 0), 1), error }, finder);
      });
  }

  /** Estimate a screened move: the mean of the measured moves, plus its difference from them at the screening. */
  private behind(screening: Trials, atScreening: NdArray, tried: NdArray, move: Move): Estimate {
    const measured = BigInt64Array.from(this.trials.moves, (other) => BigInt(screening.column(other)));
    const column = screening.column(move);
    return estimated(this.view.engine, 'estimate_screened', atScreening, column, measured, tried);
  }

  /**
   * The margin of a move by the solution, if there is one. In the last round it is exact. Before, the solution gives
   * the differences between moves, the trials their mean.
   */
  private exactMargin(move: Move): Estimate | undefined {
    const { solution, trials } = this;
    if (!solution) return undefined;
    const { cardValues, exact, margin, value } = solution;
    const values = cardValues[this.seat]!;
    const own = values[move.text]!;
    if (exact) return { value: own + margin - value, error: 0 };
    const solved = Float64Array.from(trials.moves, ({ text }) => values[text]!);
    const level = estimated(this.view.engine, 'estimate_level', trials.margins, solved);
    return { value: own + level.value, error: level.error };
  }
}

/** The first of the moves with the highest value. */
export function bestBy(values: ByMove, moves: readonly Move[]): Move {
  return moves.reduce((best, move) => (values[move.text]! > values[best.text]! ? move : best));
}

const adviceOn = (move: Move, margin: Estimate, win: Estimate, finder: ReasonFinder): Advice => ({
  move,
  margin: margin.value,
  marginError: margin.error,
  win: win.value,
  winError: win.error,
  reasons: finder.reasons(move),
});
