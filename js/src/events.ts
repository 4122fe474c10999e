// Events and lines of the bill, from the rows of numbers that a dealer recorded.
import type { Records } from './engine.js';
import { placeName, wayWord } from './notation.js';
import type { Setting } from './settings.js';
import {
  BY_RUNS,
  CARD_LADDERS,
  DESSERTS,
  DICE,
  EVENTS,
  EVENT_WIDTH,
  FACES,
  LINE_DISHES,
  MAKI_FIRST,
  MAKI_SECOND,
  ROLL_LADDERS,
  ROLL_PRIZE,
  RUNS,
  TOKENS_PER_POINT,
  WHYS,
} from './tables.gen.js';
import { say, type Language } from './texts.js';
import { TOKEN_WORDS, range } from './words.js';

/** The row of an event: its number, the plate it happened to or -1, and up to six details. */
export type EventRow = readonly number[];

export type Details = Readonly<Record<string, string | number | boolean>>;

const NAMES = Object.keys(EVENTS);
const DIE_NAMES = Object.keys(DICE);

/** The number of an event, by its name. */
export const eventNumber = (name: string): number => NAMES.indexOf(name);
const LINE = eventNumber('line');

/** A public event of a game. `who` is the number of the plate that it happened to, or null. */
export class Event {
  constructor(
    readonly name: string,
    readonly who: number | null,
    readonly details: Details,
  ) {}

  toJSON(): Record<string, string | number | boolean> {
    return { event: this.name, ...(this.who !== null && { who: this.who }), ...this.details };
  }
}

/** A line of the bill: a dish, its points, and the code of the reason with its parameters. */
export class Line {
  constructor(
    readonly dish: string,
    readonly points: number,
    readonly code: string,
    readonly params: Readonly<Record<string, string | number>>,
  ) {}

  /** The reason as a text, in a language whose texts are loaded. */
  why(language: Language = 'en'): string {
    return say(language, `why.${this.code}`, this.params);
  }

  /** The line with its reason in English. */
  toJSON(): { dish: string; points: number; why: string } {
    return { dish: this.dish, points: this.points, why: this.why() };
  }
}

/** The rows that a dealer recorded in its last call. */
export function recordedRows(dealer: Records): EventRow[] {
  const number = (row: number, i: number) => dealer.get('events', row * EVENT_WIDTH + i);
  return range(dealer.get('event_count')).map((row) => range(EVENT_WIDTH).map((i) => number(row, i)));
}

/** The events of some rows. */
export const readEvents = (rows: readonly EventRow[], setting: Setting): Event[] =>
  rows.map((row) => readEvent(row, setting));

function readEvent(row: EventRow, setting: Setting): Event {
  const [number, plate, ...values] = row as [number, number, ...number[]];
  const name = NAMES[number]!;
  const who = plate < 0 ? null : plate;
  if (number === LINE) {
    const { dish, points, code, params } = readLine(row, setting);
    return new Event(name, who, { dish, points, why: code, ...params });
  }
  const details = EVENTS[name]!.map((field, i) => [field, detail(field, values[i]!, setting)]);
  return new Event(name, who, Object.fromEntries(details) as Details);
}

/** A detail of an event: the word of a dish, place, die, token or direction, a boolean, or the number itself. */
function detail(field: string, value: number, setting: Setting): string | number | boolean {
  const onDice = setting.tableKind === 'roll';
  switch (field) {
    case 'dish':
    case 'face':
    case 'theirs':
      return (onDice ? FACES : setting.handWords)[value]!;
    case 'place':
    case 'their-place':
      return onDice ? value + 1 : placeName(value);
    case 'die':
      return DIE_NAMES[value]!;
    case 'token':
      return TOKEN_WORDS[value]!;
    case 'way':
      return wayWord(value);
    case 'dipped':
    case 'chopsticks':
    case 'last':
    case 'tie-break':
      return Boolean(value);
    default:
      return value;
  }
}

/** The line of the bill that the row of a `line` event describes. */
export function readLine(row: EventRow, setting: Setting): Line {
  const [, , dishNumber, points, why, n, x] = row as [number, number, number, number, number, number, number];
  const [dish, code] = [LINE_DISHES[dishNumber]!, WHYS[why]!];
  return new Line(dish, points, code, lineParams(dish, points, code, n, x, setting));
}

/** The parameters of the text of a reason. */
function lineParams(
  dish: string,
  points: number,
  code: string,
  n: number,
  x: number,
  setting: Setting,
): Record<string, string | number> {
  const onDice = setting.tableKind === 'roll';
  if (code === 'tempura' || code === 'sashimi') {
    return { n, sets: Math.floor(n / CARD_LADDERS[code]!.rungs.length) };
  }
  if (code === 'roll-set') return { n, size: ROLL_LADDERS[dish]!.rungs.length };
  if (code.startsWith('maki-')) {
    return { n, sharers: x, prize: code.includes('first') ? MAKI_FIRST : MAKI_SECOND, points };
  }
  if (code === 'nigiri-dipped') return { n, dipped: x };
  if (/^(most|least)/.test(code)) {
    const rules = onDice ? ROLL_PRIZE : DESSERTS.find(({ word }) => word === dish)!.prize;
    const loss = setting.diners === 2 ? rules.leastOfTwo : rules.least;
    return { n, sharers: x, prize: code.includes('most') ? rules.most : loss, points };
  }
  if (code === BY_RUNS) return { runs: RUNS[dish]![n]! };
  if (code === 'tokens') return { n, per: TOKENS_PER_POINT };
  return { n };
}
