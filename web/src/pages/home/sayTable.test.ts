import { expect, test } from 'vitest';
import type { TableLine } from '../../wire/wire.gen';
import { sayTable } from './sayTable';

const line: TableLine = {
  id: 'a',
  phase: 'playing',
  setting: { menu: 'sushi-roll', seats: 3, dessert: null, variant: null, must_have_maki: false },
  names: ['Ania', 'pip', 'Kuba'],
  shapes: [1, 2, 3],
  scores: [0, 0, 0],
  winners: [],
  round: 2,
  updated: 0,
  yours: [0],
  your_turn: true,
};

test('a table names the game, the others and the round', () => {
  expect(sayTable(line)).toBe('Sushi Roll with Pip and Kuba, round 2');
});

test('at a shared device everybody is named', () => {
  expect(sayTable({ ...line, yours: [0, 1, 2] })).toBe('Sushi Roll with Ania, Pip and Kuba, round 2');
});

test('before the game there is no round, and a free seat has no name', () => {
  expect(sayTable({ ...line, phase: 'lobby', round: 0, names: ['Ania', '', ''] })).toBe('Sushi Roll');
});
