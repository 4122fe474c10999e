// The names of the people at a new table, and those that this device remembers.
import { loadLocal, saveLocal } from '../lib/storage';

const NAMES = 'names';
const MOST = 8;

export interface NameFault {
  /** Which of the names is wrong. */
  place: number;
  code: 'missing' | 'twice';
}

/** What is wrong with the names of people who sit at one table: the first fault, or null. */
export function nameFault(names: readonly string[]): NameFault | null {
  const known = names.map((name) => name.trim().toLocaleLowerCase());
  const missing = known.indexOf('');
  if (missing >= 0) return { place: missing, code: 'missing' };
  const twice = known.findIndex((name, place) => known.indexOf(name) < place);
  return twice >= 0 ? { place: twice, code: 'twice' } : null;
}

/** The names that were given at this device before, the latest first. */
export function rememberedNames(): string[] {
  return loadLocal<string[]>(NAMES, []);
}

/** Remember names for the next table. */
export function rememberNames(names: readonly string[]): void {
  const all = [...names.map((name) => name.trim()), ...rememberedNames()];
  saveLocal(NAMES, [...new Set(all)].slice(0, MOST));
}
