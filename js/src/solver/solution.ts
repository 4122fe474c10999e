// Solve a position: its value, optimal mixed strategies of both players, and the value of each move.
import { Clock, finish, finishPatiently } from '../bots/clock.js';
import { quickDealer, tableOf } from '../bots/imagine.js';
import { dessertCardPrice } from '../bots/weights.js';
import { MATRIX, ROOT, SEARCH, SOLUTION } from '../bots.gen.js';
import { NdArray, Records } from '../engine.js';
import { PAYOFFS } from '../layouts.gen.js';
import { notationFor } from '../notation.js';
import type { Position } from '../positions.js';
import type { Setting } from '../settings.js';
import { ROUNDS } from '../tables.gen.js';
import { type Language, say } from '../texts.js';
import { View } from '../views.js';
import { solveLastDie } from './last_die.js';
import { NotOpen, OutOfMemory, OutOfStates, OutOfTime } from './refusals.js';
import { WORKSPACE_BYTES, Workspace, rootBytes } from './workspace.js';
import { written } from './written.js';

export interface SolveOptions {
  /** The price of a dessert card before the last round; left out, what one brings on average. */
  readonly dessertPrice?: number | null | undefined;
  /** Whose value is asked for; left out, the seat of the view, or seat 0. */
  readonly seat?: number | null | undefined;
  /** The most bytes to take, 64 MB if left out: more are faster with nine cards or ten in hand. */
  readonly memory?: number | undefined;
  /** After so many seconds it gives up with `OutOfTime`. */
  readonly seconds?: number | undefined;
  /** After so many states it gives up with `OutOfStates`. */
  readonly states?: number | null | undefined;
}

/** Numbers by the texts of moves. */
export type ByMove = Readonly<Record<string, number>>;

/**
 * A solved position.
 *
 * `value` is the expected margin of this round for `seat`: its points less the other's, with what lies on the plates
 * already, plus the dessert: at its price, and in the last round for what it brings. Where the lowest total wins, the
 * margin is turned around: more is better there, too.
 */
export interface Solution {
  readonly seat: number;
  readonly value: number;
  /** The value with the points of both so far: in round 3 the expected margin of the whole game. */
  readonly margin: number;
  /** For each seat: how likely each move is in an optimal mixed strategy; moves that are not played are left out. */
  readonly strategies: readonly [ByMove, ByMove];
  /** For each seat: what each of its moves is worth to it against the other's strategy. */
  readonly cardValues: readonly [ByMove, ByMove];
  /** Whether the value is that of the game. */
  readonly exact: boolean;
  /** What the value stands for: the key and the parameters of its text. */
  readonly noteCode: string;
  readonly noteParams: Readonly<Record<string, string>>;
  /** The number of states that were solved, and of those with a mixed strategy. */
  readonly nodes: number;
  readonly mixed: number;
  readonly seconds: number;
}

const MEMORY = 64_000_000;

const REFUSALS: Readonly<Record<number, string>> = {
  [ROOT.NOT_TWO]: 'solve-two-players',
  [ROOT.CARDS_TO_DRAW]: 'solve-cards-to-draw',
  [ROOT.UNFIT_DESSERT]: 'solve-dessert',
  [ROOT.OVER]: 'solve-over',
  [ROOT.NO_CHOICE]: 'solve-no-choice',
};

/**
 * Solve the rest of the round for two players with open hands, or the last die of Sushi Roll.
 *
 * What cannot be solved is refused with `NotOpen`, `OutOfMemory`, `OutOfStates` or `OutOfTime`.
 */
export function solve(position: Position | View, options: SolveOptions = {}): Solution {
  return finish(solving(position, options, new Clock(options.seconds ?? null)));
}

/** The same, and the event loop has its turn every few milliseconds; a signal cancels it, with `OutOfTime`. */
export function solveInSteps(
  position: Position | View,
  { signal, ...options }: SolveOptions & { readonly signal?: AbortSignal } = {},
): Promise<Solution> {
  return finishPatiently(
    solving(position, options, new Clock(options.seconds ?? null, signal ?? new AbortController().signal)),
  );
}

