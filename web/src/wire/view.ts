// What one seat may know of a game, by the kind of table.
import type { BattleView, DraftView, RollView, View } from './view.gen';

export type { BattleView, DraftView, RollView, View };

export const isRoll = (view: View): view is RollView => 'belts' in view;
export const isBattle = (view: View): view is BattleView => 'pyramid' in view;
export const isDraft = (view: View): view is DraftView => 'hands' in view;

/**
 * A view that the server sent. The schema of the messages leaves views open; the server's tests hold them to their own
 * schema, so the page checks only that this is a view of a kind that it can draw.
 */
export function asView(value: unknown): View {
  if (!isView(value)) throw new Error('The server sent no view.');
  return value;
}

function isView(value: unknown): value is View {
  if (typeof value !== 'object' || value === null || !('okawari' in value) || value.okawari !== 'view') return false;
  return 'hands' in value || 'pyramid' in value || 'belts' in value;
}
