// Transitions at the chosen speed; short fades for readers who prefer reduced motion.
import { cubicOut } from 'svelte/easing';
import type { TransitionConfig } from 'svelte/transition';
import { animationTime, mayAnimate, settings } from '../lib/settings.svelte';

const MOVE = 320;
const QUICK = 180;
const PASS = 520;
const STAGGER = 45;
const FADE = 120;
/** Milliseconds until revealed cards lie on their plates. */
export const REVEAL = 2 * MOVE;

/** A short fade, for readers who prefer reduced motion. */
function fade(): TransitionConfig {
  return { duration: settings.speed === 'off' ? 0 : FADE, css: (t) => `opacity: ${t}` };
}

/** A card turns up on a plate, after it has slid there face down; `i` is its place in the order of seats. */
export function turnUp(_: Element, { i = 0, wait = true }: { i?: number; wait?: boolean } = {}): TransitionConfig {
  if (!mayAnimate()) return fade();
  return {
    delay: animationTime(i * STAGGER + (wait ? MOVE : 0)),
    duration: animationTime(MOVE),
    easing: cubicOut,
    css: (t, u) => {
      const scale = 1 + 0.12 * Math.sin(t * Math.PI);
      return `transform: perspective(400px) rotateY(${u * 90}deg) scale(${scale}); opacity: ${Math.min(1, t * 8)}`;
    },
  };
}

/** A nigiri drops on its wasabi, and both squash. */
export function plop(_: Element, { i = 0 }: { i?: number } = {}): TransitionConfig {
  if (!mayAnimate()) return fade();
  return {
    delay: animationTime(i * STAGGER + MOVE),
    duration: animationTime(MOVE),
    css: (t) =>
      t < 0.55
        ? `transform: translateY(${(-46 * (0.55 - t)) / 0.55}px); opacity: ${Math.min(1, t * 6)}`
        : `transform: scale(${1 + 0.08 * Math.sin((t - 0.55) * 14)}, ${1 - 0.12 * Math.sin((t - 0.55) * 14)})`,
  };
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

/** A hand comes along the belt; `way` is -1 for the left and 1 for the right. */
export function comeIn(_: Element, { way, i = 0 }: { way: number; i?: number }): TransitionConfig {
  if (!mayAnimate()) return fade();
  return {
    delay: animationTime(i * STAGGER),
    duration: animationTime(PASS),
    easing: cubicOut,
    css: (_t, u) => `transform: translateX(${-way * 110 * u}vw) rotate(${way * 8 * u}deg)`,
  };
}

/** A copy of the hand leaves along the belt; the hand itself is already the next one. */
export function sendOff(hand: HTMLElement, way: number): void {
  if (!mayAnimate() || !hand.parentElement) return;
  const ghost = hand.cloneNode(true) as HTMLElement;
  ghost.inert = true;
  ghost.setAttribute('aria-hidden', 'true');
  ghost.classList.add('ghost');
  hand.parentElement.append(ghost);
  const leaving = Array.from(ghost.children as HTMLCollectionOf<HTMLElement>, (card, i) => {
    if (card.querySelector('.chosen')) card.style.visibility = 'hidden';
    return card.animate([{ transform: 'none' }, { transform: `translateX(${way * 110}vw) rotate(${way * 8}deg)` }], {
      duration: animationTime(PASS),
      delay: animationTime(i * STAGGER),
      easing: 'cubic-bezier(.45, .05, .35, 1)',
      fill: 'both',
    }).finished;
  });
  void Promise.allSettled(leaving).then(() => ghost.remove());
}

function drawn(word: string): SVGElement {
  const dish = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
  dish.classList.add('dish');
  use.setAttribute('href', `/dishes.svg#${word}`);
  dish.append(use);
  return dish;
}

/** A card back slides from one place to another and turns away; the card under it has a transition of its own. */
export function slideBack(from: DOMRect, to: DOMRect, i: number): void {
  if (!mayAnimate() || !to.width) return;
  const back = document.createElement('div');
  back.className = 'card back';
  back.setAttribute('aria-hidden', 'true');
  back.append(drawn('back'));
  const width = Math.min(from.width, to.width / 2, 96);
  Object.assign(back.style, {
    position: 'fixed',
    left: '0',
    top: '0',
    width: `${width}px`,
    aspectRatio: '5 / 7',
    zIndex: '40',
    pointerEvents: 'none',
  });
  document.body.append(back);
  const at = (box: DOMRect, scale: number) =>
    `translate(${box.left + box.width / 2 - width / 2}px, ${box.top + box.height / 2 - width * 0.7}px) scale(${scale})`;
  const small = Math.max(0.35, Math.min(1, to.height / (width * 1.4)));
  const flight = back.animate(
    [
      { transform: at(from, 1) },
      { transform: at(to, small), offset: 0.75 },
      { transform: `${at(to, small)} rotateY(90deg)` },
    ],
    {
      duration: animationTime(MOVE + QUICK),
      delay: animationTime(i * STAGGER),
      easing: 'cubic-bezier(.2,.8,.25,1)',
      fill: 'both',
    },
  );
  flight.onfinish = () => back.remove();
  flight.oncancel = () => back.remove();
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
