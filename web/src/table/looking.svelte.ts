// One device for several people: where nothing is secret, whoever is to move has their side of the table without being asked.
import { nextHere } from '../lib/boards';
import type { Table } from '../lib/table.svelte';
import { isDraft } from '../lib/view';

/** Look for whoever is to move, at a table where everybody sees everything. */
export function lookByItself(table: Table): void {
  $effect(() => {
    const next = nextHere(table);
    const { game, info } = table;
    if (!game || !info?.hot_seat || isDraft(game.view) || next === null || game.view.viewer === next) return;
    void table.ask({ type: 'look', seat: next });
  });
}
