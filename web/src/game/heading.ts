// What the reader is asked for or waits for, as the heading above the hand.
import type { Board, DraftBoard } from './board';
import { say } from '../lib/texts.svelte';

/** Who is still to choose, by name. */
export function waitingFor(board: Board): string {
  return say('table.play.waiting', { names: board.toMove.map((who) => board.diners[who]?.name).join(', ') });
}

/** Whether the game stands still: nobody is to move while it is paused. */
export function isPaused({ view, toMove, beat }: Board): boolean {
  return !view.over && !toMove.length && !beat;
}

/** The heading of a hand. */
export function handHeading(board: DraftBoard): string {
  if (board.beat) return say('table.play.revealed');
  if (!board.playing) return say('table.watching');
  if (isPaused(board)) return say('table.play.paused');
  if (!board.toMove.includes(board.me)) return waitingFor(board);
  return say(board.view.controller === board.me ? 'table.dummy.pick' : 'table.pick');
}
