import { expect, test } from 'vitest';
import type { GameEvent } from '../wire/events';
import type { BeatKind } from './beat';
import type { Diner } from './board';
import { lastTurn, momentLines, shownNow } from './log';

const diner = (name: string): Diner => ({ name, shape: 1, kind: 'person', online: true, minded: false });
const texts = (events: GameEvent[]) =>
  lastTurn({ diners: ['Ann', 'Ben'].map(diner), you: null, events }).map(({ text }) => text);

const score = (who: number) => ({ event: 'round-score', who, points: 5, total: 5, told: [] });
const TURN = [
  { event: 'pass', way: 'left' },
  { event: 'play', who: 0, dish: 'egg' },
  { event: 'play', who: 1, dish: 'tempura' },
];

test('the last turn is told until the next', () => {
  const events = [{ event: 'play', who: 0, dish: 'squid' }, ...TURN, { event: 'draw', who: 0, told: [] }];
  expect(texts(events)).toEqual(['Ann plays egg nigiri.', 'Ben plays tempura.']);
});

test.each([
  ['with', [{ event: 'line', who: 0, told: [] }]],
  ['without', []],
])('the end of a round does not belong to its last turn, %s lines of the bill', (_, lines) => {
  const end = [...lines, score(0), score(1), { event: 'boat', who: 1 }, { event: 'deal', round: 2 }];
  expect(texts([...TURN, ...end])).toEqual(['Ann plays egg nigiri.', 'Ben plays tempura.']);
});

test('points are told to the reader in the second person', () => {
  const board = { diners: ['Ann', 'Ben'].map(diner), you: 1, events: [] };
  expect(momentLines([score(0), score(1)], board).map(({ text }) => text)).toEqual([
    'Ann: 5 this round, 5 in all.',
    'You: 5 this round, 5 in all.',
  ]);
});

test.each<[BeatKind, GameEvent, string]>([
  ['take', { event: 'keep', who: 0, dish: 'egg' }, 'Ann keeps egg nigiri.'],
  [
    'swap',
    { event: 'swap', who: 0, dish: 'egg', other: 1, theirs: 'squid' },
    'Ann swaps egg nigiri for your squid nigiri.',
  ],
  ['roll', { event: 'reroll', who: 0 }, 'Ann uses a menu and rolls again'],
  ['roll', { event: 'reroll', who: 1 }, ''],
  ['pass', { event: 'pass', way: 'left' }, ''],
])('while %s is shown, %j is told in a few words', (kind, event, text) => {
  const beat = { kind, events: [event], told: [event], done: [], length: 1 };
  expect(shownNow({ diners: ['Ann', 'Ben'].map(diner), you: 1, events: [], beat })).toBe(text);
});
