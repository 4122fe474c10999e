// Reads tables from words: the reverse of `words`, also for positions that were written by hand.
//
// Words, counts, sizes of hands and seats are checked before a kernel gets them. A table that is not possible throws
// `BadFile`, which says why.
import { Records, type Engine } from './engine.js';
import { BadFile } from './errors.js';
import { letter } from './notation.js';
import type { Setting } from './settings.js';
import {
  BELT_PLACES,
  BIT_OF,
  CARD_COUNTS,
  CHOPSTICKS,
  DECK,
  DICE,
  DIE_OF,
  EMPTY,
  FACES,
  NOBODY,
  NO_CARD,
  PYRAMID_PLACES,
  ROUNDS,
  ROWS,
  SAVOURY,
  TOKENS,
} from './tables.gen.js';
import { SAVOURY_WORDS, TOKEN_WORDS, beltOf, countsOf, packed, playedWords, range, rowOf } from './words.js';

export type Data = Readonly<Record<string, unknown>>;
type Limits = Readonly<Record<string, number>>;

const DIE_NAMES = Object.keys(DICE);
/** The number of the sort of die that has a face: no face is on two sorts. */
const DIE_WITH_FACE = new Map(Object.values(DICE).flatMap(([, faces], die) => faces.map((face) => [face, die])));

/** The table that the fields of a position describe. */
export function readTable(engine: Engine, data: Data, setting: Setting): Records {
  const table = bareTable(setting);
  table.set('round_no', number(data, 'round', 1, ROUNDS));
  setAll(table, 'points', numbers(data, 'scores', setting.diners, 0, -999, 999));
  table.set('over', Number(flag(data, 'over')));
  table.set('winners', bitsOf(seatsOf(data, 'winners', setting.seats)));
  ({ draft: readDraft, battle: readBattle, roll: readRoll })[setting.tableKind](engine, data, setting, table);
  return table;
}

/** A table that is zero but for its setting. */
export function bareTable(setting: Setting, layout = setting.tableLayout): Records {
  const table = new Records(layout);
  ['menu', 'dessert', 'variant', 'must_have_maki', 'seats'].forEach((field, i) =>
    table.set(field, setting.numbers[i]!),
  );
  table.set('diners', setting.diners);
  return table;
}

const setAll = (table: Records, field: string, values: readonly number[], start = 0): void =>
  values.forEach((value, i) => table.set(field, value, start + i));

/** Set every number of a field. */
function fill(table: Records, field: string, value: number): void {
  setAll(table, field, table.list(field).fill(value));
}

const bitsOf = (places: readonly number[]): number => places.reduce((bits, place) => bits | (1 << place), 0);

/** Read plates, desserts, discards, boat and squishy of a table with cards. */
function readPlates(engine: Engine, data: Data, setting: Setting, table: Records): void {
  const { diners } = setting;
  table.set('boat', plateOf(data, 'boat', diners));
  table.set('squishy', plateOf(data, 'squishy', diners));
  const { die, word: dessert, played } = setting.dessertRules;
  if (die) {
    fill(table, 'player_dice', die.start);
    setAll(table, 'player_dice', numbers(data, dessert, diners, die.start, 1, die.faces));
  }
  table.set('discards', readCards('discards' in data ? data['discards'] : [], SAVOURY_WORDS, SAVOURY));
  table.set('tasted', bitsOf(seatsOf(data, 'tasted', diners)));
  lists(data, 'plates', diners, true).forEach((dishes, plate) => {
    readCards(dishes, SAVOURY_WORDS, SAVOURY);
    putDishes(engine, setting, table, plate, spread(dishes), SAVOURY_WORDS);
  });
  lists(data, 'desserts', diners, true).forEach((dishes, plate) =>
    table.set('desserts', readCards(dishes, playedWords(setting), played), plate),
  );
}

