import { expect, test } from 'vitest';
import type { DraftView } from '../wire/view';
import { dessertsKept } from './bills';
import { playerDice } from './board';
import { boardWith, VIEW } from './board.fixture';
import { family, picture, stamp } from './dishes';
import { gainMark, gainWords, makiWithoutCards, plateGroups, stampOf, withGain, worthLines, worthSum } from './worth';

const BOARD = boardWith('pudding');

test('each group of a plate has a tag', () => {
  expect(plateGroups(BOARD, 0).map(([group, tag]) => [group.sort, ...tag])).toEqual([
    ['nigiri', '1 point', ''],
    ['dipped', '3 × 3 = 9', 'on wasabi'],
    ['tempura', '0 points', '1 of 2'],
    ['maki', '5 icons', 'now 6'],
    ['dumpling', '1 point', 'next 3'],
    ['pudding', '5', 'kept'],
  ]);
  expect(plateGroups(BOARD, 1).map(([, tag]) => tag)).toEqual([['5 points', 'complete']]);
});

test('what a plate would bring is in the order of a bill, and what brings nothing comes last', () => {
  const line = (points: number) => ({ points, why: 'nigiri', n: 1 });
  const plate = { wasabi: line(0), nigiri: line(2), chopsticks: line(0), tempura: line(5) };
  const board = { ...BOARD, worth: [plate, {}] };
  expect(worthLines(board, 0).map(({ dish }) => dish)).toEqual(['tempura', 'nigiri', 'chopsticks', 'wasabi']);
  expect(worthLines(board, 0)[0]).toEqual({ dish: 'tempura', points: 5, why: 'nigiri', n: 1 });
  expect([worthSum(board, 0), worthSum(board, 1)]).toEqual([7, 0]);
});

test('maki counts once somebody has any, and a plate without maki tells what it gets for it', () => {
  const maki = (points: number, n: number) => ({ maki: { points, why: 'maki-first-shared', n, sharers: 2 } });
  const nobody = { ...BOARD, worth: [maki(3, 0), maki(3, 0)] };
  expect([worthSum(nobody, 0), worthLines(nobody, 0), makiWithoutCards(nobody, 0)]).toEqual([0, [], []]);
  const plates: DraftView['plates'] = [['egg'], ['maki2']];
  const other = { ...boardWith('pudding', { ...VIEW, plates }), worth: [maki(3, 0), maki(6, 2)] };
  expect([worthSum(other, 0), worthSum(other, 1)]).toEqual([3, 6]);
  expect(makiWithoutCards(other, 0).map(([group, tag]) => [group.words, tag])).toEqual([[[], ['0 icons', 'now 3']]]);
  expect(makiWithoutCards(other, 1)).toEqual([]);
  // Shown on the plate before it counts.
  expect(makiWithoutCards({ ...BOARD, worth: other.worth }, 0)).toEqual([]);
});

test('all fields of a gain are parameters of its text', () => {
  const gains = {
    tempura: { code: 'set', gain: 5, size: 2, points: 5, n: 1, after: 2 },
    sashimi: { code: 'set-part', gain: 0, size: 3, points: 10, n: 1, after: 2 },
    egg: { code: 'nigiri', n: 1 },
    chopsticks: { code: 'chopsticks' },
  };
  expect(gainWords('tempura', gains)).toBe('+5, your set of 2 is complete');
  expect(gainWords('egg', gains)).toBe('1 point');
  expect(gainWords('chopsticks', gains)).toBe('later: two cards in one turn');
  expect(gainWords('squid', gains)).toBe('');
  expect(withGain('Play tempura', 'tempura', gains)).toBe('Play tempura: +5, your set of 2 is complete');
  expect(withGain('Play squid', 'squid', gains)).toBe('Play squid');
  const marks = ['tempura', 'sashimi', 'egg', 'chopsticks', 'squid'].map((word) => gainMark(word, gains));
  expect(marks).toEqual(['+5', '2 of 3', '+1', '', '']);
});

test('a card’s corner depends on the number of plates', () => {
  expect(stampOf('pudding', BOARD)).toBe('+6');
  expect(stampOf('pudding', boardWith('pudding', { ...VIEW, scores: [0, 0, 0] }))).toBe('+6 −6');
});

test('where a die counts, it is shown, and the cards are counted', () => {
  expect(playerDice(BOARD)).toBeNull();
  expect(dessertsKept(BOARD)).toEqual([5, 0]);
  expect(playerDice(boardWith('jelly'))).toEqual([5, 0]);
  expect(dessertsKept(boardWith('jelly'))).toEqual([2, 0]);
});

test('a new dessert needs nothing but a drawing of its name', () => {
  expect([family('jelly3'), picture('jelly3'), stamp('jelly3')]).toEqual(['dessert', 'jelly', '3']);
  expect([family('tokens'), family('maki3'), stamp('maki3')]).toEqual(['menu', 'maki', null]);
  expect(family('tuna', { nigiri: { tuna: 4 } })).toBe('nigiri');
});
