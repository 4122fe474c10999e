// Writes tables in words, for views and positions. `reading` is the reverse.
//
// Cards are lists of words. A plate is written in an order in which its cards could have been played, so that the same
// nigiri lie on wasabi when it is read.
import type { Engine, Records } from './engine.js';
import type { Setting, SettingJson } from './settings.js';
import {
  BIT_OF,
  DESSERT,
  EGG,
  EMPTY,
  FACES,
  HIDDEN,
  NIGIRI,
  NOBODY,
  ROWS,
  ROW_START,
  SAVOURY,
  TOKENS,
} from './tables.gen.js';

const KINDS = 16;
export const SAVOURY_WORDS: readonly string[] = Object.keys(SAVOURY);
const NIGIRI_WORDS = Object.keys(NIGIRI);
export const TOKEN_WORDS: readonly string[] = Object.keys(TOKENS);

/** How many cards of each kind an integer of the kernels counts: four bits for each kind. */
export function countsOf(cards: bigint): number[] {
  const counts: number[] = [];
  let word = Number(BigInt.asUintN(32, cards));
  for (let kind = 0; kind < KINDS; kind++) {
    if (kind === 8) word = Number(BigInt.asUintN(32, cards >> 32n));
    counts.push(word & 15);
    word >>>= 4;
  }
  return counts;
}

/** The integer of the kernels for counts by kind. */
export function packed(counts: readonly number[]): bigint {
  return counts.reduce((cards, n, kind) => cards + (BigInt(n) << BigInt(4 * kind)), 0n);
}

function push(words: string[], word: string, n: number): void {
  for (let i = 0; i < n; i++) words.push(word);
}

/** The list of words for an integer of counts; `words` are those of the kinds. */
export function cardWords(cards: bigint, words: readonly string[]): string[] {
  const found: string[] = [];
  if (cards) countsOf(cards).forEach((n, kind) => push(found, words[kind]!, n));
  return found;
}

/** The words of the played cards of a dessert, at the index of their kinds. */
export function playedWords(setting: Setting): string[] {
  return [...Array.from({ length: DESSERT }, () => ''), ...Object.keys(setting.dessertRules.played)];
}

/** The words of a plate: nigiri without wasabi, each wasabi with its nigiri, then open wasabi and the rest. */
export function plateWords(record: Records, plate: number): string[] {
  const dipped = record.get('dipped', plate);
  const loose: string[] = [];
  const onWasabi: string[] = [];
  const rest: string[] = [];
  const counts = countsOf(record.big('plates', plate));
  SAVOURY_WORDS.forEach((word, kind) => {
    const n = counts[kind]!;
    if (NIGIRI_WORDS.includes(word)) {
      const on = (dipped >> (4 * (kind - EGG))) & 15;
      push(loose, word, n - on);
      for (let i = 0; i < on; i++) onWasabi.push('wasabi', word);
    } else push(rest, word, word === 'wasabi' ? record.get('wasabi', plate) : n);
  });
  return [...loose, ...onWasabi, ...rest];
}

/** The indices of the nigiri that lie on wasabi, given the words of a plate in the order of play. */
export function onWasabi(words: readonly string[]): number[] {
  const places: number[] = [];
  let wasabi = 0;
  words.forEach((word, place) => {
    if (word === 'wasabi') wasabi++;
    else if (wasabi && NIGIRI_WORDS.includes(word)) {
      places.push(place);
      wasabi--;
    }
  });
  return places;
}

/** The number of a plate, or null for nobody. */
const plateOrNull = (plate: number): number | null => (plate === NOBODY ? null : plate);

/** The numbers of the bits that are set: seats or plates. */
export function setBits(mask: number): number[] {
  return [0, 1, 2, 3, 4, 5, 6, 7].filter((bit) => (mask >> bit) & 1);
}

/** Whole numbers from 0 to n - 1. */
export const range = (n: number): number[] => Array.from({ length: n }, (_, i) => i);

