// Animations of dice and of the pyramid. Readers who prefer reduced motion see short fades.
import { animationTime, mayAnimate, settings } from '../lib/settings.svelte';

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
