import { expect, test } from 'vitest';
import type { SettingChoice } from '../wire/wire.gen';
import { allowed, changedTo, choicesWith } from './choices';

const setting = (menu: string, seats: number, more: Partial<SettingChoice> = {}): SettingChoice => ({
  menu,
  seats,
  dessert: null,
  variant: null,
  must_have_maki: false,
  ...more,
});
const GOLF = setting('sushi-go-anniversary', 4, { dessert: 'tea', variant: 'golf' });

test('what the rules allow stays as it is', () => {
  expect(allowed(GOLF)).toEqual(GOLF);
});

test('a setting without a dessert gets the usual one, and keeps its other answers', () => {
  expect(allowed({ ...GOLF, dessert: null })).toEqual({ ...GOLF, dessert: 'strawberry' });
  const strict = setting('sushi-go-anniversary', 2, { variant: 'battle', must_have_maki: true });
  expect(allowed(strict)).toEqual({ ...strict, dessert: 'strawberry' });
});

test('answers that the rules do not allow, or do not know, are dropped', () => {
  expect(allowed({ ...GOLF, menu: 'sushi-roll' })).toEqual(setting('sushi-roll', 4));
  const odd = { ...GOLF, dessert: 'cake', variant: 'battle', must_have_maki: true };
  expect(allowed(odd)).toEqual(setting('sushi-go-anniversary', 4, { dessert: 'strawberry' }));
  expect(allowed(setting('pizza', 99))).toEqual(setting('sushi-go-first', 2, { dessert: 'pudding' }));
});

test('each answer of the edition has the reason if it is closed', () => {
  const { seats, dessert, variant, must_have_maki } = choicesWith(GOLF);
  expect(seats.map(({ word }) => word)).toEqual([2, 3, 4, 5]);
  expect(dessert.every(({ problem }) => problem === null)).toBe(true);
  expect(variant.find(({ word }) => word === 'battle')!.problem).toEqual({
    code: 'variant-seats',
    params: { variant: 'battle', seats: 4, allowed: '2' },
  });
  expect(must_have_maki.map(({ problem }) => problem?.code)).toEqual([undefined, 'maki-rule-seats']);
});

test('what was chosen last is kept, and the rest follows', () => {
  const battle = setting('sushi-go-anniversary', 2, { dessert: 'tea', variant: 'battle' });
  expect(changedTo(battle, 'seats', 5)).toEqual({ ...battle, seats: 5, variant: null });
  expect(changedTo(GOLF, 'variant', 'battle')).toEqual(battle);
  expect(changedTo(GOLF, 'menu', 'sushi-go-2014')).toEqual(setting('sushi-go-2014', 4, { dessert: 'pudding' }));
  expect(changedTo(GOLF, 'dessert', 'mochi')).toEqual({ ...GOLF, dessert: 'mochi' });
});
