// Rehearsals at tables of the server.
import type { Rehearsals } from '../source/rehearsals';
import type { TableMade } from '../wire/wire.gen';
import { post } from './api';
import { ensureNamed } from './me.svelte';

export const rehearsals: Rehearsals = {
  async start(game, frame, seat) {
    await ensureNamed();
    const moment = `rehearsals?frame=${frame}&seat=${seat}`;
    const made =
      'table' in game
        ? await post<TableMade>(`/api/tables/${game.table}/${moment}`, undefined)
        : await post<TableMade>(`/api/${moment}`, JSON.parse(game.record));
    return made.id;
  },
};
