// One device for several people: where nothing is secret, whoever is to move has their side of the table without being asked.
import { nextHere } from './liveBoard';
import type { LiveTable } from './liveTable.svelte';
import type { Board } from '../../game/board';
import type { Table } from '../../net/table.svelte';
import { isDraft } from '../../wire/view';

/** Look for whoever is to move, at a table where everybody sees everything. */
export function showNextPlayer(table: Table): void {
  $effect(() => {
    const next = nextHere(table);
    const { game, info } = table;
    if (!game || !info?.hot_seat || isDraft(game.view) || next === null || game.view.viewer === next) return;
    void table.ask({ type: 'look', seat: next });
  });
}

export function isCovered(board: Board, live: LiveTable | undefined): boolean {
  return !board.playing && !!live?.table.info?.hot_seat && board.toMove.includes(board.me) && !board.view.over;
}
