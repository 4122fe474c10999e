import { expect, test } from 'vitest';
import { POINTS } from '../wire/points.fixture';
import { traitsOf } from './traits';

const game = (menu: string, dessert: string | null, variant: string | null) =>
  traitsOf({ menu, dessert, variant }, POINTS);

test('an ordinary game has the table of its menu', () => {
  expect(game('sushi-go-first', 'pudding', null)).toMatchObject({
    table: 'draft',
    lowestWins: false,
    extraPlate: false,
    dessert: { die: null },
  });
  expect(game('sushi-roll', null, null)).toMatchObject({ table: 'roll', dessert: null });
});

test.each([
  ['upside', { table: 'draft', lowestWins: true, extraPlate: false }],
  ['guest', { table: 'draft', lowestWins: false, extraPlate: true }],
  ['tower', { table: 'battle', lowestWins: false, extraPlate: false }],
])('the variant %s says what it changes', (variant, traits) => {
  expect(game('sushi-go-first', 'pudding', variant)).toMatchObject(traits);
});

test('a dessert says whether it has a die', () => {
  expect(game('sushi-go-first', 'jelly', null).dessert?.die).toEqual({ faces: 6, start: 1 });
});
