// The coach's reasons, in words.
import { dishName } from './dishes';
import { hasText, language, say, capitalise, type Language } from '../lib/texts.svelte';
import type { Reason } from '../wire/wire.gen';

/** The locale for numbers. Not every browser knows Icelandic, whose numbers are written as in Danish. */
const WRITTEN: Record<Language, string> = { en: 'en', pl: 'pl', is: 'da' };

/** Points with one decimal in the language of the page; with `always` gains have a sign, too. */
export function decimalPoints(n: number, sign: 'auto' | 'always' = 'auto'): string {
  const format = new Intl.NumberFormat(WRITTEN[language()], {
    signDisplay: sign,
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  return format.format(n).replace('-', '−');
}

/** A reason as a sentence; empty where there is no text for it. */
export function reasonWords({ code, params }: Reason, names: readonly string[]): string {
  const path = `coach.reason.${code}`;
  if (!hasText(path)) return '';
  const told = { ...params };
  for (const field of ['dish', 'card']) {
    if (typeof params[field] === 'string') told[field] = dishName(params[field]);
  }
  if (typeof params.who === 'number') told.name = names[params.who];
  if (typeof params.points === 'number') told.points = decimalPoints(params.points, 'always');
  return capitalise(say(path, told));
}
