// The exact value of the last die of a round of Sushi Roll for two: see bots/solver/dice.py.
import { quickDealer, tableOf } from '../bots/imagine.js';
import { outlookFor } from '../bots/weights.js';
import { DICE } from '../bots.gen.js';
import { type Argument, NdArray, Records } from '../engine.js';
import type { Position } from '../positions.js';
import { ROUNDS, TOKENS } from '../tables.gen.js';
import type { View } from '../views.js';
import { NotOpen, OutOfMemory } from './refusals.js';

/** The value of each move to the mover. */
export interface LastDie {
  readonly mover: number;
  /** The mover's points so far less the other player's. */
  readonly lead: number;
  readonly lastRound: boolean;
  /** By the numbers of the moves: the expected margin, or the share of the win. */
  readonly values: ReadonlyMap<number, number>;
  /** The move with the highest value. */
  readonly best: number;
  readonly states: number;
}

export interface LastDieOptions {
  /** Whether values are shares of the win; else they are margins. */
  readonly toWin?: boolean | undefined;
  /** The most bytes to take. */
  readonly memory?: number | undefined;
}

/** The exact value of each move of the mover; `NotOpen` unless there are two players with at most one die each. */
export function solveLastDie(
  position: Position | View,
  { toWin = false, memory = Infinity }: LastDieOptions = {},
): LastDie {
  const { engine, setting } = position;
  const table = tableOf(position);
  const refusal = engine.call('refusal_of_dice', table)[0]!;
  if (refusal === DICE.NOT_TWO) throw new NotOpen('solve-two-players', { seats: setting.seats });
  if (refusal !== DICE.OPEN) throw new NotOpen(refusal === DICE.OVER ? 'solve-over' : 'solve-dice-left');
  const [numbers, worths] = [new Int16Array(setting.movesEnd), new Float64Array(setting.movesEnd)];
  const states = new BigInt64Array(1);
  const workspace = [...memos(table, memory), outlookFor(setting), toWin, states];
  const found = engine.call('write_values', workspace, numbers, worths)[0]!;
  const values = new Map(Array.from(numbers.slice(0, found), (number, k) => [number, worths[k]!]));
  const mover = table.get('to_move');
  return {
    mover,
    lead: table.get('points', mover) - table.get('points', 1 - mover),
    lastRound: table.get('round_no') === ROUNDS,
    values,
    best: [...values].reduce((best, other) => (other[1] > best[1] ? other : best))[0],
    states: Number(states[0]),
  };
}

/** The stack of tables, a dealer, and empty memos, in the order in which kernels take them. */
function memos(table: Records, memory: number): Argument[] {
  const mover = table.get('to_move');
  const tokens = (seat: number, token: number): number => table.get('tokens', seat * TOKEN_COUNT + token) + 1;
  const [menus, chopsticks] = [tokens(mover, DICE.MENU_TOKEN), tokens(mover, DICE.CHOPSTICKS_TOKEN)];
  const others = tokens(1 - mover, DICE.MENU_TOKEN);
  const both = memo(DICE.FACES, DICE.FACES, menus, chopsticks);
  const alone = memo(DICE.FACES, menus, chopsticks, DICE.FACES, Math.max(menus, others));
  const work = new Records(table.layout, DICE.LONGEST);
  const needed = both.data.byteLength + alone.data.byteLength + work.data.byteLength;
  if (needed > memory) throw new OutOfMemory(needed, memory);
  work.data.set(table.data);
  return [work, quickDealer(), both, alone];
}

const TOKEN_COUNT = Object.keys(TOKENS).length;

function memo(...shape: number[]): NdArray {
  return new NdArray(new Float64Array(shape.reduce((all, length) => all * length, 1)).fill(NaN), shape);
}
