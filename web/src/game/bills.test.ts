import { expect, test } from 'vitest';
import type { Bill, BillLine, PadLine } from '../wire/wire.gen';
import { amountOf, boatIn, compared, dishesOf, partsUpTo, pictures, sayWhy, served, standing } from './bills';

const line = (dish: string, points: number, why = 'tempura', n = 1): BillLine => ({ dish, points, why, n });
const bill = (who: number, ...rounds: number[]): Bill => ({
  who,
  total: rounds.reduce((sum, points) => sum + points, 0),
  rounds: rounds.slice(0, -1).map((points) => [line('tempura', points)]),
  final: [line('pudding', rounds.at(-1)!)],
});

test('equal totals share a rank, and the next rank is skipped', () => {
  const bills = [bill(0, 5, 5, 0), bill(1, 7, 8, 0), bill(2, 10, 0, 0), bill(3, 1, 1, 1)];
  const places = standing(bills, partsUpTo('final', bills), false);
  expect(places.map(({ who, rank, total }) => [who, rank, total])).toEqual([
    [1, 1, 15],
    [0, 2, 10],
    [2, 2, 10],
    [3, 4, 3],
  ]);
});

test('where the lowest total wins it is first', () => {
  const bills = [bill(0, 5, 0), bill(1, 7, -6)];
  expect(standing(bills, ['final'], true).map(({ who }) => who)).toEqual([1, 0]);
  expect(standing(bills, [1], true).map(({ who }) => who)).toEqual([0, 1]);
});

test('a round is ranked without what comes after it', () => {
  expect(partsUpTo(2, [bill(0, 1, 2, 3, 4)])).toEqual([1, 2]);
  expect(partsUpTo('final', [bill(0, 1, 2, 3, 4)])).toEqual([1, 2, 3, 'final']);
});

const EVENTS = [
  { event: 'deal', round: 1 },
  { event: 'play', who: 0, dish: 'squid', dipped: true },
  { event: 'play', who: 1, dish: 'egg' },
  { event: 'play', who: 0, dish: 'maki2' },
  { event: 'boat', who: 0 },
  { event: 'deal', round: 2 },
  { event: 'play', who: 0, dish: 'tempura' },
  { event: 'boat', who: 1 },
];

test('a line shows the dishes that were played in its round', () => {
  const helpings = served(EVENTS, 1, 0);
  const points = { nigiri: { egg: 1, squid: 3 } };
  expect(pictures(line('nigiri', 9), helpings, points)).toEqual(['wasabi', 'squid']);
  expect(pictures(line('maki', 6), helpings, points)).toEqual(['maki2']);
  expect(pictures(line('tempura', 5, 'tempura', 2), helpings, points)).toEqual(['tempura', 'tempura']);
});

test('a line that does not count its dish has one picture of it', () => {
  const tea = { dish: 'tea', points: 8, why: 'tea', runs: '1-2-3' };
  expect([tea, line('tea', 8, 'tea', 3), undefined].map(amountOf)).toEqual([0, 3, 0]);
  expect(pictures(tea, [], { nigiri: {} })).toEqual(['tea']);
});

test('all fields of a line are parameters of its text', () => {
  const shared = { ...line('maki', 3, 'maki-first-shared', 4), prize: 6, sharers: 2 };
  expect(sayWhy(shared)).toBe('4 icons, tied for most: 6 split 2 ways, 3 each');
  expect(sayWhy(line('pudding', -6, 'least', 0))).toBe('0, the fewest: −6');
});

test('a line of the score pad says which part of the catalogues has its text', () => {
  const padLine = (room: PadLine['room'], why: string): PadLine => ({ ...line('pudding', 0, why, 2), room });
  expect(sayWhy(padLine('why', 'middle'))).toBe('2, comfortably in the middle');
  expect(sayWhy(padLine('pad.note', 'later'))).toBe('2 cards, counted at the end of the game');
});

test('the boat goes from its owner to the next', () => {
  expect(boatIn(EVENTS, 1)).toEqual({ to: 0, from: null });
  expect(boatIn(EVENTS, 2)).toEqual({ to: 1, from: 0 });
  expect(boatIn(EVENTS.slice(0, -1), 2)).toEqual({ to: null, from: 0 });
});

test('a line about who has the most names the others, the most first', () => {
  const maki = (n: number) => line('maki', 0, 'maki-second', n);
  const bills = [4, 3, 6].map((n, who) => ({ who, total: 0, rounds: [[maki(n)]], final: [] }));
  expect(compared(maki(4), bills, 1, 0)).toEqual([
    { who: 2, n: 6 },
    { who: 1, n: 3 },
  ]);
  expect(compared(line('tempura', 5), bills, 1, 0)).toEqual([]);
});

test('the dishes of all bills are in the order of the bill, without those that bring no points', () => {
  const open = { who: 2, total: 0, rounds: [[line('wasabi', 0, 'wasabi-open')]], final: [] };
  const bills = [bill(0, 5, 1), bill(1, 0, 2), open];
  expect(dishesOf(bills, ['pudding', 'maki', 'tempura'])).toEqual(['pudding', 'tempura']);
});
