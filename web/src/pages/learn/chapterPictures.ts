// The pictures beside the chapters of a rulebook; lists of cards and dice have pictures of their own.
import type { Points } from '../../wire/wire.gen';

/** The pictures by the key of the chapter. A chapter about a dessert shows the dessert. */
const PICTURES: Record<string, string[]> = {
  setup: ['back', 'back'],
  turn: ['salmon', 'tempura'],
  wasabi: ['wasabi', 'squid'],
  chopsticks: ['chopsticks'],
  scoring: ['tempura', 'sashimi', 'dumpling', 'maki3', 'egg'],
  desserts: ['strawberry', 'tea', 'mochi'],
  boat: ['boat'],
  winning: ['logo'],
  variants: ['menu'],
  'roll-setup': ['menu', 'chopsticks'],
  'roll-turn': ['maki3', 'tempura'],
  kept: ['wasabi', 'salmon'],
  'roll-scoring': ['dumpling', 'tempura', 'sashimi', 'maki2'],
  'next-round': ['pudding'],
  'roll-winning': ['logo'],
  'both-ways': ['maki1', 'maki1'],
  golf: ['egg'],
  piles: ['back'],
  battle: ['back', 'salmon', 'back'],
  dummy: ['yogurt'],
  'must-have-maki': ['maki3'],
};

export function picturesOf(chapter: string, { desserts }: Points): string[] {
  return PICTURES[chapter] ?? (chapter in desserts ? [chapter] : []);
}
