// The texts of the package. Those of a language are loaded when they are first asked for.
import { LANGUAGES } from './tables.gen.js';

export type Language = 'en' | 'pl' | 'is';
export type Params = Readonly<Record<string, unknown>>;

interface Texts {
  readonly [step: string]: string | readonly unknown[] | Texts;
}

const loaded = new Map<string, Texts>();

const MODULES: Record<Language, () => Promise<{ default: Texts }>> = {
  en: () => import('./texts.en.gen.js'),
  pl: () => import('./texts.pl.gen.js'),
  is: () => import('./texts.is.gen.js'),
};

/** Load the texts of a language, unless they are there already. `load` does so for English. */
export async function loadTexts(language: Language): Promise<void> {
  if (!LANGUAGES.includes(language)) throw new RangeError(`There is no language ${language}.`);
  if (!loaded.has(language)) loaded.set(language, (await MODULES[language]()).default);
}

/** Whether the texts of a language are loaded. */
export const speaks = (language: Language): boolean => loaded.has(language);

/** A text with its parameters filled in; its language must be loaded. The parameter `n` selects a plural form. */
export function say(language: Language, path: string, params: Params = {}): string {
  let entry = find(language, path);
  if (typeof entry === 'object') entry = (entry as Texts)[plural(language, Number(params['n']))];
  if (typeof entry !== 'string') throw new RangeError(`There is no text ${path}.`);
  return entry.replace(/\{([\w-]+)\}/g, (_, name: string) => written(language, params[name]));
}

function find(language: Language, path: string): unknown {
  const texts = loaded.get(language);
  if (!texts) throw new Error(`The texts of ${language} are not loaded: await loadTexts('${language}').`);
  return path.split('.').reduce<unknown>((entry, step) => (entry as Texts | undefined)?.[step], texts);
}

function plural(language: Language, n: number): string {
  return new Intl.PluralRules(language).select(Math.abs(n));
}

/** A parameter as it is written in a text: numbers with the signs of the language. */
function written(language: Language, value: unknown): string {
  if (typeof value !== 'number') return String(value);
  const text = String(value).replace('-', '−');
  return language === 'en' ? text : text.replace('.', ',');
}
