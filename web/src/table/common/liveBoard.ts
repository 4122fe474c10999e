// A table that is being played or watched, as a board to draw.
import { say } from '../../lib/texts.svelte';
import { extraDiner, type Board, type Diner } from '../../game/board';
import { atRest } from '../../game/newest';
import { traitsOf } from '../../game/traits';
import { points } from '../../facts/points';
import type { TableSource } from '../../source/tableSource';
import type { SeatInfo } from '../../wire/wire.gen';

/** The board of a table; null before a game has begun. */
export function boardOf(table: TableSource): Board | null {
  const { info, game, view, events } = table;
  if (!info || !game || !view) return null;
  const rules = points();
  const traits = traitsOf(view, rules);
  const seated = info.seats.map(dinerAt);
  const me = view.viewer ?? nextHere(table) ?? table.yours[0] ?? 0;
  return {
    view,
    points: rules,
    traits,
    diners: traits.extraPlate ? [...seated, extraDiner()] : seated,
    me,
    you: table.yours.length === 1 ? table.yours[0]! : null,
    playing: view.viewer !== null && info.phase !== 'over',
    // Nobody is to move while the game is paused.
    toMove: info.phase === 'paused' ? [] : game.to_move,
    turns: game.turns,
    worth: game.worth,
    gains: game.gains,
    events,
    ...atRest(events),
    deadline: game.deadline == null ? null : game.deadline - table.ahead,
    choose: (move) => table.ask({ type: 'choose', seat: me, move, number: game.number }),
  };
}

/** The next player to choose among those of this device; null if there is none. */
export function nextHere(table: TableSource): number | null {
  return table.game?.to_move.find((seat) => table.yours.includes(seat)) ?? null;
}

function dinerAt(seat: SeatInfo): Diner {
  return {
    name: seat.name || say(seat.bot ? `bot.${seat.bot}.name` : 'play.guest'),
    shape: seat.shape,
    kind: seat.kind === 'person' ? 'person' : 'bot',
    online: seat.kind !== 'person' || seat.online,
    minded: seat.minded,
  };
}
