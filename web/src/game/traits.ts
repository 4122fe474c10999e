// What the menu, the dessert and the variant of a game say about themselves: the page asks this, never a name.
import type { DessertFacts, MenuFacts, Points, SettingChoice, VariantFacts } from '../wire/wire.gen';

export interface Traits {
  /** The kind of table. */
  table: MenuFacts['table'];
  /** Whether the lowest total wins. */
  lowestWins: boolean;
  /** Whether there is a plate that has no seat. */
  extraPlate: boolean;
  /** Who draws cards from piles during a round. */
  draws: VariantFacts['draws'];
  /** The dessert in the deck; null where there is none. */
  dessert: DessertFacts | null;
}

/** The name of an ordinary game among the variants. */
const ORDINARY = 'none';

export function traitsOf(
  { menu, dessert, variant }: Pick<SettingChoice, 'menu' | 'dessert' | 'variant'>,
  points: Pick<Points, 'menus' | 'desserts' | 'variants'>,
): Traits {
  const { table } = points.menus[menu]!;
  const facts = points.variants[variant ?? ORDINARY]!;
  return {
    table: table === 'draft' ? facts.table : table,
    lowestWins: facts.lowest_wins,
    extraPlate: facts.extra_plate,
    draws: facts.draws,
    dessert: dessert === null ? null : points.desserts[dessert]!,
  };
}