/** The public fields of a table or view. */
export interface PublicWords extends SettingJson {
  round: number;
  turn: number;
  over: boolean;
  winners: number[];
  scores: number[];
  plates?: string[][];
  desserts?: string[][];
  discards?: string[];
  boat?: number | null;
  squishy?: number | null;
  mochi?: number[];
  starter?: number;
  to_move?: number | null;
  second?: boolean;
  tasted?: number[];
  belts?: (string | null)[][];
  trays?: string[][];
  tokens?: Record<string, number>[];
  supply?: Record<string, number>;
  red?: number;
}

/** The public fields of a table or view, in words. */
export function publicWords(engine: Engine, record: Records, setting: Setting): PublicWords {
  const words: PublicWords = {
    ...setting.toJSON(),
    round: record.get('round_no'),
    turn: record.get('turn'),
    over: Boolean(record.get('over')),
    winners: setBits(record.get('winners')),
    scores: record.list('points').slice(0, setting.diners),
  };
  if (setting.tableKind === 'roll') return { ...words, ...rollWords(engine, record, setting) };
  const diners = range(setting.diners);
  const played = playedWords(setting);
  words.plates = diners.map((plate) => plateWords(record, plate));
  words.desserts = diners.map((plate) => cardWords(record.big('desserts', plate), played));
  words.discards = cardWords(record.big('discards'), SAVOURY_WORDS);
  if (setting.rules.boat) words.boat = plateOrNull(record.get('boat'));
  const dessert = setting.dessertRules;
  if (dessert.squishy) words.squishy = plateOrNull(record.get('squishy'));
  if (dessert.die) words[dessert.word as 'mochi'] = record.list('player_dice').slice(0, setting.diners);
  if (setting.tableKind === 'battle') {
    words.starter = record.get('starter');
    words.to_move = words.over ? null : record.get('to_move');
    words.second = Boolean(record.get('second'));
    words.tasted = setBits(record.get('tasted'));
  }
  return words;
}

/** The number of the belt in front of a seat: 0 is the red one, and the others lie to its left. */
export const beltOf = (engine: Engine, record: Records, seat: number): number =>
  engine.call('roll_belt_at', seat, record.get('red'), record.get('seats'))[0]!;

/** The public fields of a roll table, in words. */
function rollWords(engine: Engine, record: Records, setting: Setting): Partial<PublicWords> {
  const seats = range(setting.seats);
  return {
    belts: seats.map((seat) =>
      rowOf(record, 'faces', beltOf(engine, record, seat))
        .slice(0, setting.handSize)
        .map((face) => (face === EMPTY ? null : FACES[face]!)),
    ),
    trays: seats.map((seat) =>
      rowOf(record, 'trays', seat)
        .filter((face) => face !== EMPTY)
        .map((face) => FACES[face]!),
    ),
    tokens: seats.map((seat) => tokenWords(rowOf(record, 'tokens', seat))),
    supply: tokenWords(record.list('supply')),
    red: record.get('red'),
    to_move: record.get('over') ? null : record.get('to_move'),
  };
}

/** A row of a field with two dimensions. */
export function rowOf(record: Records, field: string, row: number): number[] {
  const width = record.layout.fields[field]![3] as number;
  return range(width).map((i) => record.get(field, row * width + i));
}

function tokenWords(tokens: readonly number[]): Record<string, number> {
  return Object.fromEntries(TOKEN_WORDS.map((word, n) => [word, tokens[n]!]));
}

/** The words of the pyramid by rows; a face-down card is `?`, followed by its word if `hidden` is set. */
export function pyramidWords(record: Records, words: readonly string[], hidden: boolean): (string | null)[][] {
  const card = (place: number): string | null => {
    const kind = record.get('pyramid', place);
    if (kind === EMPTY) return null;
    if (kind === HIDDEN) return '?';
    const down = hidden && (record.big('face_down') >> BigInt(BIT_OF[place]!)) & 1n;
    return down ? `?${words[kind]}` : words[kind]!;
  };
  return ROWS.map((size, row) => range(size).map((i) => card(ROW_START[row]! + i)));
}