function putDishes(
  engine: Engine,
  setting: Setting,
  table: Records,
  plate: number,
  dishes: readonly string[],
  words: readonly string[],
): void {
  const kinds = Int16Array.from(dishes, (word) => words.indexOf(word));
  engine.call(`${setting.tableKind}_put_dishes`, table, plate, kinds);
}

/** Read a draft table: plates, hands, piles and the deck. */
function readDraft(engine: Engine, data: Data, setting: Setting, table: Records): void {
  readPlates(engine, data, setting, table);
  const { seats, handWords: words } = setting;
  const turn = number(data, 'turn', 1, setting.turns!, 1);
  table.set('turn', turn);
  fill(table, 'piles', NO_CARD);
  fill(table, 'choices', NO_CARD);
  setAll(table, 'returned', numbers(data, 'returned', seats, 0, 0, SAVOURY['chopsticks']!));
  if (table.get('over')) return fillDeck(engine, table, setting);
  const hasControl = setting.variantRules.extraPlate;
  engine.call('draft_lay_turn', table, hasControl ? number(data, 'controller', 0, seats - 1, 0) : NOBODY);
  const hands = lists(data, 'hands', seats);
  hands.forEach((hand, seat) => table.set('hands', readCards(hand, words, deckCounts(setting)), seat));
  hands.forEach((hand, seat) =>
    checkSize(seat, spread(hand).length, engine.call('draft_cards_in_hand', table, seat)[0]!, turn),
  );
  readPiles(engine, data, setting, table);
  engine.call('draft_ask_seats', table);
  fillDeck(engine, table, setting);
}

/** Throw `BadFile` if a hand or belt does not have the number of cards or dice that the turn requires. */
function checkSize(seat: number, n: number, right: number, turn: number): void {
  if (n !== right) throw new BadFile('bad-hand', { seat: letter(seat), n, right, turn });
}

/** Read the draw piles, the next card first, and the card that each seat drew for this turn. */
function readPiles(engine: Engine, data: Data, setting: Setting, table: Records): void {
  const [piles, gone] = engine.call('draft_piles', table) as [number, number];
  if (!piles) return;
  const right = setting.handSize - gone;
  const width = table.layout.fields['piles']![3]!;
  lists(data, 'piles', piles).forEach((entry, pile) => {
    const cards = spread(entry);
    if (cards.length !== right) throw new BadFile('bad-length', { field: 'piles', n: cards.length, right });
    const kinds = cards.map((word) => kindOf(word, setting.handWords));
    setAll(table, 'piles', kinds, pile * width + gone);
  });
  const drawn = (data['drawn'] ?? null) === null ? [] : lists(data, 'drawn', setting.seats);
  drawn.forEach((word, seat) => {
    if (word === null) return;
    const card = kindOf(word, setting.handWords);
    const isNoted = engine.call('draft_note_drawn', table, seat, card)[0];
    if (!isNoted) throw new BadFile('bad-drawn', { seat: letter(seat) });
  });
}

/** Put the cards that are nowhere else into the deck; `BadFile` if there are more of a card than the deck has. */
function fillDeck(engine: Engine, table: Records, setting: Setting): void {
  const limits = CARD_COUNTS[setting.dessertNumber]!;
  const deck = [...limits];
  const take = (kind: number, n: number) => (deck[kind] = deck[kind]! - n);
  const takeAll = (counts: readonly number[]) => counts.forEach((n, kind) => take(kind, n));
  const isDraft = setting.tableKind === 'draft';
  for (const plate of range(table.list('plates').length)) {
    takeAll(countsOf(table.big('plates', plate)));
    takeAll(countsOf(engine.callBig('in_hand_form', setting.dessertNumber, table.big('desserts', plate))));
    if (isDraft) takeAll(countsOf(table.big('hands', plate)));
  }
  takeAll(countsOf(table.big('discards')));
  const gone = isDraft ? engine.call('draft_piles', table)[1] : 0;
  const shown = isDraft ? [0, 1].flatMap((pile) => rowOf(table, 'piles', pile).slice(gone)) : table.list('pyramid');
  for (const kind of shown) if (kind >= 0) take(kind, 1);
  deck.forEach((left, kind) => {
    const right = limits[kind]!;
    if (left < 0) throw new BadFile('bad-total', { word: setting.handWords[kind], n: right - left, right });
  });
  const undealt = deck.flatMap((n, kind) => range(n).map(() => kind));
  table.set('dealt', DECK - undealt.length);
  fill(table, 'deck', NO_CARD);
  setAll(table, 'deck', undealt, DECK - undealt.length);
}

