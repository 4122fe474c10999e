// How things move: transitions that follow the chosen speed and become short fades where motion is not wanted.
import { cubicOut } from 'svelte/easing';
import type { TransitionConfig } from 'svelte/transition';
import { lasts, moves, settings } from './settings.svelte';

const MOVE = 320;
const QUICK = 180;
const PASS = 520;
const STAGGER = 45;
const FADE = 120;

/** A short fade, for those who do not want motion. */
function fade(): TransitionConfig {
  return { duration: settings.speed === 'off' ? 0 : FADE, css: (t) => `opacity: ${t}` };
}

/** A card turns up on a plate, after it has slid there face down; `i` is its place in the order of seats. */
export function turnUp(_: Element, { i = 0, wait = true }: { i?: number; wait?: boolean } = {}): TransitionConfig {
  if (!moves()) return fade();
  return {
    delay: lasts(i * STAGGER + (wait ? MOVE : 0)),
    duration: lasts(MOVE),
    easing: cubicOut,
    css: (t, u) => `transform: perspective(400px) rotateY(${u * 90}deg) scale(${1 + 0.12 * Math.sin(t * Math.PI)}); opacity: ${Math.min(1, t * 8)}`,
  };
}

/** A nigiri drops on its wasabi, and both squash. */
export function plop(_: Element, { i = 0 }: { i?: number } = {}): TransitionConfig {
  if (!moves()) return fade();
  return {
    delay: lasts(i * STAGGER + MOVE),
    duration: lasts(MOVE),
    css: (t) => (t < 0.55 ? `transform: translateY(${(-46 * (0.55 - t)) / 0.55}px); opacity: ${Math.min(1, t * 6)}` : `transform: scale(${1 + 0.08 * Math.sin((t - 0.55) * 14)}, ${1 - 0.12 * Math.sin((t - 0.55) * 14)})`),
  };
}

/** Points are stamped on. */
export function stampOn(_: Element, { wait = 0 }: { wait?: number } = {}): TransitionConfig {
  if (!moves()) return fade();
  return { delay: lasts(wait), duration: lasts(QUICK), easing: cubicOut, css: (t, u) => `transform: scale(${1 + 0.9 * u}) rotate(${-14 * u}deg); opacity: ${t}` };
}

/** A hand comes along the belt; `way` is -1 for the left and 1 for the right. */
export function comeIn(_: Element, { way, i = 0 }: { way: number; i?: number }): TransitionConfig {
  if (!moves()) return fade();
  return {
    delay: lasts(i * STAGGER),
    duration: lasts(PASS),
    easing: cubicOut,
    css: (_t, u) => `transform: translateX(${-way * 110 * u}vw) rotate(${way * 8 * u}deg)`,
  };
}

/** The likeness of a hand leaves along the belt; the hand itself is already another one. */
export function sendOff(hand: HTMLElement, way: number): void {
  if (!moves() || !hand.parentElement) return;
  const ghost = hand.cloneNode(true) as HTMLElement;
  ghost.inert = true;
  ghost.setAttribute('aria-hidden', 'true');
  ghost.classList.add('ghost');
  hand.parentElement.append(ghost);
  const leaving = Array.from(ghost.children as HTMLCollectionOf<HTMLElement>, (card, i) => {
    if (card.querySelector('.chosen')) card.style.visibility = 'hidden';
    return card.animate([{ transform: 'none' }, { transform: `translateX(${way * 110}vw) rotate(${way * 8}deg)` }], {
      duration: lasts(PASS), delay: lasts(i * STAGGER), easing: 'cubic-bezier(.45, .05, .35, 1)', fill: 'both',
    }).finished;
  });
  void Promise.allSettled(leaving).then(() => ghost.remove());
}

function drawnBack(): SVGElement {
  const bowl = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
  bowl.classList.add('dish');
  use.setAttribute('href', '/dishes.svg#back');
  bowl.append(use);
  return bowl;
}

/** Card backs slide from one place to another and turn away; what they uncover turns up by itself. */
export function slideBack(from: DOMRect, to: DOMRect, i: number): void {
  if (!moves() || !to.width) return;
  const back = document.createElement('div');
  back.className = 'card back';
  back.setAttribute('aria-hidden', 'true');
  back.append(drawnBack());
  const width = Math.min(from.width, to.width / 2, 96);
  Object.assign(back.style, { position: 'fixed', left: '0', top: '0', width: `${width}px`, aspectRatio: '5 / 7', zIndex: '40', pointerEvents: 'none' });
  document.body.append(back);
  const at = (box: DOMRect, scale: number) =>
    `translate(${box.left + box.width / 2 - width / 2}px, ${box.top + box.height / 2 - width * 0.7}px) scale(${scale})`;
  const small = Math.max(0.35, Math.min(1, to.height / (width * 1.4)));
  const flight = back.animate(
    [{ transform: at(from, 1) }, { transform: at(to, small), offset: 0.75 }, { transform: `${at(to, small)} rotateY(90deg)` }],
    { duration: lasts(MOVE + QUICK), delay: lasts(i * STAGGER), easing: 'cubic-bezier(.2,.8,.25,1)', fill: 'both' },
  );
  flight.onfinish = () => back.remove();
  flight.oncancel = () => back.remove();
}
