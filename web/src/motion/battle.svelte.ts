// Animations of sushi battle: cards that have become free turn up.
import type { BattleBoard } from '../game/board';
import { plop, turnUp } from './animations';
import { onBeat } from './onBeat.svelte';

/** Watch a board; `root` is where its pyramid is drawn. */
export function battleMotion(board: () => BattleBoard, root: () => HTMLElement): void {
  const place = (at: unknown) => root()?.querySelector(`[data-place="${at}"]`) ?? null;
  onBeat(
    () => board().beat,
    ({ kind, events }) => {
      if (kind !== 'uncover') return;
      for (const event of events) (event.event === 'turn-up' ? turnUp : plop)(place(event.place));
    },
  );
}
