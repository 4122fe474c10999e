// Reviews of recorded games: the decisions that cost most, and the better moves.
import { CLOSER_FACTOR, DOUBTFUL, LEAST_COST, REPORTED, REVIEW_BUDGET } from '../coach.gen.js';
import type { Move } from '../notation.js';
import type { GameRecord } from '../records.js';
import { range } from '../words.js';
import { Comparison } from './comparison.js';
import { type Decision, decisionsOf } from './decisions.js';
import { type Estimate, isSignificant } from './estimate.js';
import type { Reason } from './reasons.js';
import { type StepOptions, type Steps, finish, finishInSteps } from './steps.js';

export interface ReviewOptions {
  /** The number of simulated games for each decision in a first pass. */
  readonly budget?: number;
  readonly seed?: number | string;
}

/** A decision that cost points: the better move, the difference, and the reasons. */
export class Lapse {
  constructor(
    readonly seat: number,
    readonly round: number,
    readonly turn: number,
    readonly played: Move,
    readonly better: Move,
    /** What the decision cost in expected margin, and in the chance to win; the errors are those of the differences. */
    readonly margin: Estimate,
    readonly win: Estimate,
    readonly reasons: readonly Reason[],
  ) {}

  /** The lapse as JSON data, as Python writes it. */
  toJSON(): object {
    const { seat, round, turn, played, better, margin, win, reasons } = this;
    return {
      seat,
      round,
      turn,
      played: played.text,
      better: better.text,
      margin: margin.value,
      margin_error: margin.error,
      win: win.value,
      win_error: win.error,
      reasons,
    };
  }
}

/**
 * The decisions of a game that cost most, at most three a player, in the order in which they were made.
 *
 * Each is judged by what its player could know. Those that seem to cost most in a first pass get ten times as many
 * games in a second. A cost is reported only if it is significant.
 */
export function review(record: GameRecord, options: ReviewOptions = {}): Lapse[] {
  return finish(steps(record, options));
}

/** The same without blocking: other work is done between two chunks of games, and a signal can abort it. */
export function reviewInSteps(record: GameRecord, options: ReviewOptions & StepOptions = {}): Promise<Lapse[]> {
  return finishInSteps(steps(record, options), options);
}

function* steps(record: GameRecord, { budget = REVIEW_BUDGET, seed = 0 }: ReviewOptions): Steps<Lapse[]> {
  const decisions = decisionsOf(record);
  const costs: Estimate[] = [];
  for (const [n, decision] of decisions.entries()) {
    costs.push((yield* Comparison.of(decision, budget, `${seed} ${n}`)).margin);
  }
  const seats = range(record.setting.seats);
  const closer = seats.flatMap((seat) => doubtful(decisions, costs, seat)).sort((one, other) => one - other);
  const lapses: Lapse[] = [];
  for (const n of closer) {
    const lapse = yield* lapseOf(decisions[n]!, CLOSER_FACTOR * budget, `${seed} ${n} closer`);
    if (lapse) lapses.push(lapse);
  }
  const reported = seats.flatMap((seat) => costliest(lapses, seat));
  return lapses.filter((lapse) => reported.includes(lapse));
}

/** The numbers of a seat's decisions that may have cost most, by the lower end of the cost's interval. */
function doubtful(decisions: readonly Decision[], costs: readonly Estimate[], seat: number): number[] {
  const least = (n: number): number => costs[n]!.error - costs[n]!.value;
  return range(decisions.length)
    .filter((n) => decisions[n]!.seat === seat && costs[n]!.value > 0)
    .sort((one, other) => least(one) - least(other))
    .slice(0, DOUBTFUL);
}

/** The lapses of a seat that cost most. */
const costliest = (lapses: readonly Lapse[], seat: number): Lapse[] =>
  lapses
    .filter((lapse) => lapse.seat === seat)
    .sort((one, other) => other.margin.value - one.margin.value)
    .slice(0, REPORTED);

/** The lapse in a decision; none unless its cost is significant, at least LEAST_COST, and not a gain in wins. */
function* lapseOf(decision: Decision, budget: number, seed: string): Steps<Lapse | undefined> {
  const comparison = yield* Comparison.of(decision, budget, seed);
  const { analysis, better, margin, played, win } = comparison;
  const losesInstead = isSignificant(win) && win.value < 0;
  if (!isSignificant(margin) || margin.value < LEAST_COST || losesInstead) return undefined;
  const { view, seat } = decision;
  const reasons = analysis.finder.reasonsAgainst(better, played);
  return new Lapse(seat, view.round, view.turn, played, better, margin, win, reasons);
}
