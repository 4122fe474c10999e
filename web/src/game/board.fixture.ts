// A board of a drafting game, for tests of what is read from it.
import { POINTS } from '../wire/points.fixture';
import type { DraftView } from '../wire/view';
import type { DraftBoard } from './board';
import { atRest } from './newest';
import { traitsOf } from './traits';

export const VIEW: DraftView = {
  okawari: 'view',
  format: 2,
  viewer: 0,
  menu: 'sushi-go-first',
  seats: 2,
  dessert: 'pudding',
  variant: null,
  must_have_maki: false,
  round: 1,
  turn: 1,
  scores: [0, 0],
  plates: [
    ['egg', 'wasabi', 'squid', 'tempura', 'maki2', 'maki3', 'dumpling'],
    ['tempura', 'tempura'],
  ],
  on_wasabi: [[2], []],
  desserts: [['pudding', 'pudding'], []],
  dessert_amounts: [5, 0],
  discards: [],
  over: false,
  winners: [],
  hands: [[], []],
  way: 'left',
  unseen: [0, 0],
  choice: null,
  returned: [0, 0],
  moves: [],
};

/** A board with a dessert of the fixture, whose words the schema of views does not know. */
export function boardWith(dessert: string, view: DraftView = VIEW): DraftBoard {
  return {
    view,
    points: POINTS,
    traits: traitsOf({ menu: view.menu, dessert, variant: null }, POINTS),
    diners: [],
    me: 0,
    you: 0,
    playing: true,
    toMove: [],
    turns: null,
    worth: [{ maki: { points: 6, why: 'maki-first', n: 5 } }, {}],
    gains: {},
    events: [],
    ...atRest([]),
    deadline: null,
    choose: async () => null,
  };
}
