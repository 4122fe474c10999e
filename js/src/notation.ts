// The texts of moves, and their numbers in the kernels.
//
// Drafting: `squid`; with chopsticks `wasabi+squid`, in this order; with a card for the extra plate `tempura/maki2`.
// Sushi battle: `take 5.3`, row and place; `take 5.3 chopsticks` if a second card follows.
// Sushi Roll: `keep 4`, `reroll 1 3 4`, `swap 2 with C5`: places on a belt, and the letter of a seat.
import { IllegalMove } from './errors.js';
import type { Setting } from './settings.js';
import {
  BELT_PLACES,
  DINERS,
  EXTRA_CARD,
  MOVES_END,
  NO_CARD,
  PYRAMID_PLACES,
  REROLL,
  ROWS,
  ROW_START,
  SEAT_LETTERS,
  SECOND_CARD,
  SWAP,
} from './tables.gen.js';

/** A move: its number in the kernels, which is stable, and its text. */
export interface Move {
  readonly number: number;
  readonly text: string;
}

/** The letter of a seat. */
export const letter = (seat: number): string => SEAT_LETTERS[seat]!;

/** Reads and writes the moves of one table kind. */
export abstract class Notation {
  /** Examples of moves, for the message about a text that cannot be read. */
  abstract readonly example: string;
  private readonly known = new Map<number, Move>();

  /** The text of a move, or null if the number is not a move. */
  abstract write(number: number): string | null;

  /** The number of a move, or null if the text is not a move. */
  abstract read(text: string): number | null;

  /** The move of a text or number; `IllegalMove` if it is none. */
  move(move: Move | string | number): Move {
    if (typeof move === 'object' && move !== null) move = move.number;
    const number = typeof move === 'string' ? this.read(move) : Number.isInteger(move) ? move : null;
    const found = number === null ? null : this.numbered(number);
    if (!found) throw new IllegalMove('unreadable-move', { word: move, example: this.example });
    return found;
  }

  private numbered(number: number): Move | null {
    const known = this.known.get(number);
    if (known) return known;
    const text = this.write(number);
    if (text === null) return null;
    const move = Object.freeze({ number, text });
    this.known.set(number, move);
    return move;
  }
}

/** Moves of the draft table: cards by their words. */
class DraftNotation extends Notation {
  readonly example = 'squid, wasabi+squid';

  constructor(private readonly words: readonly string[]) {
    super();
  }

  write(number: number): string | null {
    if (number < 0 || number >= MOVES_END['draft']!) return null;
    const first = number % SECOND_CARD;
    const second = Math.floor((number % EXTRA_CARD) / SECOND_CARD) - 1;
    const extra = Math.floor(number / EXTRA_CARD) - 1;
    if (Math.max(first, second, extra) >= this.words.length) return null;
    const plus = second === NO_CARD ? '' : `+${this.words[second]}`;
    const slash = extra === NO_CARD ? '' : `/${this.words[extra]}`;
    return `${this.words[first]}${plus}${slash}`;
  }

  read(text: string): number | null {
    const [own, extra] = partition(text.toLowerCase(), '/');
    const [first, second] = partition(own, '+');
    const cards = [first, second, extra].map((word) => (word === null ? NO_CARD : this.words.indexOf(word.trim())));
    if ([first, second, extra].some((word, n) => word !== null && cards[n] === -1)) return null;
    return cards[0]! + (cards[1]! + 1) * SECOND_CARD + (cards[2]! + 1) * EXTRA_CARD;
  }
}

/** Moves of the battle table: cards by their row and place in the pyramid. */
class BattleNotation extends Notation {
  readonly example = 'take 5.3, take 5.3 chopsticks';

  write(number: number): string | null {
    if (number < 0 || number >= MOVES_END['battle']!) return null;
    return `take ${placeName(number % PYRAMID_PLACES)}${number >= PYRAMID_PLACES ? ' chopsticks' : ''}`;
  }

  read(text: string): number | null {
    const found = /^(?:take\s+)?([1-9])\.([1-9])(\s+chopsticks)?$/.exec(text.trim().toLowerCase());
    const place = found && readPlace(Number(found[1]), Number(found[2]));
    return place === null ? null : place + (found![3] ? PYRAMID_PLACES : 0);
  }
}

/** Moves of the roll table: dice by their places on the belts. */
class RollNotation extends Notation {
  readonly example = 'keep 4, reroll 1 3, swap 2 with B5';

  write(number: number): string | null {
    if (number < 0 || number >= MOVES_END['roll']!) return null;
    if (number < REROLL) return `keep ${number + 1}`;
    if (number < SWAP) return ['reroll', ...placesIn(number - REROLL)].join(' ');
    const swap = number - SWAP;
    const own = Math.floor(swap / (DINERS * BELT_PLACES));
    const other = Math.floor(swap / BELT_PLACES) % DINERS;
    return `swap ${own + 1} with ${letter(other)}${(swap % BELT_PLACES) + 1}`;
  }

  read(text: string): number | null {
    const [verb, ...words] = text.trim().toLowerCase().split(/\s+/);
    if (verb === 'swap') return readSwap(text.trim().toLowerCase());
    if ((verb !== 'keep' && verb !== 'reroll') || !words.every((word) => /^[1-8]$/.test(word))) return null;
    const places = new Set(words.map((word) => Number(word) - 1));
    if (places.size !== words.length) return null;
    if (verb === 'reroll') return REROLL + [...places].reduce((bits, place) => bits | (1 << place), 0);
    return places.size === 1 ? [...places][0]! : null;
  }
}

function readSwap(text: string): number | null {
  const found = /^swap\s+([1-8])\s+with\s+([a-e])([1-8])$/.exec(text);
  if (!found) return null;
  const [own, other, place] = [
    Number(found[1]) - 1,
    SEAT_LETTERS.indexOf(found[2]!.toUpperCase()),
    Number(found[3]) - 1,
  ];
  return SWAP + (own * DINERS + other) * BELT_PLACES + place;
}

/** What is before and after the first mark of a text; null after it if there is none. */
function partition(text: string, mark: string): [string, string | null] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, null] : [text.slice(0, at), text.slice(at + 1)];
}

/** The places of a set of bits, from 1. */
function placesIn(bits: number): number[] {
  return Array.from({ length: BELT_PLACES }, (_, place) => place + 1).filter((place) => (bits >> (place - 1)) & 1);
}

/** The text of a place of the pyramid: its row, and its place in the row, both from 1. */
export function placeName(place: number): string {
  const row = ROW_START.findLastIndex((start) => start <= place);
  return `${row + 1}.${place - ROW_START[row]! + 1}`;
}

/** The number of a place of the pyramid from its row and its place in the row; null if there is no such place. */
function readPlace(row: number, across: number): number | null {
  return across <= (ROWS[row - 1] ?? 0) ? ROW_START[row - 1]! + across - 1 : null;
}

/** The word for a direction in which hands are passed, from its number in the kernels. */
export const wayWord = (way: number): 'left' | 'right' => (way === 1 ? 'left' : 'right');

const notations = new Map<string, Notation>();

/** The notation of the moves at a table with this setting. */
export function notationFor(setting: Setting): Notation {
  const key = setting.tableKind === 'draft' ? `draft ${setting.dessert}` : setting.tableKind;
  let notation = notations.get(key);
  if (!notation) {
    if (setting.tableKind === 'roll') notation = new RollNotation();
    else if (setting.tableKind === 'battle') notation = new BattleNotation();
    else notation = new DraftNotation(setting.handWords);
    notations.set(key, notation);
  }
  return notation;
}
