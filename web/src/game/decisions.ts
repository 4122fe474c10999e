// The decisions that mattered, in words.
import { say } from '../lib/texts.svelte';
import type { Decision } from '../wire/wire.gen';
import { decimalPoints } from './coach';

/** The points that a decision cost. */
export const costOf = ({ chosen, better }: Decision): number => better.margin - chosen.margin;

const percent = (chance: number) => Math.round(100 * chance);

/** What the better move would have brought. */
export function gainWords(decision: Decision): string {
  const [from, to] = [percent(decision.chosen.win), percent(decision.better.win)];
  return say(from === to ? 'end.mattered.by-points' : 'end.mattered.by', {
    points: decimalPoints(costOf(decision)),
    from,
    to,
  });
}
