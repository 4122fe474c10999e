// Hands on their way to the neighbours.
import { animationTime } from '../lib/settings.svelte';
import { boxOf } from './landing';

/** Let an element travel from one player's hand along the belt to another's, in so many milliseconds. */
export function fly(from: number, to: number, milliseconds: number): (element: HTMLElement) => void {
  return (element) => {
    const [start, end, belt] = [boxOf(handOf(from)), boxOf(handOf(to)), boxOf('.belt.pass')];
    if (!start || !end || !belt) return;
    const { width, height } = element.getBoundingClientRect();
    const at = (x: number, y: number) => `translate(${x - width / 2}px, ${y - height / 2}px)`;
    const along = belt.top + belt.height / 2;
    const [x, toX] = [start.left + start.width / 2, end.left + end.width / 2];
    element.animate(
      [
        { transform: at(x, start.top + start.height / 2) },
        { transform: at(x, along), offset: 0.25 },
        { transform: at(toX, along), offset: 0.75 },
        { transform: at(toX, end.top + end.height / 2) },
      ],
      { duration: animationTime(milliseconds), easing: 'ease-in-out', fill: 'both' },
    );
  };
}

const handOf = (who: number) => `[data-hand="${who}"]`;
