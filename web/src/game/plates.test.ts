import { expect, test } from 'vitest';
import { amount, counted, groupsOf } from './plates';

test('cards of a kind are one group, in the order of their first cards', () => {
  const groups = groupsOf(['tempura', 'maki2', 'tempura', 'maki3']);
  expect(groups.map(({ sort, words }) => [sort, words])).toEqual([
    ['tempura', ['tempura', 'tempura']],
    ['maki', ['maki2', 'maki3']],
  ]);
  expect(groups.map(amount)).toEqual([2, 5]);
});

test('a nigiri takes the first open wasabi before it, and none after it', () => {
  const sorts = groupsOf(['egg', 'wasabi', 'squid', 'salmon', 'wasabi']).map(({ sort, words }) => [sort, ...words]);
  expect(sorts).toEqual([
    ['nigiri', 'egg', 'salmon'],
    ['dipped', 'squid'],
    ['wasabi', 'wasabi'],
  ]);
});

test('desserts that are kept stand apart from those of the round', () => {
  const groups = groupsOf(['tempura'], ['pudding', 'pudding']);
  expect(groups.map(({ sort, kept }) => [sort, kept])).toEqual([
    ['tempura', false],
    ['pudding', true],
  ]);
});

test('teas are counted by cards, yogurts by their values', () => {
  expect(groupsOf([], ['tea3', 'tea5']).map(amount)).toEqual([2]);
  expect(groupsOf([], ['yogurt1', 'yogurt3']).map(amount)).toEqual([4]);
});

test('a hand is counted in its own order', () => {
  expect(counted(['squid', 'egg', 'squid'])).toEqual([
    ['squid', 2],
    ['egg', 1],
  ]);
});
