// Names and drawings of the words of the rules: picture in the sprite, family of cards, number.
import { say } from '../lib/texts.svelte';
import type { Points } from '../wire/wire.gen';

/** The families by dish, as far as they are drawn without the facts of the rules; all other dishes are desserts. */
const FAMILIES: Record<string, string> = {
  tempura: 'tempura',
  sashimi: 'sashimi',
  dumpling: 'dumpling',
  maki: 'maki',
  nigiri: 'nigiri',
  egg: 'nigiri',
  salmon: 'nigiri',
  squid: 'nigiri',
  wasabi: 'wasabi',
  chopsticks: 'chopsticks',
  menu: 'menu',
  tokens: 'menu',
};
/** Dishes that have a drawing for each number, or are drawn as often as it says. */
const NUMBER_IS_DRAWN = ['maki', 'menu', 'chopsticks'];
/** Drawings of dishes that look different once they have a number. */
const NUMBERED: Record<string, string> = { yogurt: 'yogurt-open' };

/** A word without its number: `maki3` is `maki`. */
export function kind(word: string): string {
  return word.replace(/\d+$/, '');
}

/** The number that a word carries, or 1. */
export function number(word: string): number {
  return Number(/\d+$/.exec(word)?.[0] ?? 1);
}

/** The dish as which a word is counted: all nigiri are one. */
export function dishOf(word: string, { nigiri }: Pick<Points, 'nigiri'>): string {
  return word in nigiri ? 'nigiri' : kind(word);
}

/** The symbol of the sprite. */
export function picture(word: string): string {
  if (/^maki[123]$/.test(word)) return word;
  return (word !== kind(word) && NUMBERED[kind(word)]) || kind(word);
}

/** The family, which gives a card its colour and its woven motif. */
export function family(word: string, points?: Pick<Points, 'nigiri'> | null): string {
  return FAMILIES[points ? dishOf(word, points) : kind(word)] ?? 'dessert';
}

/** The number in a card's corner that its drawing does not show. */
export function stamp(word: string): string | null {
  return word === kind(word) || NUMBER_IS_DRAWN.includes(kind(word)) ? null : String(number(word));
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
