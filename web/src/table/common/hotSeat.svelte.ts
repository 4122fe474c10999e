// One device for several players, who take turns at it.
import { nextHere } from './liveBoard';
import type { LiveTable } from './liveTable.svelte';
import type { Board } from '../../game/board';
import type { Table } from '../../net/table.svelte';
import { isDraft } from '../../wire/view';

/** Show the side of the next player by itself, at tables without hidden cards. */
export function showNextPlayer(table: Table): void {
  $effect(() => {
    const next = nextHere(table);
    const { game, info } = table;
    if (!game || !info?.hot_seat || isDraft(game.view) || next === null || game.view.viewer === next) return;
    void table.ask({ type: 'look', seat: next });
  });
}

/** Whether the table is hidden until the next player at a shared device confirms who they are. */
export function isCovered(board: Board, live: LiveTable | undefined): boolean {
  return !board.playing && !!live?.table.info?.hot_seat && board.toMove.includes(board.me) && !board.view.over;
}
