// Bots by their names, and the levels for people.
import { BOTS as ROWS, type BotRow, LEVELS, PASSES_A_SECOND } from '../bots.gen.js';
import type { Bot } from './bot.js';
import { ChildBot } from './child.js';
import { ExpertBot } from './expert.js';
import { GreedyBot, TunedGreedyBot } from './greedy.js';
import { QuickBot, QuickExpertBot } from './quick.js';
import { RandomBot } from './random.js';
import { SimpleBot } from './simple.js';
import { type Budget, TreeBot } from './tree.js';

type Maker = new (options: Record<string, unknown>) => Bot;

const KINDS: Readonly<Record<string, Maker>> = {
  RandomBot,
  ChildBot,
  GreedyBot,
  TunedGreedyBot,
  SimpleBot,
  TreeBot,
  QuickBot,
  ExpertBot,
  QuickExpertBot,
};

/** The bots that use networks. */
const WITH_NETWORKS: readonly string[] = ['QuickBot', 'ExpertBot', 'QuickExpertBot'];

/** The levels for people, from gentle to strong. */
export { LEVELS };

/** The names of all bots that `make` knows. */
export const BOTS: readonly string[] = Object.keys(ROWS);

type Seed = number | bigint | string;

/** Make a bot from its name and options, `name:option=number:…`; the same seed makes the same bot. */
export function make(spec: string, seed: Seed = 0): Bot {
  const [name = '', ...options] = spec.split(':');
  return build(name, seed, readOptions(name, options));
}

/** Make the bot of a level; with a `share` below 1 it searches for that share of its usual passes and time. */
export function makeLevel(level: string, seed: Seed, share = 1): Bot {
  const { seconds, ...counts } = levelRow(level).usual;
  const less: Record<string, Budget> = mapped(counts, (count) => shareOf(count, share));
  if (seconds !== undefined) less.seconds = (seconds as number) * share;
  return build(level, seed, less);
}

/** About how many seconds a level needs for a move on an ordinary core, where its passes take longest. */
export function usualSeconds(level: string): number {
  const { budget = 0 } = levelRow(level).usual;
  const seconds = mapped(PASSES_A_SECOND, (passes, kind) => numberFor(budget, kind) / passes);
  return Math.max(...Object.values(seconds));
}

/** Whether a level plays better when the network of the game is loaded. */
export function usesNetworks(level: string): boolean {
  return WITH_NETWORKS.includes(levelRow(level).kind);
}

/** A share of a number of passes or states, at least one of each. */
function shareOf(count: Budget, share: number): Budget {
  return typeof count === 'object'
    ? mapped(count, (n) => shareOf(n, share) as number)
    : Math.max(1, Math.trunc(count * share));
}

const numberFor = (budget: Budget, kind: string): number => (typeof budget === 'object' ? budget[kind]! : budget);

function mapped<Value, Result>(
  rows: Readonly<Record<string, Value>>,
  change: (value: Value, name: string) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(rows).map(([name, value]) => [name, change(value, name)]));
}

function build(name: string, seed: Seed, options: Readonly<Record<string, Budget>>): Bot {
  const row = rowOf(name);
  return new KINDS[row.kind]!({ ...row.usual, ...options, seed });
}

function levelRow(level: string): BotRow {
  if (!LEVELS.includes(level)) throw new RangeError(`There is no level ${quoted(level)}.`);
  return rowOf(level);
}

function rowOf(name: string): BotRow {
  if (!Object.hasOwn(ROWS, name)) {
    throw new RangeError(`There is no bot called ${quoted(name)}. Choose one of: ${BOTS.join(', ')}.`);
  }
  return ROWS[name]!;
}

/** Read options such as `budget=500`. */
function readOptions(name: string, options: readonly string[]): Record<string, number> {
  const known = rowOf(name).options;
  const read: Record<string, number> = {};
  for (const option of options) {
    const [, key = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(option)!;
    if (!known.includes(key)) {
      throw new RangeError(`${name} has no option ${quoted(key)}. Its options: ${known.join(', ') || 'none'}.`);
    }
    if (key in read) throw new RangeError(`${key} of ${name} is given twice.`);
    if (!NUMBER.test(value)) throw new RangeError(`${key} of ${name} must be a number, not ${quoted(value)}.`);
    read[key] = Number(value);
  }
  return read;
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** A text in quotation marks, as Python writes it. */
function quoted(text: string): string {
  return text.includes("'") && !text.includes('"') ? `"${text}"` : `'${text.replaceAll("'", "\\'")}'`;
}
