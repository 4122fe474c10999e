import { expect, test } from 'vitest';
import { counted, type StoredResult } from './results';

const SETTING = { menu: 'sushi-go-first', seats: 2, dessert: null, variant: null, must_have_maki: false } as const;

function result(table: string, at: number, seed?: string): StoredResult {
  const rest = { points: 40, rounds: [10, 10, 20], place: 1, winners: 1, dishes: {}, opponents: [] };
  return { table, at, setting: SETTING, ...rest, ...(seed && { seed }) };
}

test('a game that was played to several ends counts once, as it ended first', () => {
  const [first, again, other] = [result('d-2', 200, 'aa'), result('d-1', 300, 'aa'), result('d-3', 250, 'bb')];
  expect(counted([again, first, other])).toEqual([first, other]);
});

test('results without a seed count, each for its table', () => {
  const results = [result('d-1', 100), result('d-2', 100)];
  expect(counted(results)).toEqual(results);
});