/** Read a battle table: plates, the pyramid and the deck. */
function readBattle(engine: Engine, data: Data, setting: Setting, table: Records): void {
  readPlates(engine, data, setting, table);
  table.set('turn', number(data, 'turn', 1, 4 * PYRAMID_PLACES, 1));
  table.set('starter', number(data, 'starter', 0, setting.seats - 1, 0));
  const second = Number(flag(data, 'second'));
  table.set('second', second);
  const rows = lists(data, 'pyramid', ROWS.length).map((entry, row) => rowOfCards('pyramid', entry, ROWS[row]!, true));
  rows.flat().forEach((card, place) => layCard(table, place, card, setting.handWords));
  const left = table.list('pyramid').filter((kind) => kind !== EMPTY).length;
  table.set('left', left);
  fillDeck(engine, table, setting);
  if (table.get('over')) return;
  const toMove = number(data, 'to_move', 0, setting.seats - 1, table.get('starter'));
  table.set('to_move', toMove);
  if (left < 2 - second) throw new BadFile('bad-pyramid', { least: 2 - second });
  if (second && !countsOf(table.big('plates', toMove))[CHOPSTICKS]) throw new BadFile('no-chopsticks');
  const free = engine.callBig('battle_free_cards', table.big('standing'));
  if (free & table.big('face_down')) throw new BadFile('bad-face-down');
}

/** The entries of a row of the pyramid or of a belt, from a list or a line. */
function rowOfCards(field: string, entry: unknown, right: number, isFull: boolean): unknown[] {
  const cards = typeof entry === 'string' ? entry.split(/\s+/).filter(Boolean) : entry;
  if (!Array.isArray(cards) || cards.length > right || (isFull && cards.length < right)) {
    throw new BadFile('bad-length', { field, n: (cards as unknown[]).length, right });
  }
  return cards;
}

const isEmpty = (card: unknown): boolean => card === null || card === '-';

/** Lay a card at a place of the pyramid; `?` before its word means face down, null or `-` an empty place. */
function layCard(table: Records, place: number, card: unknown, words: readonly string[]): void {
  table.set('pyramid', EMPTY, place);
  if (isEmpty(card)) return;
  const word = String(card);
  table.set('pyramid', kindOf(word.replace(/^\?/, ''), words), place);
  const bit = 1n << BigInt(BIT_OF[place]!);
  table.set('standing', table.big('standing') | bit);
  if (word.startsWith('?')) table.set('face_down', table.big('face_down') | bit);
}

/** Read a roll table: belts, trays and tokens. */
function readRoll(engine: Engine, data: Data, setting: Setting, table: Records): void {
  const { seats, handSize: dice } = setting;
  table.set('turn', number(data, 'turn', 1, dice, 1));
  for (const field of ['dice', 'faces', 'trays']) fill(table, field, EMPTY);
  setAll(table, 'bag', DIE_OF);
  const red = number(data, 'red', 0, seats - 1, 0);
  table.set('red', red);
  lists(data, 'belts', seats).forEach((faces, seat) => readBelt(table, beltOf(engine, table, seat), faces, dice));
  lists(data, 'trays', seats, true).forEach((faces, seat) => readTray(engine, setting, table, seat, spread(faces)));
  readTokens(data, setting, table);
  checkDice(table);
  if (table.get('over')) return;
  table.set('to_move', number(data, 'to_move', 0, seats - 1, red));
  checkBelts(engine, table, setting);
}

