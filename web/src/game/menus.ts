// The menus: the games that can be played.

export const MENUS = ['sushi-go-first', 'sushi-go-2014', 'sushi-go-anniversary', 'sushi-roll'] as const;

/** The dish that stands for each menu. */
export const MENU_DISHES: Record<string, string> = {
  'sushi-go-first': 'salmon',
  'sushi-go-2014': 'maki3',
  'sushi-go-anniversary': 'strawberry',
  'sushi-roll': 'tempura',
};

/** How long a game takes, in minutes. */
export const MINUTES: Record<string, number> = {
  'sushi-go-first': 15,
  'sushi-go-2014': 15,
  'sushi-go-anniversary': 20,
  'sushi-roll': 20,
};
