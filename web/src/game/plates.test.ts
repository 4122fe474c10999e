import { expect, test } from 'vitest';
import { counted, drawn, groupsOf, openWasabi } from './plates';

const POINTS = { nigiri: { egg: 1, salmon: 2, squid: 3 } };

test('cards of a kind are one group, in the order of their first cards', () => {
  const groups = groupsOf(['tempura', 'maki2', 'tempura', 'maki3'], [], [], POINTS);
  expect(groups.map(({ sort, words }) => [sort, words])).toEqual([
    ['tempura', ['tempura', 'tempura']],
    ['maki', ['maki2', 'maki3']],
  ]);
});

test('each nigiri on wasabi is a group, and its wasabi is none', () => {
  const plate = ['egg', 'wasabi', 'squid', 'salmon', 'wasabi'];
  const sorts = groupsOf(plate, [2], [], POINTS).map(({ sort, words }) => [sort, ...words]);
  expect(sorts).toEqual([
    ['nigiri', 'egg', 'salmon'],
    ['dipped', 'squid'],
    ['wasabi', 'wasabi'],
  ]);
  expect(openWasabi(plate, [2])).toBe(1);
});

test('desserts that are kept stand apart from those of the round', () => {
  const groups = groupsOf(['tempura'], [], ['pudding', 'pudding'], POINTS);
  expect(groups.map(({ sort, kept }) => [sort, kept])).toEqual([
    ['tempura', false],
    ['pudding', true],
  ]);
});

test('a hand is counted in its own order', () => {
  expect(counted(['squid', 'egg', 'squid'])).toEqual([
    ['squid', 2],
    ['egg', 1],
  ]);
});

test('a crowd shows every different card once, with how often it is there', () => {
  expect(drawn(['salmon', 'salmon', 'squid', 'egg'], 3)).toEqual([
    ['salmon', 2],
    ['squid', 1],
    ['egg', 1],
  ]);
  expect(drawn(['salmon', 'salmon', 'egg'], 3)).toEqual([
    ['salmon', 1],
    ['salmon', 1],
    ['egg', 1],
  ]);
});
