// Plates in groups: dishes of a kind together, and each nigiri on its wasabi.
import { dishOf, kind } from './dishes';
import type { Points } from '../wire/wire.gen';

/** Cards of a plate that are counted together. */
export interface Group {
  /** A kind of dish, `nigiri` for all nigiri without wasabi, or `dipped` for one nigiri on wasabi. */
  sort: string;
  /** The cards, in the order in which they were played. */
  words: string[];
  /** Whether they stay until the end of the game. */
  kept: boolean;
}

/**
 * A plate and its desserts as groups, in the order of their first cards. `dipped` are the places of nigiri on wasabi:
 * as many wasabi, the first ones, lie under them.
 */
export function groupsOf(
  plate: readonly string[],
  dipped: readonly number[],
  desserts: readonly string[],
  points: Pick<Points, 'nigiri'>,
): Group[] {
  const groups: Group[] = [];
  let under = dipped.length;
  const add = (sort: string, word: string, kept: boolean) => {
    const same = sort === 'dipped' ? undefined : groups.find((group) => group.sort === sort && group.kept === kept);
    if (same) same.words.push(word);
    else groups.push({ sort, words: [word], kept });
  };
  plate.forEach((word, place) => {
    if (dipped.includes(place)) add('dipped', word, false);
    else if (word === 'wasabi' && under > 0) under -= 1;
    else add(dishOf(word, points), word, false);
  });
  desserts.forEach((word) => add(kind(word), word, true));
  return groups;
}

/** A key of a group among those of its plate, which has several dipped nigiri, but one group of every other sort. */
export function groupKey({ sort, kept }: Group, place: number): string {
  return sort === 'dipped' ? `dipped${place}` : `${sort}${kept}`;
}

/** How many wasabi of a plate have no nigiri on them. */
export function openWasabi(plate: readonly string[], dipped: readonly number[]): number {
  return plate.filter((word) => word === 'wasabi').length - dipped.length;
}

/** Words with how often each is there, in their order. */
export function counted(words: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts];
}

/** The cards of a group as they are drawn: one by one, or if there are more than `most`, each kind with its number. */
export function drawn(words: readonly string[], most: number): [string, number][] {
  return words.length > most ? counted(words) : words.map((word) => [word, 1]);
}
