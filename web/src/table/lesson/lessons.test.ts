import { expect, test } from 'vitest';
import en from '../../../../src/okawari/texts/en.json';
import type { GameEvent } from '../../wire/events';
import { asView } from '../../wire/view';
import { LESSONS, momentOf, nextStep, placeOf, pointsAt, type Moment } from './lessons';

const POINTS = { nigiri: { egg: 1, salmon: 2, squid: 3 } };

function moment(turn: number, hand: string[], plates: string[][] = [[], []], events: GameEvent[] = []): Moment {
  const shown = { hands: [hand, []], plates, desserts: [], scores: plates.map(() => 0), controller: null };
  return momentOf(asView({ okawari: 'view', seats: 2, round: 1, turn, ...shown }), 0, events, POINTS);
}

const told = (lesson: string, before: string[], now: Moment) => nextStep(LESSONS[lesson]!, before, now)?.name;

test('every step has a text, and every lesson an end', () => {
  const texts: Record<string, Record<string, string>> = en.learn.lesson;
  expect(Object.keys(texts).sort()).toEqual(Object.keys(LESSONS).sort());
  for (const [name, { steps }] of Object.entries(LESSONS))
    expect(Object.keys(texts[name]!).sort(), name).toEqual([...steps.map((step) => step.name), 'end'].sort());
});

test('a first game begins with the hand, and tells of the pass when the first hand is back', () => {
  expect(told('first', [], moment(1, ['wasabi', 'egg']))).toBe('pick');
  expect(told('first', ['pick'], moment(2, ['wasabi', 'egg']))).toBe('wasabi');
  expect(told('first', ['pick', 'wasabi'], moment(3, ['wasabi', 'egg']))).toBe('pass');
});

test('it goes by what is in hand, and not by the turn', () => {
  const before = ['pick', 'pass'];
  expect(told('first', before, moment(3, ['tempura', 'egg']))).toBe('nigiri');
  expect(told('first', before, moment(3, ['tempura', 'wasabi']))).toBe('wasabi');
  expect(told('first', [...before, 'wasabi'], moment(8, ['wasabi', 'maki2']))).toBe('maki');
});

test('what is in hand comes before what lies on plates, the own plate before the others', () => {
  const before = ['pick', 'pass'];
  expect(told('first', before, moment(3, ['maki1'], [['dumpling'], ['wasabi']]))).toBe('maki');
  expect(told('first', [...before, 'maki'], moment(4, ['maki1'], [['dumpling'], ['wasabi']]))).toBe('dumplings');
  expect(told('first', [...before, 'maki', 'dumplings'], moment(5, ['maki1'], [[], ['wasabi']]))).toBe('wasabi');
});

test('a dish that is nowhere to be seen is not spoken of', () => {
  expect(told('first', ['pick', 'pass'], moment(9, []))).toBeUndefined();
});

test('all of a first game is told when every dish can be seen', () => {
  const seen = ['chopsticks', 'wasabi', 'pudding', 'dumpling', 'egg', 'maki3', 'sashimi'];
  const heard: string[] = [];
  for (let turn = 1; turn < 10; turn++) heard.push(told('first', heard, moment(turn, [], [[], seen]))!);
  expect([...heard].sort()).toEqual(LESSONS.first!.steps.map((step) => step.name).sort());
});

test('a step points at its dishes where they lie', () => {
  const nigiri = LESSONS.first!.steps.find((step) => step.name === 'nigiri')!;
  expect(pointsAt(nigiri, moment(3, ['egg', 'squid', 'maki1']))).toMatch(
    /^:is\(\.hand .*data-dish=egg.*data-dish=squid/,
  );
  expect(pointsAt(nigiri, moment(3, ['maki1'], [['salmon'], ['egg']]))).toMatch(
    /\.plate.*\.group:has\(\[data-dish=salmon/,
  );
  expect(placeOf(nigiri, moment(3, ['maki1'], [[], ['egg']]))).toBe('others');
});

test('chopsticks and wasabi: each choice leads on', () => {
  const hand = ['wasabi', 'egg'];
  expect(told('helpers', [], moment(1, ['chopsticks', 'egg']))).toBe('chopsticks');
  expect(told('helpers', ['chopsticks'], moment(2, hand, [['chopsticks'], []]))).toBe('two');
  expect(told('helpers', ['chopsticks'], moment(2, hand, [['egg'], []]))).toBe('wasabi');
  expect(told('helpers', ['chopsticks', 'wasabi'], moment(3, ['squid'], [['wasabi'], []]))).toBe('nigiri');
  const dipped = [{ event: 'play', who: 0, dish: 'egg', dipped: true }];
  expect(told('helpers', ['chopsticks', 'two'], moment(3, ['squid'], [['wasabi', 'egg'], []], dipped))).toBe('dipped');
});
