// One device goes round: whoever is next says who they are before they choose.
import type { Board } from '../lib/board';
import type { Company } from './company.svelte';

export function isCovered(board: Board, here: Company | undefined): boolean {
  return !board.playing && !!here?.table.info?.hot_seat && board.toMove.includes(board.me) && !board.view.over;
}
