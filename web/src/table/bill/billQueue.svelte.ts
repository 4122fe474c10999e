// The bills that wait to be shown: each round's once, when the round ends while the page is open.
import { untrack } from 'svelte';
import type { Part } from '../../game/bills';
import type { Board } from '../../game/board';

export class BillQueue {
  private waiting = $state<Part[]>([]);

  constructor(board: () => Board | null) {
    let seen: number | null = null;
    $effect.pre(() => {
      const now = board();
      if (!now) return;
      const counted = billsIn(now);
      untrack(() => {
        if (seen !== null && counted.length > seen) this.waiting = [...this.waiting, ...counted.slice(seen)];
        if (seen !== null && counted.length < seen) this.waiting = [];
      });
      seen = counted.length;
    });
  }

  /** The part of the bill that is shown now, if any. */
  get part(): Part | null {
    return this.waiting[0] ?? null;
  }

  done(): void {
    this.waiting = this.waiting.slice(1);
  }
}

/** The rounds that have been scored; the final part is shown by the end of the game. */
function billsIn(board: Board): Part[] {
  const scores = board.events.filter((event) => event.event === 'round-score').length;
  return Array.from({ length: Math.floor(scores / board.diners.length) }, (_, i) => i + 1);
}
