// The pyramid of sushi battle: its places, and which cards are free.
import type { BattleView } from '../wire/view';

/** A card of the pyramid; `at` is its row and place as moves write them, `dish` is null while it lies face down. */
export interface PyramidCard {
  at: string;
  dish: string | null;
  free: boolean;
}

/** The rows from the top; null is an empty place. Card i of a row is covered by cards i and i + 1 of the next. */
export function cardsOfPyramid({ pyramid }: BattleView): (PyramidCard | null)[][] {
  return pyramid.map((row, r) =>
    row.map((card, i) => {
      if (card === null) return null;
      const below = pyramid[r + 1] ?? [];
      const free = (below[i] ?? null) === null && (below[i + 1] ?? null) === null;
      return { at: `${r + 1}.${i + 1}`, dish: card === '?' ? null : card, free };
    }),
  );
}

/** The free cards, from the top and the left. */
export function freeCards(view: BattleView): (PyramidCard & { dish: string })[] {
  return cardsOfPyramid(view)
    .flat()
    .filter((card): card is PyramidCard & { dish: string } => !!card?.free && card.dish !== null);
}
