// Names and drawings of the words of the rules: picture in the sprite, family of cards, number.
import { say } from '../lib/texts.svelte';

const FAMILIES: Record<string, string> = {
  tempura: 'tempura',
  sashimi: 'sashimi',
  dumpling: 'dumpling',
  maki: 'maki',
  egg: 'nigiri',
  salmon: 'nigiri',
  squid: 'nigiri',
  nigiri: 'nigiri',
  wasabi: 'wasabi',
  chopsticks: 'chopsticks',
  menu: 'menu',
  pudding: 'dessert',
  strawberry: 'dessert',
  yogurt: 'dessert',
  tea: 'dessert',
  mochi: 'dessert',
  squishy: 'dessert',
};

/** A word without its number: `maki3` is `maki`. */
export function kind(word: string): string {
  return word.replace(/\d+$/, '');
}

/** The number that a word carries, or 1. */
export function number(word: string): number {
  return Number(/\d+$/.exec(word)?.[0] ?? 1);
}

/** The symbol of the sprite. */
export function picture(word: string): string {
  if (/^maki[123]$/.test(word)) return word;
  if (/^yogurt\d$/.test(word)) return 'yogurt-open';
  return kind(word);
}

/** The family, which gives a card its colour and its woven motif. */
export function family(word: string): string {
  return FAMILIES[kind(word)] ?? 'menu';
}

/** The number in a card's corner that its drawing does not show. */
export function stamp(word: string): string | null {
  return /^(strawberry|yogurt|tea|pudding)\d$/.test(word) ? String(number(word)) : null;
}

/** A dish by its whole name. */
export function dishName(word: string): string {
  return say(`dish.${word}.name`);
}

/** A dish by its name and how many cards or dice there are: "maki ×3 (2 cards)", since some names have a number. */
export function dishTimes(word: string, n: number, unit: 'cards' | 'dice' = 'cards'): string {
  return n === 1 ? dishName(word) : `${dishName(word)} (${say(`ui.${unit}`, { n })})`;
}

/** A dish by a name of at most ten letters. */
export function dishShort(word: string): string {
  return say(`dish.${word}.short`);
}
