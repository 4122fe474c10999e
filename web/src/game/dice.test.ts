import { expect, test } from 'vitest';
import { afterSwaps, dieFamily, servings, swapText } from './dice';

test('a second swap builds on the first', () => {
  const belts = afterSwaps([['egg', 'squid'], ['maki1', null], ['tempura']], 0, [
    { own: 0, other: 1, place: 0 },
    { own: 0, other: 2, place: 0 },
  ]);
  expect(belts).toEqual([['tempura', 'squid'], ['egg', null], ['maki1']]);
});

test('a swap is sent with places from 1 and the letter of the seat', () => {
  expect(swapText({ own: 1, other: 2, place: 4 })).toBe('swap 2 with C5');
});

test('a nigiri that lies on wasabi is served with it', () => {
  expect(servings(['egg', 'wasabi', 'maki2', 'squid', 'salmon'], [3])).toEqual([
    ['egg'],
    ['wasabi', 'squid'],
    ['maki2'],
    ['salmon'],
  ]);
});

test('all faces of a die have its colour', () => {
  const dice = {
    appetizer: { total: 1, faces: ['tempura', 'sashimi'] },
    nigiri: { total: 1, faces: ['egg'] },
  };
  expect(['tempura', 'sashimi', 'egg'].map((face) => dieFamily(face, dice))).toEqual(['tempura', 'tempura', 'nigiri']);
});
