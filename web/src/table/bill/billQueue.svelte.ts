// The moments of scoring: each round's bill is shown once, when the round ends before one's eyes.
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

/** The parts that have been counted so far; the end of the game shows the last of them itself. */
function billsIn(board: Board): Part[] {
  const scores = board.events.filter((event) => event.event === 'round-score').length;
  return Array.from({ length: Math.floor(scores / board.diners.length) }, (_, i) => i + 1);
}
