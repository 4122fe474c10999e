// Plates in groups: dishes of a kind together, and each nigiri on its wasabi.
import { family, kind, number } from './dishes';

/** Cards of a plate that are counted together. */
export interface Group {
  /** A kind of dish, `nigiri` for all nigiri without wasabi, or `dipped` for one nigiri on wasabi. */
  sort: string;
  /** The cards, in the order in which they were played. */
  words: string[];
  /** Whether they stay until the end of the game. */
  kept: boolean;
}

/** The places of nigiri on wasabi, and of wasabi that is still open. */
export function dip(plate: readonly string[]): { dipped: number[]; open: number[] } {
  const open: number[] = [];
  const dipped: number[] = [];
  const used: number[] = [];
  plate.forEach((word, place) => {
    if (word === 'wasabi') open.push(place);
    else if (isNigiri(word) && open.length > used.length) {
      used.push(open[used.length]!);
      dipped.push(place);
    }
  });
  return { dipped, open: open.slice(used.length) };
}

/** A plate and its desserts as groups, in the order of their first cards. */
export function groupsOf(plate: readonly string[], desserts: readonly string[] = []): Group[] {
  const { dipped, open } = dip(plate);
  const groups: Group[] = [];
  const add = (sort: string, word: string, kept: boolean) => {
    const same = sort === 'dipped' ? undefined : groups.find((group) => group.sort === sort && group.kept === kept);
    if (same) same.words.push(word);
    else groups.push({ sort, words: [word], kept });
  };
  plate.forEach((word, place) => {
    const underNigiri = word === 'wasabi' && !open.includes(place);
    if (dipped.includes(place)) add('dipped', word, false);
    else if (!underNigiri) add(isNigiri(word) ? 'nigiri' : kind(word), word, false);
  });
  desserts.forEach((word) => add(kind(word), word, true));
  return groups;
}

/** A key of a group among those of its plate, which has several dipped nigiri, but one group of every other sort. */
export function groupKey({ sort, kept }: Group, place: number): string {
  return sort === 'dipped' ? `dipped${place}` : `${sort}${kept}`;
}

/** How many of its symbols a group shows: icons of maki, strawberries, the sum of thawed yogurts. */
export function amount(group: Group): number {
  if (group.sort === 'tea') return group.words.length;
  return group.words.reduce((sum, word) => sum + number(word), 0);
}

/** Words with how often each is there, in their order. */
export function counted(words: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts];
}

export function isNigiri(word: string): boolean {
  return family(word) === 'nigiri';
}