/** Put dice with these faces on a belt; null or `-` is an empty place. */
function readBelt(table: Records, belt: number, entry: unknown, dice: number): void {
  rowOfCards('belts', entry, dice, false).forEach((face, place) => {
    if (isEmpty(face)) return;
    table.set('faces', kindOf(face, FACES), belt * BELT_PLACES + place);
    table.set('dice', DIE_WITH_FACE.get(face as string)!, belt * BELT_PLACES + place);
    table.set('filled', table.get('filled', belt) | (1 << place), belt);
  });
}

/** Put dice with these faces on a seat's tray and plate. */
function readTray(engine: Engine, setting: Setting, table: Records, seat: number, faces: readonly string[]): void {
  if (faces.length > BELT_PLACES) {
    throw new BadFile('bad-length', { field: 'trays', n: faces.length, right: BELT_PLACES });
  }
  const kinds = faces.map((face) => kindOf(face, FACES));
  setAll(table, 'trays', kinds, seat * BELT_PLACES);
  putDishes(engine, setting, table, seat, faces, FACES);
}

/** Read the tokens of all seats; the others are in the supply. */
function readTokens(data: Data, setting: Setting, table: Records): void {
  const left = TOKEN_WORDS.map((word) => TOKENS[word]![0]);
  lists(data, 'tokens', setting.seats, true).forEach((entry, seat) => {
    const tokens = Array.isArray(entry) && entry.length === 0 && data['tokens'] == null ? {} : entry;
    if (typeof tokens !== 'object' || tokens === null || Array.isArray(tokens)) {
      throw new BadFile('bad-token-counts', { value: JSON.stringify(tokens), example: '{"menu": 1}' });
    }
    TOKEN_WORDS.forEach((word, sort) => {
      const held = number(tokens as Data, word, 0, 99, 0);
      table.set('tokens', held, seat * TOKEN_WORDS.length + sort);
      left[sort] = left[sort]! - held;
    });
  });
  if (left.some((n) => n < 0)) {
    throw new BadFile('bad-tokens', { limits: TOKEN_WORDS.map((word) => `${word} ${TOKENS[word]![0]}`).join(', ') });
  }
  setAll(table, 'supply', left);
}

/** Throw `BadFile` if there are more dice of a sort than the box has. */
function checkDice(table: Records): void {
  const used = [...table.list('faces'), ...table.list('trays')]
    .filter((face) => face >= 0)
    .map((face) => DIE_NAMES[DIE_WITH_FACE.get(FACES[face]!)!]!);
  for (const word of new Set(used)) {
    const [n, right] = [used.filter((die) => die === word).length, DICE[word]![0]];
    if (n > right) throw new BadFile('bad-total', { word, n, right });
  }
}

/** Throw `BadFile` if a belt does not have the dice that the turn requires, or a tray has more than were kept. */
function checkBelts(engine: Engine, table: Records, setting: Setting): void {
  const { seats, handSize: dice } = setting;
  const turn = table.get('turn');
  const hadTurn = beltOf(engine, table, table.get('to_move'));
  for (const seat of range(seats)) {
    const order = beltOf(engine, table, seat);
    const kept = turn - 1 + Number(order < hadTurn);
    const filled = range(BELT_PLACES).filter((place) => (table.get('filled', order) >> place) & 1).length;
    checkSize(seat, filled, dice - kept, turn);
    const n = rowOf(table, 'trays', seat).filter((face) => face !== EMPTY).length;
    if (n > kept) throw new BadFile('bad-length', { field: 'trays', n, right: kept });
  }
}

