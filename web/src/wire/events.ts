import type { Text } from './wire.gen';

/**
 * An event of a game, by its name: the player whom it is about, and details that depend on the name. It is told by the
 * texts of `told`, or without that by `event.NAME`, or `event.NAME-WAY` if it has a way, with its own details.
 */
export type GameEvent = { event: string; who?: number; way?: string; told?: Text[]; [detail: string]: unknown };

/** Events that the server sent; the schema of the messages leaves them open. */
export function asEvents(values: Record<string, unknown>[]): GameEvent[] {
  if (!values.every(isEvent)) throw new Error('The server sent no event.');
  return values;
}

function isEvent(value: Record<string, unknown>): value is GameEvent {
  return (
    typeof value.event === 'string' &&
    (value.who === undefined || typeof value.who === 'number') &&
    (value.way === undefined || typeof value.way === 'string') &&
    (value.told === undefined || Array.isArray(value.told))
  );
}

/** Whether a player's die was rolled for a dessert. */
export const isDieRoll = ({ event }: GameEvent): boolean => event === 'mochi';
