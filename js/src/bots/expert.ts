// The strongest bot: it plays exact solutions where the solver finds one in time, and searches otherwise.
import { EXPERT, OPTIONS, TREE } from '../bots.gen.js';
import type { Move } from '../notation.js';
import { solveLastDie } from '../solver/last_die.js';
import { NotOpen, OutOfMemory, OutOfStates, OutOfTime } from '../solver/refusals.js';
import { type Solution, solving } from '../solver/solution.js';
import type { View } from '../views.js';
import type { Clock } from './clock.js';
import { searchGuided } from './guided.js';
import { moveOf } from './imagine.js';
import { guideFor } from './networks.js';
import { TreeBot, type TreeOptions, type Tried, searchKind } from './tree.js';

/** Why a round is searched instead. */
const UNSOLVED = [NotOpen, OutOfMemory, OutOfStates, OutOfTime];

export interface ExpertOptions extends TreeOptions {
  /** The largest hand that it solves. */
  readonly cards?: number | undefined;
  /** The most states that it visits to solve a hand. */
  readonly states?: number | null | undefined;
  /** Whether a network guides the search where one fits and is loaded. */
  readonly guided?: number | undefined;
}

/**
 * With two players it solves rounds with open hands and the last dice of a round; all else it searches.
 *
 * If the exact value of the game is a loss, it searches with a model of an opponent who makes mistakes, instead of
 * playing the solution; with `win: 0`, for the margin alone, it plays every solution.
 */
export class ExpertBot extends TreeBot {
  readonly cards: number;
  readonly states: number | null;
  readonly guided: boolean;

  constructor(options: ExpertOptions = {}) {
    super(options);
    const { cards = EXPERT.ALL_CARDS, states = null, guided = 1 } = options;
    if (!(cards >= 0 && cards <= EXPERT.ALL_CARDS && cards % 1 === 0)) {
      throw new RangeError(`cards must be a whole number from 0 to ${EXPERT.ALL_CARDS}, not ${cards}.`);
    }
    if (states !== null && !(states >= 1 && states % 1 === 0)) {
      throw new RangeError(`states must be a whole number of states, at least 1, not ${states}.`);
    }
    this.cards = cards;
    this.states = states;
    this.guided = Boolean(guided) && this.win === TREE.WIN;
  }

  /** Search for the time that a clock has left, guided by a network where one fits. */
  protected override *searching(view: View, clock: Clock, betweenTwo = OPTIONS.FOR_TWO): Generator<void, Tried[]> {
    const guide = this.guided && betweenTwo === OPTIONS.FOR_TWO ? guideFor(view.engine, view.setting) : null;
    if (!guide) return yield* super.searching(view, clock, betweenTwo);
    const passes = this.passesOf(`guided ${searchKind(view.setting)}`);
    const [tried, left] = yield* searchGuided(view, guide, this.random, clock, passes);
    this.noteTime(clock, left);
    return tried;
  }

  protected override *thinking(view: View, clock: Clock): Generator<void, Move> {
    if (view.moves.length === 1 || view.setting.seats !== 2) return yield* super.thinking(view, clock);
    this.shortened = false;
    if (view.setting.tableKind === 'roll') {
      return this.lastDie(view) ?? (yield* this.deciding(view, clock));
    }
    const solution = yield* this.solution(view, clock);
    if (!solution) return yield* this.deciding(view, clock);
    if (this.win && solution.exact && solution.margin < 0) {
      return yield* this.deciding(view, clock, OPTIONS.WHEN_LOST);
    }
    const mix = Object.entries(solution.strategies[solution.seat]!);
    const [text] = mix[this.random.weighted(mix.map(([, chance]) => chance))]!;
    return view.moves.find((move) => move.text === text)!;
  }

  /** The exactly best move if each belt has at most one die left, else null. */
  protected lastDie(view: View): Move | null {
    try {
      return moveOf(view, solveLastDie(view, { toWin: true }).best);
    } catch (problem) {
      if (problem instanceof NotOpen) return null;
      throw problem;
    }
  }

  /** The exact solution of the round; null if it cannot be solved, or not in time. */
  private *solution(view: View, clock: Clock): Generator<void, Solution | null> {
    if (view.hand.length > this.cards) return null;
    try {
      return yield* solving(view, { memory: EXPERT.MEMORY, states: this.states }, clock.part(EXPERT.SOLVING));
    } catch (problem) {
      if (!UNSOLVED.some((kind) => problem instanceof kind)) throw problem;
      this.shortened = this.budget !== null && problem instanceof OutOfTime;
      return null;
    }
  }
}
