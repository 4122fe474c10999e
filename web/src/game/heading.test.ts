import { expect, test } from 'vitest';
import type { Diner, DraftBoard } from './board';
import { boardWith, VIEW } from './board.fixture';
import { handHeading } from './heading';
import { pileLeft } from './piles';

const diner = (name: string): Diner => ({ name, shape: 1, kind: 'person', online: true, minded: false });
const heading = (facts: Partial<DraftBoard>, controller: number | null = null) =>
  handHeading({
    ...boardWith('pudding', { ...VIEW, controller }),
    diners: [diner('Ann'), diner('Pip')],
    toMove: [0, 1],
    ...facts,
  });

test('the heading of the hand says what the table waits for', () => {
  expect(heading({})).toBe('Pick a card');
  expect(heading({}, 0)).toBe('You choose for the dummy, too');
  expect(heading({}, 1)).toBe('Pick a card');
  expect(heading({ toMove: [1] }, 0)).toBe('Waiting for Pip');
  expect(heading({ toMove: [] })).toBe('Paused');
  expect(heading({ playing: false })).toBe('You are watching. Hands stay secret.');
});

test('a pile has the cards that were dealt less those that were drawn in this round', () => {
  const deal = { event: 'deal', cards: 5 };
  const draw = (who: number) => ({ event: 'draw', who });
  const board = { ...boardWith('pudding'), events: [deal, draw(0), draw(1), deal, draw(0), draw(1), draw(0)] };
  const left = (draws: DraftBoard['traits']['draws']) =>
    [0, 1, 2].map((who) => pileLeft({ ...board, traits: { ...board.traits, draws } }, who));
  expect(left('own-pile')).toEqual([3, 4, null]);
  expect(left('in-control')).toEqual([null, null, 2]);
  expect(left('nothing')).toEqual([null, null, null]);
});
