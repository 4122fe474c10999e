import { describe, expect, test } from 'vitest';
import { VIEW } from '../game/board.fixture';
import type { DraftView } from '../wire/view';
import { DraftTurn } from './draftTurn.svelte';

const HAND: DraftView['hands'][number] = ['wasabi', 'squid', 'tempura', 'squid'];
const SINGLES = ['wasabi', 'squid', 'tempura'];
const PAIRS = ['wasabi+squid', 'squid+wasabi', 'wasabi+tempura', 'tempura+wasabi', 'squid+tempura', 'squid+squid'];

function turnWith(moves: string[], choice: string | null = null): DraftTurn {
  const view = { ...VIEW, hands: [HAND, []], unseen: [0, 4], choice, moves };
  return new DraftTurn(view, 0);
}

test('a choice is whole when no second card and nothing for the extra plate could follow', () => {
  const single = turnWith(SINGLES);
  expect(single.isWhole).toBe(false);
  single.tap(1);
  expect([single.isWhole, single.isOrdered]).toEqual([true, false]);
  const chopsticks = turnWith([...SINGLES, ...PAIRS]);
  chopsticks.tap(0);
  expect([chopsticks.isWhole, chopsticks.isOrdered]).toEqual([false, true]);
  chopsticks.tap(1);
  expect(chopsticks.isWhole).toBe(true);
  chopsticks.useChopsticks(false);
  expect([chopsticks.isWhole, chopsticks.isOrdered]).toEqual([true, false]);
  const both = turnWith(['squid/tempura', 'tempura/squid']);
  both.tap(1);
  expect(both.isWhole).toBe(false);
  both.tap(2);
  expect(both.isWhole).toBe(true);
});

test('the cards of a move are found in the hand', () => {
  expect(turnWith(SINGLES).placesOf('squid+squid/wasabi')).toEqual([1, 3, 0]);
});

const signs = (turn: DraftTurn) => turn.hand.map((_, place) => turn.sign(place));

describe('one card', () => {
  test('is chosen by a tap, changed by another, and put back by a second tap', () => {
    const turn = turnWith(SINGLES);
    expect(turn.move).toBeNull();
    turn.tap(2);
    expect(turn.move).toBe('tempura');
    turn.tap(0);
    expect(turn.move).toBe('wasabi');
    turn.tap(0);
    expect(turn.move).toBeNull();
  });

  test('is the tapped one of two equal cards', () => {
    const turn = turnWith(SINGLES);
    turn.tap(3);
    expect(signs(turn)).toEqual([null, null, null, 'first']);
  });

  test('that was chosen before a reload is chosen again', () => {
    const turn = turnWith(SINGLES, 'tempura');
    expect(turn.move).toBe('tempura');
    expect(signs(turn)).toEqual([null, null, 'first', null]);
  });
});

describe('chopsticks', () => {
  test('take two cards in the order of the taps', () => {
    const turn = turnWith([...SINGLES, ...PAIRS]);
    turn.tap(0);
    turn.tap(1);
    expect(turn.move).toBe('wasabi+squid');
    expect(signs(turn)).toEqual(['first', 'second', null, null]);
  });

  test('let the second card be changed without losing the first', () => {
    const turn = turnWith([...SINGLES, ...PAIRS]);
    [0, 1, 2].forEach((place) => turn.tap(place));
    expect(turn.move).toBe('wasabi+tempura');
  });

  test('offer only second cards that the rules allow', () => {
    const turn = turnWith([...SINGLES, 'wasabi+squid']);
    turn.tap(0);
    expect(turn.hand.map((_, place) => turn.couldFollow(place))).toEqual([false, true, false, true]);
  });

  test('can be left on the plate', () => {
    const turn = turnWith([...SINGLES, ...PAIRS]);
    [0, 1].forEach((place) => turn.tap(place));
    turn.useChopsticks(false);
    expect(turn.move).toBe('wasabi');
    turn.tap(2);
    expect(turn.move).toBe('tempura');
  });
});

describe('a player who controls the extra plate', () => {
  const moves = ['wasabi/squid', 'squid/wasabi', 'squid/squid', 'tempura/squid', 'wasabi/tempura'];

  test('chooses their own card first, then the one for that plate', () => {
    const turn = turnWith(moves);
    turn.tap(0);
    expect(turn.move).toBeNull();
    expect(turn.forExtra).toBe(true);
    turn.tap(1);
    expect(turn.move).toBe('wasabi/squid');
    expect(signs(turn)).toEqual(['first', 'extra', null, null]);
  });

  test('sees both cards again after a reload', () => {
    const turn = turnWith(moves, 'squid/squid');
    expect(signs(turn)).toEqual([null, 'first', null, 'extra']);
  });
});
