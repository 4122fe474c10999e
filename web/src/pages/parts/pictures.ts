// What is drawn beside the chapters of a rulebook.
import { say } from '../../lib/texts.svelte';

const CARDS = [['back', 'back'], ['salmon', 'tempura'], ['wasabi', 'squid'], ['chopsticks'], ['tempura', 'sashimi', 'dumpling', 'maki3', 'egg']];

/** By menu, in the order of its own chapters; those of desserts and variants come after them. */
const CHAPTERS: Record<string, string[][]> = {
  'sushi-go-first': [...CARDS, ['pudding'], ['logo']],
  'sushi-go-2014': [...CARDS, ['pudding'], ['logo'], ['menu']],
  'sushi-go-anniversary': [...CARDS, ['strawberry', 'tea', 'mochi'], ['boat'], ['logo'], ['menu']],
  'sushi-roll': [['menu', 'chopsticks'], ['maki3', 'tempura'], ['wasabi', 'salmon'], ['dumpling', 'tempura', 'sashimi', 'maki2'], ['pudding'], ['logo']],
};
const DESSERTS = ['strawberry', 'yogurt', 'tea', 'pudding', 'mochi'];
const VARIANTS: Record<string, string[]> = { 'both-ways': ['maki1', 'maki1'], golf: ['egg'], piles: ['back'], battle: ['back', 'salmon', 'back'], dummy: ['yogurt'], 'must-have-maki': ['maki3'] };

/** The dishes beside a chapter. */
export function picturesOf(menu: string, place: number, title: string): string[] {
  const own = CHAPTERS[menu]?.[place];
  if (own) return own;
  const dessert = DESSERTS.find((word) => say(`dessert.${word}.name`) === title);
  const variant = Object.keys(VARIANTS).find((word) => say(`variant.${word}.name`) === title);
  return dessert ? [dessert] : variant ? VARIANTS[variant]! : [];
}
