import { expect, test } from 'vitest';
import type { GameEvent } from '../wire/events';
import { lengthOf, planBeats } from './plan';
import games from './turns.fixture.json';

const TURNS: GameEvent[][] = games.flatMap(({ turns }) => turns.map(({ events }) => events));
const turnsWith = (name: string) => TURNS.filter((events) => events.some(({ event }) => event === name));
const kinds = (events: GameEvent[]) => planBeats(events).map(({ kind }) => kind);

const play = (who: number, dish: string, dipped = false) => ({ event: 'play', who, dish, dipped });
const PLAIN: GameEvent[] = [play(0, 'egg'), play(1, 'tempura'), { event: 'pass', way: 'left' }];

test('a plain turn is revealed, lands and is passed on', () => {
  expect(kinds(PLAIN)).toEqual(['reveal', 'land', 'pass']);
  expect(lengthOf(planBeats(PLAIN))).toBeGreaterThanOrEqual(1600);
  expect(lengthOf(planBeats(PLAIN))).toBeLessThanOrEqual(2400);
});

test('plates go on at the same time, and one after the other within a plate', () => {
  const turn = [play(0, 'egg'), play(0, 'maki1'), { event: 'chopsticks', who: 0 }, play(1, 'squid', true)];
  const landings = planBeats(turn).filter(({ kind }) => kind === 'land');
  expect(landings.map(({ events }) => events.map(({ who, dish }) => [who, dish]))).toEqual([
    [
      [0, 'egg'],
      [1, 'squid'],
    ],
    [[0, 'maki1']],
    [[0, undefined]],
  ]);
});

test('the last cards of a round are revealed after the pass, and the bill is not part of the turn', () => {
  const last = [{ event: 'last', who: 0 }, play(0, 'maki2'), { event: 'last', who: 1 }, play(1, 'sashimi')];
  const bill = [
    { event: 'round-score', who: 0, points: 3, total: 3 },
    { event: 'deal', round: 2, cards: 9 },
  ];
  expect(kinds([...PLAIN, ...last, ...bill])).toEqual(['reveal', 'land', 'pass', 'reveal', 'land']);
});

test('a card of the pyramid is lifted before it lands, and what it covered turns up last', () => {
  const [uncovering] = turnsWith('turn-up');
  expect(kinds(uncovering!)).toEqual(['take', 'land', 'uncover']);
});

test('what is done with dice is shown in the order in which it was done', () => {
  expect(new Set(turnsWith('swap').map((events) => kinds(events)[0]))).toEqual(new Set(['swap']));
  const [sliding] = turnsWith('slide');
  const shown = kinds(sliding!);
  expect(shown.indexOf('take')).toBeLessThan(shown.indexOf('slide'));
  expect(shown.indexOf('slide')).toBeLessThan(shown.indexOf('roll'));
});

test.each(TURNS.map((events) => [events]))(
  'no event of a turn is told twice or changes the table twice: %j',
  (events) => {
    const beats = planBeats(events);
    for (const part of ['told', 'done'] as const) {
      const all = beats.flatMap((beat) => beat[part]);
      expect(new Set(all).size).toBe(all.length);
      expect(events).toEqual(expect.arrayContaining(all));
    }
    expect(lengthOf(beats)).toBeLessThanOrEqual(4000);
  },
);
