// The catalogues of texts, one for each language, and which one the reader wants. They are those of the command line.
import { loadLocal } from './storage';

export type Language = 'en' | 'pl' | 'is';
export type Entry = string | Entry[] | { [key: string]: Entry };

export const LANGUAGES: readonly Language[] = ['en', 'pl', 'is'];

const loaders: Record<Language, () => Promise<{ default: unknown }>> = {
  en: () => import('$texts/en.json'),
  pl: () => import('$texts/pl.json'),
  is: () => import('$texts/is.json'),
};

/** The catalogues that are loaded. */
export const catalogues: Partial<Record<Language, Entry>> = {};

/** Load the catalogue of a language, unless it is there. */
export async function loadCatalogue(wanted: Language): Promise<void> {
  catalogues[wanted] ??= (await loaders[wanted]()).default as Entry;
}

/** The saved language, or the first of the browser's languages that there is. */
export function wantedLanguage(): Language {
  const chosen = loadLocal<string | null>('language', null);
  const asked = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  return LANGUAGES.find((known) => known === chosen) ?? asked.find(isKnown) ?? 'en';
}

const isKnown = (tag: string): tag is Language => (LANGUAGES as readonly string[]).includes(tag);
