import { expect, test } from 'vitest';
import { Narrator } from './narrator';

const names = ['Ann', 'Ben'];
const narrator = new Narrator(null, names);

test('each player’s part of a turn is one line, with a dish to draw', () => {
  const lines = narrator.lines([
    { event: 'play', who: 0, dish: 'squid', dipped: true },
    { event: 'play', who: 1, dish: 'maki3' },
    { event: 'pass', way: 'left' },
  ]);
  expect(lines).toEqual([
    { text: 'Ann dips into the wasabi: squid nigiri. Spicy!', who: 0, dish: 'squid' },
    { text: 'Ben plays maki ×3.', who: 1, dish: 'maki3' },
    { text: 'Hands go to the left.', who: null, dish: null },
  ]);
});

test('chopsticks are told before the cards that they took', () => {
  const [line] = narrator.sentences([
    { event: 'play', who: 0, dish: 'egg' },
    { event: 'play', who: 0, dish: 'tempura' },
    { event: 'chopsticks', who: 0 },
  ]);
  expect(line).toBe(
    'Click, clack! Ann uses chopsticks and takes two. Ann plays egg nigiri. Ann plays tempura. ' +
      'The chopsticks go back into the hand.',
  );
});

test('dice of one roll are one sentence, and only of players whose rolls are told', () => {
  const rolls = [
    { event: 'roll', who: 0, place: 1, face: 'egg' },
    { event: 'roll', who: 0, place: 2, face: 'squid' },
    { event: 'roll', who: 1, place: 1, face: 'maki1' },
  ];
  expect(new Narrator(null, names, (who) => who === 0).sentences(rolls)).toEqual([
    'Ann rolls: egg nigiri, squid nigiri.',
  ]);
});

test('a second roll is told as one', () => {
  expect(
    narrator.sentences([
      { event: 'reroll', who: 1 },
      { event: 'roll', who: 1, place: 1, face: 'egg' },
      { event: 'roll', who: 1, place: 3, face: 'wasabi' },
    ]),
  ).toEqual(['Ben uses a menu and rolls again: egg nigiri, wasabi.']);
});

test('a card of the pyramid is told with what it did', () => {
  const battle = new Narrator('battle', names);
  expect(
    battle.sentences([
      { event: 'take', who: 1, place: '5.3' },
      { event: 'play', who: 1, dish: 'salmon', dipped: true },
    ]),
  ).toEqual(['Ben takes salmon nigiri from 5.3. Ben dips into the wasabi: salmon nigiri. Spicy!']);
});

test('the points are left to the bill', () => {
  expect(narrator.sentences([{ event: 'round-score', who: 0, points: 5, total: 5 }])).toEqual([]);
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
