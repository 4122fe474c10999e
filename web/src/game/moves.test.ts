import { expect, test } from 'vitest';
import { asView } from '../wire/view';
import { cardsOf, dishesOf, moveWords } from './moves';

const names = ['Ann', 'Ben', 'Cleo'];
const draft = asView({ okawari: 'view', hands: [] });
const battle = asView({ okawari: 'view', pyramid: [['?'], ['egg', 'squid']] });
const roll = asView({ okawari: 'view', belts: [['egg', null, 'squid'], ['maki1'], ['wasabi', 'tempura']] });

test.each([
  ['squid', draft, 'squid nigiri'],
  ['wasabi+squid', draft, 'wasabi + squid nigiri'],
  ['tempura/maki2', draft, 'tempura; for the dummy maki ×2'],
  ['take 2.2', battle, 'squid nigiri from 2.2'],
  ['take 2.1 chopsticks', battle, 'egg nigiri from 2.1, and one more'],
  ['keep 3', roll, 'keep squid nigiri'],
  ['reroll 1 3', roll, 'roll again: egg nigiri, squid nigiri'],
  ['swap 1 with C2', roll, 'swap egg nigiri for Cleo’s tempura'],
])('%s', (move, view, words) => {
  expect(moveWords(move, view, 0, names)).toBe(words);
});

test('a move of a draft lifts its cards from the hand, the extra plate’s last', () => {
  expect(cardsOf('wasabi+squid/egg')).toEqual(['wasabi', 'squid', 'egg']);
  expect(cardsOf('keep 3')).toEqual([]);
});

test.each([
  ['wasabi+squid', draft, ['wasabi', 'squid']],
  ['take 2.2 chopsticks', battle, ['squid']],
  ['take 1.1', battle, []],
  ['keep 3', roll, ['squid']],
  ['reroll 1 3', roll, ['egg', 'squid']],
  ['swap 1 with C2', roll, ['egg', 'tempura']],
])('%s is drawn with its dishes', (move, view, dishes) => {
  expect(dishesOf(move, view, 0)).toEqual(dishes);
});
