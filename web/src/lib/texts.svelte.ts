// All texts, from the same catalogues as the command line's.
import { catalogues, loadCatalogue, wantedLanguage, type Entry, type Language } from './catalogues';
import { saveLocal } from './storage';

export { LANGUAGES, type Language } from './catalogues';
export type Params = Record<string, unknown>;

const plurals = new Map<Language, Intl.PluralRules>();

let spoken = $state<Language>(wantedLanguage());

/** The current language of the page. */
export function language(): Language {
  return spoken;
}

/** Change the language, and save it. */
export async function setLanguage(wanted: Language): Promise<void> {
  await loadCatalogue(wanted);
  spoken = wanted;
  document.documentElement.lang = wanted;
  saveLocal('language', wanted);
}

/** The entry at a path of the catalogue, or undefined. */
export function lookUp(path: string): Entry | undefined {
  let entry: Entry | undefined = catalogues[spoken];
  for (const step of path.split('.')) {
    entry = typeof entry === 'object' && !Array.isArray(entry) ? entry[step] : undefined;
  }
  return entry;
}

/** A text with its parameters filled in; where it depends on a number, `n` chooses the plural. */
export function say(path: string, params: Params = {}): string {
  let entry = lookUp(path);
  if (typeof entry === 'object' && !Array.isArray(entry)) entry = entry[pluralOf(Number(params.n))];
  if (typeof entry !== 'string') throw new Error(`There is no text ${path} in ${spoken}.`);
  return entry.replace(/\{(\w[\w-]*)\}/g, (_, name: string) => written(params[name] ?? `{${name}}`));
}

function written(value: unknown): string {
  return typeof value === 'number' ? signed(value) : String(value);
}

/** Whether a text exists. */
export function hasText(path: string): boolean {
  return lookUp(path) !== undefined;
}

function pluralOf(n: number): string {
  let rules = plurals.get(spoken);
  if (!rules) plurals.set(spoken, (rules = new Intl.PluralRules(spoken)));
  return rules.select(Math.abs(n));
}

/** The text with a capital at its start. */
export function capitalise(text: string): string {
  return text.charAt(0).toLocaleUpperCase(spoken) + text.slice(1);
}

/** Names one after the other: "Ann, Ben and Cleo". */
export function joinNames(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} ${say('pad.and')} ${last}` : last;
}

/** A number with a true minus sign. */
export function signed(n: number): string {
  return n < 0 ? `−${-n}` : String(n);
}

/** The locale for dates: the browser's own variant of the language, where it has one. */
function locale(): string {
  return navigator.languages.find((tag) => tag.toLowerCase().startsWith(spoken)) ?? spoken;
}

/** A time of the day, from seconds. */
export function sayTime(seconds: number): string {
  return new Date(seconds * 1000).toLocaleTimeString(locale(), {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
}

/** A day and its time, from seconds. Months are numbers: not every browser knows their names in every language. */
export function sayWhen(seconds: number): string {
  const day = new Date(seconds * 1000).toLocaleDateString(locale(), {
    day: 'numeric',
    month: 'numeric',
    year: 'numeric',
  });
  return `${day}, ${sayTime(seconds)}`;
}

/** The text of a problem. */
export function sayProblem(problem: { code: string; params?: Params }): string {
  const path = hasText(`wire.error.${problem.code}`) ? `wire.error.${problem.code}` : `error.${problem.code}`;
  return hasText(path) ? say(path, problem.params) : say('page.went-wrong');
}
