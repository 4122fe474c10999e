// Dice of Sushi Roll: faces, belts, trays, and swaps that are planned.
import { kind } from './dishes';
import { isNigiri } from './plates';
import type { RollView } from '../wire/view';

/** A swap of one of the player's dice for one of another seat; places count from 0. */
export interface Swap {
  own: number;
  other: number;
  place: number;
}

type Belts = RollView['belts'];

const DIE_FAMILIES: Record<string, string> = {
  tempura: 'tempura',
  sashimi: 'tempura',
  dumpling: 'tempura',
  maki: 'maki',
  egg: 'nigiri',
  salmon: 'nigiri',
  squid: 'nigiri',
  wasabi: 'chopsticks',
  chopsticks: 'chopsticks',
  menu: 'chopsticks',
  pudding: 'dessert',
};

/** The colour of a die's edge, one for each sort of die: tempura, sashimi and dumpling are faces of the same sort. */
export function dieFamily(face: string): string {
  return DIE_FAMILIES[kind(face)] ?? 'menu';
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

/** A tray in the order it was filled, each nigiri with the wasabi on which it lies. */
export function servings(tray: string[]): string[][] {
  const served: string[][] = [];
  for (const face of tray) {
    const open = isNigiri(face) ? served.find((serving) => serving.length === 1 && serving[0] === 'wasabi') : undefined;
    if (open) open.push(face);
    else served.push([face]);
  }
  return served;
}