/** Solve in steps, until a clock is up. */
export function* solving(position: Position | View, options: SolveOptions, clock: Clock): Generator<void, Solution> {
  const begun = performance.now();
  const solved =
    position.setting.tableKind === 'roll' ? solveDice(position, options) : yield* solveCards(position, options, clock);
  return { ...solved, seconds: (performance.now() - begun) / 1000 };
}

/** Visit states until the root is solved. With a limit that is done in steps, each a few milliseconds long. */
function* search(workspace: Workspace, state: BigInt64Array, clock: Clock, states: number): Generator<void, void> {
  // Later steps are longer: each finds again what is solved, and has to solve some more.
  const step = () => (clock.isLimited ? Math.max(STEP, Math.floor(workspace.nodes / STEPS)) : Infinity);
  while (!workspace.solve(state, Math.min(step(), states - workspace.nodes))) {
    if (workspace.nodes >= states) throw new OutOfStates('solve-states', { states });
    yield;
    if (clock.signal?.aborted) throw new OutOfTime('solve-cancelled');
    if (clock.up) throw new OutOfTime('solve-time', { seconds: written(clock.seconds!, 6) });
  }
}

const STEP = 4096;
const STEPS = 64;

/** What the value of a solution stands for, in a sentence; the texts of the language must be loaded. */
export function noteOf({ noteCode, noteParams }: Solution, language: Language = 'en'): string {
  const { dessert } = noteParams;
  const words = dessert ? { ...noteParams, dessert: say(language, `dessert.${dessert}.name`) } : noteParams;
  return say(language, `solve.note.${noteCode}`, words);
}

type Solved = Omit<Solution, 'seconds'>;

function* solveCards(position: Position | View, options: SolveOptions, clock: Clock): Generator<void, Solved> {
  const { engine, setting } = position;
  const table = openTable(position);
  const [round, held] = [table.get('round_no'), table.get('held')];
  const price = options.dessertPrice ?? dessertCardPrice(setting, round);
  const dealer = quickDealer();
  const bits = tableBits(held, options.memory ?? MEMORY, rootBytes(dealer));
  const payoffs = new Records(PAYOFFS);
  const state = new BigInt64Array(ROOT.STATE_SIZE);
  const work = new Records(table.layout);
  const banked = engine.call('write_root', table, work, dealer, price, payoffs, state)[0]!;
  const workspace = new Workspace(engine, payoffs, bits);
  try {
    const numbers = new NdArray(new Int16Array(2 * MATRIX.MOST), [2, MATRIX.MOST]);
    engine.call('write_root_moves', workspace.parts, table, state, numbers);
    yield* search(workspace, state, clock, options.states ?? Infinity);
    const [mixes, worths] = [byMove(), byMove()];
    const value = engine.call('read_root', workspace.parts, banked, mixes, worths)[0]!;
    const moves = workspace.moves.map((n, side) =>
      Array.from(rowOf(numbers, side, n), (number) => notationFor(setting).move(number).text),
    ) as [string[], string[]];
    const seat = seatFor(position, options);
    const sign = seat === 0 ? 1 : -1;
    const lead = (table.get('points', 0) - table.get('points', 1)) * (setting.variantRules.lowestWins ? -1 : 1);
    const last = round === ROUNDS;
    return {
      seat,
      value: sign * value,
      margin: sign * (value + lead),
      strategies: [0, 1].map((side) => played(moves[side]!, rowOf(mixes, side))) as [ByMove, ByMove],
      cardValues: [0, 1].map((side) => byText(moves[side]!, rowOf(worths, side))) as [ByMove, ByMove],
      exact: last,
      noteCode: noteCode(setting, last),
      noteParams: last ? {} : { price: written(price, 2), dessert: setting.dessert ?? 'pudding' },
      nodes: workspace.nodes,
      mixed: workspace.mixed,
    };
  } finally {
    workspace.end();
  }
}

