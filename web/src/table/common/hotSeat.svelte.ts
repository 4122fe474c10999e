// One device for several players, who take turns at it.
import { nextHere } from './liveBoard';
import type { LiveTable } from './liveTable.svelte';
import type { Board } from '../../game/board';
import type { TableSource } from '../../source/tableSource';
import { isDraft } from '../../wire/view';

/** Whether several players share this device. */
export const isShared = (table: TableSource): boolean => table.yours.length > 1;

/** Show the side of the next player by itself, at tables without hidden cards. */
export function showNextPlayer(table: TableSource): void {
  $effect(() => {
    const next = nextHere(table);
    const { view } = table;
    if (!view || !isShared(table) || isDraft(view) || next === null || view.viewer === next) return;
    void table.ask({ type: 'look', seat: next });
  });
}

/** Whether the table is hidden until the next player at a shared device confirms who they are. */
export function isCovered(board: Board, live: LiveTable | undefined): boolean {
  return !board.playing && !!live && isShared(live.table) && board.toMove.includes(board.me) && !board.view.over;
}
