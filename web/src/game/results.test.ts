import { describe, expect, it } from 'vitest';
import { POINTS } from '../wire/points.fixture';
import type { GameResult, ResultOpponent } from '../wire/wire.gen';
import { summaryOf } from './results';

const SETTING: GameResult['setting'] = {
  menu: 'sushi-go-first',
  seats: 2,
  dessert: 'pudding',
  variant: null,
  must_have_maki: false,
};
const LOWEST_WINS = Object.keys(POINTS.variants).find((variant) => POINTS.variants[variant]!.lowest_wins)!;

const other = (more: Partial<ResultOpponent>): ResultOpponent => ({
  points: 20,
  place: 2,
  bot: null,
  name: '',
  person: null,
  ...more,
});
const hana = (more: Partial<ResultOpponent> = {}) => other({ bot: 'hana', ...more });

/** A game that was won against Hana, except for what is said about it. */
const game = (at: number, more: Partial<GameResult> = {}): GameResult => ({
  table: `table ${at}`,
  at,
  setting: SETTING,
  points: 30,
  rounds: [10, 10, 10],
  place: 1,
  winners: 1,
  dishes: {},
  opponents: [hana()],
  ...more,
});
const summary = (...games: GameResult[]) => summaryOf(games, POINTS);

describe('the results in all games', () => {
  it('are empty without a game', () => {
    const nothing = { byGame: [], byOpponent: [], bestRounds: [], dishes: [], last: [] };
    expect(summary()).toEqual({ games: 0, wins: 0, shared: 0, ...nothing });
  });

  it('count games, wins, and wins that were shared', () => {
    const found = summary(game(1), game(2, { winners: 0, place: 2 }), game(3, { winners: 2 }));
    expect(found).toMatchObject({ games: 3, wins: 2, shared: 1 });
  });

  it('have the latest games at the end, whatever order they come in', () => {
    const games = Array.from({ length: 23 }, (_, n) => game(n));
    const found = summary(...games.slice(12), ...games.slice(0, 12)).last;
    expect(found.map(({ at }) => at)).toEqual(games.slice(3).map(({ at }) => at));
  });

  it('show the best of the others, who need not have the most points', () => {
    const opponents = [hana({ points: 9, place: 3 }), hana({ points: 5, place: 2 })];
    expect(summary(game(1, { opponents })).last[0]!.bestOther).toBe(5);
  });

  it('add up dishes, the favourite first', () => {
    const many = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`dish${'abcdefghi'[n]}`, n + 10]));
    const found = summary(game(1, { dishes: { egg: 2, maki: 3 } }), game(2, { dishes: { egg: 2, ...many } }));
    expect(found.dishes.map(({ n }) => n)).toEqual([18, 17, 16, 15, 14, 13, 12, 11]);
    expect(summary(game(1, { dishes: { egg: 2, maki: 3 } }), game(2, { dishes: { egg: 2 } })).dishes).toEqual([
      { dish: 'egg', n: 4 },
      { dish: 'maki', n: 3 },
    ]);
  });
});

describe('the results by game', () => {
  it('put games together in which points can be compared, the most played first', () => {
    const three = { setting: { ...SETTING, seats: 3 } };
    const found = summary(
      game(1, { setting: { ...SETTING, dessert: 'tea' }, points: 40 }),
      game(2, { ...three, points: 7, winners: 0 }),
      game(3, { points: 20, winners: 0 }),
      game(4, { setting: { ...SETTING, variant: LOWEST_WINS } }),
    ).byGame;
    expect(found[0]).toEqual({
      menu: SETTING.menu,
      variant: null,
      seats: 2,
      games: 2,
      wins: 1,
      average: 30,
      best: 40,
    });
    expect(found.map(({ variant, seats }) => [variant, seats])).toEqual([
      [null, 2],
      [LOWEST_WINS, 2],
      [null, 3],
    ]);
  });

  it('have the fewest points as the best where the lowest total wins', () => {
    const setting = { ...SETTING, variant: LOWEST_WINS };
    const [line] = summary(game(1, { setting, points: 12 }), game(2, { setting, points: 25 })).byGame;
    expect(line!.best).toBe(12);
  });
});

describe('the best rounds', () => {
  it('are those with the most points, with their game and number', () => {
    const found = summary(game(1, { rounds: [3, 17, 9] }), game(2, { rounds: [17, 8, 12], table: null })).bestRounds;
    expect(found.map(({ points, round, table }) => [points, round, table])).toEqual([
      [17, 1, null],
      [17, 2, 'table 1'],
      [12, 3, null],
      [9, 3, 'table 1'],
      [8, 2, null],
    ]);
  });

  it('leave out games in which few points are good', () => {
    expect(summary(game(1, { setting: { ...SETTING, variant: LOWEST_WINS } })).bestRounds).toEqual([]);
  });
});

describe('the results by opponent', () => {
  it('count games, places and points, the most frequent first', () => {
    const pip = other({ bot: 'pip', points: 31, place: 1 });
    const found = summary(
      game(1, { points: 10, place: 2, winners: 0, opponents: [pip, hana({ points: 5, place: 3 })] }),
      game(2, { points: 20, opponents: [hana({ points: 10 })] }),
    ).byOpponent;
    expect(found).toEqual([
      { bot: 'hana', name: '', games: 2, ahead: 2, average: 15, theirs: 7.5 },
      { bot: 'pip', name: '', games: 1, ahead: 0, average: 10, theirs: 31 },
    ]);
  });

  it('know a person under every name, and call them by the latest', () => {
    const found = summary(
      game(2, { opponents: [other({ person: 4, name: 'Bobby' })] }),
      game(1, { opponents: [other({ person: 4, name: 'Bob' }), other({ person: 5, name: 'Bobby' })] }),
    ).byOpponent;
    expect(found.map(({ name, games }) => [name, games])).toEqual([
      ['Bobby', 2],
      ['Bobby', 1],
    ]);
  });

  it('know guests by their names, and all who were deleted as one', () => {
    const nobody = other({});
    const found = summary(
      game(1, { opponents: [other({ name: 'Kuba' }), nobody] }),
      game(2, { opponents: [nobody, nobody] }),
      game(3, { opponents: [other({ name: 'Kuba' }), other({ name: 'Ola' })] }),
    ).byOpponent;
    expect(found.map(({ name, games }) => [name, games])).toEqual([
      ['', 3],
      ['Kuba', 2],
      ['Ola', 1],
    ]);
  });

  it('have at most thirty of them', () => {
    const games = Array.from({ length: 40 }, (_, n) => game(n, { opponents: [other({ person: n })] }));
    expect(summary(...games).byOpponent).toHaveLength(30);
  });
});