/** Solve the last die of a round of Sushi Roll; only the mover has moves. */
function solveDice(position: Position | View, options: SolveOptions): Solved {
  const { mover, lead, lastRound, values, best, states } = solveLastDie(position, {
    memory: options.memory ?? MEMORY,
  });
  const seat = seatFor(position, options);
  const sign = seat === mover ? 1 : -1;
  const margin = sign * values.get(best)!;
  const text = (number: number): string => notationFor(position.setting).move(number).text;
  const worths = [...values].map(([number, value]) => [text(number), value - lead] as const);
  const forMover = (moves: ByMove): [ByMove, ByMove] => (mover === 0 ? [moves, {}] : [{}, moves]);
  return {
    seat,
    value: margin - sign * lead,
    margin,
    strategies: forMover({ [text(best)]: 1 }),
    cardValues: forMover(Object.fromEntries(worths)),
    exact: lastRound,
    noteCode: lastRound ? 'game-dice' : 'round-dice',
    noteParams: {},
    nodes: states,
    mixed: 0,
  };
}

/** The seat that values are for. */
function seatFor(position: Position | View, { seat }: SolveOptions): number {
  return seat ?? (position instanceof View ? position.seat : null) ?? 0;
}

/** The table of a position or view; NotOpen if the solver does not support it. */
function openTable(position: Position | View): Records {
  const { setting } = position;
  if (setting.tableKind !== 'draft') throw new NotOpen('solve-not-drafting');
  const table = tableOf(position);
  const refusal = position.engine.call('refusal_of_root', table)[0]!;
  if (refusal !== ROOT.OPEN) {
    const params = { [ROOT.NOT_TWO]: { seats: setting.seats }, [ROOT.UNFIT_DESSERT]: { dessert: setting.dessert } };
    throw new NotOpen(REFUSALS[refusal]!, (params as Record<number, Record<string, unknown>>)[refusal] ?? {});
  }
  const unseen = position instanceof View ? position.unseen.reduce((sum, n) => sum + n, 0) : 0;
  if (unseen) throw new NotOpen('solve-unseen', { n: unseen });
  return table;
}

/** The power of 2 of the transposition table: four times as many entries for each card in hand, as far as they fit. */
function tableBits(held: number, memory: number, taken: number): number {
  const wanted = Math.min(SOLUTION.MOST_BITS, 4 + 2 * held);
  const entries = (memory - taken - WORKSPACE_BYTES) / SEARCH.ENTRY_BYTES;
  const bits = entries >= 1 ? Math.min(wanted, Math.floor(Math.log2(entries))) : -1;
  const least = Math.min(SOLUTION.LEAST_BITS, wanted);
  if (bits < least) throw new OutOfMemory(taken + WORKSPACE_BYTES + SEARCH.ENTRY_BYTES * 2 ** least, memory);
  return bits;
}

/** An array with a number for each player and move. */
const byMove = (): NdArray => new NdArray(new Float64Array(2 * MATRIX.MOST), [2, MATRIX.MOST]);

/** The numbers of a player. */
function rowOf({ data }: NdArray, side: number, n: number = MATRIX.MOST): number[] {
  return Array.from(data as Float64Array | Int16Array).slice(side * MATRIX.MOST, side * MATRIX.MOST + n);
}

const byText = (texts: readonly string[], numbers: readonly number[]): ByMove =>
  Object.fromEntries(texts.map((text, n) => [text, numbers[n]!]));

/** The moves that a mixed strategy plays, and how likely each is. */
const played = (texts: readonly string[], mix: readonly number[]): ByMove =>
  Object.fromEntries(Object.entries(byText(texts, mix)).filter(([, chance]) => chance > 0));

/** The key of the text that tells what the value stands for. */
function noteCode({ dessertRules }: Setting, last: boolean): string {
  if (last) return dessertRules.values || dessertRules.die ? 'game-luck' : 'game';
  return dessertRules.squishy ? 'round-squishy' : 'round';
}
