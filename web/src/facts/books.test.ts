import { expect, test } from 'vitest';
import { LANGUAGES } from '../lib/catalogues';
import { chaptersOf, examplesOf, referenceOf } from './books';
import { points } from './points';

const menus = Object.entries(points().menus);

test.each(menus)('%s has a rulebook in every language', async (menu) => {
  for (const language of LANGUAGES) {
    const chapters = await chaptersOf(menu, language);
    expect(chapters.every(({ title, lines }) => title && lines.length)).toBe(true);
    expect(chapters.some(({ lists }) => lists[0]?.items.length)).toBe(true);
  }
});

test.each(menus)(
  '%s has a reference for every dessert and number of players',
  async (menu, { desserts, hand_sizes }) => {
    for (const dessert of desserts.length ? desserts : [null]) {
      for (const seats of Object.keys(hand_sizes).map(Number)) {
        const [first] = await referenceOf(menu, 'en', dessert, seats);
        const words = first!.items.map(({ word }) => word);
        for (const card of Object.keys(points().desserts[dessert ?? '']?.cards ?? {})) expect(words).toContain(card);
      }
    }
  },
);

test('what a dessert costs depends on the number of players, and before it is chosen all are listed', async () => {
  const scores = async (seats: number) =>
    (await referenceOf('sushi-go-anniversary', 'en', 'pudding', seats))[0]!.items.at(-1)!.scores;
  expect([await scores(3), await scores(2)]).toEqual(['at the end: most +6, fewest −6', 'at the end: most +6']);
  const all = await referenceOf('sushi-go-anniversary', 'en');
  expect(all).toHaveLength(1 + points().menus['sushi-go-anniversary']!.desserts.length);
});

test.each(menus)('%s has worked examples with points', async (menu) => {
  const totals = (await examplesOf(menu)).flatMap(({ sheet }) => sheet.players.map((player) => player.points));
  expect(Math.max(...totals)).toBeGreaterThan(0);
});
