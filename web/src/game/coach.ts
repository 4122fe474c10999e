// The coach's reasons, in words.
import { dishName } from './dishes';
import { hasText, language, say, capitalise, type Language } from '../lib/texts.svelte';
import type { Reason } from '../wire/wire.gen';

/** Whose way of writing numbers a language shares: not every browser knows that of Icelandic, which is that of Danish. */
const WRITTEN: Record<Language, string> = { en: 'en', pl: 'pl', is: 'da' };

/** Points with one decimal, as the language writes them; with `always` the sign stands in front of gains, too. */
export function decimalPoints(n: number, sign: 'auto' | 'always' = 'auto'): string {
  const format = new Intl.NumberFormat(WRITTEN[language()], {
    signDisplay: sign,
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  return format.format(n).replace('-', '−');
}

/** A reason as a sentence; nothing where there are no words for it. */
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
