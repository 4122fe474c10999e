// Things that move from where they lay to their place on a plate: noted before the beat, flown when they are drawn.
import { cubicInOut } from 'svelte/easing';
import type { TransitionConfig } from 'svelte/transition';
import type { Beat } from '../game/beat';
import { animationTime, mayAnimate } from '../lib/settings.svelte';
import type { GameEvent } from '../wire/events';

const origins = new Map<string, DOMRect>();
let flight = 0;

/** Note where the things of a beat lie, before it moves them. */
export function noteOrigins(beat: Beat): void {
  origins.clear();
  flight = beat.length;
  for (const event of beat.done) {
    const box = boxOf(placeOf(event, beat));
    if (box) origins.set(keyOf(event), box);
  }
}

/** The box of the first element that is drawn, of those that match. */
export function boxOf(what: string | null): DOMRect | null {
  const found = what ? Array.from(document.querySelectorAll(what)) : [];
  return found.map((element) => element.getBoundingClientRect()).find(({ width }) => width > 0) ?? null;
}

/** Where the thing of an event lies before its beat. */
function placeOf({ event, who, dish }: GameEvent, { done }: Beat): string | null {
  const taken = done.some((other) => other.event === 'take' && other.who === who);
  if (event === 'keep' || (event === 'play' && taken)) return `[data-taken="${who}"]`;
  if (event === 'play') return `[data-played="${who}.${dish}"]`;
  if (event === 'squishy') return '[data-squishy]';
  return event === 'chopsticks' ? `[data-who="${who}"] .k-chopsticks` : null;
}

function keyOf({ event, who, dish, face }: GameEvent): string {
  return event === 'squishy' ? event : `${who}.${String(dish ?? face ?? event)}`;
}

/** An element comes from where its thing lay: `from` is the plate and the word, or `squishy`. */
export function land(node: Element, { from }: { from: string | null }): TransitionConfig {
  const origin = from === null ? undefined : origins.get(from);
  if (!origin || !mayAnimate()) return { duration: 0 };
  const box = node.getBoundingClientRect();
  const x = origin.left + origin.width / 2 - (box.left + box.width / 2);
  const y = origin.top + origin.height / 2 - (box.top + box.height / 2);
  const size = Math.min(2.5, origin.width / (box.width || 1));
  return {
    duration: animationTime(flight),
    easing: cubicInOut,
    css: (_t, u) =>
      `position: relative; z-index: 7; transform: translate(${x * u}px, ${y * u}px) scale(${1 + (size - 1) * u})`,
  };
}

/** The box from which chopsticks go back, if a beat moves them. */
export function originOf(who: number | undefined, word: string): DOMRect | undefined {
  return origins.get(`${who}.${word}`);
}

/** Put an element over another one, within the window, and let it grow from there; over `other` if the place is gone. */
export function overPlace(place: string, other: string): (element: HTMLElement) => void {
  return (element) => {
    const box = boxOf(place) ?? boxOf(other);
    if (!box) return;
    const { width, height } = element.getBoundingClientRect();
    const within = (at: number, size: number, room: number) => Math.max(8, Math.min(at - size / 2, room - size - 8));
    const left = within(box.left + box.width / 2, width, innerWidth);
    const top = within(box.top + box.height / 2, height, innerHeight);
    Object.assign(element.style, { left: `${left}px`, top: `${top}px` });
    if (mayAnimate())
      element.animate(
        [
          { transform: 'scale(.6)', opacity: 0.4 },
          { transform: 'none', opacity: 1 },
        ],
        {
          duration: animationTime(180),
          easing: 'cubic-bezier(.2, .8, .25, 1)',
        },
      );
  };
}