/** How many of each card the deck has. */
export function deckCounts(setting: Setting): Record<string, number> {
  return Object.fromEntries(setting.handWords.map((word, kind) => [word, CARD_COUNTS[setting.dessertNumber]![kind]!]));
}

/** A list of words from a list or a line, with `*N` for repeats. */
export function spread(cards: unknown): string[] {
  if (typeof cards !== 'string' && !Array.isArray(cards)) throw new BadFile('bad-cards', { value: cards });
  const words: unknown[] = typeof cards === 'string' ? cards.split(/\s+/).filter(Boolean) : cards;
  return words.flatMap((word) => {
    const text = typeof word === 'number' ? String(word) : word;
    const found = typeof text === 'string' ? /^([a-z0-9?]+?)(?:\*([1-9][0-9]*))?$/.exec(text) : null;
    const n = Number(found?.[2] ?? 1);
    if (!found || n > DECK) throw new BadFile('bad-cards', { value: word });
    return range(n).map(() => found[1]!);
  });
}

/** The integer of counts for a list or a line of words; `BadFile` if there are more of a word than its limit. */
export function readCards(cards: unknown, words: readonly string[], limits: Limits): bigint {
  const counts = words.map(() => 0);
  const kinds = spread(cards).map((word) => kindOf(word, words));
  for (const kind of kinds) counts[kind]!++;
  for (const kind of kinds) {
    const [word, n, right] = [words[kind]!, counts[kind]!, limits[words[kind]!]!];
    if (n > right) throw new BadFile('bad-total', { word, n, right });
  }
  return packed(counts);
}

/** The index of a word among words; `BadFile` if it is not there. */
export function kindOf(word: unknown, words: readonly string[]): number {
  const kind = word ? words.indexOf(word as string) : -1;
  if (kind < 0) throw new BadFile('bad-word', { word, choices: words.filter(Boolean).join(', ') });
  return kind;
}

/** The boolean of a field; false if it is left out. */
function flag(data: Data, field: string): boolean {
  const value = field in data ? data[field] : false;
  if (typeof value !== 'boolean') throw new BadFile('bad-number', { field, value, low: 'false', high: 'true' });
  return value;
}

/** The whole number of a field; `BadFile` if it is not between low and high. */
export function number(data: Data, field: string, low: number, high: number, otherwise?: number): number {
  const value = field in data ? data[field] : otherwise;
  if (!Number.isInteger(value) || (value as number) < low || (value as number) > high) {
    throw new BadFile('bad-number', { field, value, low, high });
  }
  return value as number;
}

/** The list of n whole numbers of a field, each between low and high; n times `otherwise` if it is left out. */
function numbers(data: Data, field: string, n: number, otherwise: number, low: number, high: number): number[] {
  if ((data[field] ?? null) === null) return range(n).map(() => otherwise);
  return lists(data, field, n).map((value) => number({ [field]: value }, field, low, high));
}

/** The list with n entries of a field; n empty entries if it is optional and left out. */
function lists(data: Data, field: string, n: number, optional = false): unknown[] {
  const entries = data[field] ?? null;
  if (entries === null && optional) return range(n).map(() => []);
  if (!Array.isArray(entries) || entries.length !== n) {
    throw new BadFile('bad-length', { field, n: Array.isArray(entries) ? entries.length : 0, right: n });
  }
  return entries;
}

/** The plate of a field, or NOBODY. */
function plateOf(data: Data, field: string, diners: number): number {
  return (data[field] ?? null) === null ? NOBODY : number(data, field, 0, diners - 1);
}

/** The list of different seats or plates of a field; empty if it is left out. */
function seatsOf(data: Data, field: string, n: number): number[] {
  const seats = data[field] || [];
  if (!Array.isArray(seats) || new Set(seats.map(String)).size !== seats.length) {
    throw new BadFile('bad-cards', { value: seats });
  }
  return seats.map((seat) => number({ [field]: seat }, field, 0, n - 1));
}
