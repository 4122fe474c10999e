// What follows from the fields of a draft table: who is in control of the extra plate, and who draws from which pile.
import type { Records } from './engine.js';
import type { Setting } from './settings.js';
import { DRAWS_NOTHING, DRAWS_OWN_PILE, NOBODY, NO_CARD } from './tables.gen.js';
import { rowOf } from './words.js';

/** The seat that plays for the extra plate in this turn, or NOBODY. */
export function controller(table: Records, setting: Setting): number {
  if (!setting.variantRules.extraPlate) return NOBODY;
  return (table.get('first') + table.get('round_no') + table.get('turn')) % setting.seats;
}

/** Put a seat in control of the extra plate in this turn. */
export function giveControl(table: Records, setting: Setting, seat: number): void {
  const first = (seat - table.get('round_no') - table.get('turn')) % setting.seats;
  table.set('first', (first + setting.seats) % setting.seats);
}

const hasOwnPiles = (setting: Setting): boolean => setting.variantRules.draws === DRAWS_OWN_PILE;

/** How many draw piles there are. */
export function pileCount(setting: Setting): number {
  if (hasOwnPiles(setting)) return setting.seats;
  return setting.variantRules.draws === DRAWS_NOTHING ? 0 : 1;
}

/** How many cards have been drawn from each pile. */
export function drawnCards(table: Records, setting: Setting): number {
  const turn = table.get('turn');
  return hasOwnPiles(setting) ? Math.min(turn - 1, setting.pileSize) : turn;
}

/** Whether a seat draws a card from a pile for this turn. */
export function draws(table: Records, setting: Setting, seat: number): boolean {
  const turn = table.get('turn');
  if (hasOwnPiles(setting)) return turn >= 2 && turn <= setting.pileSize + 1;
  return controller(table, setting) === seat;
}

/** The pile that a seat draws from. */
export const pileOf = (setting: Setting, seat: number): number => (hasOwnPiles(setting) ? seat : 0);

/** The card that a seat drew from a pile for this turn, or NO_CARD. */
export function drawnCard(table: Records, setting: Setting, seat: number): number {
  if (!draws(table, setting, seat)) return NO_CARD;
  return rowOf(table, 'piles', pileOf(setting, seat))[drawnCards(table, setting) - 1]!;
}

/** How many cards a seat has in its hand; the seat in control has one more than the others. */
export function cardsInHand(table: Records, setting: Setting, seat: number): number {
  return table.get('held') + Number(controller(table, setting) === seat);
}
