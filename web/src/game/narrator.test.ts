import { expect, test } from 'vitest';
import { say } from '../lib/texts.svelte';
import { Narrator } from './narrator';

const names = ['Ann', 'Ben'];
const narrator = new Narrator(names);
const sentence = (path: string, params: Record<string, unknown> = {}) => ({ path: `event.${path}`, params });

test('each player’s part of a turn is one line, with a dish to draw', () => {
  const lines = narrator.lines([
    {
      event: 'play',
      who: 0,
      dish: 'squid',
      dipped: true,
      told: [sentence('play-dipped', { name: 0, dish: 'squid' })],
    },
    { event: 'play', who: 1, dish: 'maki3' },
    { event: 'pass', way: 'left' },
  ]);
  expect(lines).toEqual([
    { text: 'Ann dips into the wasabi: squid nigiri. Spicy!', who: 0, dish: 'squid' },
    { text: 'Ben plays maki ×3.', who: 1, dish: 'maki3' },
    { text: 'Hands go to the left.', who: null, dish: null },
  ]);
});

test('the dish beside a line is the first that is told, in whichever sentence', () => {
  const lines = narrator.lines([
    {
      event: 'play',
      who: 0,
      dish: 'egg',
      told: [sentence('chopsticks', { name: 0 }), sentence('play', { name: 0, dish: 'egg' })],
    },
    { event: 'play', who: 0, dish: 'tempura' },
    { event: 'chopsticks', who: 0, told: [sentence('chopsticks-back')] },
  ]);
  expect(lines).toEqual([
    {
      text:
        'Click, clack! Ann uses chopsticks and takes two. Ann plays egg nigiri. Ann plays tempura. ' +
        'The chopsticks go back into the hand.',
      who: 0,
      dish: 'egg',
    },
  ]);
});

test('names are put in the place of plates and dishes', () => {
  const swap = { name: 1, dish: 'egg', other: 0, theirs: 'squid' };
  expect(
    narrator.sentences([
      { event: 'swap', who: 1, told: [sentence('swap', swap)] },
      { event: 'tokens', who: 0, told: [sentence('tokens', { name: 0, n: 2, token: 'menu' })] },
    ]),
  ).toEqual(['Ben swaps egg nigiri for Ann’s squid nigiri.', 'Ann gets tokens: menu ×2.']);
});

test('rolls are told only of players whose rolls are wanted, and other events always', () => {
  const rolled = (who: number, ...faces: string[]) => [
    { event: 'roll', who, face: faces[0], told: [sentence('roll', { name: who, faces })] },
    { event: 'roll', who, face: faces[1], told: [] },
  ];
  const again = {
    event: 'reroll',
    who: 1,
    told: [sentence('reroll', { name: 1, faces: ['wasabi'] })],
  };
  const events = [...rolled(0, 'egg', 'squid'), ...rolled(1, 'maki1', 'egg'), again];
  expect(new Narrator(names, null, (who) => who === 0).lines(events)).toEqual([
    { text: 'Ann rolls: egg nigiri, squid nigiri.', who: 0, dish: null },
    { text: 'Ben uses a menu and rolls again: wasabi.', who: 1, dish: null },
  ]);
});

test('the text of an event depends on its way, unless its texts are given', () => {
  expect(
    narrator.sentences([
      { event: 'pass', way: 'left' },
      { event: 'pass', way: 'right' },
      { event: 'pass', way: 'left', told: [sentence('slide')] },
      { event: 'pass', way: 'left', told: [] },
    ]),
  ).toEqual(['Hands go to the left.', 'Hands go to the right.', say('event.slide')]);
});

test('an event can be drawn itself', () => {
  expect(narrator.lines([{ event: 'boat', who: 1 }])).toEqual([
    { text: 'Ahoy! Ben has the boat.', who: 1, dish: 'boat' },
  ]);
});

test('what is told with another event, or by the bill, is not told again', () => {
  expect(narrator.sentences([{ event: 'round-score', who: 0, points: 5, total: 5, told: [] }])).toEqual([]);
});

test('the end names winners, and says when puddings decided', () => {
  expect(narrator.ending([{ event: 'play', who: 0, dish: 'egg' }])).toEqual([]);
  expect(narrator.ending([{ event: 'win', who: 1, points: 40, 'tie-break': true }])).toEqual([
    'A tie! It goes to whoever has more puddings.',
    'Ben wins with 40! Seconds, anyone?',
  ]);
  expect(
    narrator.ending([
      { event: 'win', who: 0, points: 40 },
      { event: 'win', who: 1, points: 40 },
    ]),
  ).toEqual(['Ann, Ben share the win with 40. More spoons, please!']);
});

test('the reader is told “you”, also when others swap with them, and nobody else is', () => {
  const swap = (name: number, other: number) => ({
    event: 'swap',
    who: name,
    told: [sentence('swap', { name, dish: 'egg', other, theirs: 'squid' })],
  });
  const events = [
    { event: 'play', who: 0, dish: 'egg' },
    { event: 'play', who: 1, dish: 'egg' },
    swap(0, 1),
    swap(1, 0),
    { event: 'chopsticks', who: 0, told: [sentence('chopsticks-back', { name: 0 })] },
  ];
  expect(new Narrator(names, 0).sentences(events)).toEqual([
    'You play egg nigiri.',
    'Ben plays egg nigiri.',
    'You swap egg nigiri for Ben’s squid nigiri.',
    'Ben swaps egg nigiri for your squid nigiri.',
    'The chopsticks go back into the hand.',
  ]);
});

test('a win of the reader is theirs, alone or shared', () => {
  const win = (who: number) => ({ event: 'win', who, points: 40 });
  const ending = (...wins: number[]) => new Narrator(names, 0).ending(wins.map(win));
  expect(ending(0)).toEqual(['You win with 40! Seconds, anyone?']);
  expect(ending(1)).toEqual(['Ben wins with 40! Seconds, anyone?']);
  expect(ending(0, 1)).toEqual(['You and Ben share the win with 40. More spoons, please!']);
});
