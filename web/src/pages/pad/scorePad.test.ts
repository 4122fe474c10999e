import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PadRound, PadSheet, PadWord, PadWords, SettingChoice } from '../../wire/wire.gen';
import { Refusal } from '../../source/refusal';
import { ScorePad } from './scorePad.svelte';

const SETTING: SettingChoice = {
  menu: 'sushi-go-first',
  seats: 2,
  dessert: 'pudding',
  variant: null,
  must_have_maki: false,
};
const word = (name: string, limit: number): PadWord => ({ word: name, group: name, limit, ours: null });
const WORDS: PadWords = {
  round: [word('egg', 5), word('squid', 5), word('wasabi', 2), word('pudding', 10)],
  final: [word('pudding', 10)],
  die: [],
};

const pads: ScorePad[] = [];
let asked: PadRound[] = [];
let words = WORDS;
let refused: ((round: PadRound) => boolean) | null = null;

let release: (() => void) | null = null;
let held: Promise<void> | null = null;

/** Let the answer to the next question wait until `release` is called. */
function hold(): void {
  held = new Promise((resolve) => (release = resolve));
}

/** What can happen without an answer that is held has happened after this. */
const nextTask = () => new Promise((done) => setTimeout(done));

// An engine whose points are the number of counted cards.
vi.mock('../../play/pad', () => ({
  padWords: async () => words,
  scorePlates: async (round: PadRound): Promise<PadSheet> => {
    asked.push(round);
    const waiting = held;
    held = null;
    await waiting;
    if (refused?.(round)) throw new Refusal({ code: 'too-many', params: {} });
    const players = round.players.map(({ name, dishes, total = 0 }) => {
      const points = dishes.reduce((sum, [, n]) => sum + n, 0);
      return { name, points, total: total + points, winner: false, lines: [] };
    });
    return { players, turns: 10, tie: null, warnings: [] };
  },
}));

beforeEach(() => {
  localStorage.clear();
  asked = [];
  words = WORDS;
  refused = null;
  held = null;
});

afterEach(() => {
  // A pad that is not closed asks for points soon after a tap.
  for (const pad of pads.splice(0)) pad.close();
});

async function opened(setting = SETTING): Promise<ScorePad> {
  const pad = new ScorePad(setting, ['Ann', 'Ben'], 3);
  pads.push(pad);
  await pad.open();
  return pad;
}

/** Count the rest of a part: on to the first plate of the next one. */
async function finishPart(pad: ScorePad): Promise<void> {
  const { part } = pad;
  while (pad.part === part) await pad.next();
}

test('a plate is counted by taps, and has points once its part is scored', async () => {
  const pad = await opened();
  pad.tap('egg', 1);
  pad.tap('egg', 1);
  pad.tap('egg', -1);
  expect(pad.count('egg')).toBe(1);
  expect(pad.points(0, 0)).toBeNull();
  await finishPart(pad);
  expect(pad.points(0, 0)).toBe(1);
  expect([pad.part, pad.player]).toEqual([1, 0]);
});

test('undo goes back to the plate of the last tap', async () => {
  const pad = await opened();
  pad.tap('egg', 1);
  await pad.next();
  expect(pad.player).toBe(1);
  pad.undo();
  expect([pad.part, pad.player, pad.count('egg')]).toEqual([0, 0, 0]);
});

test('nigiri on wasabi need no order: plain ones are sent before any wasabi', async () => {
  const pad = await opened();
  pad.tap('wasabi+squid', 1);
  pad.tap('egg', 1);
  pad.tap('wasabi', 1);
  expect(pad.counted).toBe(4);
  await finishPart(pad);
  expect(asked.at(-1)!.players[0]!.dishes).toEqual([
    ['egg', 1],
    ['wasabi', 1],
    ['squid', 1],
    ['wasabi', 1],
  ]);
});

