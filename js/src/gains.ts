// The gain of a card or die: what it would bring the seat that takes it. The rules decide which text and numbers.
import { NdArray } from './engine.js';
import { GAIN_CODES, GAIN_NUMBERS, GAIN_ROWS, GAIN_WIDTH } from './gains.gen.js';
import type { Setting } from './settings.js';
import { FACES } from './tables.gen.js';
import { type Language, say } from './texts.js';
import type { View } from './views.js';

/** What a card or die would bring: the code of a text, `play.worth.CODE` in the catalogues, and its parameters. */
export interface Gain {
  readonly code: string;
  readonly params: Readonly<Record<string, number | string>>;
}

/** A gain as a text, in a language whose texts are loaded. */
export const gainWords = ({ code, params }: Gain, language: Language = 'en'): string =>
  say(language, `play.worth.${code}`, params);

/** The gain of each card or die that the view's seat could take now, by its word; none for spectators. */
export function gains(view: View): Map<string, Gain> {
  const { engine, setting, record, seat } = view;
  const found = new Map<string, Gain>();
  if (seat === null || view.over) return found;
  const rows = new BigInt64Array(GAIN_ROWS * GAIN_WIDTH);
  const [n] = engine.call(`${setting.tableKind}_gains`, record, seat, new NdArray(rows, [GAIN_ROWS, GAIN_WIDTH]));
  const words = setting.tableKind === 'roll' ? FACES : setting.handWords;
  for (let at = 0; at < n! * GAIN_WIDTH; at += GAIN_WIDTH) {
    const [kind, code, ...numbers] = Array.from(rows.subarray(at, at + GAIN_WIDTH), Number);
    found.set(words[kind!]!, gain(code!, numbers, setting));
  }
  return found;
}

function gain(number: number, numbers: readonly number[], setting: Setting): Gain {
  const code = GAIN_CODES[number]!;
  const params: Record<string, number | string> = {};
  GAIN_NUMBERS[number]!.forEach((name, n) => (params[name] = numbers[n]!));
  if ('low' in params) {
    const { low, high, ...rest } = params;
    return { code, params: { ...rest, values: low === high ? `${low}` : `${low}–${high}` } };
  }
  if (code === 'runs') params.runs = setting.dessertRules.runs.join(' ');
  return { code, params };
}
