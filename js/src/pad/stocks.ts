// How many of each card, face or token a box can hold.
import { FINAL_STOCKS, ROUND_STOCKS, type Stock } from '../pad.gen.js';
import type { Setting } from '../settings.js';

/** Words with their stocks, in the order of the pad. */
export type Stocks = ReadonlyMap<string, Stock>;

/** The words that lines may have in a round, or at the end of the game. */
export function stocksFor({ tableKind, dessert }: Setting, final: boolean): Stocks {
  const stocks = final ? FINAL_STOCKS : ROUND_STOCKS;
  return new Map(Object.entries(stocks[tableKind === 'roll' ? 'roll' : dessert!]!));
}
