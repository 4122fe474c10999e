import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Board } from '../game/board';
import { boardWith, VIEW } from '../game/board.fixture';
import { atRest } from '../game/newest';
import { settings } from '../lib/settings.svelte';
import type { GameEvent } from '../wire/events';
import type { DraftView } from '../wire/view';
import { Stage } from './stage.svelte';

const START: DraftView = {
  ...VIEW,
  plates: [[], []],
  on_wasabi: [[], []],
  desserts: [[], []],
  hands: [['egg', 'squid', 'maki1'], []],
  unseen: [0, 3],
  moves: ['egg', 'squid', 'maki1'],
};
const DEAL: GameEvent = { event: 'deal', round: 1, cards: 3 };
const FIRST: GameEvent[] = [
  { event: 'play', who: 0, dish: 'egg', dipped: false },
  { event: 'play', who: 1, dish: 'tempura', dipped: false },
  { event: 'pass', way: 'left' },
];
const SECOND: GameEvent[] = [
  { event: 'play', who: 0, dish: 'squid', dipped: false },
  { event: 'play', who: 1, dish: 'maki1', dipped: false },
  { event: 'pass', way: 'left' },
];
const AFTER_FIRST: Partial<DraftView> = { turn: 2, plates: [['egg'], ['tempura']], hands: [['salmon', 'maki3'], []] };
const AFTER_SECOND: Partial<DraftView> = {
  turn: 3,
  plates: [
    ['egg', 'squid'],
    ['tempura', 'maki1'],
  ],
};

const boardAfter = (events: GameEvent[], view: Partial<DraftView> = {}): Board => ({
  ...boardWith('pudding', { ...START, ...view }),
  toMove: [0, 1],
  events,
  ...atRest(events),
});

let leave = () => {};
/** A stage, and a way to show it the next board. */
function stageOf(first: Board) {
  let source = $state.raw(first);
  let stage!: Stage;
  leave = $effect.root(() => {
    stage = new Stage(() => source);
  });
  flushSync();
  const show = (next: Board) => {
    source = next;
    flushSync();
  };
  const at = () => {
    const { beat, view, events, lying, toMove } = stage.board!;
    const { plates, hands } = view as DraftView;
    return { kind: beat?.kind ?? null, plates, hand: hands[0], log: events.length, lying: lying.length, toMove };
  };
  return { stage, show, at };
}

const wait = (milliseconds: number) => {
  vi.advanceTimersByTime(milliseconds);
  flushSync();
};

beforeEach(() => {
  vi.useFakeTimers();
  settings.speed = 'normal';
});
afterEach(() => {
  leave();
  vi.useRealTimers();
});

test('plates, log and hand change with their beat and not before it', () => {
  const { show, at } = stageOf(boardAfter([DEAL]));
  show(boardAfter([DEAL, ...FIRST], AFTER_FIRST));
  const before = { plates: [[], []], hand: START.hands[0], toMove: [] };
  expect(at()).toEqual({ ...before, kind: 'reveal', log: 3, lying: 2 });
  wait(1000);
  expect(at()).toEqual({ ...before, kind: 'land', plates: [['egg'], ['tempura']], log: 3, lying: 0 });
  wait(400);
  expect(at()).toMatchObject({ kind: 'pass', log: 3, hand: START.hands[0] });
  wait(500);
  expect(at()).toMatchObject({ kind: null, log: 4, hand: ['salmon', 'maki3'], toMove: [0, 1] });
});

test('slow takes twice as long and fast a third', () => {
  for (const [speed, length] of [
    ['slow', 3600],
    ['normal', 1800],
    ['fast', 600],
  ] as const) {
    settings.speed = speed;
    const { show, at } = stageOf(boardAfter([DEAL]));
    show(boardAfter([DEAL, ...FIRST], AFTER_FIRST));
    wait(length - 50);
    expect(at().kind).toBe('pass');
    wait(100);
    expect(at().kind).toBeNull();
    leave();
  }
});

test('with animations off the result is there at once, and the newest cards are marked', () => {
  settings.speed = 'off';
  const { stage, show, at } = stageOf(boardAfter([DEAL]));
  show(boardAfter([DEAL, ...FIRST], AFTER_FIRST));
  expect(at()).toMatchObject({ kind: null, plates: [['egg'], ['tempura']] });
  expect(stage.board!.newest.map(({ dish }) => dish)).toEqual(['egg', 'tempura']);
});

test('a tap shows the result, but the second click of a double click does not', () => {
  const { stage, show, at } = stageOf(boardAfter([DEAL]));
  show(boardAfter([DEAL, ...FIRST], AFTER_FIRST));
  wait(100);
  stage.skip();
  expect(at().kind).toBe('reveal');
  wait(300);
  stage.skip();
  expect(at()).toMatchObject({ kind: null, plates: [['egg'], ['tempura']] });
});

test('the next turn skips the rest of the one before', () => {
  const { show, at } = stageOf(boardAfter([DEAL]));
  show(boardAfter([DEAL, ...FIRST], AFTER_FIRST));
  show(boardAfter([DEAL, ...FIRST, ...SECOND], AFTER_SECOND));
  expect(at()).toMatchObject({ kind: 'reveal', plates: [['egg'], ['tempura']], log: 6 });
});

test('what happens meanwhile without an event is shown at once, and a step back ends the beats', () => {
  const { stage, show, at } = stageOf(boardAfter([DEAL]));
  const after = boardAfter([DEAL, ...FIRST], AFTER_FIRST);
  show(after);
  show({ ...after, deadline: 12 });
  expect(at().kind).toBe('reveal');
  expect(stage.board!.deadline).toBe(12);
  show(boardAfter([DEAL]));
  expect(at()).toMatchObject({ kind: null, log: 1 });
});

test('a hidden tab plays nothing', () => {
  const { show, at } = stageOf(boardAfter([DEAL]));
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  show(boardAfter([DEAL, ...FIRST], AFTER_FIRST));
  expect(at().kind).toBeNull();
  vi.restoreAllMocks();
});

test('at a shared device the hand of the last player is hidden while the turn is shown', () => {
  const { show, at } = stageOf(boardAfter([DEAL]));
  show({ ...boardAfter([DEAL, ...FIRST], { ...AFTER_FIRST, viewer: null, hands: [[], []] }), playing: false });
  expect(at()).toMatchObject({ kind: 'reveal', hand: [] });
});

test('the last cards of a round are revealed after the old hand has left', () => {
  const { show, at } = stageOf(boardAfter([DEAL]));
  const last: GameEvent[] = [
    { event: 'last', who: 0 },
    { event: 'play', who: 0, dish: 'maki2', dipped: false },
    { event: 'last', who: 1 },
    { event: 'play', who: 1, dish: 'sashimi', dipped: false },
    { event: 'round-score', who: 0, points: 1, total: 1 },
  ];
  show(boardAfter([DEAL, ...FIRST, ...last], { ...AFTER_FIRST, round: 2 }));
  wait(1900);
  expect(at()).toMatchObject({ kind: 'reveal', hand: [], lying: 2, plates: [['egg'], ['tempura']] });
  wait(1000);
  expect(at()).toMatchObject({
    kind: 'land',
    plates: [
      ['egg', 'maki2'],
      ['tempura', 'sashimi'],
    ],
  });
});
