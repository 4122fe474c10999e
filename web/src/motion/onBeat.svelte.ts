// Animations that belong to a beat and not to one element.
import { untrack } from 'svelte';
import type { Beat } from '../game/beat';

/** Call a function for each beat, once the table is drawn with what it does. */
export function onBeat(beat: () => Beat | null, draw: (beat: Beat) => void): void {
  $effect(() => {
    const now = beat();
    if (now) untrack(() => draw(now));
  });
}
