// Animations of dice and of the pyramid. Readers who prefer reduced motion see short fades.
import { tick } from 'svelte';
import { animationTime, mayAnimate, settings } from '../lib/settings.svelte';
import type { GameEvent } from '../wire/events';

const MOVES = ['keep', 'take'];
const FADE = 120;
const STAGGER = 45;
const EASE_OUT = 'cubic-bezier(.2, .8, .25, 1)';
const EASE_BELT = 'cubic-bezier(.45, .05, .35, 1)';

function run(node: Element | null, frames: Keyframe[], milliseconds: number, delay = 0, easing = EASE_OUT): void {
  if (!node || settings.speed === 'off') return;
  if (mayAnimate())
    node.animate(frames, {
      duration: animationTime(milliseconds),
      delay: animationTime(delay),
      easing,
      fill: 'backwards',
    });
  else node.animate([{ opacity: 0 }, { opacity: 1 }], FADE);
}

/** A die falls onto the belt and settles; `nth` is its place among those that roll. */
export function tumble(node: Element | null, nth: number, delay = 0): void {
  run(
    node,
    [
      { transform: 'translateY(-30px) rotate(-200deg)' },
      { transform: 'translateY(0) rotate(14deg)', offset: 0.6 },
      { transform: 'translateY(-5px) rotate(-6deg)', offset: 0.8 },
      { transform: 'none' },
    ],
    700,
    delay + nth * STAGGER,
  );
}

/** A belt comes in from the seat on its right. */
export function slideIn(node: Element | null): void {
  run(
    node,
    [
      { transform: 'translateX(60%)', opacity: 0 },
      { transform: 'none', opacity: 1 },
    ],
    520,
    0,
    EASE_BELT,
  );
}

/** A card that lay face down turns its face up. */
export function turnUp(node: Element | null, delay = 0): void {
  run(
    node,
    [
      { transform: 'perspective(600px) rotateY(180deg)' },
      { transform: 'perspective(600px) rotateY(-8deg) scale(1.06)', offset: 0.6 },
      { transform: 'none' },
    ],
    320,
    delay,
  );
}

/** An element lands with a small squash. */
export function plop(node: Element | null, delay = 0): void {
  run(
    node,
    [
      { transform: 'translateY(-46px)' },
      { transform: 'translateY(0) scale(1.08, .88)', offset: 0.55 },
      { transform: 'scale(.96, 1.05)', offset: 0.78 },
      { transform: 'none' },
    ],
    320,
    delay,
  );
}

/** Copy an element before it is removed; the returned function lets the copy fly to a target. */
export function lift(node: Element | null): (target: Element | null) => void {
  if (!node || !mayAnimate()) return (target) => run(target, [], 0);
  const from = node.getBoundingClientRect();
  const ghost = node.cloneNode(true) as HTMLElement;
  // A child of main, so that no part of the table clips the flight.
  const home = node.closest('main');
  return (target) => {
    if (!target || !home?.isConnected) return;
    const to = target.getBoundingClientRect();
    ghost.setAttribute('aria-hidden', 'true');
    for (const name of ['id', 'data-place', 'data-die']) ghost.removeAttribute(name);
    Object.assign(ghost.style, {
      position: 'fixed',
      zIndex: '20',
      margin: '0',
      pointerEvents: 'none',
      transition: 'none',
      left: `${from.left}px`,
      top: `${from.top}px`,
      width: `${from.width}px`,
      height: `${from.height}px`,
    });
    ghost.style.setProperty('--size', `${from.width}px`);
    home.append(ghost);
    const x = to.left + to.width / 2 - (from.left + from.width / 2);
    const y = to.top + to.height / 2 - (from.top + from.height / 2);
    const end = { transform: `translate(${x}px, ${y}px) scale(.45)`, opacity: 0.2 };
    ghost
      .animate([{ transform: 'none', opacity: 1 }, end], { duration: animationTime(320), easing: EASE_OUT })
      .finished.finally(() => ghost.remove());
  };
}

/**
 * Watch the events of a table. `before` is called with the new ones while the old state is still drawn, and the
 * function that it returns once the new state is drawn. Steps back are not new, and neither are events from before the
 * page was opened, unless the game has only just begun.
 */
export function onNewEvents(events: () => GameEvent[], before: (news: GameEvent[]) => () => void): void {
  let seen = events().some((event) => MOVES.includes(event.event)) ? events().length : 0;
  $effect.pre(() => {
    const all = events();
    const news = all.slice(seen);
    seen = all.length;
    if (news.length) void tick().then(before(news));
  });
}
