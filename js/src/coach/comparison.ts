// The move that was played compared with the best one.
import type { NdArray } from '../engine.js';
import type { Move } from '../notation.js';
import { Analysis, bestBy } from './analysis.js';
import type { Decision } from './decisions.js';
import { type Estimate, estimated } from './estimate.js';
import type { Steps } from './steps.js';

/**
 * The best move is found on one half of the tables and compared on the other half: the estimate on the half by which
 * it was chosen would be biased upwards.
 */
export class Comparison {
  readonly better: Move;
  private readonly half: number;

  private constructor(
    readonly analysis: Analysis,
    readonly played: Move,
  ) {
    const { solution, seat, trials } = analysis;
    this.half = Math.floor(trials.tables / 2);
    this.better = solution
      ? bestBy(solution.cardValues[seat]!, trials.moves)
      : trials.moves[Number(trials.order(this.half)[0])]!;
  }

  /** Compare a decision in steps. */
  static *of({ view, played }: Decision, budget: number, seed: string): Steps<Comparison> {
    return new Comparison(yield* Analysis.of(view, { budget, seed, required: [played] }), played);
  }

  /** The margin of the best move less that of the move played. */
  get margin(): Estimate {
    const { solution, seat, trials } = this.analysis;
    if (!solution) return this.difference(trials.margins);
    const values = solution.cardValues[seat]!;
    return { value: values[this.better.text]! - values[this.played.text]!, error: 0 };
  }

  /** The chance to win of the best move less that of the move played. */
  get win(): Estimate {
    return this.difference(this.analysis.trials.wins);
  }

  /** The mean difference between both moves on the second half of the tables. */
  private difference(samples: NdArray): Estimate {
    const { view, trials } = this.analysis;
    const [better, played] = [trials.column(this.better), trials.column(this.played)];
    return estimated(view.engine, 'estimate_difference', samples, this.half, better, played);
  }
}
