// The pyramid of sushi battle: its places, and which cards are free.
import type { BattleView } from '../wire/view';

/** A card of the pyramid; `at` is its row and place as moves write them, `dish` is null while it lies face down. */
export interface PyramidCard {
  at: string;
  dish: string | null;
  free: boolean;
}

/** The rows from the top; null is an empty place. */
export function cardsOfPyramid({ pyramid, free }: BattleView): (PyramidCard | null)[][] {
  return pyramid.map((row, r) =>
    row.map((card, i) => {
      const at = `${r + 1}.${i + 1}`;
      return card === null ? null : { at, dish: card === '?' ? null : card, free: free.includes(at) };
    }),
  );
}

/** The free cards, from the top and the left. */
export function freeCards(view: BattleView): (PyramidCard & { dish: string })[] {
  return cardsOfPyramid(view)
    .flat()
    .filter((card): card is PyramidCard & { dish: string } => !!card?.free && card.dish !== null);
}
