import { expect, test } from 'vitest';
import { POINTS } from '../../wire/points.fixture';
import type { Frame, Replay } from '../../wire/wire.gen';
import { Replaying } from './replaying.svelte';

const FRAME: Frame = { round: 1, turn: 1, to_move: [0, 1], events: [], views: [], moves: [], worth: [] };
const replay = (yours: number[]): Replay => ({
  setting: { menu: 'sushi-go-first', seats: 2, dessert: null, variant: null, must_have_maki: false },
  names: ['Ann', 'Ben'],
  shapes: [1, 2],
  yours,
  turns: 10,
  frames: [FRAME, FRAME],
  bill: [],
  winners: [],
  fairness: null,
  played_on: 'server',
});
const opened = (yours: number[], address = '') =>
  new Replaying({ table: 't' }, replay(yours), POINTS, new URLSearchParams(address));

test('one’s own replay opens with one’s own hand, unless the address names another view', () => {
  expect(opened([1]).seat).toBe(1);
  expect(opened([]).seat).toBeNull();
  expect(opened([1], '?frame=1&seat=0').seat).toBe(0);
  expect(opened([1], '?frame=1&seat=').seat).toBeNull();
  expect(opened([1], '?seat=7').seat).toBeNull();
});

test('the address leads to the same moment and view', () => {
  for (const address of ['?frame=1&seat=0', '?frame=0&seat=', '?frame=1&seat=1&look=1'])
    expect(opened([1], address).address).toBe(address);
});

test('“you” is the reader who played alone at a device', () => {
  expect([opened([1]).you, opened([0, 1]).you, opened([]).you]).toEqual([1, null, null]);
});

test('what can be tried is the decision of the seat that is shown, or of the only one to move', () => {
  const turn = (to_move: number[], address: string) => {
    const replaying = opened([1], address);
    replaying.replay.frames[0] = { ...FRAME, to_move };
    return replaying.deciding;
  };
  expect(turn([0, 1], '')).toBe(1);
  expect(turn([0], '')).toBeNull();
  expect(turn([0], '?seat=')).toBe(0);
  expect(turn([0, 1], '?seat=')).toBeNull();
});
