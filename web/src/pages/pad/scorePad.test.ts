import { beforeEach, expect, test, vi } from 'vitest';
import type { PadRound, PadSheet, PadWord, PadWords, SettingChoice } from '../../wire/wire.gen';
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

let asked: PadRound[] = [];
let words = WORDS;
let refused: ((round: PadRound) => boolean) | null = null;

/** A server whose points are the number of counted cards. */
async function serve(path: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  if (String(path).startsWith('/api/pad/words')) return Response.json(words);
  const round = JSON.parse(String(init?.body)) as PadRound;
  asked.push(round);
  if (refused?.(round)) return Response.json({ problem: { code: 'too-many', params: {} } }, { status: 422 });
  const players = round.players.map(({ name, dishes, total = 0 }) => {
    const points = dishes.reduce((sum, [, n]) => sum + n, 0);
    return { name, points, total: total + points, winner: false, lines: [] };
  });
  return Response.json({ players, turns: 10, tie: null, warnings: [] } satisfies PadSheet);
}

beforeEach(() => {
  localStorage.clear();
  asked = [];
  words = WORDS;
  refused = null;
  vi.stubGlobal('fetch', serve);
});

async function opened(setting = SETTING): Promise<ScorePad> {
  const pad = new ScorePad(setting, ['Ann', 'Ben'], 3);
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
