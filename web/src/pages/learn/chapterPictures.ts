/** What is drawn beside the chapters of a rulebook, by their keys; lists of cards and dice have drawings of their own. */
export const PICTURES: Record<string, string[]> = {
  setup: ['back', 'back'], turn: ['salmon', 'tempura'], wasabi: ['wasabi', 'squid'], chopsticks: ['chopsticks'],
  scoring: ['tempura', 'sashimi', 'dumpling', 'maki3', 'egg'], desserts: ['strawberry', 'tea', 'mochi'], boat: ['boat'], winning: ['logo'], variants: ['menu'],
  'roll-setup': ['menu', 'chopsticks'], 'roll-turn': ['maki3', 'tempura'], kept: ['wasabi', 'salmon'],
  'roll-scoring': ['dumpling', 'tempura', 'sashimi', 'maki2'], 'next-round': ['pudding'], 'roll-winning': ['logo'],
  strawberry: ['strawberry'], yogurt: ['yogurt'], tea: ['tea'], pudding: ['pudding'], mochi: ['mochi'],
  'both-ways': ['maki1', 'maki1'], golf: ['egg'], piles: ['back'], battle: ['back', 'salmon', 'back'], dummy: ['yogurt'], 'must-have-maki': ['maki3'],
};
