// What the reader has achieved: sums and averages of finished games.
import type { GameResult, ResultOpponent } from '../wire/wire.gen';
import { traitsOf } from './traits';

/** The results in all games. */
export interface ResultsSummary {
  games: number;
  /** Games that the reader has won, alone or with others, and those won with others. */
  wins: number;
  shared: number;
  /** The most played first. */
  byGame: ResultsByGame[];
  /** The most frequent first. */
  byOpponent: ResultsByOpponent[];
  /** The rounds with the most points, the best first; games in which the lowest total wins are left out. */
  bestRounds: BestRound[];
  /** The dishes that were taken most often, the favourite first. */
  dishes: DishCount[];
  /** The last games, the latest at the end. */
  last: PlayedGame[];
}

/** The results in one game: an edition with its variant, and a number of players. */
export interface ResultsByGame {
  menu: string;
  variant: string | null;
  seats: number;
  games: number;
  wins: number;
  /** The average of the points. */
  average: number;
  /** The best points: the fewest where the lowest total wins. */
  best: number;
}

/** The results against an opponent. */
export interface ResultsByOpponent {
  bot: ResultOpponent['bot'];
  /** The name of a person in the latest game. */
  name: string;
  games: number;
  /** Games in which the reader was placed before the opponent. */
  ahead: number;
  /** The average of the reader's points, and that of the opponent's. */
  average: number;
  theirs: number;
}

/** A round of a game, from 1 on. */
export interface BestRound extends Pick<GameResult, 'points' | 'setting' | 'at' | 'table'> {
  round: number;
}

/** How many cards or dice of a dish were taken. */
export interface DishCount {
  dish: string;
  n: number;
}

/** A game with the points of the best of the others. */
export interface PlayedGame extends GameResult {
  bestOther: number;
}

/** The most rows of each list. */
const OPPONENTS = 30;
const ROUNDS = 5;
const DISHES = 8;
const LAST = 20;

type Rules = Parameters<typeof traitsOf>[1];

/** The results in some games, in any order, by the facts of the rules. */
export function summaryOf(games: readonly GameResult[], rules: Rules): ResultsSummary {
  const latestFirst = [...games].sort((one, other) => other.at - one.at);
  return {
    games: games.length,
    wins: winsIn(games),
    shared: games.filter(({ winners }) => winners > 1).length,
    byGame: byGame(latestFirst, rules),
    byOpponent: byOpponent(latestFirst),
    bestRounds: bestRounds(latestFirst, rules),
    dishes: dishesIn(latestFirst),
    last: latestFirst
      .slice(0, LAST)
      .reverse()
      .map((game) => ({ ...game, bestOther: bestOther(game) })),
  };
}

/** Games by edition, variant and number of players, in which points can be compared. */
function byGame(games: readonly GameResult[], rules: Rules): ResultsByGame[] {
  const groups = grouped(games, ({ setting: { menu, variant, seats } }) => [menu, variant, seats].join());
  const lines = groups.map((group) => {
    const { menu, variant, seats } = group[0]!.setting;
    const points = group.map((game) => game.points);
    const best = lowestWins(group[0]!, rules) ? Math.min(...points) : Math.max(...points);
    return { menu, variant, seats, games: group.length, wins: winsIn(group), average: mean(points), best };
  });
  return mostFirst(lines, ({ games }) => games);
}

function byOpponent(games: readonly GameResult[]): ResultsByOpponent[] {
  const met = games.flatMap((game) => game.opponents.map((other) => ({ game, other })));
  const lines = grouped(met, ({ other }) => whoIs(other)).map((group) => ({
    bot: group[0]!.other.bot,
    name: group[0]!.other.name,
    games: group.length,
    ahead: group.filter(({ game, other }) => game.place < other.place).length,
    average: mean(group.map(({ game }) => game.points)),
    theirs: mean(group.map(({ other }) => other.points)),
  }));
  return mostFirst(lines, (line) => line.games).slice(0, OPPONENTS);
}

/** What tells an opponent from others. All people who were deleted are one: they have no name. */
function whoIs({ bot, person, name }: ResultOpponent): string {
  if (bot) return `bot ${bot}`;
  return person === null ? `name ${name}` : `person ${person}`;
}

function bestRounds(games: readonly GameResult[], rules: Rules): BestRound[] {
  const rounds = games
    .filter((game) => !lowestWins(game, rules))
    .flatMap(({ rounds, setting, at, table }) =>
      rounds.map((points, n) => ({ points, round: n + 1, setting, at, table })),
    );
  return mostFirst(rounds, ({ points }) => points).slice(0, ROUNDS);
}

function dishesIn(games: readonly GameResult[]): DishCount[] {
  const counts = new Map<string, number>();
  for (const { dishes } of games) {
    for (const [dish, n] of Object.entries(dishes)) counts.set(dish, (counts.get(dish) ?? 0) + n);
  }
  const lines = [...counts].map(([dish, n]) => ({ dish, n }));
  return mostFirst(lines, ({ n }) => n).slice(0, DISHES);
}

function bestOther({ opponents }: GameResult): number {
  return opponents.reduce((best, other) => (other.place < best.place ? other : best)).points;
}

const lowestWins = ({ setting }: GameResult, rules: Rules): boolean => traitsOf(setting, rules).lowestWins;
const winsIn = (games: readonly GameResult[]): number => games.filter(({ winners }) => winners > 0).length;
const mean = (numbers: readonly number[]): number => numbers.reduce((sum, n) => sum + n, 0) / numbers.length;

/** The values in groups of the same key, in the order in which the keys come up. */
function grouped<Value>(values: readonly Value[], keyOf: (value: Value) => string): Value[][] {
  const groups = new Map<string, Value[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return [...groups.values()];
}

/** The values in order of a number, the highest first; equal ones stay in their order. */
const mostFirst = <Value>(values: readonly Value[], numberOf: (value: Value) => number): Value[] =>
  [...values].sort((one, other) => numberOf(other) - numberOf(one));
