// Dice of Sushi Roll: faces, belts, trays, and swaps that are planned.
import type { RollView } from '../wire/view';
import type { Points } from '../wire/wire.gen';

/** A swap of one of the player's dice for one of another seat; places count from 0. */
export interface Swap {
  own: number;
  other: number;
  place: number;
}

type Belts = RollView['belts'];

/** The dessert of Sushi Roll, whose tokens are kept until the end of the game. */
export const ROLL_DESSERT = 'pudding';

/** The families of the sorts of dice that have another name than theirs. */
const DIE_FAMILIES: Record<string, string> = { appetizer: 'tempura', special: 'chopsticks', pudding: 'dessert' };

/** The colour of a die's edge, one for each sort of die: tempura, sashimi and dumpling are faces of the same sort. */
export function dieFamily(face: string, dice: Points['dice']): string {
  const sort = Object.keys(dice).find((name) => dice[name]!.faces.includes(face)) ?? 'menu';
  return DIE_FAMILIES[sort] ?? sort;
}

/** The places of a belt that still have a die. */
export function filled(belt: (string | null)[]): number[] {
  return belt.flatMap((face, place) => (face === null ? [] : [place]));
}

/** The belts after the swaps. */
export function afterSwaps(belts: Belts, me: number, swaps: Swap[]): Belts {
  const after = belts.map((belt) => [...belt]);
  for (const { own, other, place } of swaps) {
    const [mine, theirs] = [after[me]!, after[other]!];
    [mine[own], theirs[place]] = [theirs[place]!, mine[own]!];
  }
  return after;
}

/** A swap as a move's text. */
export function swapText({ own, other, place }: Swap): string {
  return `swap ${own + 1} with ${'ABCDE'[other]}${place + 1}`;
}

/** A tray in the order it was filled, each of the `dipped` nigiri with the wasabi on which it lies. */
export function servings(tray: readonly string[], dipped: readonly number[]): string[][] {
  const served: string[][] = [];
  tray.forEach((face, place) => {
    const open = ([word, ...on]: string[]) => word === 'wasabi' && !on.length;
    if (dipped.includes(place)) served.find(open)!.push(face);
    else served.push([face]);
  });
  return served;
}