test('what the box has no more of cannot be counted, on any plate or in a later round', async () => {
  const pad = await opened();
  pad.tap('wasabi+egg', 1);
  pad.turnTo(0, 1);
  pad.tap('wasabi', 1);
  pad.turnTo(1, 0);
  expect(pad.isSpent('wasabi')).toBe(true);
  expect(pad.isSpent('wasabi+squid')).toBe(true);
  expect(pad.isSpent('squid')).toBe(false);
});

test('desserts of the rounds are on the plate at the end', async () => {
  const pad = await opened();
  pad.tap('pudding', 1);
  pad.turnTo(1, 0);
  pad.tap('pudding', 1);
  pad.turnTo(pad.end, 0);
  expect(pad.count('pudding')).toBe(2);
  await finishPart(pad);
  expect(asked.at(-1)).toMatchObject({ final: true, players: [{ dishes: [['pudding', 2]], total: 2 }, {}] });
});

test('a plate that cannot be right keeps its part open until it is mended', async () => {
  const pad = await opened();
  refused = ({ players }) => players[0]!.dishes.length > 0;
  pad.tap('egg', 1);
  await pad.next();
  await pad.next();
  expect(pad.problem?.code).toBe('too-many');
  expect(pad.part).toBe(0);
  pad.undo();
  await pad.next();
  await pad.next();
  expect(pad.problem).toBeNull();
  expect(pad.part).toBe(1);
});

test('a reload goes on where the pad was left', async () => {
  const pad = await opened();
  pad.tap('egg', 1);
  pad.turnTo(1, 1);
  pad.tap('squid', 1);
  const again = ScorePad.resume()!;
  await again.open();
  expect([again.part, again.player, again.count('squid')]).toEqual([1, 1, 1]);
  expect(again.points(0, 0)).toBe(1);
  pad.close();
  expect(ScorePad.resume()).toBeNull();
});

test('a plate without a seat is counted after those of people', async () => {
  const pad = await opened({ ...SETTING, menu: 'sushi-go-2014', variant: 'dummy' });
  expect(pad.plates.slice(0, 2)).toEqual(pad.names);
  await finishPart(pad);
  expect(asked.at(-1)!.players.map(({ name }) => name)).toEqual(pad.plates);
  expect(pad.plates).toHaveLength(3);
});

test('where a die counts, the end asks for it instead of cards', async () => {
  words = { ...WORDS, round: [word('jelly', 10)], final: [word('jelly', 10)], die: [1, 2, 3, 4, 5, 6, 7] };
  const pad = await opened({ ...SETTING, dessert: 'jelly' });
  expect([pad.tiles, pad.asksForDie]).toEqual([['jelly'], false]);
  pad.turnTo(pad.end, 0);
  expect([pad.tiles, pad.asksForDie]).toEqual([[], true]);
  pad.setDie(4);
  expect([pad.die(0), pad.die(1)]).toEqual([4, null]);
});

test('the end waits for a round whose points are on their way', async () => {
  const pad = await opened();
  hold();
  pad.tap('egg', 1);
  await vi.waitUntil(() => asked.length === 1);
  pad.turnTo(pad.end, 0);
  await nextTask();
  release!();
  await vi.waitUntil(() => pad.points(pad.end, 0) !== null);
  expect(asked.map(({ final }) => final)).toEqual([false, false, false, true]);
  expect(asked.at(-1)!.players[0]!.total).toBe(1);
});

test('a slow answer does not replace a newer one', async () => {
  const pad = await opened();
  hold();
  pad.tap('egg', 1);
  await vi.waitUntil(() => asked.length === 1);
  pad.tap('egg', 1);
  const scored = finishPart(pad);
  await nextTask();
  release!();
  await scored;
  await nextTask();
  expect(pad.points(0, 0)).toBe(2);
});

test('two quick taps on the way to the next round skip none', async () => {
  const pad = await opened();
  pad.turnTo(0, 1);
  hold();
  const taps = [pad.next(), pad.next()];
  await nextTask();
  release!();
  await Promise.all(taps);
  expect([pad.part, pad.player]).toEqual([1, 0]);
});
