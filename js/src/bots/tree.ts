// The bot that searches: Monte Carlo tree search over sampled tables that agree with what its seat has seen.
import { DICE_CANDIDATES, OPTIONS, type Options, SPREAD, TREE } from '../bots.gen.js';
import { Records } from '../engine.js';
import type { Move } from '../notation.js';
import type { Setting } from '../settings.js';
import type { View } from '../views.js';
import { Bot, type BotOptions } from './bot.js';
import { Clock, finish } from './clock.js';
import { DiceTries } from './dice_tries.js';
import { imagine, moveOf, quickDealer, seatOf } from './imagine.js';
import { SearchTree } from './search_tree.js';
import { meanWeights, outlookFor } from './weights.js';

/** The number of passes of a search, or one for each kind of search. */
export type Budget = number | Readonly<Record<string, number>>;

export interface TreeOptions extends BotOptions {
  /** The most seconds for a move. */
  readonly seconds?: number | null | undefined;
  /** The number of passes for a move: a search that reaches it is reproducible. */
  readonly budget?: Budget | null | undefined;
  /** The weight of the win in the value of an ended game; with 0 it plays for the margin alone. */
  readonly win?: number | undefined;
}

/** What a search has found out about a move. */
export interface Tried {
  readonly move: Move;
  readonly visits: number;
  /** The estimated share of the win. */
  readonly value: number;
}

/** Searches for a time (`seconds`) or a number of passes (`budget`), with both until the first of them is reached. */
export class TreeBot extends Bot {
  readonly budget: Budget | null;
  readonly win: number;

  constructor(options: TreeOptions = {}) {
    const { seconds = null, budget = null, win = TREE.WIN } = options;
    if (budget !== null && !isBudget(budget)) {
      throw new RangeError(`budget must be a whole number of passes, at least 1, not ${budget as number}.`);
    }
    if (seconds !== null && !(seconds > 0 && seconds < Infinity)) {
      throw new RangeError(`seconds must be more than 0, not ${seconds}.`);
    }
    if (!(win >= 0 && win <= 1)) throw new RangeError(`win must be between 0 and 1, not ${win}.`);
    super(options, seconds ?? (budget === null ? 0.2 : null));
    this.budget = budget;
    this.win = win;
  }

  /** Search a view: what is known of each move. */
  search(view: View): Tried[] {
    return finish(this.searching(view, new Clock(this.seconds)));
  }

  protected *thinking(view: View, clock: Clock): Generator<void, Move> {
    this.shortened = false;
    if (view.moves.length === 1) return view.moves[0]!;
    return yield* this.deciding(view, clock);
  }

  /** The choice among several moves; `betweenTwo` are the search options for two players. */
  protected *deciding(view: View, clock: Clock, betweenTwo = OPTIONS.FOR_TWO): Generator<void, Move> {
    return mostVisited(yield* this.searching(view, clock, betweenTwo));
  }

  /** Search for the time that a clock has left; `betweenTwo` are the search options for two players. */
  protected *searching(view: View, clock: Clock, betweenTwo = OPTIONS.FOR_TWO): Generator<void, Tried[]> {
    const dealer = quickDealer(this.random.bits());
    if (view.setting.tableKind === 'roll') return yield* this.searchDice(view, clock, dealer);
    return yield* this.searchCards(view, clock, dealer, view.setting.seats === 2 ? betweenTwo : OPTIONS.FOR_MORE);
  }

  /** The number of passes of a kind of search; null if only the time limits them. */
  protected passesOf(kind: string): number | null {
    return this.budget !== null && typeof this.budget === 'object' ? this.budget[kind]! : this.budget;
  }

  /** Note whether the time is up while passes of the budget are left. */
  protected noteTime(clock: Clock, left: number): void {
    this.shortened ||= this.budget !== null && left > 0 && clock.up;
  }

  private *searchCards(view: View, clock: Clock, dealer: Records, options: Options): Generator<void, Tried[]> {
    const seat = seatOf(view);
    const kind = view.setting.tableKind;
    const byTime = Math.trunc((clock.left ?? 0) * TREE.MOST_PASSES_A_SECOND) + TREE.CHUNK;
    let passes = Math.min(TREE.MOST_PASSES, this.passesOf(searchKind(view.setting)) ?? byTime);
    const tree = new SearchTree(view.engine, passes);
    try {
      const roots = tree.keep(imagine(view, this.random.bits(), TREE.SAMPLES));
      const work = tree.keep(new Records(view.setting.tableLayout));
      const player = kind === 'draft' ? [seat, meanWeights(view.setting)] : [];
      const rest = [this.options(options), outlookFor(view.setting), ...player];
      tree.keep(dealer);
      while (passes > 0 && !tree.full && !(clock.up && tree.passes)) {
        view.engine.call(`grow_${kind}`, roots, work, dealer, tree.parts, Math.min(TREE.CHUNK, passes), ...rest);
        passes -= TREE.CHUNK;
        yield;
      }
      this.noteTime(clock, passes);
      return tree.read(seat, view.moves);
    } finally {
      tree.end();
    }
  }

  private *searchDice(view: View, clock: Clock, dealer: Records): Generator<void, Tried[]> {
    const weights = meanWeights(view.setting);
    const roots = imagine(view, this.random.bits());
    const numbers = new BigInt64Array(DICE_CANDIDATES);
    const found = view.engine.call('dice_candidates', roots, seatOf(view), weights, numbers)[0]!;
    const tries = new DiceTries(numbers.slice(0, found), Float64Array.from(SPREAD));
    const rest = [
      weights,
      this.options(OPTIONS.FOR_DICE),
      outlookFor(view.setting),
      new Int16Array(view.setting.movesEnd),
    ];
    const work = new Records(view.setting.tableLayout);
    let passes = this.passesOf(searchKind(view.setting)) ?? 2 ** 30;
    while (passes > 0 && !(clock.up && tries.any)) {
      const several = Math.min(TREE.DICE_CHUNK, passes);
      view.engine.call('try_dice', roots, work, dealer, ...tries.parts, several, ...rest);
      passes -= TREE.DICE_CHUNK;
      yield;
    }
    this.noteTime(clock, passes);
    return tries.read((number) => moveOf(view, number));
  }

  /** Search options with the weight of the win that this bot has. */
  private options([exploration, , ...others]: Options): number[] {
    return [exploration, this.win, ...others];
  }
}

/** The kind of search at a table: `two` or `more` who draft, `battle`, or `roll`. */
export function searchKind({ tableKind, seats }: Setting): string {
  if (tableKind !== 'draft') return tableKind;
  return seats === 2 ? 'two' : 'more';
}

/** Whether each number of passes is a whole one, at least 1. */
function isBudget(budget: Budget): boolean {
  const passes = typeof budget === 'object' ? Object.values(budget) : [budget];
  return passes.every((n) => n >= 1 && n % 1 === 0);
}

/** The move with the most visits. */
export function mostVisited(tried: readonly Tried[]): Move {
  return tried.reduce((best, other) => (other.visits > best.visits ? other : best)).move;
}
