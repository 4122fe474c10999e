// Facts of rules for tests: real menus with invented variants and desserts, since the page must know none by name.
import type { DessertFacts, MenuFacts, Points, VariantFacts } from './wire.gen';

const PRIZE = {
  most: 6,
  least: 6,
  least_of_two: 0,
  even_is_nothing_of_two: true,
  even_is_nothing: true,
  ties_share: true,
};
const menu = (table: MenuFacts['table'], facts: Partial<MenuFacts> = {}): MenuFacts => ({
  table,
  hand_sizes: { '2': 10 },
  desserts: [],
  variants: [],
  may_require_maki: false,
  no_maki_can_place: false,
  dessert_breaks_ties: true,
  boat: false,
  ...facts,
});
const variant = (facts: Partial<VariantFacts> = {}): VariantFacts => ({
  seats: [2, 3, 4, 5],
  table: 'draft',
  lowest_wins: false,
  extra_plate: false,
  draws: 'nothing',
  ...facts,
});
const dessert = (word: string, facts: Partial<DessertFacts> = {}): DessertFacts => ({
  cards: { [word]: 10 },
  played: { [word]: 10 },
  prize: PRIZE,
  runs: [],
  die: null,
  squishy: false,
  ...facts,
});

export const POINTS: Points = {
  numbers: {},
  menus: { 'sushi-go-first': menu('draft', { desserts: ['pudding'] }), 'sushi-roll': menu('roll') },
  variants: {
    none: variant(),
    upside: variant({ lowest_wins: true }),
    guest: variant({ seats: [2], extra_plate: true, draws: 'in-control' }),
    tower: variant({ seats: [2], table: 'battle' }),
  },
  desserts: {
    pudding: dessert('pudding'),
    cookie: dessert('cookie', { cards: { cookie1: 5, cookie2: 5 }, played: { cookie1: 5, cookie2: 5 }, runs: [1, 4] }),
    jelly: dessert('jelly', { die: { faces: 6, start: 1 } }),
  },
  rounds: 3,
  cards: {},
  card_ladders: {},
  roll_ladders: {},
  card_sets: {
    tempura: [
      { points: 0, note: null },
      { points: 0, note: { path: 'table.tag.of', params: { n: 1, size: 2 } } },
      { points: 5, note: { path: 'table.tag.done', params: {} } },
    ],
    dumpling: [
      { points: 0, note: null },
      { points: 1, note: { path: 'table.tag.next', params: { points: 3 } } },
      { points: 3, note: null },
    ],
  },
  roll_sets: {},
  stamps: { two: { pudding: '+6' }, more: { pudding: '+6 −6' } },
  nigiri: { egg: 1, salmon: 2, squid: 3 },
  dipped: { egg: 3, salmon: 6, squid: 9 },
  wasabi_times: 3,
  maki_first: 6,
  maki_second: 3,
  roll_prize: PRIZE,
  squishy: 2,
  bill_dishes: ['tempura', 'dumpling', 'maki', 'nigiri', 'pudding', 'tokens'],
  dice: {},
  tokens: {},
  tokens_per_point: 2,
  pyramid: [2, 3, 4, 5, 6],
};
