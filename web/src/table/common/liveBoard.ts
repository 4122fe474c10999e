// A table that is being played or watched, as a board to draw.
import { say } from '../../lib/texts.svelte';
import { platesOf, type Board, type Diner } from '../../game/board';
import type { Table } from '../../net/table.svelte';
import type { SeatInfo } from '../../wire/wire.gen';

const DUMMY_SHAPE = 5;

/** The board of a table; null before a game has begun. */
export function boardOf(table: Table): Board | null {
  const { game, info, events } = table;
  if (!game || !info) return null;
  const { view } = game;
  const me = view.viewer ?? nextHere(table) ?? table.yours[0] ?? 0;
  return {
    view,
    diners: dinersOf(info.seats, platesOf(view).length),
    me,
    playing: view.viewer !== null && info.phase !== 'over',
    // Nobody is to move while the game is paused.
    toMove: info.phase === 'paused' ? [] : game.to_move,
    turns: game.turns,
    worth: game.worth,
    gains: game.gains,
    events,
    deadline: game.deadline == null ? null : game.deadline - table.ahead,
    choose: (move) => table.ask({ type: 'choose', seat: me, move, number: game.number }),
  };
}

/** The next player to choose among those of this device; null if there is none. */
export function nextHere(table: Table): number | null {
  return table.game?.to_move.find((seat) => table.yours.includes(seat)) ?? null;
}

function dinersOf(seats: SeatInfo[], plates: number): Diner[] {
  const diners: Diner[] = seats.map((seat) => ({
    name: seat.name || say(seat.bot ? `bot.${seat.bot}.name` : 'play.guest'),
    shape: seat.shape,
    kind: seat.kind === 'person' ? 'person' : 'bot',
    online: seat.kind !== 'person' || seat.online,
    minded: seat.minded,
  }));
  if (plates > seats.length)
    diners.push({ name: say('ui.dummy'), shape: DUMMY_SHAPE, kind: 'dummy', online: true, minded: false });
  return diners;
}
