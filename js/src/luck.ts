// The luck of a game in words: cards, seats, values and rolls of desserts, dice and their faces.
import { BadFile } from './errors.js';
import type { Setting } from './settings.js';
import { CARD, DESSERT_VALUE, DICE, DIE, PLAYER_DIE_SIDE, SEAT, SEAT_LETTERS, SIDE } from './tables.gen.js';
import { range } from './words.js';

const DIE_NAMES = Object.keys(DICE);
const DIE_FACES = Object.values(DICE).map(([, faces]) => faces);

/** The word of a drawn number, by its meaning. */
export function luckWord(setting: Setting, meaning: number, outcome: number): string {
  switch (meaning) {
    case CARD:
      return setting.handWords[outcome]!;
    case SEAT:
      return SEAT_LETTERS[outcome]!;
    case DESSERT_VALUE:
    case PLAYER_DIE_SIDE:
      return dessertLuck(setting)[outcome]!;
    case DIE:
      return DIE_NAMES[outcome]!;
    default:
      return DIE_FACES[meaning - SIDE]![outcome]!;
  }
}

/** The words of what can be drawn when a dessert is played, by number: values of cards, or faces of a die. */
function dessertLuck(setting: Setting): string[] {
  const { die, word, values, played } = setting.dessertRules;
  if (die) return range(die.faces).map((face) => `${word}${face + 1}`);
  return values ? Object.keys(played) : [];
}

/** The luck of a record as the numbers that a replaying dealer uses. */
export function readLuck(setting: Setting, luck: readonly string[]): number[] {
  const numbers = new Map<string, number>([...SEAT_LETTERS].map((seat, n) => [seat, n]));
  const add = (words: readonly string[]) => words.forEach((word, n) => numbers.set(word, n));
  if (setting.tableKind === 'roll') {
    add(DIE_NAMES);
    for (const faces of DIE_FACES) faces.forEach((face) => numbers.set(face, faces.indexOf(face)));
  } else {
    add(dessertLuck(setting));
    add(setting.handWords);
  }
  return luck.map((word) => {
    const number = numbers.get(word);
    if (number === undefined) throw new BadFile('bad-word', { word, choices: [...numbers.keys()].join(', ') });
    return number;
  });
}
