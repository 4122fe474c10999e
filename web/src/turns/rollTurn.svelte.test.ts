import { flushSync } from 'svelte';
import { expect, test } from 'vitest';
import type { RollBoard } from '../game/board';
import { atRest } from '../game/newest';
import { traitsOf } from '../game/traits';
import type { GameEvent } from '../wire/events';
import { POINTS } from '../wire/points.fixture';
import type { RollView } from '../wire/view';
import type { Problem } from '../wire/wire.gen';
import { RollTurn } from './rollTurn.svelte';

const TOKENS = { pudding: 0, menu: 2, chopsticks: 2 };
const VIEW: RollView = {
  okawari: 'view',
  format: 2,
  viewer: 0,
  menu: 'sushi-roll',
  seats: 2,
  dessert: null,
  variant: null,
  must_have_maki: false,
  round: 1,
  turn: 1,
  scores: [0, 0],
  over: false,
  winners: [],
  to_move: 0,
  belts: [
    ['egg', 'squid', 'maki1'],
    ['tempura', 'wasabi', 'maki3'],
  ],
  trays: [[], []],
  on_wasabi: [[], []],
  order: [0, 1],
  tokens: [TOKENS, TOKENS],
  supply: TOKENS,
  red: 0,
  moves: ['keep 1', 'keep 2', 'reroll 1', 'swap 1 with B1'],
};

/** A turn at a table that answers each move with an event, or refuses it. */
function sitDown(refusal: Problem | null = null) {
  const sent: string[] = [];
  let events = $state.raw<GameEvent[]>([{ event: 'bag' }]);
  const choose = async (move: string) => {
    sent.push(move);
    if (refusal) return refusal;
    events = [...events, { event: move.split(' ')[0]!, who: 0 }];
    flushSync();
    return null;
  };
  const board = (): RollBoard => ({
    view: VIEW,
    points: POINTS,
    traits: traitsOf(VIEW, POINTS),
    diners: [],
    me: 0,
    you: 0,
    playing: true,
    toMove: [0],
    turns: null,
    worth: [],
    gains: {},
    events,
    ...atRest(events),
    deadline: null,
    choose,
  });
  let turn!: RollTurn;
  $effect.root(() => {
    turn = new RollTurn(board);
  });
  flushSync();
  return { turn, sent };
}

test('planned swaps show on the belts, cost tokens, and can be undone', () => {
  const { turn, sent } = sitDown();
  turn.swap({ own: 0, other: 1, place: 2 });
  expect(turn.mine).toEqual(['maki3', 'squid', 'maki1']);
  expect(turn.tokens.chopsticks).toBe(1);
  turn.undo();
  expect(turn.mine).toEqual(['egg', 'squid', 'maki1']);
  expect(sent).toEqual([]);
});

test('a kept die is sent after the planned swaps', async () => {
  const { turn, sent } = sitDown();
  turn.swap({ own: 0, other: 1, place: 2 });
  await turn.keep();
  expect(sent).toEqual(['swap 1 with B3', 'keep 1']);
});

test('marked dice are rolled again in the order of the belt', async () => {
  const { turn, sent } = sitDown();
  turn.mark();
  [2, 0].forEach((place) => turn.pick(place));
  await turn.reroll();
  expect(sent).toEqual(['reroll 1 3']);
  expect(turn.marked).toBeNull();
});

test('a die that was chosen to be kept is not marked for rolling', async () => {
  const { turn, sent } = sitDown();
  turn.pick(1);
  turn.mark();
  await turn.reroll();
  expect([turn.marked, turn.chosen, sent]).toEqual([[], 1, []]);
});

test('a refusal drops the planned swaps and sends nothing more', async () => {
  const { turn, sent } = sitDown({ code: 'stale', params: {} });
  turn.swap({ own: 0, other: 1, place: 2 });
  await turn.keep();
  expect(sent).toEqual(['swap 1 with B3']);
  expect(turn.swaps).toEqual([]);
  expect(turn.problem?.code).toBe('stale');
});
