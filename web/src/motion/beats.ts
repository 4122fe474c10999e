// What a beat does beside being drawn: sounds, and chopsticks that hop back into a hand.
import type { Beat } from '../game/beat';
import { playSound, type Sound } from '../lib/sound';
import { boxOf, noteOrigins, originOf } from './landing';
import { hop } from './transitions';

const SOUNDS: Partial<Record<Beat['kind'], Sound>> = {
  reveal: 'flick',
  take: 'flick',
  uncover: 'flick',
  pass: 'whirr',
  slide: 'whirr',
  roll: 'dice',
  swap: 'click',
};

/** Prepare a beat: called while the table still shows the one before. */
export function prepareBeat(beat: Beat): void {
  noteOrigins(beat);
  const { kind, events } = beat;
  const sound = SOUNDS[kind];
  if (sound) playSound(sound);
  if (kind !== 'land') return;
  if (events.some(({ event }) => event === 'mochi')) playSound('dice');
  if (events.some(({ dipped }) => dipped)) playSound('plop');
  for (const { who } of events.filter(({ event }) => event === 'chopsticks')) {
    const [from, to] = [originOf(who, 'chopsticks'), boxOf(`[data-hand="${who}"]`)];
    if (from && to) hop('chopsticks', from, to);
  }
}
