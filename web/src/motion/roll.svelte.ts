// Animations of Sushi Roll: belts slide in, dice tumble and settle, swapped dice hop.
import type { RollBoard } from '../game/board';
import type { GameEvent } from '../wire/events';
import { plop, slideIn, tumble } from './animations';
import { onBeat } from './onBeat.svelte';

/** Watch a board; `root` is where its belts are drawn. */
export function rollMotion(board: () => RollBoard, root: () => HTMLElement): void {
  const die = (seat: unknown, place: unknown) =>
    root()?.querySelector(`[data-die="${seat}.${Number(place) - 1}"]`) ?? null;
  const moves: Record<string, (event: GameEvent, nth: number) => void> = {
    roll: ({ who, place }, nth) => tumble(die(who, place), nth),
    slide: () => root().querySelectorAll('[data-belt]').forEach(slideIn),
    swap: ({ who, place, other, 'their-place': theirs }) => {
      plop(die(who, place));
      plop(die(other, theirs));
    },
  };
  onBeat(
    () => board().beat,
    ({ events }) => events.forEach((event, nth) => moves[event.event]?.(event, nth)),
  );
}
