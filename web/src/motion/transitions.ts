// Transitions at the chosen speed; short fades for readers who prefer reduced motion.
import { cubicOut } from 'svelte/easing';
import type { TransitionConfig } from 'svelte/transition';
import { drawing } from '../lib/files';
import { animationTime, mayAnimate, settings } from '../lib/settings.svelte';

const MOVE = 320;
const QUICK = 180;
const STAGGER = 20;
const FADE = 120;

/** A short fade, for readers who prefer reduced motion. */
function fade(): TransitionConfig {
  return { duration: settings.speed === 'off' ? 0 : FADE, css: (t) => `opacity: ${t}` };
}

/** Points are stamped on. */
export function stampOn(_: Element, { wait = 0 }: { wait?: number } = {}): TransitionConfig {
  if (!mayAnimate()) return fade();
  return {
    delay: animationTime(wait),
    duration: animationTime(QUICK),
    easing: cubicOut,
    css: (t, u) => `transform: scale(${1 + 0.9 * u}) rotate(${-14 * u}deg); opacity: ${t}`,
  };
}

/** A card of a new hand comes from the belt; `i` is its place in the hand. */
export function comeIn(_: Element, { i = 0 }: { i?: number }): TransitionConfig {
  if (!mayAnimate()) return fade();
  return {
    delay: animationTime(i * STAGGER),
    duration: animationTime(QUICK),
    easing: cubicOut,
    css: (t, u) => `transform: translateY(${-60 * u}px) scale(${1 - 0.3 * u}); opacity: ${t}`,
  };
}

function drawn(word: string): SVGElement {
  const dish = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
  dish.classList.add('dish');
  use.setAttribute('href', drawing(word));
  dish.append(use);
  return dish;
}

/** A dish hops in an arc from one place to another: chopsticks go back to the hand. */
export function hop(word: string, from: DOMRect, to: DOMRect): void {
  if (!mayAnimate() || !to.width) return;
  const dish = drawn(word);
  dish.setAttribute('aria-hidden', 'true');
  Object.assign(dish.style, { position: 'fixed', left: '0', top: '0', zIndex: '41', pointerEvents: 'none' });
  document.body.append(dish);
  const middle = (box: DOMRect) => [box.left + box.width / 2 - 20, box.top + box.height / 2 - 20] as const;
  const [[x, y], [toX, toY]] = [middle(from), middle(to)];
  const arc = [
    `translate(${x}px, ${y}px)`,
    `translate(${(x + toX) / 2}px, ${Math.min(y, toY) - 50}px) rotate(12deg)`,
    `translate(${toX}px, ${toY}px)`,
  ];
  const flight = dish.animate(
    arc.map((transform) => ({ transform })),
    { duration: animationTime(MOVE + QUICK), easing: 'ease-in-out', fill: 'both' },
  );
  flight.onfinish = () => dish.remove();
  flight.oncancel = () => dish.remove();
}
